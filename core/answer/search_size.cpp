#include "core/answer/search_size.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return elapsed.count();
}

/// Stops what has taken longer than a limit.
class TimeLimit final : public JobWatcher {
 public:
  explicit TimeLimit(double seconds) : limit_(seconds) {}

  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return elapsed() >= limit_; }
  double elapsed() const { return seconds_since(start_); }

 private:
  Clock::time_point start_ = Clock::now();
  double limit_;
};

/// How long the search would take, by a short one on each of some machines of the question, evenly chosen.  A larger
/// one breaks more rules, and so is not slower by its plans.
double estimated_seconds(const plan::Scenario& scenario, const plan::Phase& phase,
                         const plan::SearchQuestion& question) {
  // Chosen: under a second in all, before a search that may take minutes.
  constexpr std::size_t kMostMachines = 8;
  constexpr double kSecondsEach = 0.1;
  const std::size_t num = question.node_counts.size();
  const std::size_t num_sampled = std::min(num, kMostMachines);
  double seconds = 0;
  for (std::size_t i = 0; i < num_sampled; ++i) {
    plan::SearchQuestion one = question;
    one.node_counts = {question.node_counts[(2 * i + 1) * num / (2 * num_sampled)]};
    TimeLimit limit(kSecondsEach);
    const plan::SearchResult part = search(scenario, phase, one, limit);
    if (part.counts.total() > 0)
      seconds += limit.elapsed() * static_cast<double>(part.num_plans) / static_cast<double>(part.counts.total());
  }
  return seconds * static_cast<double>(num) / static_cast<double>(num_sampled);
}

std::string narrowing_text(const std::vector<Narrowing>& narrowings) {
  constexpr std::size_t kShown = 4;  // chosen: one line
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, narrowings.size()); ++i)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", narrowings[i].option,
                        count_text(static_cast<double>(narrowings[i].num_plans)));
  return text;
}

}  // namespace

void check_search_size(const plan::Scenario& scenario, const plan::Phase& phase, const plan::SearchQuestion& question,
                       const SearchArguments& arguments) {
  const std::optional<std::int64_t> most = parse_count(arguments.max_plans);
  if (!most || *most < 1)
    throw InputError("--max-plans", fmt::format("cannot read \"{}\"; write it like 5B", arguments.max_plans));
  const std::int64_t size = num_plans(scenario, phase, question);
  if (size == 0) {
    const std::vector<Narrowing> wider = widenings(scenario, phase, arguments);
    throw InputError("/training/parallel",
                     wider.empty()
                         ? "no plan divides model, nodes and batch with these options; leave some of them out"
                         : fmt::format("no plan divides model, nodes and batch with these options; without one "
                                       "of them there are plans: {}",
                                       narrowing_text(wider)));
  }
  if (size <= *most) return;
  const double seconds = estimated_seconds(scenario, phase, question);
  throw InputError(
      "--max-plans",
      fmt::format("the space has {} plans, more than {}; by a sample of it measured now, to search it takes about "
                  "{}. Narrow it by one of: {} plans left; or allow as many with --max-plans {}",
                  size, arguments.max_plans, time_text(seconds * second),
                  narrowing_text(narrowings(scenario, phase, arguments)), size));
}

}  // namespace fmplan::answer
