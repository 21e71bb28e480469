#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/programme_arguments.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "core/answer/gate.h"
#include "core/picture/gantt_svg.h"
#include "core/picture/gantt_text.h"
#include "core/programme/edit.h"
#include "core/programme/explain_programme.h"
#include "core/programme/programme_answer.h"
#include "core/programme/programme_calendar.h"
#include "core/programme/programme_document.h"
#include "core/programme/programme_figures.h"
#include "core/programme/programme_page.h"
#include "core/programme/programme_picture.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/question.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

struct PlanArguments {
  ProgrammeArguments programme;
  bool no_remedies = false;
  std::vector<std::string> fail_if, explain;
};

void show_programme(const programme::ProgrammeAnswer& answer, const Options& options) {
  answer::Document document = programme_document(answer);
  if (has_ending(options.output, {".svg"})) {
    text::write_text_file(options.output, gantt_svg(gantt_of(answer)));
  } else if (has_ending(options.output, {".ics"})) {
    text::write_text_file(options.output, programme_calendar(answer));
  } else if (has_ending(options.output, {".html"})) {
    text::write_text_file(options.output, programme_page(answer));
  } else {
    if (options.format == answer::Format::kTable && options.output.empty()) {
      const picture::PictureStyle style{
          .width = output_width(), .color = use_color(options), .blocks = picture::shows_blocks()};
      write_stdout(text::bold(text::printable(document.headline), style.color) + "\n\n" +
                   gantt_text(gantt_of(answer), style) + "\n");
      document.headline.clear();
    }
    print(document, options);
  }
}

int run_programme(const PlanArguments& arguments, const Options& options) {
  const std::vector<answer::Condition> gates =
      answer::parse_conditions(arguments.fail_if, programme::programme_figures(), "--fail-if");
  const programme::StudyOptions study = study_options(arguments.programme, options);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const programme::ProgrammeQuestion question = programme_question(arguments.programme.asked, catalog);
  programme::check_money_bounds(gates, question.programme.currency, "--fail-if");
  programme::ProgrammeAnswer answer;
  bool stopped = false;
  {
    InterruptibleProgress watch(options, "planning the programme");
    answer = programme::answer_programme(question, catalog, study, !arguments.no_remedies && arguments.explain.empty(),
                                         watch, [&watch](const std::string& what) { watch.rename(what); });
    stopped = watch.stopped();
  }
  const text::Json json = programme_report_json(answer);
  if (arguments.explain.empty()) {
    show_programme(answer, options);
  } else {
    print(explain_programme(arguments.explain, answer, json), options);
  }
  if (stopped) return kInterrupted;
  if (const int gate = report_gates(answer::exceeded_gates(gates, programme::programme_values(json)), options);
      gate != kOk)
    return gate;
  const bool all_placed =
      std::ranges::none_of(answer.study.projects, [](const auto& project) { return project.phases.empty(); });
  return all_placed ? kOk : kCannotRun;
}

}  // namespace

void add_programme_command(Command& app, const Options& options) {
  Command& command =
      app.add_command("programme", "many projects on shared capacity: who gets what and when, and who is at risk");
  auto arguments = std::make_shared<PlanArguments>();
  add_programme_arguments(command, arguments->programme);
  command.add_option("--no-remedies", &arguments->no_remedies, "do not look for what would help projects at risk");
  command.add_option("--fail-if CONDITION", &arguments->fail_if,
                     "exit with 4 if it holds, for instance 'on_time<90%'; may be repeated");
  command
      .add_option("--explain KEY", &arguments->explain,
                  "say how figures come about instead, for instance cost,on_time, or all")
      .separator = ',';
  command.file_endings = {".svg", ".html", ".ics"};
  command.footer =
      "Examples:\n"
      "  fmplan programme programmes/two-teams.json\n"
      "  fmplan programme programmes/geniac-cycle2.json --trials 1000 -o plan.html\n"
      "  fmplan programme programmes/geniac-cycle2.json --set pools.p5-tokyo.deliveries.0.on=+14d\n"
      "  fmplan programme programmes/campus.json -o campus.ics\n"
      "Ctrl-C ends the simulation and shows what there is.";
  command.run = [arguments, &options] { return run_programme(*arguments, options); };
}

}  // namespace fmplan::cli
