#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/budget_output.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/settings.h"
#include "core/answer/document.h"
#include "core/answer/scale_document.h"
#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"
#include "core/what_if/budget_question.h"

namespace fmplan::cli {
namespace {

/// Options as typed; empty: not given.
struct ScaleArguments {
  std::string compute, parameters, tokens, loss, budget;
  std::string law = "all";
  std::string instance, mfu, inference_tokens, unique_tokens, date;
  std::string days;
  std::string region, price_kind;
  int num_experts = 64;
  double granularity = 8;
};

constexpr const char* kUsualRegion = "us-east-1";
constexpr const char* kUsualKind = "on_demand";

/// Where and how is bought, as asked for, else as it is set, else as most do.
void settle_price(ScaleArguments& arguments, const Options& options, const catalog::Catalog& catalog) {
  std::vector<std::string> sets;
  const auto add = [&sets](const char* path, const std::string& value) {
    if (!value.empty()) sets.push_back(path + value);
  };
  add("price.region=", arguments.region);
  add("price.kind=", arguments.price_kind);
  for (const std::string& set : buying_sets(options, arguments.instance, sets, catalog))
    (set.starts_with("price.region=") ? arguments.region : arguments.price_kind) = set.substr(set.find('=') + 1);
  if (arguments.region.empty()) arguments.region = kUsualRegion;
  if (arguments.price_kind.empty()) arguments.price_kind = kUsualKind;
}

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

answer::ScaleQuestion question_of(ScaleArguments arguments, const Options& options) {
  Issues issues;
  const auto count = parse_count_as_double;
  answer::ScaleQuestion question;
  question.compute = read("--compute", arguments.compute, parse_flop, "1e24 or \"100 PF-days\"", issues);
  question.parameters = read("--params", arguments.parameters, count, "70B", issues);
  question.tokens = read("--tokens", arguments.tokens, count, "15T", issues);
  question.loss = read("--loss", arguments.loss, parse_number, "2.0", issues);
  const auto dollars = [](const std::string& text) {
    const auto bare = parse_money("$" + text);
    return bare ? bare : parse_money(text);
  };
  question.budget = read("--budget", arguments.budget, dollars, "'$5M'", issues);
  question.mfu_given = !arguments.mfu.empty();
  question.mfu = read("--mfu", arguments.mfu, parse_ratio, "40%", issues).value_or(question.mfu);
  question.law = arguments.law;
  question.conditions = {
      .inference_tokens = read("--inference-tokens", arguments.inference_tokens, count, "1T", issues),
      .unique_tokens = read("--unique-tokens", arguments.unique_tokens, count, "1T", issues),
      .num_experts = arguments.num_experts,
      .granularity = arguments.granularity};
  const std::optional<Date> on = read("--date", arguments.date, parse_date, "2025-07-01", issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  settle_price(arguments, options, catalog);
  if (!arguments.instance.empty())
    question.machine = answer::scale_machine({arguments.instance, arguments.region, arguments.price_kind, on}, catalog);
  issues = answer::problems(question);
  if (!issues.empty()) throw InputError(std::move(issues));
  question.laws = answer::laws_named(question.law, catalog);
  question.batch_law = answer::critical_batch_law(catalog);
  return question;
}

/// With the step times of plans in place of an assumed utilisation.
ExitCode run_planned(ScaleArguments arguments, const Options& options) {
  if (arguments.budget.empty() || !arguments.compute.empty() || !arguments.parameters.empty() ||
      !arguments.tokens.empty() || !arguments.loss.empty() || !arguments.mfu.empty() ||
      !arguments.inference_tokens.empty() || !arguments.unique_tokens.empty())
    throw InputError("--days",
                     "goes with --budget and --on alone, for instance --budget '$3M' --on p5.48xlarge --days 60");
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  settle_price(arguments, options, catalog);
  const bool bare = arguments.days.find_first_not_of("0123456789.") == std::string::npos;
  what_if::BudgetOptions asked{.budget = arguments.budget,
                               .on = arguments.instance,
                               .deadline = bare ? arguments.days + " d" : arguments.days,
                               .law = arguments.law == "all" ? "" : arguments.law,
                               .sets = {"price.region=" + arguments.region, "price.kind=" + arguments.price_kind}};
  if (!arguments.date.empty()) asked.sets.push_back("price.on=" + arguments.date);
  return print_budget(budget_question(asked, catalog), catalog, options);
}

}  // namespace

void add_scale_command(Command& app, const Options& options) {
  const auto arguments = std::make_shared<ScaleArguments>();
  const auto with_default = [](const char* what, const auto& value) {
    return fmt::format("{} [default: {}]", what, value);
  };
  Command& command = app.add_command("scale", "Scaling laws: from a budget, a size, tokens or a loss to the rest");
  command.add_option("--compute TEXT", &arguments->compute, "training compute: 1e24, \"100 PF-days\"");
  command.add_option("--params TEXT", &arguments->parameters, "parameters: 70B (with --tokens: predict the loss)");
  command.add_option("--tokens TEXT", &arguments->tokens, "training tokens: 15T");
  command.add_option("--loss TEXT", &arguments->loss, "loss to reach, nats per token");
  command.add_option("--budget TEXT", &arguments->budget, "money: '$5M' (needs --on)");
  command.add_option(
      "--days TEXT", &arguments->days,
      "with --budget and --on: planned with real step times to end within so many days, as solve --budget");
  command.add_option("--on TEXT", &arguments->instance, "instance type: p5.48xlarge; adds hours and cost");
  command.add_option("--law TEXT", &arguments->law, with_default("one law by name, or all", arguments->law));
  command.add_option("--mfu TEXT", &arguments->mfu, "share of the half-precision peak (assumed: 40%)");
  command.add_option("--inference-tokens TEXT", &arguments->inference_tokens, "tokens to be served, for sardana-2024");
  command.add_option("--unique-tokens TEXT", &arguments->unique_tokens, "tokens there are, for muennighoff-2023");
  command.add_option("--experts INT", &arguments->num_experts, with_default("for clark-2022", arguments->num_experts));
  command.add_option("--granularity FLOAT", &arguments->granularity,
                     with_default("for krajewski-2024", arguments->granularity));
  command.add_option("--region TEXT", &arguments->region, with_default("of the price", kUsualRegion));
  command.add_option("--price-kind TEXT", &arguments->price_kind, with_default("of the price", kUsualKind));
  command.add_option("--date TEXT", &arguments->date,
                     "day of the price, YYYY-MM-DD (default: the day of the catalogues)");
  command.footer =
      "Examples:\n"
      "  fmplan scale --compute 1e24 --on p5.48xlarge\n"
      "  fmplan scale --params 70B --tokens 15T\n"
      "  fmplan scale --loss 2.0 --law sardana-2024 --inference-tokens 1T\n"
      "  fmplan scale --budget '$5M' --on p5.48xlarge --mfu 45%\n"
      "  fmplan scale --budget '$3M' --on p5.48xlarge --days 60";
  command.run = [arguments, &options] {
    if (!arguments->days.empty()) return static_cast<int>(run_planned(*arguments, options));
    const answer::Document document = answer::scale_document(question_of(*arguments, options));
    print(document, options);
    return static_cast<int>(answer::any_answer(document) ? kOk : kCannotRun);
  };
}

}  // namespace fmplan::cli
