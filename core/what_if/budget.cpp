#include "core/what_if/budget.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

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
#include "core/scenario/scenario_json.h"

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
  Transformer model{};
  double parameters = 0;
  int batch = 0;
  double tokens = 0;  ///< near those looked for
};

/// The most tokens that were found for a size; 0: none.
struct Found {
  double tokens = 0;
  int nodes = 0;
  int batch = 0;
};

/// Sequences of four binary digits, in units of 64 or, of few, of 8: the largest that is not above `sequences`, or the
/// smallest there is.
int round_batch(double sequences) {
  constexpr int kUnit = 64, kSmallUnit = 8, kDigits = 4;
  const int unit = sequences < kUnit * kSmallUnit ? kSmallUnit : kUnit;
  int batch = unit;
  for (const int number : plan::searched_numbers(static_cast<int>(std::min(sequences / unit, 1e6)), kDigits))
    batch = number * unit;
  return batch;
}

class Budget {
 public:
  Budget(const BudgetQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch)
      : question_(question), catalog_(catalog), threads_(threads), watch_(watch) {}

  BudgetAnswer answer() {
    answer_.promised =
        optimum(optimum_for_compute(question_.law, compute_at(kAssumedUtilisation), question_.conditions));
    choose_sizes();
    look(plan::searched_numbers(plan::kMostSearchedNodes, kCoarseDigits), all_sizes());
    refine(all_sizes());
    if (!question_.batch) try_smaller_batches();
    collect();
    settle_best();
    answer_.stopped = watch_.stopped();
    return std::move(answer_);
  }

 private:
  static constexpr int kCoarseDigits = 3;  // chosen: numbers of nodes a quarter apart first

  /// What the budget buys at a share of the peak, on no more nodes than are searched.
  Flop compute_at(double utilisation) const {
    Seconds node_time = question_.budget / question_.node_price;
    if (question_.days) node_time = std::min(node_time, plan::kMostSearchedNodes * (*question_.days * day));
    return utilisation * (node_time * question_.node_peak);
  }

  nlohmann::json document(const Transformer& model, std::int64_t tokens, int batch, int nodes) const {
    nlohmann::json document = question_.base.document;
    document["model"] = nlohmann::json::parse(catalog::transformer_json(model).dump());
    document["training"]["tokens"] = tokens;
    document["training"]["global_batch_size"] = batch;
    document["cluster"]["nodes"] = nodes;
    return document;
  }

  void choose_sizes() {
    constexpr double kLeast = 0.05, kMargin = 4;  // chosen: no plan that anybody runs is slower, and none is faster
    const auto low = optimum(optimum_for_compute(question_.law, compute_at(kLeast), question_.conditions));
    const auto high = optimum(optimum_for_compute(question_.law, compute_at(1), question_.conditions));
    if (!low || !high) return;
    // From the smallest on, whatever the budget: a larger one looks at the same sizes, and more.
    for (Transformer& model : shapes_between(question_.rule, 0, kMargin * high->parameters, kSizeStep)) {
      Size size{.model = std::move(model)};
      size.parameters = static_cast<double>(count_parameters(size.model).total);
      if (size.parameters < low->parameters / kMargin) continue;
      const Flop compute = compute_at(kAssumedUtilisation);
      size.tokens = std::max(1e6, compute / (6 * flop) / size.parameters);
      size.batch = question_.batch.value_or(usual_batch(compute));
      sizes_.push_back(std::move(size));
    }
    found_.resize(sizes_.size());
  }

  /// Sequences by the rule of DeepSeek LLM.
  int usual_batch(Flop compute) const {
    return round_batch(model::deepseek_hyper_parameters(compute).batch_tokens / question_.sequence_length);
  }

  std::vector<std::size_t> all_sizes() const {
    std::vector<std::size_t> all(sizes_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
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

  /// The most tokens on so many nodes; 0: none.
  double most_tokens(const Size& size, int nodes) const {
    std::optional<Report> found;
    try {
      found = plan_on(
          scenario::read_scenario(document(size.model, static_cast<std::int64_t>(size.tokens), size.batch, nodes),
                                  catalog_, question_.base.folder),
          nodes);
    } catch (const InputError&) {
      return 0;  // the scenario is none on so many nodes
    }
    if (!found || found->memory.chance < found->scenario.fit_confidence) return 0;
    return most_tokens_of(found->scenario, size.tokens);
  }

  /// The same for what was planned.
  double most_tokens_of(const Scenario& planned, double near) const {
    const auto pays = [&](double log_tokens) {
      Scenario trial = planned;
      trial.network_flows.reset();
      trial.phases.front().tokens = static_cast<std::int64_t>(std::exp(log_tokens));
      return pays_for(answered(std::move(trial)));
    };
    // Money and days rise with tokens.  A step costs a ten-thousandth of what is looked for.
    constexpr double kWidth = 6, kNear = 1e-4;
    const double guess = std::log(near);
    double low = guess - kWidth, high = guess + kWidth;
    if (!pays(low)) return 0;
    while (high - low > kNear) {
      const double middle = (low + high) / 2;
      (pays(middle) ? low : high) = middle;
    }
    return std::exp(low);
  }

  void look(const std::vector<int>& nodes, const std::vector<std::size_t>& sizes) {
    std::vector<double> tokens(nodes.size() * sizes.size());
    const auto count = static_cast<std::int64_t>(tokens.size());
    parallel_for(
        count, threads_,
        [&](std::int64_t i) {
          const auto at = static_cast<std::size_t>(i);
          tokens[at] = most_tokens(sizes_[sizes[at % sizes.size()]], nodes[at / sizes.size()]);
        },
        watch_.part(answer_.num_points, answer_.num_points + count));
    answer_.num_points += count;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      const std::size_t size = sizes[at % sizes.size()];
      if (tokens[at] > found_[size].tokens)
        found_[size] = {.tokens = tokens[at], .nodes = nodes[at / sizes.size()], .batch = sizes_[size].batch};
    }
  }

  /// Numbers of nodes between the coarse neighbours of the best.
  void refine(const std::vector<std::size_t>& sizes) {
    for (const std::size_t size : sizes) {
      const auto [tokens, nodes, batch] = found_[size];
      if (tokens <= 0 || watch_.stopped()) continue;
      std::vector<int> between;
      for (const int number : plan::searched_numbers(2 * nodes))
        if (3 * number > 2 * nodes && 3 * number < 4 * nodes) between.push_back(number);
      look(between, {size});
    }
  }

  /// Of the sizes of least loss, on numbers of nodes near the best.  Where time binds a batch that grows with money may
  /// divide worse than a smaller one.
  void try_smaller_batches() {
    constexpr std::size_t kMostSizes = 4;  // chosen, with the next: a fifth of the work
    constexpr double kLeast = 0.25;        // of the rule's batch
    std::vector<std::pair<double, std::size_t>> by_loss;
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      if (const auto loss = found_[i].tokens > 0
                                ? loss_of(question_.law, sizes_[i].model, found_[i].tokens, question_.conditions)
                                : std::nullopt)
        by_loss.emplace_back(*loss, i);
    std::ranges::sort(by_loss);
    by_loss.resize(std::min(by_loss.size(), kMostSizes));
    for (const auto& [loss, size] : by_loss) {
      const int usual = sizes_[size].batch;
      for (int batch = round_batch(usual - 1); batch < sizes_[size].batch && batch >= kLeast * usual;
           batch = round_batch(batch - 1)) {
        sizes_[size].batch = batch;
        const int nodes = found_[size].nodes;
        std::vector<int> near;
        for (const int number : plan::searched_numbers(2 * nodes, kCoarseDigits))
          if (2 * number >= nodes) near.push_back(number);
        look(near, {size});
        if (found_[size].batch == batch) refine({size});
      }
      sizes_[size].batch = usual;
    }
  }

  void collect() {
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const auto& [tokens, nodes, batch] = found_[i];
      if (tokens <= 0) continue;
      const std::int64_t rounded = rounded_down(tokens);
      const auto loss = loss_of(question_.law, sizes_[i].model, static_cast<double>(rounded), question_.conditions);
      if (!loss) continue;
      answer_.sizes.push_back({.model = sizes_[i].model,
                               .parameters = sizes_[i].parameters,
                               .tokens = rounded,
                               .batch = batch,
                               .nodes = nodes,
                               .loss = *loss});
    }
  }

  /// The best that can be had when it is planned whole.
  void settle_best() {
    std::vector<SizeAnswer> left = answer_.sizes;
    while (const SizeAnswer* best = best_of(left)) {
      if (settle(*best)) return;
      left.erase(left.begin() + (best - left.data()));
    }
  }

  /// Plans a size whole.  What evaluate() finds on the same nodes may cost a hair more.
  bool settle(SizeAnswer best) {
    constexpr int kMostTries = 20;   // chosen, with the next: four percent less in all
    constexpr double kLess = 0.998;  // chosen: tokens of a try over those of the last
    for (int i = 0; i < kMostTries; ++i) {
      nlohmann::json asked = document(best.model, best.tokens, best.batch, best.nodes);
      Report report = evaluate(scenario::read_scenario(asked, catalog_, question_.base.folder));
      if (plan::verdict_of(report.obstacles) == plan::Verdict::kOk && pays_for(report)) {
        // Nodes that evaluate() leaves idle are spares, and with them there may be time and money for more.
        const std::int64_t more = rounded_down(most_tokens_of(report.scenario, static_cast<double>(best.tokens)));
        if (more > best.tokens) {
          nlohmann::json longer = document(best.model, more, best.batch, best.nodes);
          Report of_longer = evaluate(scenario::read_scenario(longer, catalog_, question_.base.folder));
          if (plan::verdict_of(of_longer.obstacles) == plan::Verdict::kOk && pays_for(of_longer)) {
            best.tokens = more;
            report = std::move(of_longer);
            asked = std::move(longer);
          }
        }
        best.loss = *loss_of(question_.law, best.model, static_cast<double>(best.tokens), question_.conditions);
        answer_.at_edge = answer_.sizes.size() < 2 || best.model == answer_.sizes.front().model ||
                          best.model == answer_.sizes.back().model;
        answer_.report = std::move(report);
        answer_.scenario = std::move(asked);
        answer_.bound_by = bound_by(best);
        tell_of(best);
        answer_.best = std::move(best);
        return true;
      }
      best.tokens = rounded_down(kLess * static_cast<double>(best.tokens));
    }
    return false;
  }

  /// What breaks first with more tokens.
  std::string bound_by(const SizeAnswer& best) const {
    constexpr double kMore = 1.01;  // times the tokens (chosen)
    Scenario more = answer_.report.scenario;
    more.network_flows.reset();
    more.phases.front().tokens = static_cast<std::int64_t>(kMore * static_cast<double>(best.tokens));
    const Report report = answered(std::move(more));
    if (!report.cost.total) return "blocks";
    if (*report.cost.total > question_.budget) return "money";
    return keeps_deadline(report) && !question_.until.empty() ? "until" : "time";
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
  std::vector<Size> sizes_;
  std::vector<Found> found_;  ///< by size
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

const SizeAnswer* best_of(const std::vector<SizeAnswer>& sizes) {
  const auto best = std::ranges::min_element(sizes, {}, &SizeAnswer::loss);
  return best == sizes.end() ? nullptr : &*best;
}

BudgetAnswer spend(const BudgetQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch) {
  return Budget(question, catalog, threads, watch).answer();
}

}  // namespace fmplan::what_if
