#include <fmt/format.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cli/budget_output.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/settings.h"
#include "core/answer/document.h"
#include "core/answer/scale_chart.h"
#include "core/answer/scale_document.h"
#include "core/answer/scale_options.h"
#include "core/catalog/catalog.h"
#include "core/picture/loss_map.h"
#include "core/text/json_text.h"
#include "core/what_if/budget_question.h"

namespace fmplan::cli {
namespace {

/// As typed; region and kind of the price are empty where they were not given.
struct ScaleArguments {
  answer::ScaleOptions scale{.price_kind = ""};
  std::string days;
};

/// Where and how is bought, as asked for, else as it is set, else as most do.
void settle_price(answer::ScaleOptions& arguments, const Options& options, const catalog::Catalog& catalog) {
  std::vector<std::string> sets;
  const auto add = [&sets](const char* path, const std::string& value) {
    if (!value.empty()) sets.push_back(path + value);
  };
  add("price.region=", arguments.region);
  add("price.kind=", arguments.price_kind);
  for (const std::string& set : buying_sets(options, arguments.instance, sets, catalog))
    (set.starts_with("price.region=") ? arguments.region : arguments.price_kind) = set.substr(set.find('=') + 1);
  if (arguments.price_kind.empty()) arguments.price_kind = answer::kUsualPriceKind;
}

ExitCode run_planned(answer::ScaleOptions arguments, const std::string& days, const Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  settle_price(arguments, options, catalog);
  const what_if::BudgetOptions asked = what_if::planned_scale(arguments, days);
  if (has_ending(options.output, {".svg"}))
    throw InputError("--output",
                     "a plan within so many days has no picture over parameters and tokens; leave --days out");
  return print_budget(budget_question(asked, catalog), catalog, options);
}

/// With a picture where there is a place for one: in a page, which is always a file, or written beside the answer.
ExitCode run_scale(const answer::ScaleQuestion& question, Options options) {
  if (has_ending(options.output, {".svg"})) {
    const auto chart = answer::scale_chart(question);
    if (const auto* none = std::get_if<model::NoAnswer>(&chart))
      throw InputError("--output", fmt::format("there is nothing to draw: {}", none->reason));
    text::write_text_file(options.output, loss_map_svg(std::get<answer::ScaleChart>(chart).map));
    options.output.clear();
  }
  const answer::Document document = scale_document(question);
  if (options.format == answer::Format::kHtml)
    text::write_text_file(options.output, scale_page(question));
  else
    print(document, options);
  return answer::any_answer(document) ? kOk : kCannotRun;
}

}  // namespace

void add_scale_command(Command& app, const Options& options) {
  const auto arguments = std::make_shared<ScaleArguments>();
  const auto with_default = [](const char* what, const auto& value) {
    return fmt::format("{} [default: {}]", what, value);
  };
  answer::ScaleOptions& scale = arguments->scale;
  Command& command = app.add_command("scale", "Scaling laws: from a budget, a size, tokens or a loss to the rest");
  command.add_option("--compute TEXT", &scale.compute, "training compute: 1e24, \"100 PF-days\"");
  command.add_option("--params TEXT", &scale.parameters, "parameters: 70B (with --tokens: predict the loss)");
  command.add_option("--tokens TEXT", &scale.tokens, "training tokens: 15T");
  command.add_option("--loss TEXT", &scale.loss, "loss to reach, nats per token");
  command.add_option("--budget TEXT", &scale.budget, "money: '$5M' (needs --on)");
  command.add_option(
      "--days TEXT", &arguments->days,
      "with --budget and --on: planned with real step times to end within so many days, as solve --budget");
  command.add_option("--on TEXT", &scale.instance, "instance type: p5.48xlarge; adds hours and cost");
  command.add_option("--law TEXT", &scale.law, with_default("one law by name, or all", scale.law));
  command.add_option("--mfu TEXT", &scale.mfu, "share of the half-precision peak (assumed: 40%)");
  command.add_option("--inference-tokens TEXT", &scale.inference_tokens, "tokens to be served, for sardana-2024");
  command.add_option("--unique-tokens TEXT", &scale.unique_tokens, "tokens there are, for muennighoff-2023");
  command.add_option("--experts INT", &scale.num_experts, with_default("for clark-2022", scale.num_experts));
  command.add_option("--granularity FLOAT", &scale.granularity, with_default("for krajewski-2024", scale.granularity));
  command.add_option("--region TEXT", &scale.region, "of the price (default: as plan's, where the machine is sold)");
  command.add_option("--price-kind TEXT", &scale.price_kind, with_default("of the price", answer::kUsualPriceKind));
  command.add_option("--date TEXT", &scale.date, "day of the price, YYYY-MM-DD (default: the day of the catalogues)");
  command.file_endings = {".svg"};
  command.footer =
      "Examples:\n"
      "  fmplan scale --compute 1e24 --on p5.48xlarge\n"
      "  fmplan scale --params 70B --tokens 15T --law hoffmann-2022-3 -o loss.svg\n"
      "  fmplan scale --params 70B --tokens 15T\n"
      "  fmplan scale --loss 2.0 --law sardana-2024 --inference-tokens 1T\n"
      "  fmplan scale --budget '$5M' --on p5.48xlarge --mfu 45%\n"
      "  fmplan scale --budget '$3M' --on p5.48xlarge --days 60";
  command.run = [arguments, &options] {
    if (!arguments->days.empty()) return run_planned(arguments->scale, arguments->days, options);
    answer::ScaleOptions asked = arguments->scale;
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    settle_price(asked, options, catalog);
    return run_scale(answer::scale_question(asked, catalog), options);
  };
}

}  // namespace fmplan::cli
