#pragma once

/// @file
/// Readers of the catalogue items that describe how people train: framework
/// habits and recovery practices.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/model/memory_use.h"
#include "core/model/parallel_plan.h"
#include "core/sim/run/run.h"
#include "core/sim/step/step_time.h"

namespace fmplan::catalog {

/// What a framework's published recipe of a workload computes again or offloads, where a report of the run does not
/// say.
struct PublishedRecipe {
  std::string model;      ///< letters and digits of its name, in lower case
  std::string gpu;        ///< its name begins so
  std::string precision;  ///< a word of it; empty: any
  std::string framework;  ///< a word of a report's, in lower case; empty: any
  int tensor = 1;
  int pipeline = 1;
  int micro_batch_size = 1;
  model::Recomputation recompute;
  int offloaded_layers = 0;                     ///< whose activations lie in the hosts' memory
  int shard_group = 0;                          ///< accelerators that parameters are sharded over; 0: not published
  std::optional<model::Dispatcher> dispatcher;  ///< none: the framework's
  bool overlaps_experts = false;                ///< dispatch beside a second micro-batch
  int expert = 0;                               ///< expert parallelism; 0: not published
  int global_batch_size = 0;                    ///< sequences; 0: not published
  std::optional<model::PipelineSchedule> schedule;

  friend bool operator==(const PublishedRecipe&, const PublishedRecipe&) = default;
};

/// How a framework's runs are set up where a report of them does not say
/// ("unstated" of its item).
struct UnstatedHabits {
  bool full_recompute = false;
  std::string full_recompute_of;  ///< word of a report's framework, in lower case, that it is a habit of; empty: all
  std::string full_recompute_source;
  bool recomputes_to_fit = false;       ///< what ran and does not fit otherwise was computed again
  bool shards_parameters = false;       ///< ZeRO 3, else ZeRO 1
  bool batch_is_of_a_rank = false;      ///< what is stated as its micro-batch, with pipeline stages
  std::optional<int> layers_per_chunk;  ///< of an interleaved pipeline; none: it
                                        ///< is not interleaved
  std::string layers_per_chunk_of;  ///< word of a report's framework, in lower case, that it is a habit of; empty: all
  std::string layers_per_chunk_source;
  std::vector<PublishedRecipe> recipes;  ///< the first that agrees holds

  friend bool operator==(const UnstatedHabits&, const UnstatedHabits&) = default;
};

/// Of a whole item of kind "framework"; the defaults if it has no "unstated".
UnstatedHabits read_unstated_habits(const nlohmann::json& item, const std::string& where, Issues& issues);
/// Reads past "unstated", and reports what is wrong in it.
sim::FrameworkProfile read_framework(const nlohmann::json& item, const std::string& where, Issues& issues);
sim::Recovery read_recovery(const nlohmann::json& item, const std::string& where, Issues& issues);
/// A recovery that a scenario describes itself: all of an item's values, or
/// under "like" the name of the item whose values hold where the object has
/// none.
sim::Recovery read_recovery_or_changes(const nlohmann::json& object, const std::string& where, Issues& issues,
                                       const std::function<sim::Recovery(const std::string& name)>& by_name);

}  // namespace fmplan::catalog
