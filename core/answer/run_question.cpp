#include "core/answer/run_question.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

/// Chosen: hours of simulation, where ten thousand trials tell as much.
constexpr std::int64_t kMostTrials = 100'000'000;

constexpr std::int64_t kMostSpares = 1'000'000;  // chosen: more than anybody has nodes

std::optional<std::int64_t> count_between(const std::string& text, std::int64_t least, std::int64_t most) {
  const std::optional<std::int64_t> count = parse_count(text);
  return count && *count >= least && *count <= most ? count : std::nullopt;
}

}  // namespace

RunQuestion run_question(const RunArguments& arguments, Issues& issues) {
  RunQuestion question{.options = {}, .files = run_files(arguments.files)};
  plan::RunStudyOptions& options = question.options;
  if (!arguments.trials.empty()) {
    const auto trials = count_between(arguments.trials, 1, kMostTrials);
    if (!trials)
      issues.push_back({"--trials", fmt::format("\"{}\" is not a whole number from 1 to {}; for example 10000",
                                                arguments.trials, kMostTrials)});
    options.trials = trials.value_or(options.trials);
    options.trials_per_change = std::min(options.trials_per_change, options.trials);
  }
  if (arguments.no_changes) options.trials_per_change = 0;
  if (!arguments.spares.empty() && arguments.spares != "auto" && !count_between(arguments.spares, 0, kMostSpares))
    issues.push_back(
        {"--spares", fmt::format("\"{}\" is neither auto nor a number of nodes; for example 4", arguments.spares)});
  const std::string& timeline = question.files.timeline = arguments.timeline;
  if (!timeline.empty() && std::filesystem::path(timeline).extension() != ".json")
    issues.push_back(
        {"--timeline", fmt::format("\"{}\" does not end in .json; write for example one-trial.json", timeline)});
  if (arguments.trial.empty()) return question;
  question.files.trial = count_between(arguments.trial, 0, kMostTrials);
  if (!question.files.trial)
    issues.push_back(
        {"--trial", fmt::format("\"{}\" is not a whole number from 0 on; for example 17", arguments.trial)});
  if (timeline.empty())
    issues.push_back({"--trial", "says which trial the timeline shows; add --timeline one-trial.json"});
  return question;
}

}  // namespace fmplan::answer
