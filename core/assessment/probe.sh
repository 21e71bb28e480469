#!/usr/bin/env bash
# Measures one machine, or two, for fmplan: matrix products, attention, grouped products, copies and collectives, in ten
# minutes.  Written by `fmplan probe`; needs PyTorch (CUDA or ROCm) and no network but the machine's own.
#
#   bash probe.sh                             every accelerator of this machine, to RESULT.json
#   bash probe.sh --dry-run                   to DRY_RUN.json: what it would measure; needs no PyTorch and no accelerator
#   bash probe.sh --nodes 2 --rank 0 --master HOST      on the first machine, --rank 1 on the second
#
# Options: -o FILE, --minutes N (10), --port N (29511), --python PROGRAM (python3).  Then: fmplan calibrate probe RESULT.json
set -euo pipefail
output=
minutes=10
nodes=1
rank=0
master=
port=29511
python=python3
dry_run=
refuse() {
  echo "probe: $1" >&2
  exit 2
}
while (($# > 0)); do
  case $1 in
    -o | --output | --minutes | --nodes | --rank | --master | --port | --python)
      (($# > 1)) || refuse "$1 needs a value"
      case $1 in
        -o | --output) output=$2 ;;
        --minutes) minutes=$2 ;;
        --nodes) nodes=$2 ;;
        --rank) rank=$2 ;;
        --master) master=$2 ;;
        --port) port=$2 ;;
        --python) python=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=--dry-run
      shift
      ;;
    -h | --help)
      sed -n '2,10s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) refuse "\"$1\" is no option; see --help" ;;
  esac
done
for number in "$minutes" "$nodes" "$port"; do
  [[ $number =~ ^[1-9][0-9]{0,4}$ ]] || refuse "\"$number\" is not a whole number from 1 to 99999"
done
if [[ ! $rank =~ ^(0|[1-9][0-9]{0,3})$ ]] || ((rank >= nodes)); then refuse "--rank \"$rank\" is not one of 0 to $((nodes - 1))"; fi
if ((nodes > 1)) && [[ -z $master ]]; then refuse "--nodes $nodes needs --master, the first machine's name or address"; fi
if [[ -z $output ]]; then
  output=$([[ -n $dry_run ]] && echo DRY_RUN.json || echo RESULT.json)
  if [[ -z $dry_run && -e $output ]]; then refuse "$output is there already; move it, or name another file with -o"; fi
fi
command -v "$python" >/dev/null || refuse "there is no $python; name one with --python"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/plan.json" <<'PLAN'
%PLAN%
PLAN
cat >"$work/probe.py" <<'PYTHON'
"""What the script beside it starts on every accelerator; results go to one file, whole or not at all."""
import argparse
import datetime
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time

VERSION = 1
GIBIBYTE = 1 << 30


def say(text):
    if int(os.environ.get("RANK", "0")) == 0:
        print(text, flush=True)


def title(task):
    kind = task["kind"]
    if kind == "attention":
        way = "forward and backward" if task["backward"] else "forward"
        return f"attention {task['library']} {way}, {task['batch']} x {task['tokens']} tokens, {task['heads']} heads"
    if kind == "layer":
        return f"layer, forward and backward, {task['tokens']} tokens of {task['hidden_size']}"
    if kind == "copy":
        return f"copy {task['copy']}, {task['bytes'] >> 20} MiB"
    if kind == "collective":
        return f"{task['collective']} {'across' if task['across'] else 'inside'}, {task['bytes'] >> 20} MiB"
    groups = f"{task['groups']} x " if kind == "grouped_product" else ""
    return f"{kind} {task['name']} {task['precision']}, {groups}{task['m']} x {task['n']} x {task['k']}"


def check(result):
    """What is wrong with a result, before it is written; empty if nothing is."""
    wrong = []
    for key in ("version", "kind", "written_by", "dry_run", "complete", "date", "duration_s", "asked", "machine", "software",
                "measurements"):
        if key not in result:
            wrong.append(f"{key} is missing")
    for index, entry in enumerate(result.get("measurements", [])):
        if ("absent" in entry) == ("median_s" in entry):
            wrong.append(f"measurement {index} has both a time and a reason for none, or neither")
        for key in ("median_s", "low_s", "high_s", "fastest_rank_s", "slowest_rank_s", "first_s"):
            if key in entry and not (math.isfinite(entry[key]) and entry[key] > 0):
                wrong.append(f"measurement {index} has {key} {entry[key]}")
    return wrong


def write(path, result):
    wrong = check(result)
    if wrong:
        sys.exit("probe: " + "; ".join(wrong))
    beside = f"{path}.{os.getpid()}.part"
    with open(beside, "w", encoding="utf-8") as out:
        json.dump(result, out, indent=1, allow_nan=False)
        out.write("\n")
        out.flush()
        os.fsync(out.fileno())
    os.replace(beside, path)


def empty_result(plan, arguments):
    return {
        "version": VERSION,
        "kind": "probe_result",
        "written_by": plan["written_by"],
        "dry_run": arguments.dry_run,
        "complete": False,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "duration_s": 0.0,
        "asked": plan["asked"],
        "machine": {"accelerator": None, "accelerators_per_node": None, "nodes": arguments.nodes, "memory_bytes": None,
                    "cores": None, "power_limit_w": None},
        "software": {"python": platform.python_version(), "torch": None, "cuda": None, "hip": None, "nccl": None,
                     "cudnn": None, "driver": None},
        "measurements": [],
    }


def driver_says():
    """Driver version and power limit in watts, as far as nvidia-smi tells."""
    try:
        line = subprocess.run(["nvidia-smi", "--query-gpu=driver_version,power.limit", "--format=csv,noheader,nounits", "-i",
                               "0"], capture_output=True, text=True, timeout=30, check=True).stdout.splitlines()[0]
        driver, power = (part.strip() for part in line.split(","))
        return driver, float(power)
    except Exception:
        return None, None


class Probe:
    """The accelerator of this process, and how to time work on it."""

    def __init__(self, torch, arguments):
        self.torch = torch
        self.rank = int(os.environ.get("RANK", "0"))
        self.world = int(os.environ.get("WORLD_SIZE", "1"))
        self.per_node = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
        self.local = int(os.environ.get("LOCAL_RANK", "0"))
        self.deadline = time.monotonic() + 60 * arguments.minutes
        torch.cuda.set_device(self.local)
        self.device = torch.device("cuda", self.local)
        self.groups = {}
        if self.world > 1:
            import torch.distributed as dist
            self.dist = dist
            # "nccl" is RCCL where PyTorch was built for ROCm.
            dist.init_process_group("nccl", timeout=datetime.timedelta(minutes=3))
            for node in range(self.world // self.per_node):
                ranks = list(range(node * self.per_node, (node + 1) * self.per_node))
                group = dist.new_group(ranks)
                if self.rank in ranks:
                    self.groups[False] = (group, self.per_node)
            if self.world > self.per_node:
                self.groups[True] = (dist.group.WORLD, self.world)

    def describe(self, result):
        torch = self.torch
        properties = torch.cuda.get_device_properties(self.local)
        driver, power = driver_says()
        result["machine"].update(
            accelerator=torch.cuda.get_device_name(self.local), accelerators_per_node=self.per_node,
            memory_bytes=int(properties.total_memory), cores=int(properties.multi_processor_count), power_limit_w=power)
        nccl = None
        try:
            version = torch.cuda.nccl.version()
            nccl = ".".join(map(str, version)) if isinstance(version, tuple) else str(version)
        except Exception:
            pass
        cudnn = torch.backends.cudnn.version()
        result["software"].update(torch=str(torch.__version__), cuda=torch.version.cuda,
                                  hip=getattr(torch.version, "hip", None), nccl=nccl,
                                  cudnn=None if cudnn is None else str(cudnn), driver=driver)

    def block(self, work, count):
        """Seconds of one of `count` runs one after another, by the accelerator's clock."""
        start = self.torch.cuda.Event(enable_timing=True)
        end = self.torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(count):
            work()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1000 / count

    def times(self, work, together):
        """Seconds by repeat.  Ranks that work together must all do as many, so those are fixed."""
        for _ in range(3):
            work()
        self.torch.cuda.synchronize()
        once = self.block(work, 3)
        count, repeats = (3, 9) if together else (max(1, math.ceil(0.005 / once)), 9 if once < 0.1 else 5)
        seconds = []
        for _ in range(repeats):
            if together:
                self.dist.barrier()
                self.torch.cuda.synchronize()
            else:
                time.sleep(0.02)  # short kernels of one shape run at the clock of a short run
            seconds.append(self.block(work, count))
        return seconds

    def over_ranks(self, values):
        """Row by rank; values of a rank that failed are no numbers."""
        if self.world == 1:
            return [values]
        torch = self.torch
        own = torch.tensor(values, dtype=torch.float64, device=self.device)
        every = torch.empty(self.world * len(values), dtype=torch.float64, device=self.device)
        self.dist.all_gather_into_tensor(every, own)
        return every.reshape(self.world, len(values)).tolist()

    def out_of_time(self):
        """Rank 0's clock says it for all."""
        late = float(time.monotonic() > self.deadline)
        return self.over_ranks([late])[0][0] > 0

    def measure(self, task):
        """The task with its times, or with the reason why there are none."""
        if self.out_of_time():
            return dict(task, absent="no time was left")
        values, reason = [math.nan] * 5, ""
        try:
            values = getattr(self, task["kind"])(task)
        except Exception as error:  # whatever a version lacks is a finding
            reason = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        self.torch.cuda.empty_cache()
        rows = self.over_ranks(values)
        if any(math.isnan(row[0]) for row in rows):
            failed = sum(math.isnan(row[0]) for row in rows)
            return dict(task, absent=reason or f"failed on {failed} of {self.world} accelerators")
        medians = sorted(row[0] for row in rows)
        entry = dict(task, repeats=int(rows[0][3]), ranks=self.world, median_s=statistics.median(medians),
                     low_s=min(row[1] for row in rows), high_s=max(row[2] for row in rows), fastest_rank_s=medians[0],
                     slowest_rank_s=medians[-1])
        if not math.isnan(rows[0][4]):
            entry["first_s"] = statistics.median(row[4] for row in rows)
        return entry

    def summary(self, seconds, first=math.nan):
        return [statistics.median(seconds), min(seconds), max(seconds), float(len(seconds)), first]

    # What a task's kind names.

    def product(self, task):
        return self.summary(self.times(self.product_of(task), False))

    def product_of(self, task):
        torch, m, n, k = self.torch, task["m"], task["n"], task["k"]
        precision = task["precision"]
        if precision in ("bf16", "fp16"):
            dtype = {"bf16": torch.bfloat16, "fp16": torch.float16}[precision]
            a = torch.randn(m, k, device=self.device, dtype=dtype)
            b = torch.randn(n, k, device=self.device, dtype=dtype)
            c = torch.empty(m, n, device=self.device, dtype=dtype)
            return lambda: torch.mm(a, b.t(), out=c)
        if not hasattr(torch, "_scaled_mm"):
            raise RuntimeError("this PyTorch has no torch._scaled_mm")
        if precision == "fp8":
            dtype = torch.float8_e4m3fn
            if getattr(torch.version, "hip", None):
                chip = getattr(torch.cuda.get_device_properties(self.local), "gcnArchName", "")
                if chip.startswith("gfx94"):  # MI300: the other encoding
                    dtype = torch.float8_e4m3fnuz
            a = torch.randn(m, k, device=self.device).to(dtype)
            b = torch.randn(n, k, device=self.device).to(dtype)
            one = torch.ones((), device=self.device, dtype=torch.float32)
            return lambda: torch._scaled_mm(a, b.t(), scale_a=one, scale_b=one, out_dtype=torch.bfloat16,
                                            use_fast_accum=True)
        if precision == "fp4":
            if getattr(torch.version, "hip", None):
                raise RuntimeError("4-bit products are measured on CUDA only")
            pairs = torch.float4_e2m1fn_x2  # two to a byte, a scale for each 16 elements

            def operand(rows):
                numbers = torch.randint(0, 256, (rows, k // 2), device=self.device, dtype=torch.uint8).view(pairs)
                scales = math.ceil(rows / 128) * 128 * math.ceil(k / 64) * 4
                return numbers, torch.ones(scales, device=self.device).to(torch.float8_e4m3fn)

            a, scale_a = operand(m)
            b, scale_b = operand(n)
            return lambda: torch._scaled_mm(a, b.t(), scale_a=scale_a, scale_b=scale_b, out_dtype=torch.bfloat16)
        raise RuntimeError(f"products of {precision} are not measured")

    def sustained_product(self, task):
        """The same product for `lasts_s` seconds without a pause: its time at once, and in the last quarter."""
        work = self.product_of(task)
        first = statistics.median(self.times(work, False))
        count = max(1, math.ceil(0.1 / first))
        begin, seconds = time.monotonic(), []
        while time.monotonic() - begin < task["lasts_s"]:
            seconds.append(self.block(work, count))
        return self.summary(seconds[-max(1, len(seconds) // 4):], first)

    def grouped_product(self, task):
        torch, m, n, k, groups = self.torch, task["m"], task["n"], task["k"], task["groups"]
        function = getattr(torch.nn.functional, "grouped_mm", None) or getattr(torch, "_grouped_mm", None)
        if function is None:
            raise RuntimeError("this PyTorch has neither torch.nn.functional.grouped_mm nor torch._grouped_mm")
        a = torch.randn(groups * m, k, device=self.device, dtype=torch.bfloat16)
        b = torch.randn(groups, n, k, device=self.device, dtype=torch.bfloat16).transpose(-2, -1)
        ends = torch.arange(1, groups + 1, device=self.device, dtype=torch.int32) * m
        return self.summary(self.times(lambda: function(a, b, offs=ends), False))

    def attention(self, task):
        torch = self.torch
        from torch.nn.attention import SDPBackend, sdpa_kernel
        backend = {"flash": "FLASH_ATTENTION", "cudnn": "CUDNN_ATTENTION"}[task["library"]]
        if not hasattr(SDPBackend, backend):
            raise RuntimeError(f"this PyTorch has no SDPBackend.{backend}")
        shape = (task["batch"], task["heads"], task["tokens"], task["head_size"])
        fewer = (task["batch"], task["kv_heads"], task["tokens"], task["head_size"])
        q, k, v = (torch.randn(*size, device=self.device, dtype=torch.bfloat16, requires_grad=task["backward"])
                   for size in (shape, fewer, fewer))
        grouped = {} if task["heads"] == task["kv_heads"] else {"enable_gqa": True}
        attend = torch.nn.functional.scaled_dot_product_attention
        if task["backward"]:
            gradient = torch.randn(*shape, device=self.device, dtype=torch.bfloat16)

            def work():
                torch.autograd.grad(attend(q, k, v, is_causal=True, **grouped), (q, k, v), gradient)
        else:
            def work():
                attend(q, k, v, is_causal=True, **grouped)
        with sdpa_kernel(getattr(SDPBackend, backend)):
            return self.summary(self.times(work, False))

    def layer(self, task):
        """One dense layer as plain PyTorch has it, forward and backward."""
        torch = self.torch
        functional = torch.nn.functional
        h, d, heads, kv_heads, tokens = (task[key] for key in ("hidden_size", "head_size", "heads", "kv_heads", "tokens"))
        ffn, q_width, kv_width = task["ffn_hidden_size"], heads * d, kv_heads * d

        def weight(*size):
            return (0.02 * torch.randn(*size, device=self.device)).to(torch.bfloat16).requires_grad_()

        query_key_value, out = weight(q_width + 2 * kv_width, h), weight(h, q_width)
        up, down = weight((2 if task["gated"] else 1) * ffn, h), weight(h, ffn)
        first_norm, second_norm = weight(h), weight(h)
        x, gradient = weight(1, tokens, h), weight(1, tokens, h).detach()
        wanted = (x, query_key_value, out, up, down, first_norm, second_norm)
        grouped = {} if heads == kv_heads else {"enable_gqa": True}

        def of_heads(joined, begin, width):
            return joined[..., begin:begin + width].reshape(1, tokens, width // d, d).transpose(1, 2)

        def work():
            joined = functional.linear(functional.layer_norm(x, (h,), first_norm), query_key_value)
            q, k = of_heads(joined, 0, q_width), of_heads(joined, q_width, kv_width)
            v = of_heads(joined, q_width + kv_width, kv_width)
            attended = functional.scaled_dot_product_attention(q, k, v, is_causal=True, **grouped)
            y = x + functional.linear(attended.transpose(1, 2).reshape(1, tokens, q_width), out)
            inner = functional.linear(functional.layer_norm(y, (h,), second_norm), up)
            if task["gated"]:
                inner = functional.silu(inner[..., :ffn]) * inner[..., ffn:]
            else:
                inner = functional.gelu(inner)
            torch.autograd.grad(y + functional.linear(inner, down), wanted, gradient)

        return self.summary(self.times(work, False))

    def copy(self, task):
        torch, count = self.torch, task["bytes"] // 4
        here = torch.zeros(count, device=self.device)
        if task["copy"] == "device":
            there = torch.empty_like(here)
            return self.summary(self.times(lambda: there.copy_(here), False))
        if task["copy"] == "add":
            other, there = torch.zeros_like(here), torch.empty_like(here)
            return self.summary(self.times(lambda: torch.add(here, other, out=there), False))
        host = torch.zeros(count, pin_memory=True)
        if task["copy"] == "to_host":
            return self.summary(self.times(lambda: host.copy_(here, non_blocking=True), False))
        return self.summary(self.times(lambda: here.copy_(host, non_blocking=True), False))

    def collective(self, task):
        torch = self.torch
        if task["across"] not in self.groups:
            raise RuntimeError("needs a second machine: --nodes 2" if task["across"] else "needs a second accelerator")
        group, ranks = self.groups[task["across"]]
        count = task["bytes"] // 2 // ranks * ranks
        whole = torch.zeros(count, device=self.device, dtype=torch.bfloat16)
        part = torch.zeros(count // ranks, device=self.device, dtype=torch.bfloat16)
        dist = self.dist
        if task["collective"] == "all_to_all":
            other = torch.empty_like(whole)
            return self.summary(self.times(lambda: dist.all_to_all_single(other, whole, group=group), True))
        work = {
            "all_reduce": lambda: dist.all_reduce(whole, group=group),
            "all_gather": lambda: dist.all_gather_into_tensor(whole, part, group=group),
            "reduce_scatter": lambda: dist.reduce_scatter_tensor(part, whole, group=group),
        }[task["collective"]]
        return self.summary(self.times(work, True))


def dry_run(plan, arguments):
    result = empty_result(plan, arguments)
    result["complete"] = True
    for task in plan["measurements"]:
        say("would measure " + title(task))
        result["measurements"].append(dict(task, absent="dry run"))
    write(arguments.output, result)
    say(f"{len(plan['measurements'])} measurements; {arguments.output} says that none was made")


def measured(plan, arguments):
    try:
        import torch
    except ImportError as error:
        sys.exit(f"probe: {error}; run it where PyTorch is, or name its Python with --python")
    if not torch.cuda.is_available():
        sys.exit("probe: this PyTorch sees no accelerator (torch.cuda.is_available() is False)")
    began = time.monotonic()
    result = empty_result(plan, arguments)
    probe = Probe(torch, arguments)
    probe.describe(result)
    say(f"{result['machine']['accelerator']} x {probe.world}, PyTorch {torch.__version__}")
    tasks = plan["measurements"]
    for index, task in enumerate(tasks):
        entry = probe.measure(task)
        result["measurements"].append(entry)
        found = f"{1000 * entry['median_s']:.4g} ms" if "median_s" in entry else "absent: " + entry["absent"]
        say(f"[{index + 1}/{len(tasks)}] {title(task)}: {found}")
        result["complete"] = index + 1 == len(tasks)
        result["duration_s"] = round(time.monotonic() - began, 3)
        if probe.rank == 0:
            write(arguments.output, result)
    if probe.world > 1:
        probe.dist.destroy_process_group()
    say(f"{arguments.output}: now fmplan calibrate probe {arguments.output}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plan", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--dry-run", action="store_true")
    arguments = parser.parse_args()
    with open(arguments.plan, encoding="utf-8") as text:
        plan = json.load(text)
    (dry_run if arguments.dry_run else measured)(plan, arguments)


main()
PYTHON

start=("$work/probe.py" --plan "$work/plan.json" --output "$output" --minutes "$minutes" --nodes "$nodes")
if [[ -n $dry_run ]]; then
  "$python" "${start[@]}" --dry-run
  exit
fi
count=$("$python" -c 'import torch; print(torch.cuda.device_count())') ||
  refuse "$python has no PyTorch; name another Python with --python"
((count > 0)) || refuse "PyTorch sees no accelerator; is this the machine, and PyTorch built for it?"
if ((count == 1 && nodes == 1)); then
  "$python" "${start[@]}"
elif ((nodes == 1)); then
  "$python" -m torch.distributed.run --standalone --nproc-per-node "$count" "${start[@]}"
else
  "$python" -m torch.distributed.run --nnodes "$nodes" --node-rank "$rank" --nproc-per-node "$count" \
    --master-addr "$master" --master-port "$port" "${start[@]}"
fi
