#include "core/plan/difference_causes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/plan/difference_shares.h"

namespace fmplan::plan {
namespace {

/// In the order told.
constexpr std::array kDaysCauses = {"tokens", "batch", "step_time", "goodput", "campaigns", "errors"};
using DaysFactors = std::array<double, kDaysCauses.size()>;

DaysFactors days_factors(const Report& report) {
  double tokens = 0, steps = 0;
  Seconds productive;
  for (const PhaseReport& phase : report.phases) {
    tokens += static_cast<double>(phase.tokens);
    steps += static_cast<double>(phase.num_steps);
    productive += phase.productive;
  }
  // Goodput counts what campaigns take beside as progress.
  const double goodput = report.run.goodput, alone = productive / day / goodput;
  const double campaigns = (report.run.time.productive + report.run.time.overhead) / report.run.time.productive;
  // Errors are what is left of the days, so that the product is them.
  return {tokens,      steps / tokens, productive / day / steps,
          1 / goodput, campaigns,      report.mean_days / (alone * campaigns)};
}

bool all_positive(const DaysFactors& factors) {
  return std::ranges::all_of(factors, [](double factor) { return factor > 0 && std::isfinite(factor); });
}

/// Nodes that are paid for by the hour, in dollars.
struct Bill {
  double job = 0, spares = 0, storage = 0;
  double price = 0;  ///< of a node-hour; 0: unknown, or free
};

Bill bill_of(const Report& report) {
  Bill bill;
  for (const CostComponent& component : report.cost.components) {
    double& part = component.name == "compute"       ? bill.job
                   : component.name == "spare_nodes" ? bill.spares
                                                     : bill.storage;
    part += *component.amount / dollar;
  }
  if (report.cost.price_per_node) bill.price = *report.cost.price_per_node * hour / dollar;
  return bill;
}

}  // namespace

std::vector<CauseShare> step_causes(const Report& from, const Report& to) {
  if (from.phases.empty() || to.phases.empty()) return {};
  std::vector<CauseShare> causes;
  const sim::StepTime &before = from.phases[from.main_phase].step, &after = to.phases[to.main_phase].step;
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i)
    causes.push_back(
        {std::string(sim::step_part_name(static_cast<sim::StepPart>(i))), (after.parts[i] - before.parts[i]) / second});
  return causes;
}

std::vector<CauseShare> days_causes(const Report& from, const Report& to) {
  if (from.phases.empty() || to.phases.empty()) return {};
  const DaysFactors before = days_factors(from), after = days_factors(to);
  if (!all_positive(before) || !all_positive(after)) return {};
  const std::vector<double> shares = factor_shares(before, after);
  std::vector<CauseShare> causes;
  for (std::size_t i = 0; i < shares.size(); ++i) causes.push_back({kDaysCauses[i], shares[i]});
  return causes;
}

std::vector<CauseShare> money_causes(const Report& from, const Report& to) {
  if (!from.cost.total || !to.cost.total) return {};
  const Bill before = bill_of(from), after = bill_of(to);
  double price = 0;
  // What both pay by the hour is price times hours; what one of them does not pay is there or is not.
  const auto hours_share = [&](double amount_before, double amount_after) {
    if (amount_before <= 0 || amount_after <= 0 || before.price <= 0 || after.price <= 0)
      return amount_after - amount_before;
    const std::vector<double> shares = factor_shares(std::array{before.price, amount_before / before.price},
                                                     std::array{after.price, amount_after / after.price});
    price += shares[0];
    return shares[1];
  };
  const double node_hours = hours_share(before.job, after.job);
  const double spares = hours_share(before.spares, after.spares);
  return {
      {"price", price}, {"node_hours", node_hours}, {"spares", spares}, {"storage", after.storage - before.storage}};
}

}  // namespace fmplan::plan
