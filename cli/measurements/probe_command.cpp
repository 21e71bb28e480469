#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/outer_commands.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/assessment/probe_script.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"

namespace fmplan::cli {

void add_probe_command(Command& app, const Options& options) {
  Command& command = add_outer_command(app, "probe");
  auto question = std::make_shared<assessment::ProbeQuestion>();
  command.add_option("--on INSTANCE", &question->instance, "machine of the catalogue that it will run on").required =
      true;
  command.add_option("--model NAME", &question->model,
                     "of the catalogue, or a file: its layers' shapes are measured too [default: a ladder of shapes]");
  command.footer =
      "The script goes to -o FILE, and what it measures is told; without -o the script itself goes to stdout.\n"
      "Examples:\n"
      "  fmplan probe --model llama-3-8b --on p5.48xlarge -o probe.sh\n"
      "  bash probe.sh --dry-run                                        # says what it would measure\n"
      "  bash probe.sh                                                  # on the machine: writes RESULT.json\n"
      "  bash probe.sh --nodes 2 --rank 0 --master node0                # on two; --rank 1 on the second\n"
      "  fmplan calibrate probe RESULT.json -o mine/calibration/p5.48xlarge-probe.json\n"
      "  fmplan plan scenario.json --catalog mine";
  command.run = [question, &options] {
    const assessment::ProbeScript script =
        assessment::probe_script(*question, catalog::Catalog::shipped(options.catalog_dir));
    Options to_terminal = options;
    if (options.output.empty() && options.format == answer::Format::kTable) {
      write_stdout(script.text);
      return kOk;
    }
    if (!options.output.empty()) text::write_text_file(options.output, script.text);
    to_terminal.output.clear();
    print(script.document, to_terminal);
    return kOk;
  };
}

}  // namespace fmplan::cli
