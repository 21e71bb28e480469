#include "core/answer/explain_table.h"

namespace fmplan::answer {
namespace {

constexpr const char* kDraws = "run_simulation.md#draws";
constexpr const char* kShown = "run_simulation.md#what-is-shown";

// What is simulated is a mean, a quantile or a share over trials, each of which draws failures, their rate and what
// steps and campaigns take; the closed form of the same figure stands among the inputs.
constexpr Explanation kRunExplanations[] = {
    {"run.trials", "as --trials asks", kDraws},
    {"run.finished", "trials that come to their end", "run_simulation.md#never-ending-runs", "run.trials"},
    {"run.wall_clock_days.standard_error", "standard deviation over the trials / √trials", kDraws, "run.finished"},
    {"run.wall_clock_days.*", "over the trials: luck with failures, their rate, what steps and campaigns take", kDraws,
     "run.finished run.wall_clock_days.standard_error days_as_predicted",
     "failures assumption:/run/recovery assumption:/run/campaign_overhead steps"},
    {"run.finish.*", "start + run.wall_clock_days", kDraws, "run.wall_clock_days.mean"},
    {"run.bands.luck.*", "the same with luck alone: rate and step time as predicted", kDraws, "days_as_predicted",
     "failures assumption:/run/recovery"},
    {"run.bands.rate.*", "the same with luck and the failure rate's own uncertainty", kDraws, "days_as_predicted",
     "failures assumption:/run/recovery"},
    {"run.bands.step_time.*", "the same with luck, the rate, and what steps and campaigns take", kDraws,
     "days_as_predicted", "failures assumption:/run/recovery assumption:/run/campaign_overhead steps"},
    {"run.goodput.*", "(productive + what campaigns take) / wall-clock time, of each trial", kShown, "run.finished",
     "failures assumption:/run/recovery"},
    {"run.interruptions.*", "unplanned ones, of each trial", kShown, "run.finished", "failures"},
    {"run.planned_interruptions.*", "planned ones, of each trial", kShown, "run.finished"},
    {"run.first_interruption_h.*", "hours to the first, of each trial", kShown, "run.finished", "failures"},
    {"run.lost_h.*", "work done again, of each trial", kShown, "run.finished", "failures"},
    {"run.starved_share.*", "time in which a node is waited for, over wall-clock time", kShown, "run.finished",
     "failures assumption:/run/recovery"},
    {"run.held_days.*", "wall-clock days with nodes, of each trial", kShown, "run.finished"},
    {"run.on_time_share.*", "trials that end by the deadline / trials", kShown, "run.trials",
     "failures assumption:/run/recovery assumption:/run/campaign_overhead steps"},
    {"run.ends_corrupted_share.*", "trials that end with wrong numbers in the result / trials", kShown, "run.trials"},
    {"run.time_h.*", "mean over the trials at the predicted step time", kShown, "run.finished"},
    {"run.difference_to_closed_form.*",
     "mean of run.bands.luck less the closed form's days, and over its standard error",
     "run_simulation.md#held-against", "run.bands.luck.wall_clock_days.mean days_as_predicted"},
    {"run.histogram.*", "least and most days of the bins", kShown, "run.finished"},
    {"run.optimal_interval_s", "M (1 + W₀(−e^(−1 − C/M)))", "run.md",
     "run.mtbf_h hours_between_losses checkpoint_stall_s"},
    {"gpu_hours", "mean of the wall-clock hours × accelerators, at the predicted step time", kShown,
     "run.finished mean_gpus"},
    {"gpu_hours_ledger.*", "mean over the trials at the predicted step time", kShown, "run.finished mean_gpus"},
    {"cost.*", "price of the nodes held and of storage in each trial's days", "run.md#gpu-hours-energy-money",
     "run.wall_clock_days.mean mean_nodes cost.price_per_node_hour cost_storage",
     "assumption:/price assumption:/cluster/storage"},
};

}  // namespace

std::span<const Explanation> run_explanations() { return kRunExplanations; }

}  // namespace fmplan::answer
