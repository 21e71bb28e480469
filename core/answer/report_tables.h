#pragma once

/// @file
/// A report as tables for people.

#include <optional>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// "tensor 8 · pipeline 4 · virtual 5 · data 64 · micro-batch 1 · ZeRO 1 · …"
std::string parallel_text(const model::ParallelPlan& plan);
/// The same of the nearest plan that fits, with what else it changes.
std::string nearest_text(const plan::NearestPlan& nearest);

/// "$17.3M"; "unknown".
std::string money_or_unknown(const std::optional<Dollars>& amount);
/// "$17.3M"; "at least $17.3M" where a part has no known price; "cost unknown".
std::string known_cost_text(const plan::CostReport& cost);

/// "256 × p5.48xlarge"; "98 × p5.48xlarge: 96 train, 2 spare; batch 2,016 instead of 2,048".
std::string sizes_text(const plan::Report& report);

/// The day after so many days of the run; "never".
std::string day_text(const plan::Report& report, double days);
/// "9 in 10 by 2025-08-26"; what to say where that is never.
std::string nine_in_ten_text(const plan::Report& report);
/// "mean 129.7", or that there is none.
std::string mean_days_text(const plan::Report& report);

/// Label and value of the rows that the summary and the whole answer share.
std::string step_text(const plan::PhaseReport& phase);
std::string memory_text(const plan::MemoryReport& memory);
std::string cost_text(const plan::Report& report);
std::string hours_text(const plan::Report& report);
/// "95.9 days by the machine alone, failures included; published campaigns took 20.4 % more"; none where nothing is
/// added to what the machine can do.
std::optional<std::string> physics_text(const plan::Report& report);
std::string energy_text_of(const std::optional<Joules>& energy, const std::optional<double>& co2_kg);
/// "2025-06-30: kept with a chance of 57 %; 90 % is asked".
std::string deadline_text(const plan::Report& report);

Table answer_table(const plan::Report& report);
Table phases_table(const plan::Report& report);
Table step_table(const plan::PhaseReport& phase, const plan::Scenario& scenario);
/// What the parts of memory are of: "Memory per GPU (pipeline stage 0)".
std::string memory_title(const plan::MemoryReport& memory);
Table memory_table(const plan::MemoryReport& memory);
/// Where checkpoints go; for reports with several levels.
Table levels_table(const plan::Report& report);
Table data_table(const plan::DataReport& data);
Table hours_table(const plan::AcceleratorHours& hours);
Table failures_table(const plan::Report& report);
Table cost_table(const plan::Report& report);
Table assumptions_table(const std::vector<plan::Assumption>& assumptions);

/// Obstacles first, then warnings, as the lines a document ends with.
std::vector<std::string> report_warnings(const plan::Report& report);

}  // namespace fmplan::answer
