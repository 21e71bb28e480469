#include "api/import_examples.h"

#include <algorithm>
#include <cassert>

namespace fmplan::api {

const ImportExample& import_example(std::string_view kind) {
  // Numbers are made up.
  static const std::vector<ImportExample> kExamples = {
      {"nccl-tests",
       "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
       "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)\n"
       "  1073741824     268435456     float     sum      -1   5368.7  200.00  375.00      0\n",
       {{"instance", "p5.48xlarge"}, {"nodes", "2"}, {"collective", "all_reduce"}}},
      {"megatron-log",
       " iteration 10/ 100 | elapsed time per iteration (ms): 5444.9 | global batch size: 128 |\n"
       " iteration 20/ 100 | elapsed time per iteration (ms): 5440.1 | global batch size: 128 |\n"
       " iteration 30/ 100 | elapsed time per iteration (ms): 5441.6 | global batch size: 128 |\n",
       {{"instance", "p5.48xlarge"}, {"num-gpus", "64"}}},
      {"torchtitan-log",
       "step: 10  loss: 2.5  tps: 7,034  mfu: 41.2%\n"
       "step: 20  loss: 2.4  tps: 7,040  mfu: 41.3%\n"
       "step: 30  loss: 2.3  tps: 7,031  mfu: 41.2%\n",
       {{"instance", "p5.48xlarge"}, {"num-gpus", "64"}}},
      {"nemo-log",
       "Training epoch 0, iteration 10/99 | global_batch_size: 128 | train_step_timing in s: 12.2\n"
       "Training epoch 0, iteration 11/99 | global_batch_size: 128 | train_step_timing in s: 12.1\n"
       "Training epoch 0, iteration 12/99 | global_batch_size: 128 | train_step_timing in s: 12.2\n",
       {{"instance", "p5.48xlarge"}, {"num-gpus", "64"}}},
      {"swf",
       "; UnixStartTime: 1740787200\n"
       "; MaxNodes: 16\n"
       "1 0 60 7200 8 -1 -1 8 7200 -1 1 3 1 -1 -1 -1 -1 -1\n"
       "2 3600 0 3600 4 -1 -1 4 3600 -1 1 4 1 -1 -1 -1 -1 -1\n"},
      {"sacct",
       "JobID|User|Account|NNodes|Submit|Start|Elapsed\n"
       "1|ada|vision|4|2025-03-01T12:00:00|2025-03-01T12:01:00|02:00:00\n"},
      {"demand", "organisation,project,nodes,days,deadline\nvision,alpha,4,10,2026-04-01\n", {{"start", "2026-03-01"}}},
      {"skypilot",
       "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n"
       "p5.48xlarge,H100,8.0,60.5,12.25,us-east-1,use1-az1\n",
       {{"on", "2026-03-01"}}},
      {"hf-config",
       R"({"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "intermediate_size": 14336,
  "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256})",
       {{"name", "my-model"}}}};
  const auto found = std::ranges::find(kExamples, kind, &ImportExample::kind);
  assert(found != kExamples.end());
  return *found;
}

}  // namespace fmplan::api
