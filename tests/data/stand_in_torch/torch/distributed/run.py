"""Starts the program once, as rank 0."""
import argparse
import os
import runpy
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--standalone", action="store_true")
parser.add_argument("--nnodes", type=int, default=1)
parser.add_argument("--node-rank", type=int, default=0)
parser.add_argument("--nproc-per-node", type=int, required=True)
parser.add_argument("--master-addr")
parser.add_argument("--master-port", type=int)
arguments, program = parser.parse_known_args()
ranks = arguments.nproc_per_node
os.environ.update(RANK="0", LOCAL_RANK="0", LOCAL_WORLD_SIZE=str(ranks), WORLD_SIZE=str(arguments.nnodes * ranks))
sys.argv = program
runpy.run_path(program[0], run_name="__main__")
