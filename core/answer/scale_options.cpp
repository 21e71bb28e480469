#include "core/answer/scale_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"

namespace fmplan::answer {
namespace {

std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<double> parse_count_as_double(std::string_view text) {
  const std::optional<std::int64_t> count = parse_count(text);
  return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

/// What `parse` makes of a text that was given; an issue where it makes nothing of it.
template <class Parse>
auto read(const char* option, const std::string& text, const Parse& parse, const char* example, Issues& issues)
    -> decltype(parse(text)) {
  if (text.empty()) return std::nullopt;
  const auto value = parse(text);
  if (!value) issues.push_back({option, fmt::format("cannot read \"{}\"; write it like {}", text, example)});
  return value;
}

/// Conditions that the one law asked knows nothing of: its answer would be as if they had not been stated.
Issues unknown_conditions(const ScaleQuestion& question, const catalog::Catalog& catalog) {
  Issues issues;
  const auto refuse = [&](const char* option, const char* rule, bool (*knows)(const model::ScalingLaw&)) {
    if (knows(question.laws.front())) return;
    std::vector<std::string> names;
    for (const model::ScalingLaw& law : catalog.scaling_laws())
      if (knows(law)) names.push_back("--law " + law.name);
    names.emplace_back("--law all");
    issues.push_back({option, fmt::format("{} {}; use {}", question.law, rule, fmt::join(names, ", "))});
  };
  if (question.law == "all") return issues;
  if (question.conditions.unique_tokens)
    refuse("--unique-tokens", "takes all tokens as fresh", model::knows_repetition);
  if (question.conditions.inference_tokens)
    refuse("--inference-tokens", "divides training alone", model::weighs_serving);
  return issues;
}

}  // namespace

ScaleQuestion scale_question(const ScaleOptions& options, const catalog::Catalog& catalog) {
  Issues issues;
  const auto count = parse_count_as_double;
  ScaleQuestion question;
  question.compute = read("--compute", options.compute, parse_flop, "1e24 or \"100 PF-days\"", issues);
  question.parameters = read("--params", options.parameters, count, "70B", issues);
  question.tokens = read("--tokens", options.tokens, count, "15T", issues);
  question.loss = read("--loss", options.loss, parse_number, "2.0", issues);
  const auto dollars = [](const std::string& text) {
    const auto bare = parse_money("$" + text);
    return bare ? bare : parse_money(text);
  };
  question.budget = read("--budget", options.budget, dollars, "'$5M'", issues);
  question.mfu_given = !options.mfu.empty();
  question.mfu = read("--mfu", options.mfu, parse_ratio, "40%", issues).value_or(question.mfu);
  question.law = options.law;
  model::LawConditions& conditions = question.conditions;
  conditions.inference_tokens = read("--inference-tokens", options.inference_tokens, count, "1T", issues);
  conditions.unique_tokens = read("--unique-tokens", options.unique_tokens, count, "1T", issues);
  conditions.num_experts = options.num_experts;
  conditions.granularity = options.granularity;
  const std::optional<Date> on = read("--date", options.date, parse_date, "2025-07-01", issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  if (!options.instance.empty())
    question.machine = scale_machine({options.instance, options.region, options.price_kind, on}, catalog);
  issues = problems(question);
  if (!issues.empty()) throw InputError(std::move(issues));
  question.laws = laws_named(question.law, catalog);
  issues = unknown_conditions(question, catalog);
  if (!issues.empty()) throw InputError(std::move(issues));
  question.batch_law = critical_batch_law(catalog);
  return question;
}

}  // namespace fmplan::answer
