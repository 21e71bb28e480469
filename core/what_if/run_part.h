#pragma once

#include <vector>

#include "core/plan/run_study.h"
#include "core/what_if/part_file.h"

namespace fmplan::what_if {

/// Parts of a run, at most: its trials are cut into as many stretches.
inline constexpr int kMostRunShards = kNumStretches;

/// The stretches that a part simulates.
Stretches stretches_of(const Shard& shard);

/// How many trials are simulated, as a part carries it, and back.
std::map<std::string, std::string> argument_texts(const plan::RunStudyOptions& options);
/// @throws InputError for a part that is damaged.
plan::RunStudyOptions run_options(const PartFile& part);

/// To the last bit.
text::Json run_part_json(const sim::RunPart& part);
/// @throws InputError for a part that is damaged.
sim::RunPart run_part(const PartFile& file);
/// The whole run: what study_run() finds.
plan::RunStudy joined_run(const std::vector<PartFile>& parts, const plan::RunStudyOptions& options,
                          const catalog::Catalog& catalog, const Watch& watch);

}  // namespace fmplan::what_if
