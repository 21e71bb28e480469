"""Collectives of one process that speaks for all ranks."""
import types

import torch

group = types.SimpleNamespace(WORLD="world")


def init_process_group(backend, timeout):
    assert backend == "nccl"


def new_group(ranks):
    return ranks


def destroy_process_group():
    pass


def barrier():
    pass


def all_gather_into_tensor(output, own, group=None):
    if isinstance(own, torch.Numbers):  # every rank says what this one says
        output.values = own.values * (len(output.values) // len(own.values))
    else:
        torch.work()


def all_reduce(tensor, group=None):
    torch.work()


def reduce_scatter_tensor(output, tensor, group=None):
    torch.work()


def all_to_all_single(output, tensor, group=None):
    torch.work()
