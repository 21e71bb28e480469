#!/usr/bin/env python3
"""Measures training steps and peaks of memory of Hugging Face Transformers on one GPU.

    python3 measure_transformers.py STEPS.csv MEMORY.csv [--minutes N]

needs torch, transformers and peft; no model is downloaded, for weights and tokens are random.  Rows are in the format of
`fmplan validate steps` and `fmplan validate memory`.  Rows of steps_finetune.csv and finetune_memory.csv whose source is
h100_transformers are of these runs with these settings; their machine is named more fully.
"""
import argparse
import csv
import datetime
import gc
import statistics
import time

import peft
import torch
import transformers

GB = 1e9
LORA_RANK = 16
WARM_UP, MEASURED = 3, 4

# hidden, inner width, layers, heads, key-value heads, vocabulary, tied
SHAPES = {
    "Qwen2.5-0.5B": ("qwen2", 896, 4864, 24, 14, 2, 151936, True),
    "Qwen2.5-1.5B": ("qwen2", 1536, 8960, 28, 12, 2, 151936, True),
    "Qwen2.5-14B": ("qwen2", 5120, 13824, 48, 40, 8, 152064, False),
    "Llama-3.2-1B": ("llama", 2048, 8192, 16, 32, 8, 128256, True),
    "Llama-3.2-3B": ("llama", 3072, 8192, 28, 24, 8, 128256, True),
    "Llama-3-8B": ("llama", 4096, 14336, 32, 32, 8, 128256, False),
    "Llama-3-8B slice (8 layers)": ("llama", 4096, 14336, 8, 32, 8, 128256, False),
    "Llama-2-7B": ("llama", 4096, 11008, 32, 32, 32, 32000, False),
    "Llama-2-13B": ("llama", 5120, 13824, 40, 40, 40, 32000, False),
    "TinyLlama-1.1B": ("llama", 2048, 5632, 22, 32, 4, 32000, False),
    "GPT-2 XL": ("gpt2", 1600, 6400, 48, 25, 25, 50257, True),
    "Pythia-1.4B": ("gpt_neox", 2048, 8192, 24, 16, 16, 50304, False),
    "Pythia-2.8B": ("gpt_neox", 2560, 10240, 32, 32, 32, 50304, False),
}

# model, sequence length, micro-batch, accumulated, recompute, kind, compiled
RUNS = [
    ("Llama-3.2-1B", 4096, 2, 8, False, "full", False),
    ("Llama-3.2-1B", 4096, 2, 8, True, "full", False),
    ("Llama-3.2-1B", 4096, 1, 16, False, "full", False),
    ("Llama-3.2-3B", 4096, 1, 8, True, "full", False),
    ("Llama-3-8B", 4096, 1, 8, True, "lora", False),
    ("Llama-2-7B", 2048, 1, 8, False, "lora", False),
    ("TinyLlama-1.1B", 2048, 4, 8, False, "full", False),
    ("TinyLlama-1.1B", 2048, 8, 4, False, "full", False),
    ("GPT-2 XL", 1024, 8, 4, False, "full", False),
    ("Pythia-1.4B", 2048, 4, 8, False, "full", False),
    ("Llama-2-13B", 2048, 2, 4, True, "lora", False),
    ("Qwen2.5-1.5B", 4096, 1, 8, False, "full", False),
    ("Qwen2.5-0.5B", 2048, 4, 8, False, "full", False),
    ("Llama-3-8B slice (8 layers)", 4096, 1, 8, False, "full", False),
    ("Pythia-2.8B", 2048, 2, 8, True, "full", False),
    ("Qwen2.5-14B", 4096, 1, 4, True, "lora", False),
    ("Llama-3.2-1B", 8192, 1, 8, False, "full", False),
    ("Llama-3.2-1B", 2048, 1, 4, False, "full", False),
    ("Llama-3.2-3B", 2048, 4, 4, True, "full", False),
    ("Llama-3-8B", 4096, 2, 4, True, "lora", False),
    ("TinyLlama-1.1B", 2048, 8, 4, False, "full", True),
    ("Llama-3.2-1B", 4096, 2, 8, False, "full", True),
    ("Llama-3-8B slice (8 layers)", 4096, 1, 8, False, "full", True),
]

SHARED = ("source_id,source_ref,model_name,params_B,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,moe_experts,"
          "moe_topk,moe_shared,gpu,interconnect_or_system,num_gpus,gpus_per_node,global_batch_seqs,micro_batch,tp,pp,vp,"
          "cp,ep,dp,zero_or_fsdp,sequence_parallel,recompute,precision,attention_impl,framework").split(",")
STEP_COLUMNS = SHARED + ("measured_step_time_s,measured_tokens_per_s_per_gpu,measured_tflops_per_gpu,measured_mfu_pct,"
                         "mfu_definition_note,notes").split(",")
MEMORY_COLUMNS = SHARED + ["outcome", "measured_peak_mem_GB", "notes"]


def configuration(name):
    kind, hidden, inner, layers, heads, kv_heads, vocabulary, tied = SHAPES[name]
    if kind == "gpt2":
        return transformers.AutoConfig.for_model(kind, n_embd=hidden, n_layer=layers, n_head=heads, n_positions=1024,
                                                 vocab_size=vocabulary)
    more = {} if kind == "gpt_neox" else {"num_key_value_heads": kv_heads}
    return transformers.AutoConfig.for_model(kind, hidden_size=hidden, intermediate_size=inner, num_hidden_layers=layers,
                                             num_attention_heads=heads, vocab_size=vocabulary, tie_word_embeddings=tied,
                                             max_position_embeddings=32768, **more)


class Tokens(torch.utils.data.Dataset):
    """Random sequences, the same ones over and over."""

    def __init__(self, vocabulary, length):
        generator = torch.Generator().manual_seed(1)
        self.sequences = torch.randint(0, vocabulary, (64, length), generator=generator)

    def __len__(self):
        return 100000

    def __getitem__(self, index):
        tokens = self.sequences[index % len(self.sequences)]
        return {"input_ids": tokens, "labels": tokens}


class Clock(transformers.TrainerCallback):
    """When each step was over on the GPU."""

    def __init__(self):
        self.ends = []

    def on_step_end(self, *_, **__):
        torch.cuda.synchronize()
        self.ends.append(time.perf_counter())


def measure(name, length, micro_batch, accumulated, recompute, kind, compiled):
    """Parameters, seconds of the steps behind the warm-up, and bytes at the peak."""
    torch.manual_seed(1)
    config = configuration(name)
    config.use_cache = False
    with torch.device("cuda"):
        model = transformers.AutoModelForCausalLM.from_config(
            config, attn_implementation="sdpa", dtype=torch.bfloat16 if kind == "lora" else torch.float32)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    if kind == "lora":
        model.enable_input_require_grads()
        model = peft.get_peft_model(model, peft.LoraConfig(r=LORA_RANK, lora_alpha=32, lora_dropout=0.0,
                                                           target_modules="all-linear", task_type="CAUSAL_LM"))
    clock = Clock()
    arguments = transformers.TrainingArguments(
        output_dir="/tmp/measure_transformers", max_steps=WARM_UP + MEASURED, per_device_train_batch_size=micro_batch,
        gradient_accumulation_steps=accumulated, bf16=True, gradient_checkpointing=recompute,
        gradient_checkpointing_kwargs={"use_reentrant": False} if recompute else None, torch_compile=compiled,
        logging_strategy="no", save_strategy="no", report_to=[], disable_tqdm=True, dataloader_num_workers=2,
        learning_rate=1e-5)
    torch.cuda.reset_peak_memory_stats()
    transformers.Trainer(model=model, args=arguments, train_dataset=Tokens(config.vocab_size, length),
                         callbacks=[clock]).train()
    steps = [end - begin for begin, end in zip(clock.ends, clock.ends[1:])][WARM_UP - 1:]
    return parameters, steps, torch.cuda.max_memory_allocated()


def row_of(run, parameters, software):
    name, length, micro_batch, accumulated, recompute, kind, compiled = run
    _, hidden, inner, layers, heads, kv_heads, vocabulary, _ = SHAPES[name]
    notes = ["torch.compile" if compiled else "eager"]
    if kind == "lora":
        notes.append(f"LoRA rank {LORA_RANK} on all linear layers of a base in BF16")
    notes.append(f"{accumulated} accumulated micro-batches; AdamW (fused); synthetic tokens; logits in FP32; {software}")
    return {
        "source_id": "own_transformers", "source_ref": "measure_transformers.py", "model_name": name,
        "params_B": f"{parameters / 1e9:.4g}" if parameters else "", "layers": layers, "hidden": hidden,
        "ffn_hidden": inner, "heads": heads, "kv_heads": kv_heads, "vocab": vocabulary, "seq_len": length,
        "gpu": torch.cuda.get_device_name(0), "num_gpus": 1, "gpus_per_node": 1,
        "global_batch_seqs": micro_batch * accumulated, "micro_batch": micro_batch, "tp": 1, "pp": 1, "cp": 1, "dp": 1,
        "zero_or_fsdp": "none", "sequence_parallel": "no", "recompute": "full" if recompute else "none",
        "precision": "BF16" if kind == "lora" else "BF16 (autocast over FP32 weights)",
        "attention_impl": "PyTorch SDPA (flash)", "framework": "Hugging Face Transformers (Trainer)",
    }, "; ".join(notes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps")
    parser.add_argument("memory")
    parser.add_argument("--minutes", type=float, default=15, help="no run begins later")
    arguments = parser.parse_args()
    software = (f"PyTorch {torch.__version__}, Transformers {transformers.__version__}; "
                f"{datetime.date.today().strftime('%Y-%m')}")
    until = time.monotonic() + 60 * arguments.minutes
    with open(arguments.steps, "w", newline="") as steps_file, open(arguments.memory, "w", newline="") as memory_file:
        step_rows = csv.DictWriter(steps_file, STEP_COLUMNS, lineterminator="\n")
        memory_rows = csv.DictWriter(memory_file, MEMORY_COLUMNS, lineterminator="\n")
        step_rows.writeheader()
        memory_rows.writeheader()
        for run in RUNS:
            if time.monotonic() > until:
                print("no time is left")
                break
            try:
                parameters, steps, peak = measure(*run)
                outcome = "ok"
            except torch.cuda.OutOfMemoryError:
                parameters, steps, peak, outcome = None, [], None, "oom"
            row, notes = row_of(run, parameters, software)
            memory_rows.writerow(row | {"outcome": outcome, "measured_peak_mem_GB": f"{peak / GB:.5g}" if peak else "",
                                        "notes": f"{notes}; max_memory_allocated"})
            if steps:
                seconds = statistics.median(steps)
                tokens = row["global_batch_seqs"] * row["seq_len"]
                spread = f"median of {len(steps)} steps ({min(steps):.4g} to {max(steps):.4g} s) after {WARM_UP}"
                step_rows.writerow(row | {"measured_step_time_s": f"{seconds:.5g}",
                                          "measured_tokens_per_s_per_gpu": f"{tokens / seconds:.5g}",
                                          "notes": f"{notes}; {spread}"})
            steps_file.flush()
            memory_file.flush()
            print(*run, outcome, f"{statistics.median(steps):.4g} s" if steps else "", flush=True)
            gc.collect()
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
