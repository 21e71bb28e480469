#pragma once

/// @file
/// Made-up measured steps: jobs on eight accelerators a node whose times follow from coefficients that are known.

#include <string>
#include <vector>

#include "core/calibration/fit/fit_steps.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::calibration {

inline sim::StepJob job_of(const std::string& framework, const std::string& accelerator, int nodes, int tensor,
                           int micro_batch, int sequence_length) {
  sim::StepJob job{.model = model::llama2_7b(),
                   .settings = {},
                   .instance = plan::eight_accelerators(),
                   .framework = {},
                   .collectives = std::nullopt};
  job.framework.name = framework;
  job.framework.host_time_per_layer = 200 * microsecond;
  job.instance.accelerator.name = accelerator;
  job.settings.plan.tensor = tensor;
  job.settings.plan.data = 8 * nodes / tensor;
  job.settings.plan.micro_batch_size = micro_batch;
  job.settings.sequence_length = sequence_length;
  job.settings.global_batch_size = 16 * 8 * nodes;
  return job;
}

/// 24 rows of two sources: two frameworks on one accelerator, and one of them on another.
inline std::vector<StepObservation> measured_with(const StepProfile& truth) {
  std::vector<StepObservation> rows;
  for (const auto& [framework, accelerator] :
       {std::pair{"one", "card"}, std::pair{"two", "card"}, std::pair{"one", "chip"}}) {
    for (const int nodes : {1, 4})
      for (const int tensor : {1, 2})
        for (const auto& [micro_batch, sequence_length] : {std::pair{1, 2048}, std::pair{2, 4096}}) {
          StepObservation row{.job = job_of(framework, accelerator, nodes, tensor, micro_batch, sequence_length),
                              .source = std::string("measured on ") + accelerator,
                              .group = std::string(accelerator) + std::to_string(sequence_length),
                              .time = {}};
          row.time = predicted_step(truth, row.job)->total();
          rows.push_back(std::move(row));
        }
  }
  return rows;
}

}  // namespace fmplan::calibration
