#include "core/what_if/budget_question.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/notice_text.h"
#include "core/answer/scale_question.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::what_if {
namespace {

using nlohmann::json;

/// What the answer says, and so nobody states.
constexpr const char* kAnswered[] = {"model", "training.tokens", "training.phases", "cluster.nodes",
                                     "training.parallel"};

/// Whether setting one path says something of the other: one leads to the other.
bool meets(std::string path, const std::string& other) {
  std::ranges::replace(path, '/', '.');
  if (path.starts_with('.')) path.erase(0, 1);
  return path == other || path.starts_with(other + ".") || other.starts_with(path + ".");
}

/// "3 months", "6 weeks", "1 year" after `start`, by the calendar: a month after the 31st is the next one's last day.
std::optional<Date> calendar_end(const std::string& text, Date start) {
  namespace chrono = std::chrono;
  const std::size_t end_of_number = text.find_first_not_of("0123456789");
  const auto number = parse_count(text.substr(0, end_of_number));
  if (!number || end_of_number == std::string::npos || *number > 1200) return std::nullopt;
  std::string unit = text.substr(std::min(text.find_first_not_of(' ', end_of_number), text.size()));
  if (unit.ends_with('s')) unit.pop_back();
  const int times = static_cast<int>(*number);
  if (unit == "week") return Date{start.days_since_epoch + 7 * times};
  if (unit != "month" && unit != "year") return std::nullopt;
  const chrono::year_month_day from{chrono::sys_days{chrono::days{start.days_since_epoch}}};
  const chrono::year_month month =
      chrono::year_month{from.year(), from.month()} + chrono::months{unit == "year" ? 12 * times : times};
  const chrono::day last = (month / chrono::last).day();
  const chrono::sys_days end = month / std::min(from.day(), last);
  return Date{static_cast<int>(end.time_since_epoch().count())};
}

/// The last day of a run from `start`: "90 d" or "3 months" from it on, or the day itself.
std::optional<Date> last_day(const std::string& deadline, Date start) {
  if (const auto day_itself = parse_date(deadline)) return day_itself;
  if (const auto end = calendar_end(deadline, start)) return Date{end->days_since_epoch - 1};
  const auto time = parse_time(deadline);
  if (!time || *time < day) return std::nullopt;
  return date_after(start, std::floor(*time / day) * day - day);
}

bool has_not(const answer::Condition& condition) {
  return condition.kind == answer::Condition::Kind::kNot || std::ranges::any_of(condition.parts, has_not);
}

/// A condition under which fewer tokens never do worse, so that they can be bisected.
answer::Condition read_until(const std::string& text) {
  answer::Condition until = parse_condition(text, answer::plan_figures(), "--until");
  constexpr const char* kRising[] = {"days",       "finish", "cost", "gpu_hours",
                                     "node_hours", "energy", "co2",  "interruptions"};
  using enum answer::CompareOp;
  for (const answer::Bound& bound : bounds_of(until)) {
    if (!bound.figure.of_report)
      throw InputError("--until", fmt::format("{} is told of the answer alone; with --budget use {}, or --fail-if",
                                              bound.figure.name, fmt::join(kRising, ", ")));
    const std::string stem = bound.figure.name.substr(0, bound.figure.name.find('.'));
    const bool rises = std::ranges::find(kRising, stem) != std::end(kRising), falls = stem == "on_time";
    const bool bounds_above = bound.op == kLess || bound.op == kAtMost;
    const bool bounds_below = bound.op == kMore || bound.op == kAtLeast;
    if ((rises && !bounds_above) || (falls && !bounds_below))
      throw InputError("--until", fmt::format("{} with more tokens, so \"{}\" is met by more of them; with --budget "
                                              "write {}",
                                              bound.figure.name + (rises ? " rises" : " falls"), bound.text,
                                              bound.figure.name + (rises ? "<=" : ">=") + "…"));
  }
  if (has_not(until)) throw InputError("--until", "takes no \"not\" with --budget; turn the bound round");
  return until;
}

model::ScalingLaw loss_law(const std::string& name, const catalog::Catalog& catalog) {
  model::ScalingLaw law = answer::laws_named(name.empty() ? kUsualLaw : name, catalog).front();
  if (name != "all" && tells_loss(law)) return law;
  std::vector<std::string> names;
  for (const model::ScalingLaw& other : answer::laws_named("all", catalog))
    if (tells_loss(other)) names.push_back(other.name);
  throw InputError("--law", fmt::format("{} does not tell the loss of a dense model of any size on any tokens; use {}",
                                        name, fmt::join(names, ", ")));
}

std::vector<model::Transformer> known_models(const catalog::Catalog& catalog) {
  std::vector<model::Transformer> models;
  for (const std::string& name : catalog.names("models")) models.push_back(catalog.model(name));
  return models;
}

/// No law tells the loss of adapters: what they sit on is trained already.
void refuse_adapters(const plan::Scenario& scenario) {
  if (scenario.adapter_rank == 0) return;
  throw InputError(
      "--set training.kind",
      "\"lora\" trains adapters of a model that is there, and laws tell the loss of training from scratch; "
      "leave training.kind out, or ask for days or cost: fmplan solve SCENARIO --vary cluster.nodes=1..16 "
      "--until 'days<=30'");
}

void take_price(const plan::Scenario& scenario, const plan::Report& report, BudgetQuestion& question) {
  const plan::Notices& warnings = report.warnings;
  for (const plan::Notice& warning : warnings)
    if (warning.kind == plan::NoticeKind::kPartUnpriced)
      throw InputError("--set", answer::notice_text(warning) + " Leave it out, so that it is known what money buys.");
  if (scenario.price.chosen && scenario.price.chosen->price) {
    question.node_price = *scenario.price.chosen->price;
    return;
  }
  std::string hint;
  for (const plan::Notice& warning : warnings)
    if (warning.kind == plan::NoticeKind::kPriceNearby) hint = " " + answer::notice_text(warning);
  throw InputError("--on", fmt::format("no {} price of {} in {} on {} is known, so nothing is known of what the money "
                                       "buys; --set price.per_node_hour='40 $/h' states one.{}",
                                       scenario.price.kind, scenario.cluster.instance.name, scenario.price.region,
                                       date_text(*scenario.price.on), hint));
}

}  // namespace

BudgetOptions planned_scale(const answer::ScaleOptions& scale, const std::string& days) {
  if (scale.budget.empty() || !scale.compute.empty() || !scale.parameters.empty() || !scale.tokens.empty() ||
      !scale.loss.empty() || !scale.mfu.empty() || !scale.inference_tokens.empty() || !scale.unique_tokens.empty())
    throw InputError("--days",
                     "goes with --budget and --on alone, for instance --budget '$3M' --on p5.48xlarge --days 60");
  const bool bare = days.find_first_not_of("0123456789.") == std::string::npos;
  BudgetOptions asked{.budget = scale.budget,
                      .on = scale.instance,
                      .deadline = bare ? days + " d" : days,
                      .law = scale.law == "all" ? "" : scale.law,
                      .sets = {"price.kind=" + scale.price_kind}};
  if (!scale.region.empty()) asked.sets.push_back("price.region=" + scale.region);
  if (!scale.date.empty()) asked.sets.push_back("price.on=" + scale.date);
  return asked;
}

BudgetQuestion budget_question(const BudgetOptions& options, const catalog::Catalog& catalog) {
  BudgetQuestion question;
  question.sets = options.sets;
  question.rule = fit_shape_rule(known_models(catalog));
  Issues issues;
  // Shells take "$3" of "$3M" for a variable's name: what is left is as clear.
  const auto bare = parse_money("$" + options.budget), budget = bare ? bare : parse_money(options.budget);
  constexpr double kMost = 1e12;  // dollars (chosen: more than anybody has)
  if (budget && *budget / dollar > kMost)
    issues.push_back({"--budget", fmt::format("{} is more than {}", options.budget, money_text(kMost * dollar))});
  if (!budget || !(*budget > Dollars{}))
    issues.push_back({"--budget", fmt::format("cannot read \"{}\"; write it like '$3M'", options.budget)});
  if (options.on.empty()) issues.push_back({"--on", "says on which machine, for instance --on p5.48xlarge"});
  collect(issues, [&] { question.law = loss_law(options.law, catalog); });
  collect(issues, [&] { question.others = answer::laws_named("all", catalog); });
  collect(issues, [&] {
    if (!options.until.empty()) question.until = {read_until(options.until)};
  });
  json& document = question.base.document;
  question.base.name = "budget";
  question.base.folder = ".";
  document = {{"version", 1},
              {"model", "llama-3-8b"},
              {"training", {{"tokens", "1T"}, {"sequence_length", 8192}, {"global_batch_size", 512}}},
              {"cluster", {{"instance", options.on}, {"nodes", 16}}}};
  bool states_batch = false;
  for (const std::string& set : options.sets) {
    const std::string path = set.substr(0, set.find('='));
    if (std::ranges::any_of(kAnswered, [&](const char* answered) { return meets(path, answered); }))
      issues.push_back({"--set " + path, "is what the answer says; leave it out"});
    else
      collect(issues, [&] { scenario::set_value(document, set); });
    states_batch = states_batch || meets(path, "training.global_batch_size");
  }
  collect(issues, [&] {
    json open = document;
    open["cluster"]["nodes"] = "auto";  // those of the document stand in for many numbers
    scenario::require_nodes_of_failures(open);
  });
  if (!issues.empty()) throw InputError(std::move(issues));
  question.budget = *budget;
  // Any model tells what of the rest cannot be read.
  const plan::Scenario placeholder = scenario::read_scenario(document, catalog, question.base.folder);
  refuse_adapters(placeholder);
  question.sequence_length = placeholder.phases.front().sequence_length;
  take_price(placeholder, evaluate_briefly(placeholder), question);
  if (states_batch) question.batch = placeholder.phases.front().global_batch_size;
  const hardware::Instance& instance = placeholder.cluster.instance;
  const answer::ScaleMachine machine = answer::scale_machine(
      {instance.name, placeholder.price.region, placeholder.price.kind, placeholder.price.on}, catalog);
  question.node_peak = instance.accelerators_per_node * machine.peak;
  if (!options.deadline.empty() && placeholder.deadline)
    throw InputError("--deadline", "stands beside run.deadline; leave one of the two out");
  if (!options.deadline.empty()) {
    const auto last = last_day(options.deadline, placeholder.start);
    if (!last || *last < placeholder.start)
      throw InputError("--deadline",
                       fmt::format("cannot read \"{}\"; write a time of a day or more, '90 d' or '3 months', "
                                   "or a day after {}, the first of the run",
                                   options.deadline, date_text(placeholder.start)));
    document["run"]["deadline"] = date_text(*last);
  }
  if (const json::json_pointer at("/run/deadline"); document.contains(at))
    if (const auto last = parse_date(document.at(at).is_string() ? document.at(at).get<std::string>() : ""))
      question.days = last->days_since_epoch - placeholder.start.days_since_epoch + 1;
  return question;
}

}  // namespace fmplan::what_if
