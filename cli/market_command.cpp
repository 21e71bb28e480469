#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/base/parallel.h"
#include "core/text/json_text.h"
#include "core/what_if/market_document.h"
#include "core/what_if/market_picture.h"
#include "core/what_if/market_question.h"

namespace fmplan::cli {
namespace {

/// As a picture, as a page with it, or in words.
void show_market(const what_if::MarketQuestion& question, const what_if::MarketAnswer& answer,
                 const catalog::Catalog& catalog, const Options& options) {
  const answer::Document document = market_document(question, answer, catalog);
  if (has_ending(options.output, {".svg"})) {
    text::write_text_file(options.output, market_svg(question, answer));
  } else if (has_ending(options.output, {".html"})) {
    text::write_text_file(options.output, market_page(question, answer, document));
  } else {
    print(document, options);
  }
}

int run_market(what_if::MarketOptions asked, const Options& options) {
  const auto as_set = [&options](std::string& list, const std::string& set, const char* option) {
    if (!list.empty() || set.empty()) return;
    list = set;
    if (!options.quiet) write_message(fmt::format("{} {}: as fmplan config says", option, set));
  };
  as_set(asked.regions, options.region, "--regions");
  as_set(asked.kinds, options.price_kind, "--kinds");
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const what_if::MarketQuestion question = market_question(asked, catalog);
  what_if::MarketAnswer answer;
  {
    InterruptibleProgress watch(options, "looking at the market");
    answer = look_at_market(question, catalog, thread_count(options.jobs), watch);
  }
  show_market(question, answer, catalog, options);
  if (answer.stopped) return kInterrupted;
  return answer.lines.empty() ? kCannotRun : kOk;
}

}  // namespace

void add_market_command(Command& app, const Options& options) {
  Command& command =
      app.add_command("market", "which machine, where, bought how, and how many: the best offer of each");
  auto asked = std::make_shared<what_if::MarketOptions>();
  command.add_argument("SCENARIO", &asked->file, "scenario file (JSON); - reads stdin");
  command.add_option("--until CONDITION", &asked->until,
                     "what must hold, beside run.deadline: 'days<=90 and cost.p90<$80M'; without either say "
                     "what is to be the least or the most");
  command.add_option("--minimize FIGURE", &asked->minimize, "the best has the least of it [default: cost]");
  command.add_option("--maximize FIGURE", &asked->maximize, "the best has the most of it");
  command
      .add_option("--on LIST", &asked->on,
                  "machines: 'p5*,p6*,trn2*' [default: those of the scenario's provider]; '*' is all")
      .problem = [](const std::string& list) { return list.empty() ? "names no machine; '*' is all" : ""; };
  command.add_option("--regions LIST", &asked->regions, "where: 'us-*,eu-*' [default: all but governments']");
  command.add_option("--kinds LIST", &asked->kinds,
                     "ways of buying: on_demand,capacity_block [default: all but reservations]");
  command.add_option("--nodes LIST", &asked->nodes,
                     "numbers of nodes: 64..512:8 [default: 1 to 20,000, each within 3 % of the next]");
  command.add_option("--set PATH=VALUE", &asked->sets, "replace a value, as for plan; may be repeated");
  command.file_endings = {".svg", ".html"};
  command.footer =
      "Examples:\n"
      "  fmplan market scenarios/llama3-70b-p5.json --until 'finish.p90<=2025-09-30'\n"
      "  fmplan market scenarios/llama3-70b-p5.json --until 'days<=90' --on 'p5*,trn*' --minimize cost.p90\n"
      "  fmplan market scenarios/llama3-70b-p5.json --until 'cost<=$80M' --on '*' --minimize days\n"
      "  fmplan market finetune.json --on '*' --minimize cost --nodes 1..4\n"
      "Ctrl-C ends the search and shows the best so far.";
  command.run = [asked, &options] { return run_market(*asked, options); };
}

}  // namespace fmplan::cli
