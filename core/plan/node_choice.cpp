#include "core/plan/node_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "core/base/parallel.h"
#include "core/hardware/kernel_time.h"
#include "core/plan/deadline.h"
#include "core/plan/rounding.h"
#include "core/plan/search.h"
#include "core/plan/spare_choice.h"
#include "core/plan/verdict.h"

namespace fmplan::plan {
namespace {

/// Of the nodes asked for those that stand by all along, where fewer are planned: a phase that states its own nodes has
/// them beside those that the others leave.
int left_over(const Scenario& asked, const Scenario& planned) {
  if (asked.cluster.num_nodes == planned.cluster.num_nodes) return 0;
  return std::max(0, asked.cluster.num_nodes - most_phase_nodes(planned));
}

/// What was asked of nodes and batches, where something else is planned.
std::optional<Rounding> rounding_of(const Scenario& asked, const Scenario& planned) {
  Rounding rounding{.nodes_held = most_phase_nodes(planned), .batches_asked = {}};
  bool changed = !asked.search_nodes && planned.cluster.num_nodes != asked.cluster.num_nodes;
  for (std::size_t i = 0; i < asked.phases.size(); ++i) {
    rounding.batches_asked.push_back(asked.phases[i].global_batch_size);
    changed = changed || planned.phases[i].global_batch_size != asked.phases[i].global_batch_size;
  }
  if (!asked.search_nodes) rounding.nodes_held += left_over(asked, planned);
  return changed ? std::optional(std::move(rounding)) : std::nullopt;
}

void assume_rounding(const Scenario& asked, Scenario& planned) {
  const int held = asked.cluster.num_nodes, training = planned.cluster.num_nodes;
  const auto assume = [&planned](std::string path, std::int64_t value, AssumptionReason why) {
    planned.assumptions.push_back({std::move(path), std::to_string(value), std::move(why), "rule"});
  };
  if (!asked.search_nodes && held != training)
    assume("/cluster/nodes", training,
           {asked.search_spares ? AssumptionKind::kNodesReturned : AssumptionKind::kNodesLeftOver,
            {{"held", std::int64_t{held}}, {"left_over", std::int64_t{left_over(asked, planned)}}}});
  for (std::size_t i = 0; i < asked.phases.size(); ++i) {
    const int wanted = asked.phases[i].global_batch_size, dealt = planned.phases[i].global_batch_size;
    if (wanted == dealt) continue;
    const std::string where = asked.phases.size() > 1 ? "/training/phases/" + std::to_string(i) : "/training";
    assume(where + "/global_batch_size", dealt,
           {AssumptionKind::kBatchRounded,
            {{"asked", std::int64_t{wanted}}, {"change", Ratio{1.0 * dealt / wanted - 1}}}});
  }
}

/// Nodes below this could not finish in time at the accelerators' peak.
int fewest_nodes(const Scenario& scenario) {
  const auto& instance = scenario.cluster.instance;
  const auto rates = kernel_rates(instance.accelerator, std::string(sim::precision_name(scenario.precision)));
  Flop work;
  for (const Phase& phase : scenario.phases)
    work += static_cast<double>(phase.tokens) *
            training_flop_per_token(scenario.model, phase.sequence_length, model::FlopConvention::k6N);
  // Attention runs at a rate of its own, never above twice that of the matrix products on any accelerator known.
  const double days = scenario.deadline->days_since_epoch - scenario.start.days_since_epoch + 1;
  const Flop per_node = instance.accelerators_per_node * 2 * rates->gemm_rate * (std::max(days, 1.0) * day);
  return std::clamp(static_cast<int>(std::min(work / per_node, 1.0 * kMostSearchedNodes)), 1, kMostSearchedNodes);
}

/// Binary digits of the numbers of nodes that are looked at, and zeros behind them (chosen): where their number is
/// searched, within 3 % of the next, and between those within 0.8 %; where it is given, all to 512, and within 0.4 %
/// beyond.
constexpr int kDigitsSearched = 6, kDigitsBetween = 8, kDigitsGiven = 9;

int unit_of(int number, int digits) {
  return 1 << std::max(0, static_cast<int>(std::bit_width(static_cast<unsigned>(number))) - digits);
}
/// The largest number of so many digits up to `number`, and the next above one.  @pre number >= 0
int round_number(int number, int digits) { return number / unit_of(number, digits) * unit_of(number, digits); }
int next_round(int number, int digits) { return number + unit_of(number, digits); }

/// Work that is asked for over that of whole steps, of which few are large.
double asked_of_trained(const Scenario& scenario, const Report& report) {
  Seconds asked, trained;
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    const PhaseReport& phase = report.phases[i];
    asked += phase.productive * (static_cast<double>(scenario.phases[i].tokens) / static_cast<double>(phase.tokens));
    trained += phase.productive;
  }
  return trained > Seconds{} ? asked / trained : 1;
}

/// A bound on the node-days of work, without what failures take, on any number of nodes up to those held: that of a
/// number near those that many degrees divide, with a batch so large that dividing it, filling pipelines and summing
/// gradients cost little.  Failures are apart, as there are more of them on more nodes, and more is lost in the long
/// steps of a large batch.  0: not known.
double least_node_days(const Scenario& scenario, int quantum) {
  constexpr double kNear = 0.8;  // chosen: of the nodes held
  // Chosen: bubbles and exposed gradients of a quarter at most, and a multiple of any plan's quantum within a
  // sixteenth.
  constexpr std::int64_t kLargerBatch = 4, kOfEachAccelerator = 16;
  constexpr std::int64_t kLargestBatch = std::numeric_limits<int>::max() / 2;  // chosen: no sum of two overflows
  Scenario ideal = scenario;
  const std::int64_t per_node = scenario.cluster.instance.accelerators_per_node;
  for (Phase& phase : ideal.phases) {
    const std::int64_t accelerators = phase_nodes(scenario, phase) * per_node;
    phase.global_batch_size = static_cast<int>(
        std::min(kLargestBatch, std::max(kLargerBatch * phase.global_batch_size, kOfEachAccelerator * accelerators)));
  }
  const int held = scenario.cluster.num_nodes;
  std::optional<double> least;
  const auto look_at = [&](int nodes) {
    ideal.cluster.num_nodes = nodes;
    const std::optional<Report> report = plan_on(ideal, nodes);
    if (!report) return false;
    const double node_days = nodes * report->median_days * report->run.goodput * asked_of_trained(ideal, *report);
    if (std::isfinite(node_days)) least = std::min(least.value_or(node_days), node_days);
    return true;
  };
  for (const int factor : {60, 24, 12, 8, 4, 2, 1}) {
    const std::int64_t unit = std::int64_t{factor} * quantum;
    const auto nodes = static_cast<int>(held / unit * unit);
    if (nodes < kNear * held && factor > 1) continue;
    if (look_at(nodes)) break;
  }
  // Where memory is short, or sequences are so long that contexts are split, powers of two and three times those have
  // plans that no other number has.
  for (const int digits : {1, 2}) look_at(round_number(held / quantum, digits) * quantum);
  return least.value_or(0);
}

/// How likely the deadline is kept, in whole percent, and behind that how soon the run is ready.
std::pair<double, double> prospect_of(const Report& report) {
  return {std::round(100 * chance_by(report, *report.scenario.deadline).value_or(0)), -report.median_days};
}

/// What was found among numbers of nodes.
struct Found {
  std::optional<Report> cheapest;   ///< of those that keep the deadline
  std::optional<Report> likeliest;  ///< to keep it; of equals the fastest
  std::optional<Report> endless;    ///< the first of which the closed form sees no end
  int fewest = 0;                   ///< that keep the deadline; 0: none does yet
  // Of those that are too likely out of memory:
  int likeliest_fit = 0;  ///< 0: there is none
  double fit_chance = 0;

  /// plan_on() as many as are held, if it surely fits.
  void hold(const Scenario& scenario, int num_nodes) {
    Scenario trial = scenario;
    trial.cluster.num_nodes = num_nodes;
    std::optional<Report> report = plan_that_may_never_end(trial, num_nodes);
    if (!report) return;
    const bool ends = report->obstacles.empty();
    const double chance = report->memory.chance;
    if (chance >= scenario.fit_confidence) {
      // Of what cannot be in time the reader is told the nodes alone.
      std::vector<Report> variants = with_other_spares(*report);
      if (ends)
        see(std::move(*report));
      else if (!endless)
        endless = std::move(*report);
      for (Report& variant : variants)
        if (!ends || keeps_deadline(variant)) see(std::move(variant));
    } else if (chance > fit_chance) {
      likeliest_fit = num_nodes;
      fit_chance = chance;
    }
  }

  void see(Report report) {
    if (keeps_deadline(report)) {
      if (fewest == 0 || report.scenario.cluster.num_nodes < fewest) fewest = report.scenario.cluster.num_nodes;
      if (!cheapest || price_of(report) < price_of(*cheapest)) cheapest = report;
    }
    if (!likeliest || prospect_of(report) > prospect_of(*likeliest)) likeliest = std::move(report);
  }
};

/// Of the numbers between those that were looked at some divide the batch better: from the fewest that a bound lets
/// keep the deadline, until some do.  Where none does, those near the likeliest.
void look_between(const Scenario& scenario, int quantum, Found& found) {
  if (!found.likeliest) return;
  constexpr double kBeyond = 1.03;  // chosen: of the fewest that keep it
  const Report& known = found.cheapest ? *found.cheapest : *found.likeliest;
  const int last = known.scenario.cluster.num_nodes / quantum;
  int times = last - unit_of(last, kDigitsSearched), most = last + unit_of(last, kDigitsSearched) - 1;
  if (found.cheapest) {
    Scenario within = scenario;
    within.search_nodes = false;
    within.cluster.num_nodes = last * quantum;
    const double days = scenario.deadline->days_since_epoch - scenario.start.days_since_epoch + 1;
    // The deadline is kept where the median leaves as much room as it does in the plan known.
    const double room = std::max(1.0, known.wall_clock_days_80.high / known.median_days);
    times = static_cast<int>(std::min(1.0 * last, least_node_days(within, quantum) * room / days / quantum));
    most = last - 1;
  }
  for (times = round_number(std::max(times, 1), kDigitsBetween); times <= most;
       times = next_round(times, kDigitsBetween)) {
    const int nodes = times * quantum;
    if (nodes > kMostSearchedNodes) break;
    if (found.cheapest && found.fewest > 0 && nodes > kBeyond * found.fewest) break;
    found.hold(scenario, nodes);
  }
}

Report no_nodes_fit(const Scenario& scenario, const Found& found) {
  Report report;
  report.scenario = scenario;
  report.scenario.search_nodes = false;
  report.obstacles.push_back({.kind = NoticeKind::kNoNodesRun,
                              .place = "/cluster/nodes",
                              .values = {{"most", std::int64_t{kMostSearchedNodes}}}});
  if (found.likeliest_fit > 0)
    report.obstacles.back() = {.kind = NoticeKind::kNoNodesFit,
                               .place = "/training/fit_confidence",
                               .values = {{"most", std::int64_t{kMostSearchedNodes}},
                                          {"confidence", Ratio{scenario.fit_confidence}},
                                          {"likeliest", std::int64_t{found.likeliest_fit}},
                                          {"chance", Ratio{found.fit_chance}}}};
  return report;
}

}  // namespace

namespace {

/// Whether a plan was found among those alone that save memory: with another ZeRO stage, or more in the hosts' memory,
/// than is stated.
bool saves_memory(const Scenario& asked, const Report& report) {
  if (!asked.search_parallel) return false;
  return std::ranges::any_of(report.phases, [&](const PhaseReport& phase) {
    return phase.parallel.zero_stage != asked.parallel.zero_stage ||
           !(phase.parallel.offload == asked.parallel.offload);
  });
}

}  // namespace

std::vector<int> searched_numbers(int most, int digits) {
  std::vector<int> numbers;
  for (int number = 1; number <= most; number = next_round(number, digits)) numbers.push_back(number);
  return numbers;
}

void choose_plans(Scenario& scenario, Notices& obstacles) {
  for (Phase& phase : scenario.phases) {
    if (phase.parallel) continue;
    const PlanSearch search = search_plans(scenario, phase, phase_nodes(scenario, phase));
    if (!search.best)
      obstacles.push_back(search.num_considered == 0
                              ? Notice{.kind = NoticeKind::kNoPlanDivides,
                                       .place = "/training/parallel",
                                       .values = {{"nodes", std::int64_t{phase_nodes(scenario, phase)}},
                                                  {"batch", std::int64_t{phase.global_batch_size}}}}
                              : Notice{.kind = NoticeKind::kNoPlanFits,
                                       .place = "/training/parallel",
                                       .values = {{"plans", std::int64_t{search.num_considered}},
                                                  {"confidence", Ratio{scenario.fit_confidence}}}});
    if (!search.best) continue;
    phase.parallel = search.best->parallel;
    phase.global_batch_size = search.best->global_batch_size;
  }
  scenario.search_parallel = false;
}

std::optional<Report> plan_that_may_never_end(const Scenario& scenario, int num_nodes) {
  Scenario trial = scenario;
  trial.search_nodes = false;
  trial.cluster.num_nodes = num_nodes;
  if (!scenario.search_spares) trial.spare_nodes += left_over(scenario, trial);
  if (!trial.strict && !deal_batches(trial)) return std::nullopt;
  Notices obstacles;
  if (trial.search_parallel) choose_plans(trial, obstacles);
  if (!obstacles.empty() || !check_scenario(trial).empty()) return std::nullopt;
  assume_rounding(scenario, trial);
  std::optional<Rounding> rounding = rounding_of(scenario, trial);
  Report report = with_spares_found(std::move(trial));
  const auto no_end = [](const Notice& obstacle) { return says_no_end(obstacle.kind); };
  if (!std::ranges::all_of(report.obstacles, no_end)) return std::nullopt;
  report.rounding = std::move(rounding);
  return report;
}

std::optional<Report> plan_on(const Scenario& scenario, int num_nodes) {
  std::optional<Report> report = plan_that_may_never_end(scenario, num_nodes);
  if (report && !report->obstacles.empty()) report.reset();
  return report;
}

std::optional<Report> fastest_within(const Scenario& scenario, int threads) {
  if (scenario.step_errors && !scenario.step_errors->anchors.empty()) {
    // What is nearest to measured steps is corrected most: of plans alike the least known would look fastest.
    Scenario blind = scenario;
    blind.step_errors->anchors.clear();
    const std::optional<Report> fastest = fastest_within(blind, threads);
    if (!fastest) return std::nullopt;
    return plan_on(scenario, fastest->scenario.cluster.num_nodes);
  }
  // No phase is on fewer of the cluster's nodes than on all.
  if (phases_state_nodes(scenario)) return plan_on(scenario, scenario.cluster.num_nodes);
  // Chosen, and held by a test over all numbers to 1,024: what a number of nodes may gain on the bound.
  constexpr double kSlack = 0.03;
  constexpr double kHalfGains = 0.75;  // chosen: node-days on half of the nodes or fewer over those on all, at least
  const int held = scenario.cluster.num_nodes, quantum = node_quantum(scenario);
  if (held < quantum) return std::nullopt;
  std::optional<Report> best;
  // Planned side by side, and looked at one after the other until it is `enough`, so that threads change no answer.
  // A stated plan takes less time than starting a thread.
  const int at_work = scenario.search_parallel ? std::max(1, threads) : 1;
  const auto look_at = [&](std::span<const int> numbers, const auto& enough) {
    // Chosen: several a thread, as numbers with few divisors are done sooner than others; and ever more of them, as
    // the first is mostly enough.
    constexpr std::size_t kOfAThread = 8;
    const std::size_t most = at_work > 1 ? kOfAThread * static_cast<std::size_t>(at_work) : 1;
    std::size_t at_once = 1;
    for (std::size_t begin = 0; begin < numbers.size(); begin += std::exchange(at_once, std::min(2 * at_once, most))) {
      if (enough(numbers[begin])) return;
      const std::span<const int> now = numbers.subspan(begin, std::min(at_once, numbers.size() - begin));
      std::vector<std::optional<Report>> reports(now.size());
      deal_out(static_cast<std::int64_t>(now.size()), at_work, [&](std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        reports[at] = plan_on(scenario, now[at]);
      });
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (enough(now[i])) return;
        std::optional<Report>& report = reports[i];
        if (!report || !std::isfinite(report->median_days)) continue;
        // On a number of nodes where nothing else fits more plans are looked at: they stand back behind what fits
        // elsewhere, or numbers would be compared that were not asked the same.
        const auto rank = [&](const Report& each) { return std::pair(saves_memory(scenario, each), each.median_days); };
        if (!best || rank(*report) < rank(*best)) best = std::move(report);
      }
    }
  };
  const auto never = [](int) { return false; };
  // Whether the work alone takes that many nodes longer than the best takes with its failures, of which half as many
  // nodes have half.
  const auto is_enough = [&](double node_days, int nodes) {
    return best && node_days / nodes >= best->median_days * (1 + best->run.goodput) / 2;
  };
  if (held % quantum != 0) look_at(std::array{held}, never);
  // By halves, since fewer nodes are more efficient.
  int digits = held > kMostSearchedNodes ? kDigitsSearched : kDigitsGiven;
  for (int most = held / quantum; most > 0; most /= 2, digits = kDigitsSearched) {
    Scenario within = scenario;
    within.cluster.num_nodes = most * quantum;
    const double node_days = (1 - kSlack) * least_node_days(within, quantum);
    if (is_enough(node_days, most * quantum)) break;
    std::vector<int> numbers;
    for (int times = round_number(most, digits); 2 * times > most; times = round_number(times - 1, digits))
      numbers.push_back(times * quantum);
    look_at(numbers, [&](int nodes) { return is_enough(node_days, nodes); });
    if (is_enough(kHalfGains * node_days, most * quantum / 2)) break;
  }
  // Between the neighbours of the best among those that were looked at coarsely.
  if (best && 2 * best->scenario.cluster.num_nodes <= held) {
    const int times = best->scenario.cluster.num_nodes / quantum, apart = unit_of(times, kDigitsSearched);
    std::vector<int> numbers;
    for (int near = round_number(times + apart - 1, kDigitsGiven); near > times - apart;
         near = round_number(near - 1, kDigitsGiven))
      if (near != times) numbers.push_back(near * quantum);
    look_at(numbers, never);
  }
  return best;
}

Report cheapest_in_time(const Scenario& scenario) {
  // Times the fewest that keep it, or the cheapest so far (chosen: storage and spares cost less for a shorter run).
  constexpr int kWidest = 4;
  const std::int64_t quantum = node_quantum(scenario);
  const int fewest =
      round_number(static_cast<int>(std::max<std::int64_t>(1, fewest_nodes(scenario) / quantum)), kDigitsSearched);
  Found found;
  for (int times = fewest; times * quantum <= kMostSearchedNodes; times = next_round(times, kDigitsSearched)) {
    const int nodes = static_cast<int>(times * quantum);
    const int cheapest = found.cheapest ? found.cheapest->scenario.cluster.num_nodes : 0;
    if (found.fewest > 0 && nodes > std::int64_t{kWidest} * std::max(found.fewest, cheapest)) break;
    found.hold(scenario, nodes);
  }
  // Where none keeps it, fewer may be the likeliest to.
  if (!found.cheapest)
    for (int times = 1; times < fewest; times = next_round(times, kDigitsSearched))
      found.hold(scenario, static_cast<int>(times * quantum));
  look_between(scenario, static_cast<int>(quantum), found);
  if (!found.likeliest && found.endless) return std::move(*found.endless);
  if (!found.likeliest) return no_nodes_fit(scenario, found);
  if (found.cheapest) return std::move(*found.cheapest);
  Report& likeliest = *found.likeliest;
  likeliest.obstacles.push_back({.kind = NoticeKind::kNoNodesInTime,
                                 .place = "/run/deadline",
                                 .values = {{"most", std::int64_t{kMostSearchedNodes}},
                                            {"deadline", *scenario.deadline},
                                            {"chance", Ratio{chance_by(likeliest, *scenario.deadline).value_or(0)}},
                                            {"confidence", Ratio{scenario.deadline_confidence}},
                                            {"likeliest", std::int64_t{likeliest.scenario.cluster.num_nodes}},
                                            {"ends", date_after(scenario.start, likeliest.median_days * day)}}});
  return std::move(likeliest);
}

}  // namespace fmplan::plan
