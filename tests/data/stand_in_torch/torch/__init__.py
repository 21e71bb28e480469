"""Stands in for PyTorch where there is none: takes every call, runs nothing, and says that each block of work took as
many milliseconds as it had calls.  So that a test can run the script of `fmplan probe`, as rank 0 of eight or sixteen."""
import sys
import time
import types

__version__ = "0.0.stand-in"
time.sleep = lambda seconds: None  # nothing grows warm here
calls = 0


class Anything:
    """A tensor, or whatever else: has every attribute, can be called, counts calls."""

    def __init__(self, *values, **named):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *values, **named):
        global calls
        calls += 1
        return Anything()

    def __getitem__(self, index):
        return self

    def __mul__(self, other):
        return self

    __add__ = __rmul__ = __mul__

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class Numbers:
    """A tensor whose values are asked for."""

    def __init__(self, values, dtype=None, device=None):
        self.values = list(values)

    def reshape(self, rows, columns):
        return Numbers(self.values[row * columns:(row + 1) * columns] for row in range(rows))

    def tolist(self):
        return self.values


def empty(*size, dtype=None, device=None):
    return Numbers([0.0] * size[0], dtype) if dtype is float64 else Anything()


class Event:
    def __init__(self, enable_timing):
        self.at = None

    def record(self):
        self.at = calls

    def synchronize(self):
        pass

    def elapsed_time(self, end):
        return float(end.at - self.at)


def work(*values, **named):
    global calls
    calls += 1
    return Anything()


def scaled_mm(a, b, *, scale_a, scale_b, out_dtype, use_fast_accum=False):
    raise RuntimeError("torch._scaled_mm is only supported on newer accelerators")


def attend(query, key, value, is_causal=False, enable_gqa=False):
    return work()


cuda = types.SimpleNamespace(
    is_available=lambda: True, device_count=lambda: 8, set_device=lambda index: None, synchronize=lambda: None,
    empty_cache=lambda: None, get_device_name=lambda index: "NVIDIA H100 80GB HBM3", Event=Event,
    get_device_properties=lambda index: types.SimpleNamespace(total_memory=85 * 10**9, multi_processor_count=132),
    nccl=types.SimpleNamespace(version=lambda: (2, 27, 3)))
version = types.SimpleNamespace(cuda="12.8", hip=None)
backends = types.SimpleNamespace(cudnn=types.SimpleNamespace(version=lambda: 91002))
autograd = types.SimpleNamespace(grad=work)
float64 = "float64"
bfloat16 = float16 = float32 = int32 = uint8 = float8_e4m3fn = "another"
tensor = Numbers
mm = add = work
_scaled_mm = scaled_mm
device = randn = zeros = ones = empty_like = zeros_like = arange = randint = Anything

nn = types.ModuleType("torch.nn")
nn.functional = types.SimpleNamespace(scaled_dot_product_attention=attend, linear=work, layer_norm=work, silu=work, gelu=work)
nn.attention = types.ModuleType("torch.nn.attention")
nn.attention.SDPBackend = types.SimpleNamespace(FLASH_ATTENTION="flash")
nn.attention.sdpa_kernel = Anything
sys.modules["torch.nn"] = nn
sys.modules["torch.nn.attention"] = nn.attention
