#include "core/plan/outlook.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/plan/closed_form.h"
#include "core/plan/cost.h"
#include "core/plan/evaluate.h"
#include "core/plan/rounding.h"

namespace fmplan::plan {
namespace {

Neighbour neighbour_of(const Scenario& asked, int nodes, int threads) {
  Scenario other = asked;
  other.search_nodes = false;
  other.cluster.num_nodes = nodes;
  Neighbour neighbour;
  neighbour.nodes_held = neighbour.nodes_training = nodes;
  neighbour.verdict = Verdict::kRefused;
  if (!check_question(other).empty()) return neighbour;
  const Report report = evaluate_briefly(other, threads);
  neighbour.verdict = verdict_of(report.obstacles);
  const bool runs = neighbour.verdict == Verdict::kOk || neighbour.verdict == Verdict::kMissesDeadline;
  if (!runs || report.run.end != sim::RunEnd::kReached) return neighbour;
  neighbour.nodes_training = report.scenario.cluster.num_nodes;
  const int batch = report.scenario.phases[report.main_phase].global_batch_size;
  if (batch != asked.phases[report.main_phase].global_batch_size) neighbour.other_batch = batch;
  neighbour.fit_chance = report.memory.chance;
  neighbour.is_tight = report.memory.chance < report.scenario.fit_confidence;
  neighbour.median_days = report.median_days;
  neighbour.p90_days = report.wall_clock_days_80.high;
  neighbour.chance = report.deadline_chance;
  neighbour.cost = report.cost.known();
  neighbour.cost_is_partial = neighbour.cost && !report.cost.total;
  return neighbour;
}

/// The assumptions at their bad ends, by the days of a run that is otherwise the same.
class BadEnds {
 public:
  explicit BadEnds(const Report& report) : report_(report), days_(report.run.time.total() / day) {
    if (report.cost.known()) before_ = expected_cost(report);
  }

  /// @param mean_days  where they are not in proportion to `days`
  void add(Deciding kind, std::string path, std::string value, double days,
           std::optional<MoreSpares> with_spares = std::nullopt, std::optional<double> mean_days = std::nullopt) {
    DecidingAssumption entry{.kind = kind,
                             .path = std::move(path),
                             .value = std::move(value),
                             .more_days = days - days_,
                             .with_spares = with_spares};
    if (!(entry.more_days > 0)) return;
    const std::optional<Dollars> after =
        expected_cost(report_, mean_days.value_or(mean_days_with(report_, entry.more_days)));
    if (before_ && after) entry.more_cost = *after - *before_;
    entries_.push_back(std::move(entry));
  }
  double days() const { return days_; }
  std::vector<DecidingAssumption> sorted() && {
    std::ranges::stable_sort(entries_, std::ranges::greater{}, &DecidingAssumption::more_days);
    return std::move(entries_);
  }

 private:
  const Report& report_;
  double days_;
  std::optional<Dollars> before_;
  std::vector<DecidingAssumption> entries_;
};

void add_older_software(const Report& report, BadEnds& ends) {
  constexpr int kYear = 365;  // days
  if (!report.scenario.software || report.scenario.network_flows) return;
  Scenario older = report.scenario;
  older.software = Date{older.software->days_since_epoch - kYear};
  std::string date = date_text(*older.software);
  ends.add(Deciding::kSoftware, "/training/software", std::move(date),
           closed_form(std::move(older)).run.time.total() / day);
}

}  // namespace

std::vector<Neighbour> neighbours(const Scenario& asked, const Report& report, int threads) {
  if (report.phases.empty() || phases_state_nodes(asked)) return {};
  const int nodes = asked.search_nodes ? report.scenario.cluster.num_nodes : asked.cluster.num_nodes;
  std::vector<Neighbour> list;
  int last = 0;
  for (const double factor : {0.5, 0.75, 1.25, 2.0}) {
    const int other = static_cast<int>(std::lround(factor * nodes));
    if (other < 1 || other == last || other == nodes) continue;
    list.push_back(neighbour_of(asked, last = other, threads));
  }
  return list;
}

std::vector<DecidingAssumption> deciding_assumptions(const Report& report) {
  if (report.phases.empty() || report.run.end != sim::RunEnd::kReached) return {};
  const Scenario& scenario = report.scenario;
  BadEnds ends(report);
  // The mean has that of the step time's error, which is none where the step is certain to be slow.
  if (report.step_time_days_80) {
    const auto error = time_error(report);
    const double slow = report.step_time_days_80->high;
    ends.add(Deciding::kStepTime, "/training/anchor", "slow end of its 80 % interval", slow, std::nullopt,
             mean_days_with(report, slow - ends.days()) / (error ? mean_factor(*error) : 1));
  }
  if (report.campaign_days_80) {
    const CampaignOverhead& overhead = *scenario.campaign_overhead;
    ends.add(Deciding::kCampaigns, "/run/campaign_overhead",
             ratio_text((1 + overhead.share) * std::exp(kNormal80 * overhead.log_sd) - 1),
             report.campaign_days_80->high);
  }
  if (!report.replacement_cases.empty()) {
    const ReplacementCase& longest = report.replacement_cases.back();
    ends.add(Deciding::kReplacement, "/run/recovery", time_text(longest.replacement), ends.days() + longest.more_days,
             longest.with_spares);
  }
  const auto worst = std::ranges::max_element(report.failure_cases, {}, &FailureCase::wall_clock_days);
  if (worst != report.failure_cases.end())
    ends.add(Deciding::kFailures, "/run/failures", worst->name, worst->wall_clock_days);
  add_older_software(report, ends);
  return std::move(ends).sorted();
}

}  // namespace fmplan::plan
