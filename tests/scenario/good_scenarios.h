#pragma once

/// @file
/// Scenarios that others are made from.

namespace fmplan::scenario {

/// Llama 3 8B on four p5: tensor 8 × pipeline 2 × data 2.
inline constexpr const char* kGoodScenario = R"({
  "version": 1,
  "name": "Good",
  "model": "llama-3-8b",
  "training": {
    "tokens": "1T", "sequence_length": 8192, "global_batch_size": 64, "precision": "bf16", "optimizer": "adam",
    "framework": "megatron", "attention": "flash", "mfu_convention": "megatron_causal",
    "parallel": {"tensor": 8, "pipeline": 2, "virtual_pipeline": 1, "context": 1, "expert": 1, "micro_batch_size": 1,
                 "zero_stage": 1, "sequence_parallel": true, "recompute": "none", "schedule": "1f1b",
                 "overlap": {"tensor": true, "gradients": true, "parameters": true, "expert": false},
                 "offload": {"optimizer": false, "activations": false}}
  },
  "cluster": {"instance": "p5.48xlarge", "nodes": 4, "strict": true,
              "storage": {"checkpoint": "fsx-lustre-persistent-2-1000", "capacity": "100 TB"}},
  "run": {"start": "2025-03-01", "failures": "llama-3-405b", "recovery": "hyperpod", "spare_nodes": 1,
          "evaluation": 0.02, "checkpoint": {"interval": "auto", "mode": "async"}},
  "price": {"region": "us-east-1", "kind": "on_demand", "on": "2025-02-25"},
  "power": {"pue": 1.2, "grid": "us-east-1"}
})";

/// A mixture of experts on a machine of the user's own: every name replaced by an object.
inline constexpr const char* kInlineScenario = R"({
  "version": 1,
  "model": {"num_layers": 8, "hidden_size": 1024, "ffn_hidden_size": 4096, "num_heads": 16, "num_kv_heads": 8,
            "vocabulary_size": 32000, "num_mtp_layers": 1, "sliding_window": {"window": 512, "period": 4},
            "latent_attention": {"q_lora_rank": 64, "kv_lora_rank": 32, "qk_nope_head_dim": 64, "qk_rope_head_dim": 32,
                                 "v_head_dim": 64},
            "moe": {"num_experts": 8, "experts_per_token": 2, "expert_ffn_hidden_size": 512, "num_shared_experts": 1,
                    "num_first_dense_layers": 1}},
  "training": {"phases": [{"tokens": "1B", "sequence_length": 1024, "global_batch_size": 64},
                          {"tokens": "1B", "sequence_length": 4096, "global_batch_size": 32, "nodes": 2,
                           "parallel": {"tensor": 2, "context": 2, "expert": 2, "zero_stage": 3,
                                        "offload": {"optimizer": true, "activations": true}}}],
               "parallel": {"tensor": 2, "pipeline": 2, "expert": 2, "recompute": "full"}, "precision": "fp8",
               "framework": {"name": "own", "hidden_passes": 10, "ffn_passes_gated": 3, "ffn_passes_plain": 2,
                             "host_time_per_layer": "10 us", "tensor_parallel_overlap": 0.5,
                             "drops_unread_products": true, "data_parallel_overlap": 1, "gradient_bytes": 4, "activation_factor": 1}},
  "cluster": {"instance": {"name": "own", "accelerators_per_node": 4, "scale_up": {"network": "nvlink-4"},
                           "scale_out": {"network": "efa-v2", "nics": 4}, "host_link": "pcie-5",
                           "host_memory": "1 TB",
                           "accelerator": {"name": "own", "vendor": "own", "memory": "80 GB",
                                           "memory_bandwidth": "3 TB/s", "power": "700 W",
                                           "peak": {"bf16": "900 TFLOP/s", "fp8": "1800 TFLOP/s"},
                                           "gemm": {"bf16": {"compute_efficiency": 0.7, "memory_efficiency": 0.8,
                                                             "launch": "4 us"}},
                                           "attention": {"peak_rate": "600 TFLOP/s", "half_length": 1000}}},
              "nodes": 4,
              "network": {"model": "flows", "routing": "d-mod-k", "placement": "interleaved",
                          "leaf_oversubscription": 2},
              "storage": {"checkpoint": {"name": "own", "write_bandwidth": "10 GB/s"}, "capacity": "10 TB"}},
  "run": {"start": "2025-03-01", "deadline": "2026-03-01", "spare_nodes": 1, "evaluation": "2 %",
          "failures": {"name": "own", "accelerators": 1024, "accelerators_per_node": 4, "events": 20,
                       "node_days": 4000, "per_1000_node_days": 5,
                       "causes": [{"cause": "GPU", "count": 15}, {"cause": "code", "count": 5, "scope": "process"}]},
          "recovery": {"name": "own", "detection": "60 s", "diagnosis": "1 min", "swap": "30 s",
                       "replacement": "10 min", "repair": "6 h", "repair_law": "lognormal", "repair_sigma": 1.2,
                       "process_share": "10 %", "initialisation": "50 s", "warm_up": "2 min"},
          "hazards": {"renewal": {"shape": 0.8}, "lemons": {"share": 0.05, "factor": 10, "recognised": "50 %"},
                      "aging": {"shape": 0.7, "mean_life": "3000 days"},
                      "groups": {"nodes": 2, "mtbf": "180 days", "repair": "4 h"},
                      "silent_corruption": {"per_1000_node_days": 0.05, "found_after": "12 h"},
                      "slow_nodes": {"per_1000_node_days": 1, "slowdown": 1.3, "lasts": "1 h", "then": "replaced"},
                      "preemption": {"mean_between": "3 days", "notice": "2 min", "wait": "1 h"}, "site_outage": {"mean_between": "180 days", "repair": "6 h"},
                      "maintenance": {"every": "7 days", "takes": "4 h"},
                      "capacity_block": {"lasts": "14 days", "gap": "1 day"}},
          "continuation": {"kind": "replica", "stall": "3 min"},
          "checkpoint": {"interval": "1 h", "mode": "async", "node_bandwidth": "1 GB/s", "keep": 3, "archive": "1 day",
                         "final": true, "just_in_time": false,
                         "levels": [{"to": "peer_memory"}, {"to": "storage", "every": 10},
                                    {"to": "s3-standard", "every": 100, "prefixes": 4, "keep": 1}]},
          "data": {"bytes_per_token": 4, "storage": "storage", "source": "s3-standard", "prefixes": 8,
                   "staged": "1 TB"}},
  "price": {"per_node_hour": "40 $/h"}, "power": {"pue": 1.1, "grid_kg_per_kwh": 0.3}
})";

}  // namespace fmplan::scenario
