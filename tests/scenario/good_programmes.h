#pragma once

/// @file
/// Programmes that others are made from.

namespace fmplan::scenario {

/// Two teams on twelve p5; the second's training waits for the first's project.
inline constexpr const char* kGoodProgramme = R"({
  "version": 1,
  "name": "Good",
  "notes": ["Fact: this is a test.", "Assumption: all else."],
  "start": "2026-03-01", "end": "2026-05-31",
  "currency": {"code": "JPY", "per_dollar": 150, "on": "2026-02-01", "source": "a bank"},
  "policy": {"kind": "fair_share", "backfill": false, "preemption": true, "grid": "week"},
  "pools": [
    {"name": "p5", "instance": "p5.48xlarge", "region": "ap-northeast-1", "kind": "capacity_block",
     "deliveries": [{"on": "2026-03-15", "nodes": 4, "late_chance": "20 %", "late_mean": "7 d"},
                    {"name": "first", "on": "2026-03-01", "nodes": 8}],
     "returns": [{"on": "2026-05-24", "nodes": 4}],
     "price": {"per_node_hour": "¥5900/h", "source": "a contract"},
     "nodes_per_leaf": 4,
     "maintenance": [{"name": "switches", "from": "2026-04-01", "until": "2026-04-03", "nodes": 2}],
     "spares": 1,
     "acceptance": {"defective_share": "10.36 %", "check": "10 h", "replaced_in": "2 d"},
     "orchestrator": "hyperpod-slurm"},
    {"name": "own", "instance": "dgx-h100", "kind": "owned", "deliveries": [{"on": "2026-03-01", "nodes": 2}]}
  ],
  "organisations": [
    {"name": "one", "share": 0.6, "budget": "500M JPY", "priority": 2, "projects": [
      {"name": "base", "nodes": [8, 4, 8], "pools": "p5", "earliest": "2026-03-02", "deadline": "2026-05-01",
       "weight": 2, "dedicated": true,
       "scenario": {
         "version": 1, "model": "llama-3-8b",
         "training": {"tokens": "100B", "sequence_length": 8192, "global_batch_size": 64, "framework": "megatron"},
         "cluster": {"instance": "p4d.24xlarge", "nodes": 256}, "run": {"start": "2020-01-01", "deadline": "2020-02-01"}
       },
       "phases": [
         {"kind": "data", "duration": "3 d", "nodes": 1},
         {"kind": "experiments", "node_hours": 400, "nodes": "1..4:*2"},
         {"kind": "experiments", "duration": "10 d",
          "jobs": {"per_day": 6, "nodes": [1, 2], "durations": ["1 h", "90 min"]}},
         {"kind": "training"},
         {"kind": "evaluation", "duration": "12 h", "nodes": 1}
       ]}
    ]},
    {"name": "two", "projects": [
      {"name": "next", "after": ["base"], "nodes": 2, "phases": [{"kind": "post_training", "node_hours": 96.5}]},
      {"name": "jobs", "phases": [{"kind": "experiments", "duration": "60 d",
                                   "jobs": {"per_day": 2, "nodes": 1, "mean_duration": "8 h"}}]}
    ]}
  ]
})";

}  // namespace fmplan::scenario
