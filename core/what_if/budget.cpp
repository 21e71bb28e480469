#include "core/what_if/budget.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/gate.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/catalog/model_json.h"
#include "core/model/scaling_law_batch.h"
#include "core/plan/closed_form.h"
#include "core/plan/deadline.h"
#include "core/plan/evaluate.h"
#include "core/plan/node_choice.h"
#include "core/plan/verdict.h"
#include "core/scenario/plan_json.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"

namespace fmplan::what_if {
namespace {

using model::Optimum;
using model::ScalingLaw;
using model::Transformer;
using plan::Report;
using plan::Scenario;

std::optional<Optimum> optimum(const model::LawAnswer& answer) {
  const Optimum* found = std::get_if<Optimum>(&answer);
  return found ? std::optional(*found) : std::nullopt;
}

std::optional<double> loss_of(const ScalingLaw& law, const Transformer& model, double tokens,
                              const model::LawConditions& conditions) {
  const auto found = optimum(prediction(law, size_by(law, model), tokens, conditions));
  return found ? found->loss : std::nullopt;
}

/// To four digits, down.
std::int64_t rounded_down(double tokens) {
  const double unit = std::pow(10, std::floor(std::log10(tokens)) - 3);
  return static_cast<std::int64_t>(std::floor(tokens / unit) * unit);
}

/// A model that is looked at.
struct Size {
  model::Transformer model{};
  double parameters = 0;
};

/// The most tokens that were found for a size among numbers of nodes; 0: none.
struct FoundTokens {
  double tokens = 0;
  int nodes = 0;  ///< that train
  int spares = 0;
  int batch = 0;  ///< asked for
  int dealt = 0;  ///< the batch that the plan divides

  friend bool operator==(const FoundTokens&, const FoundTokens&) = default;
};

/// What is looked at.
struct Point {
  std::size_t size = 0;
  int nodes = 0;
  int batch = 0;  ///< 0: the largest that may be
};

/// Sequences of four binary digits, in units of 64 or, of few, of 8 or 1: the largest that is not above `sequences`, or
/// the smallest there is.
int round_batch(double sequences) {
  constexpr int kUnit = 64, kSmallUnit = 8, kDigits = 4;
  const int unit = sequences < kSmallUnit * kSmallUnit ? 1 : sequences < kUnit * kSmallUnit ? kSmallUnit : kUnit;
  int batch = unit;
  for (const int number : plan::searched_numbers(static_cast<int>(std::min(sequences / unit, 1e6)), kDigits))
    batch = number * unit;
  return batch;
}

/// Numbers of nodes of so many binary digits, and less than a share more or fewer.
std::vector<int> numbers_around(int nodes, double share, int digits) {
  std::vector<int> numbers;
  for (const int number : plan::searched_numbers(2 * nodes, digits))
    if (std::abs(number - nodes) < share * nodes) numbers.push_back(number);
  return numbers;
}

/// The same from 2ⁿ nodes to 2ⁿ⁺¹ − 1.
int octave_of(int nodes) { return static_cast<int>(std::bit_width(static_cast<unsigned>(nodes))); }

/// What a search finds for a scenario.
struct SearchedPlan {
  std::vector<plan::Phase> phases;
  model::ParallelPlan parallel;
  int nodes = 0;

  /// The scenario with it, as if it had been stated.
  Scenario on(Scenario scenario) const {
    scenario.phases = phases;
    scenario.parallel = parallel;
    scenario.search_parallel = false;
    scenario.cluster.num_nodes = nodes;
    return scenario;
  }
};

/// None where there is none that surely fits.
std::optional<SearchedPlan> searched_plan(const Scenario& scenario, int nodes) {
  const auto report = plan_on(scenario, nodes);
  if (!report || report->memory.chance < report->scenario.fit_confidence) return std::nullopt;
  return SearchedPlan{report->scenario.phases, report->scenario.parallel, report->scenario.cluster.num_nodes};
}

/// Plans by parameters, nodes and batch.  A climb comes back to where it was, and a search takes ten times as long as
/// reading the scenario; those are not kept, for they take a hundred times the memory.
class SearchedPlans {
 public:
  using Key = std::tuple<double, int, int>;

  /// What `find` made of the key, the first time.
  template <class Find>
  std::optional<SearchedPlan> get(const Key& key, const Find& find) {
    {
      const std::scoped_lock lock(mutex_);
      if (const auto known = plans_.find(key); known != plans_.end()) return known->second;
    }
    std::optional<SearchedPlan> plan = find();
    const std::scoped_lock lock(mutex_);
    return plans_.try_emplace(key, std::move(plan)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::optional<SearchedPlan>> plans_;
};

class Budget {
 public:
  Budget(const BudgetQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch)
      : question_(question),
        catalog_(catalog),
        threads_(threads),
        watch_(watch),
        states_spares_(question.base.document.contains("/run/spare_nodes"_json_pointer)) {}

  BudgetAnswer answer() {
    answer_.promised =
        optimum(optimum_for_compute(question_.law, compute_at(kAssumedUtilisation), question_.conditions));
    choose_sizes();
    look_at_all();
    look_around();
    climb();
    collect();
    settle_best();
    answer_.stopped = watch_.stopped();
    return std::move(answer_);
  }

 private:
  // Chosen: numbers of nodes a quarter apart first, then those within 3 % of the next, and then of 0.4 %.
  static constexpr int kCoarseDigits = 3, kDigits = 6, kFineDigits = 9;
  static constexpr double kThird = 1.0 / 3, kSixteenth = 1.0 / 16;  ///< of the nodes, to both sides
  static constexpr std::size_t kBestSizes = 8;                      ///< looked at closely (chosen: half of the work)
  static constexpr double kClose = 0.9;                             ///< of the tokens of the best (chosen)
  static constexpr double kMore = 1.01;                             ///< times the tokens, to see what breaks (chosen)

  /// On so many nodes.
  Seconds node_time(int nodes) const {
    const Seconds bought = question_.budget / question_.node_price;
    return question_.days ? std::min(bought, nodes * (*question_.days * day)) : bought;
  }

  /// What the budget buys at a share of the peak, on no more nodes than are searched.
  Flop compute_at(double utilisation) const {
    return utilisation * (node_time(plan::kMostSearchedNodes) * question_.node_peak);
  }

  nlohmann::json document(const Transformer& model, double tokens, const FoundTokens& at) const {
    nlohmann::json document = question_.base.document;
    document["model"] = nlohmann::json::parse(catalog::transformer_json(model).dump());
    document["training"]["tokens"] = static_cast<std::int64_t>(tokens);
    document["training"]["global_batch_size"] = at.batch;
    document["cluster"]["nodes"] = at.nodes;
    if (at.spares > 0) document["run"]["spare_nodes"] = at.spares;
    return document;
  }

  void choose_sizes() {
    constexpr double kLeast = 0.05, kMargin = 4;  // chosen: no plan that anybody runs is slower, and none is faster
    const auto low = optimum(optimum_for_compute(question_.law, compute_at(kLeast), question_.conditions));
    const auto high = optimum(optimum_for_compute(question_.law, compute_at(1), question_.conditions));
    if (!low || !high) return;
    // From the smallest on, whatever the budget: a larger one looks at the same sizes, and more.
    for (Transformer& model : shapes_between(question_.rule, 0, kMargin * high->parameters, kSizeStep)) {
      const auto parameters = static_cast<double>(count_parameters(model).total);
      if (parameters < low->parameters / kMargin) continue;
      sizes_.push_back({.model = std::move(model), .parameters = parameters});
    }
    found_.resize(sizes_.size());
  }

  bool pays_for(const Report& report) const {
    return report.cost.total && *report.cost.total <= question_.budget && report.run.end == sim::RunEnd::kReached &&
           keeps_deadline(report) && std::ranges::all_of(question_.until, [&](const answer::Condition& until) {
             return holds(until, answer::report_values(report, {})) == answer::Truth::kYes;
           });
  }

  /// In closed form, with the chance of the deadline.
  static Report answered(Scenario scenario) {
    Report report = closed_form(std::move(scenario));
    if (report.scenario.deadline) report.deadline_chance = chance_by(report, *report.scenario.deadline);
    return report;
  }

  Report trained(const Scenario& planned, double tokens) const {
    Scenario trial = planned;
    trial.network_flows.reset();
    trial.phases.front().tokens = static_cast<std::int64_t>(tokens);
    return answered(std::move(trial));
  }

  /// The most tokens of what was planned, which money and time are enough for `low` of, on a scale of ten-thousandths:
  /// whatever `low` is, the answer is the same, and never falls with money or time.
  double most_tokens(const Scenario& planned, double low) const {
    constexpr double kNear = 1e-4;      // chosen
    constexpr int kFirstStride = 4096;  // steps: half as many again; chosen
    const auto tokens_at = [](double step) { return std::exp(kNear * step); };
    const auto pays = [&](double step) { return pays_for(trained(planned, tokens_at(step))); };
    double step = std::floor(std::log(low) / kNear);
    while (pays(step + kFirstStride)) step += kFirstStride;
    for (int stride = kFirstStride / 2; stride > 0; stride /= 2)
      if (pays(step + stride)) step += stride;
    return tokens_at(step);
  }

  /// At the utilisation that is assumed where nobody plans.
  double tokens_near(const Size& size, int nodes) const {
    const Flop compute = kAssumedUtilisation * (node_time(nodes) * question_.node_peak);
    return std::max(1e6, compute / (6 * flop) / size.parameters);
  }

  /// Without spares, but those that are stated.
  std::optional<Scenario> planned_on(const Size& size, int nodes, int batch) const {
    const nlohmann::json asked = document(size.model, tokens_near(size, nodes), {.nodes = nodes, .batch = batch});
    try {
      Scenario scenario = scenario::read_scenario(asked, catalog_, question_.base.folder);
      const std::optional<SearchedPlan> plan =
          plans_.get({size.parameters, nodes, batch}, [&] { return searched_plan(scenario, nodes); });
      return plan ? std::optional(plan->on(std::move(scenario))) : std::nullopt;
    } catch (const InputError&) {
      // The scenario is none on so many nodes.
    }
    return std::nullopt;
  }

  /// Of 0, 1, 2, 4 …; those stated where the question says how many.
  int most_spares(const Scenario& planned) const {
    return states_spares_ ? 0 : planned.cluster.num_nodes / plan::kNodesPerSpare;
  }

  /// The fewest spares with which money and time are enough for so many tokens.
  std::optional<int> fewest_spares(Scenario planned, double tokens) const {
    const int most = most_spares(planned);
    for (int spares = 0; spares <= most; spares = std::max(1, 2 * spares)) {
      if (spares > 0) planned.spare_nodes = spares;
      const Report report = trained(planned, tokens);
      if (pays_for(report)) return spares;
      if (!report.cost.total || *report.cost.total > question_.budget) return std::nullopt;
    }
    return std::nullopt;
  }

  /// The most tokens, with more spares as long as each doubling of them gives more; none below `least`.
  FoundTokens most_found(Scenario planned, double least) const {
    constexpr double kGain = 1.0005;  // chosen: what is worth more spares
    FoundTokens best{.nodes = planned.cluster.num_nodes, .dealt = planned.phases.front().global_batch_size};
    const std::optional<int> fewest = fewest_spares(planned, least);
    if (!fewest) return best;
    const int most = most_spares(planned);
    for (int spares = *fewest;; spares = std::max(1, 2 * spares)) {
      if (spares > 0) planned.spare_nodes = spares;
      if (best.tokens > 0 && (spares > most || !pays_for(trained(planned, least)))) return best;
      best.spares = planned.spare_nodes;
      best.tokens = most_tokens(planned, least);
      least = kGain * best.tokens;
    }
  }

  /// Tokens from which on a batch is not above the critical one: of a larger one they are worth less than the law takes
  /// them for (warn_of_batch() of core/plan/remarks.cpp).  Planned whole, a plan may train on a hair fewer.
  double tokens_for(int batch) const {
    constexpr double kRoom = 1.01;  // chosen
    if (question_.batch || batch <= 1) return 0;
    return kRoom * model::tokens_of_critical_batch(1.0 * batch * question_.sequence_length);
  }
  /// The largest round one for so many tokens.
  int largest_batch(double tokens) const {
    return round_batch(model::data_critical_batch(tokens) / question_.sequence_length);
  }

  const FoundTokens* best_found(std::size_t size) const {
    const auto best = std::ranges::max_element(found_[size], {}, [](const auto& found) { return found.second.tokens; });
    return best == found_[size].end() ? nullptr : &best->second;
  }

  /// The best of every octave of numbers of nodes that may yet be the best of all.
  std::vector<FoundTokens> close_found(std::size_t size) const {
    std::vector<FoundTokens> close;
    for (const auto& [octave, found] : found_[size])
      if (found.tokens >= kClose * best_found(size)->tokens) close.push_back(found);
    return close;
  }

  /// More tokens at a point than are known of its octave of numbers of nodes; none where there are no more.  What is
  /// found among few nodes is the same whether or not there is money for more of them.
  FoundTokens found_at(const Point& point) const {
    constexpr double kWide = 400;      // chosen: tokens near over the fewest that are looked for
    constexpr double kMuchMore = 1.1;  // chosen: tokens that a batch is tried for over those known
    const Size& size = sizes_[point.size];
    const auto known = found_[point.size].find(octave_of(point.nodes));
    double near = tokens_near(size, point.nodes), least = near / kWide;
    if (known != found_[point.size].end()) {
      near = std::min(near, kMuchMore * known->second.tokens);
      least = std::max(least, known->second.tokens);
    }
    if (const FoundTokens* best = best_found(point.size)) least = std::max(least, kClose * best->tokens);
    const bool is_given = question_.batch || point.batch > 0;
    int batch = question_.batch.value_or(point.batch > 0 ? point.batch : largest_batch(near));
    while (const auto planned = planned_on(size, point.nodes, batch)) {
      const double needed = tokens_for(planned->phases.front().global_batch_size);
      FoundTokens found = most_found(*planned, std::max(least, needed));
      found.batch = batch;
      if (found.tokens > 0 || is_given || needed <= least || batch == 1) return found;
      if (!fewest_spares(*planned, least)) break;
      batch = round_batch(batch - 1);
    }
    return {};
  }

  void look(const std::vector<Point>& points) {
    std::vector<FoundTokens> found(points.size());
    const auto count = static_cast<std::int64_t>(points.size());
    parallel_for(
        count, threads_,
        [&](std::int64_t i) {
          const auto at = static_cast<std::size_t>(i);
          found[at] = found_at(points[at]);
        },
        watch_.part(answer_.num_points, std::max(num_expected_, answer_.num_points + count)));
    answer_.num_points += count;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (found[i].tokens <= 0) continue;
      FoundTokens& known = found_[points[i].size][octave_of(points[i].nodes)];
      if (found[i].tokens > known.tokens) known = found[i];
    }
  }

  /// All sizes on few nodes first: most of those on more are found to be worse at once.
  void look_at_all() {
    const std::vector<int> numbers = plan::searched_numbers(plan::kMostSearchedNodes, kCoarseDigits);
    num_expected_ = static_cast<std::int64_t>(numbers.size() * sizes_.size());
    for (const int nodes : numbers) {
      std::vector<Point> points;
      for (std::size_t size = 0; size < sizes_.size(); ++size) points.push_back({size, nodes});
      look(points);
    }
  }

  std::optional<double> best_loss(std::size_t size) const {
    const FoundTokens* best = best_found(size);
    return best ? loss_of(question_.law, sizes_[size].model, best->tokens, question_.conditions) : std::nullopt;
  }

  /// The sizes of least loss.
  std::vector<std::size_t> best_sizes(std::size_t most = kBestSizes) const {
    std::vector<std::pair<double, std::size_t>> by_loss;
    for (std::size_t size = 0; size < sizes_.size(); ++size)
      if (const auto loss = best_loss(size)) by_loss.emplace_back(*loss, size);
    std::ranges::sort(by_loss);
    by_loss.resize(std::min(by_loss.size(), most));
    std::vector<std::size_t> sizes;
    sizes.reserve(by_loss.size());
    for (const auto& [loss, size] : by_loss) sizes.push_back(size);
    return sizes;
  }

  /// Numbers of nodes around the best of every size, and of the best sizes around those that are close to it.
  void look_around() {
    const std::vector<std::size_t> best = best_sizes();
    std::set<std::pair<std::size_t, int>> around;
    for (std::size_t size = 0; size < sizes_.size(); ++size) {
      if (found_[size].empty()) continue;
      const bool is_best = std::ranges::find(best, size) != best.end();
      for (const FoundTokens& found : is_best ? close_found(size) : std::vector{*best_found(size)})
        for (const int nodes : numbers_around(found.nodes, kThird, kDigits)) around.emplace(size, nodes);
    }
    std::vector<Point> points;
    points.reserve(around.size());
    for (const auto& [size, nodes] : around) points.push_back({size, nodes});
    look(points);
  }

  /// By turns other batches and other numbers of nodes, until nothing better is found.
  void climb() {
    constexpr int kMostTurns = 4;  // chosen
    for (int turn = 0; turn < kMostTurns && !watch_.stopped(); ++turn) {
      const auto before = found_;
      look_at_batches();
      look_near();
      if (found_ == before) return;
    }
  }

  /// Other batches for the best sizes: some are divided better, and where time binds a larger one keeps more nodes
  /// busy.
  void look_at_batches() {
    constexpr double kLeast = 0.25;  // of the critical batch (chosen)
    if (question_.batch) return;
    const std::vector<std::size_t> best = best_sizes();
    std::vector<Point> points;
    for (const std::size_t size : best)
      for (const FoundTokens& found : close_found(size)) {
        const int most = largest_batch(kMore * found.tokens);
        for (int batch = most; batch >= kLeast * most; batch = round_batch(batch - 1)) {
          points.push_back({size, found.nodes, batch});
          if (batch == 1) break;
        }
      }
    look(points);
  }

  /// Numbers of nodes near those of the best sizes, with their batches, which some divide better.
  void look_near() {
    std::vector<Point> points;
    for (const std::size_t size : best_sizes())
      for (const FoundTokens& found : close_found(size)) {
        for (const int nodes : numbers_around(found.nodes, kThird, kDigits))
          points.push_back({size, nodes, found.batch});
        for (const int nodes : numbers_around(found.nodes, kSixteenth, kFineDigits))
          points.push_back({size, nodes, found.batch});
      }
    look(points);
  }

  void collect() {
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (found_[i].empty()) continue;
      const auto& [model, parameters] = sizes_[i];
      const FoundTokens& found = *best_found(i);
      const std::int64_t tokens = rounded_down(found.tokens);
      const auto loss = loss_of(question_.law, model, static_cast<double>(tokens), question_.conditions);
      if (!loss) continue;
      answer_.sizes.push_back({.model = model,
                               .parameters = parameters,
                               .tokens = tokens,
                               .batch = found.dealt,
                               .nodes = found.nodes,
                               .spares = found.spares,
                               .loss = *loss});
    }
  }

  /// The best that can be had when it is planned whole.
  void settle_best() {
    for (const std::size_t size : best_sizes(sizes_.size()))
      if (settle(size)) return;
  }

  /// With the plan that was found, stated.  What is planned beside it, as contention, may cost a hair more.
  bool settle(std::size_t at) {
    constexpr int kMostTries = 20;   // chosen, with the next: four percent less in all
    constexpr double kLess = 0.998;  // chosen: tokens of a try over those of the last
    const auto listed = std::ranges::find(answer_.sizes, sizes_[at].model, &SizeAnswer::model);
    SizeAnswer size = *listed;
    FoundTokens found = *best_found(at);
    const auto planned = planned_on(sizes_[at], found.nodes, found.batch);
    found.batch = found.dealt;
    const auto parallel = text::parsed(scenario::parallel_json(*planned->phases.front().parallel));
    for (int i = 0; i < kMostTries; ++i) {
      const auto tokens = static_cast<double>(size.tokens);
      nlohmann::json asked = document(size.model, tokens, found);
      asked["training"]["parallel"] = parallel;
      Report report = evaluate(scenario::read_scenario(asked, catalog_, question_.base.folder));
      if (plan::verdict_of(report.obstacles) == plan::Verdict::kOk && pays_for(report)) {
        size.loss = *loss_of(question_.law, size.model, tokens, question_.conditions);
        answer_.report = std::move(report);
        answer_.scenario = std::move(asked);
        answer_.at_edge = answer_.sizes.size() < 2 || size.model == answer_.sizes.front().model ||
                          size.model == answer_.sizes.back().model;
        answer_.bound_by = bound_by(size);
        tell_of(size);
        answer_.best = *listed = std::move(size);
        return true;
      }
      size.tokens = rounded_down(kLess * tokens);
    }
    return false;
  }

  /// What breaks first with more tokens.
  std::string bound_by(const SizeAnswer& best) const {
    Scenario more = answer_.report.scenario;
    more.network_flows.reset();
    more.phases.front().tokens = static_cast<std::int64_t>(kMore * static_cast<double>(best.tokens));
    const Report report = answered(std::move(more));
    if (!report.cost.total) return "blocks";
    if (*report.cost.total > question_.budget) return "money";
    if (keeps_deadline(report) && !question_.until.empty()) return "until";
    return larger_batch_helps(best) ? "batch" : "time";
  }

  /// Whether twice the batch trains on more tokens, on as many nodes or up to twice of them.
  bool larger_batch_helps(const SizeAnswer& best) const {
    const Size size{.model = best.model, .parameters = best.parameters};
    const double enough = kMore * static_cast<double>(best.tokens);
    const auto numbers = plan::searched_numbers(std::min(2 * best.nodes, plan::kMostSearchedNodes), kDigits);
    return std::ranges::any_of(numbers, [&](int nodes) {
      const auto planned = nodes >= best.nodes ? planned_on(size, nodes, 2 * best.batch) : std::nullopt;
      return planned && fewest_spares(*planned, enough);
    });
  }

  /// The range of its loss, and what other laws say of it.
  void tell_of(const SizeAnswer& best) {
    const auto tokens = static_cast<double>(best.tokens);
    const plan::PhaseReport& phase = answer_.report.phases[answer_.report.main_phase];
    const Range off = phase.interval ? Range{phase.interval->low_80, phase.interval->high_80} : Range{1, 1};
    const auto at = [&](double factor) {
      return loss_of(question_.law, best.model, tokens / factor, question_.conditions).value_or(best.loss);
    };
    answer_.loss_80 = {at(off.low), at(off.high)};
    const Flop compute = 6 * best.parameters * tokens * flop;
    for (const ScalingLaw& law : question_.others)
      answer_.laws.push_back(
          {.law = law.name,
           .loss = tells_loss(law) ? loss_of(law, best.model, tokens, question_.conditions) : std::nullopt,
           .optimum = optimum(optimum_for_compute(law, compute, question_.conditions))});
  }

  const BudgetQuestion& question_;
  const catalog::Catalog& catalog_;
  int threads_;
  Watch watch_;
  bool states_spares_;
  std::int64_t num_expected_ = 0;  ///< points that are looked at for certain
  std::vector<Size> sizes_;
  std::vector<std::map<int, FoundTokens>> found_;  ///< by size: the best of every octave of numbers of nodes
  mutable SearchedPlans plans_;
  BudgetAnswer answer_;
};

}  // namespace

double size_by(const ScalingLaw& law, const Transformer& model) {
  const model::ParameterCount count = count_parameters(model);
  const bool without = law.parameters_mean.find("without embeddings") != std::string::npos;
  return static_cast<double>(without ? count.total - count.embedding - count.head : count.total);
}

bool tells_loss(const ScalingLaw& law) {
  return std::holds_alternative<model::ParametricLoss>(law.form) ||
         std::holds_alternative<model::RepeatedDataLoss>(law.form) ||
         std::holds_alternative<model::InferenceAwareForm>(law.form) ||
         std::holds_alternative<model::KaplanForm>(law.form);
}

BudgetAnswer spend(const BudgetQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch) {
  return Budget(question, catalog, threads, watch).answer();
}

}  // namespace fmplan::what_if
