#include "core/plan/spare_choice.h"

#include <algorithm>
#include <optional>

#include "core/base/quantity_text.h"
#include "core/plan/closed_form.h"
#include "core/plan/run_settings.h"
#include "core/sim/run/run.h"

namespace fmplan::plan {
namespace {

constexpr const char* kPath = "/run/spare_nodes";
constexpr const char* kClosedForm = "closed form";

bool is_of_spares(const Assumption& assumption) { return assumption.path == kPath; }

/// Of the nodes that train: so many may stand by. Where the number is searched, a small run may need one or two.
int most_spares(const Scenario& scenario) {
  const int most = most_phase_nodes(scenario) / kNodesPerSpare;
  return scenario.search_spares ? std::max(2, most) : most;
}

/// What ends comes first, then what is cheap.
std::pair<bool, std::pair<bool, double>> rank(const Report& report) {
  return {report.run.end != sim::RunEnd::kReached, price_of(report)};
}

Report closed_form_with_spares(Scenario scenario, int spares, AssumptionReason why, std::string source) {
  assume_spares(scenario, spares, std::move(why), std::move(source));
  return closed_form(std::move(scenario));
}

/// Of `with(more)`: of 0, 1, 2, 4 … up to `most` the cheapest, and between it and its neighbours, ever closer.
template <class With>
std::pair<int, Report> cheapest(int most, With&& with) {
  std::pair<int, Report> best{0, with(0)};
  const auto look_at = [&](int more) {
    if (more < 0 || more > most) return;
    if (Report other = with(more); rank(other) < rank(best.second)) best = {more, std::move(other)};
  };
  for (int more = 1; more <= most; more *= 2) look_at(more);
  for (int step = best.first / 2; step > 0; step /= 2)
    for (const int more : {best.first - step, best.first + step}) look_at(more);
  return best;
}

}  // namespace

std::pair<bool, double> price_of(const Report& report) {
  if (const auto cost = report.cost.known()) return {false, *cost / dollar};
  return {true, (report.accelerator_hours.job + report.accelerator_hours.spares) /
                    report.scenario.cluster.instance.accelerators_per_node};
}

void assume_spares(Scenario& scenario, int spares, AssumptionReason why, std::string source) {
  scenario.spare_nodes = spares;
  std::vector<Assumption>& assumptions = scenario.assumptions.edit();
  auto of_spares = std::ranges::find_if(assumptions, is_of_spares);
  if (of_spares == assumptions.end()) of_spares = assumptions.insert(assumptions.end(), Assumption{});
  *of_spares = {kPath, std::to_string(spares), std::move(why), std::move(source)};
}

Report with_spares_found(Scenario asked) {
  if (!asked.search_spares) return closed_form(std::move(asked));
  const AssumptionReason why = {asked.price.chosen && asked.price.chosen->price ? AssumptionKind::kSparesCheapest
                                                                                : AssumptionKind::kSparesFewestHours};
  // How plans meet on the network rests on no spare.
  Scenario alone = asked;
  alone.network_flows.reset();
  Report best = cheapest(most_spares(asked), [&](int spares) {
                  return closed_form_with_spares(alone, spares, why, kClosedForm);
                }).second;
  if (!asked.network_flows) return best;
  return closed_form_with_spares(std::move(asked), best.scenario.spare_nodes, why, kClosedForm);
}

std::vector<Report> with_other_spares(const Report& report) {
  std::vector<Report> others;
  const Scenario& scenario = report.scenario;
  if (std::ranges::none_of(scenario.assumptions, is_of_spares)) return others;
  for (int spares = 1; spares <= most_spares(scenario); spares *= 2) {
    if (spares == scenario.spare_nodes) continue;
    Report other = closed_form_with_spares(scenario, spares, {AssumptionKind::kSparesInTime}, "rule");
    if (!other.obstacles.empty()) continue;
    other.rounding = report.rounding;
    others.push_back(std::move(other));
  }
  return others;
}

std::optional<Notice> spares_that_pay(const Report& report) {
  constexpr double kWorthIt = 0.01;  // chosen: of the run
  if (report.phases.empty() || report.scenario.search_spares) return std::nullopt;
  const int most = most_spares(report.scenario);
  if (most == 0) return std::nullopt;
  sim::RunSettings settings = run_settings(report.scenario, report.phases, report.storage);
  settings.spare_nodes += most;
  if (mean_run(settings).time.total() > (1 - kWorthIt) * report.run.time.total()) return std::nullopt;
  Scenario scenario = report.scenario;
  scenario.network_flows.reset();
  const auto with = [&](int more) {
    return closed_form_with_spares(scenario, scenario.spare_nodes + more, {AssumptionKind::kSparesCheapest},
                                   kClosedForm);
  };
  const auto [more, best] = cheapest(most, with);
  if (more == 0 || !(best.median_days < (1 - kWorthIt) * with(0).median_days)) return std::nullopt;
  Notice notice{.kind = NoticeKind::kSparesSaveTime,
                .place = kPath,
                .values = {{"spares", std::int64_t{best.scenario.spare_nodes}}, {"days", best.median_days * day}}};
  if (const auto cost = best.cost.known()) {
    notice.kind = NoticeKind::kSparesPay;
    notice.values.emplace_back("cost", money_text(*cost));
  }
  return notice;
}

}  // namespace fmplan::plan
