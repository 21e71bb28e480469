#include "cli/programme_arguments.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "cli/command_line.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"

namespace fmplan::cli {
namespace {

/// Chosen: hours of simulation, where a thousand trials tell as much.
constexpr std::int64_t kMostTrialsOfProgramme = 10'000'000;

}  // namespace

void add_programme_arguments(Command& command, ProgrammeArguments& arguments, const std::string& what) {
  command.add_argument("PROGRAMME", &arguments.asked.file, what + " (JSON); - reads stdin");
  command.add_option("--trials N", &arguments.trials, "programmes to simulate [default: 1000]");
  command.add_option("--set PATH=VALUE", &arguments.asked.sets,
                     "replace a value, items by name: pools.p5.deliveries.0.on=+14d; may be repeated");
  command.add_option("--drop PROJECT", &arguments.asked.drops, "without this project; may be repeated");
  command.add_option("--only ORGANISATION", &arguments.asked.only, "with one organisation's projects alone");
  command.add_option("--no-proof", &arguments.no_proof, "do not ask clasp for the best placement; faster");
}

programme::StudyOptions study_options(const ProgrammeArguments& arguments, const Options& options) {
  programme::StudyOptions study{
      .seed = options.seed, .threads = thread_count(options.jobs), .prove = !arguments.no_proof};
  if (arguments.trials.empty()) return study;
  const std::optional<std::int64_t> trials = parse_count(arguments.trials);
  if (!trials || *trials < 1 || *trials > kMostTrialsOfProgramme)
    throw InputError("--trials", fmt::format("\"{}\" is not a whole number from 1 to {}; for example 1000",
                                             arguments.trials, kMostTrialsOfProgramme));
  study.trials = *trials;
  return study;
}

}  // namespace fmplan::cli
