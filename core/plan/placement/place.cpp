#include "core/plan/placement/place.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/quiet_watcher.h"
#include "core/plan/placement/counted_problem.h"
#include "core/plan/placement/list_scheduler.h"
#include "core/plan/placement/placement_bound.h"
#include "core/plan/placement/placement_opb.h"
#include "core/plan/placement/placement_rules.h"

namespace fmplan::plan {
namespace {

constexpr std::array<std::int64_t CountedObjective::*, 4> kParts = {
    &CountedObjective::unplaced, &CountedObjective::late, &CountedObjective::money, &CountedObjective::node_hours};

struct Found {
  Schedule schedule;
  CountedObjective objective;
  CountedObjective bound;
  std::string solver{};
  std::string trouble{};
  bool stopped = false;
};

/// How many parts of the objective, from the first on, reach their bound.
int num_proved(const Found& found) {
  int proved = 0;
  for (const auto part : kParts) {
    if (found.objective.*part != found.bound.*part) break;
    ++proved;
  }
  return proved;
}

/// Asks a solver for a better placement, and believes nothing that cannot be.
class ExactSearch {
 public:
  ExactSearch(const PlacementProblem& problem, const CountedProblem& counted, const OpbSolver& solver,
              const PlacementOptions& options, const Watch& watch)
      : problem_(problem), counted_(counted), solver_(solver), options_(options), watch_(watch) {}

  Found run(const Found& start) {
    found_ = start;
    for (int part = num_proved(found_); part < static_cast<int>(kParts.size()); part = num_proved(found_)) {
      const CountedObjective before = found_.objective;
      if (!improve(static_cast<PlacementPart>(part))) break;
      if (found_.objective < before) polish(static_cast<PlacementPart>(part));
      if (num_proved(found_) <= part) break;
    }
    if (found_.trouble.empty() || found_.stopped) return found_;
    // What was found before the trouble may hang on the time that passed.
    Found fallen_back = start;
    fallen_back.trouble = found_.trouble;
    return fallen_back;
  }

 private:
  static constexpr std::array kSearches = {OpbSearch::kFromBelow, OpbSearch::kFromAbove, OpbSearch::kFromBelowAnew};
  static constexpr auto kNumSearches = static_cast<std::int64_t>(kSearches.size());

  /// From below, from above, and from below anew with what was found.  @return whether to go on
  bool improve(PlacementPart part) {
    for (const OpbSearch search : kSearches) {
      if (!ask(part, search)) return false;
      if (num_proved(found_) > static_cast<int>(part)) return true;
    }
    return true;
  }

  bool ask(PlacementPart part, OpbSearch search) {
    if (watch_.stopped()) return stop();
    watch_.report(static_cast<std::int64_t>(part) * kNumSearches + static_cast<std::int64_t>(search),
                  static_cast<std::int64_t>(kParts.size()) * kNumSearches);
    constexpr std::int64_t kMostTerms = 4'000'000;  // chosen: some 50 MB of text, and ten times that in clasp
    const std::optional<PlacementOpb> opb = to_opb(counted_, {part, found_.objective}, kMostTerms);
    if (!opb) return fail(fmt::format("the exact problem would have more than {} terms", kMostTerms));
    if (opb->is_settled) return raise_bound(part, opb->offset);
    const OpbAnswer answer = solver_({.text = opb->text,
                                      .num_variables = opb->num_variables,
                                      .search = search,
                                      .conflicts = conflicts_of(opb->text.size())},
                                     watch_);
    if (watch_.stopped()) return stop();
    if (!answer.trouble.empty()) return fail(answer.trouble);
    if (!answer.solver.empty()) found_.solver = answer.solver;
    return take(part, *opb, answer);
  }

  /// A third for each search of a part, and the fewer, the longer one takes.
  std::int64_t conflicts_of(std::size_t size) const {
    constexpr std::size_t kUsualSize = 500'000;  // bytes, of a programme of 48 phases in 26 weeks
    const double share = static_cast<double>(kUsualSize) / static_cast<double>(std::max(size, kUsualSize));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(share * static_cast<double>(options_.conflicts) / 3));
  }

  bool take(PlacementPart part, const PlacementOpb& opb, const OpbAnswer& answer) {
    const auto value = kParts[static_cast<std::size_t>(part)];
    if (answer.unsatisfiable) return fail("the solver says that nothing is as good as what is there");
    std::int64_t bound = found_.bound.*value;
    if (answer.bound) bound = std::max(bound, *answer.bound + opb.offset);
    if (!answer.values.empty()) {
      const std::optional<Schedule> schedule = to_schedule(counted_, opb, answer.values);
      if (!schedule || !check_placement(problem_, to_placement(problem_, counted_, *schedule)).empty())
        return fail("the solver's placement breaks a rule");
      const CountedObjective objective = objective_of(counted_, *schedule);
      for (std::size_t i = 0; i <= static_cast<std::size_t>(part); ++i)
        if (objective.*kParts[i] > found_.objective.*kParts[i])
          return fail("the solver's placement is worse than what it was to better");
      if (answer.optimal) bound = std::max(bound, objective.*value);
      if (objective < found_.objective) {
        found_.schedule = *schedule;
        found_.objective = objective;
      }
    }
    return raise_bound(part, bound);
  }

  bool raise_bound(PlacementPart part, std::int64_t bound) {
    const auto value = kParts[static_cast<std::size_t>(part)];
    if (bound > found_.objective.*value) return fail("the solver's bound is above a placement that is there");
    if (bound <= found_.bound.*value) return true;
    found_.bound.*value = bound;
    if (part == PlacementPart::kUnplaced) found_.bound = bound_with_unplaced(counted_, bound);
    return true;
  }

  /// A placement from a solver has the parts behind as it happened.
  void polish(PlacementPart part) {
    constexpr double kCold = 0.01;  // chosen: lateness that was reached is not given back for money's sake
    const double warmth = part == PlacementPart::kUnplaced ? 1 : kCold;
    QuietWatcher as_part(watch_);
    found_.schedule = local_search(counted_, found_.schedule, found_.bound,
                                   {.num_steps = options_.search_steps.value_or(usual_num_steps(counted_)),
                                    .seed = options_.seed,
                                    .warmth = warmth},
                                   as_part);
    found_.objective = objective_of(counted_, found_.schedule);
  }

  bool fail(std::string why) {
    found_.trouble = std::move(why);
    return false;
  }
  bool stop() {
    found_.stopped = true;
    return fail("stopped before the solver had ended");
  }

  const PlacementProblem& problem_;
  const CountedProblem& counted_;
  const OpbSolver& solver_;
  const PlacementOptions& options_;
  const Watch& watch_;
  Found found_;
};

}  // namespace

Placement place(const PlacementProblem& problem, const OpbSolver& solver, const PlacementOptions& options,
                const Watch& watch) {
  const std::vector<std::string> broken = check_problem(problem);
  if (!broken.empty()) throw std::invalid_argument(fmt::format("no placement problem: {}", broken.front()));
  const CountedProblem whole = counted(problem);
  Found found;
  found.bound = lower_bound(whole, watch);
  const std::int64_t num_steps = options.search_steps.value_or(usual_num_steps(whole));
  const std::int64_t in_all = kNumListSchedules + num_steps;
  found.schedule = local_search(whole, list_schedule(whole, watch.part(0, in_all)), found.bound,
                                {.num_steps = num_steps, .seed = options.seed}, watch.part(kNumListSchedules, in_all));
  found.objective = objective_of(whole, found.schedule);
  if (solver) found = ExactSearch(problem, whole, solver, options, watch).run(found);
  Placement placement = to_placement(problem, whole, found.schedule);
  placement.bound = to_bound(whole, found.bound, placement, found.objective);
  placement.proved_parts = whole.weight_ratio == 1 ? num_proved(found) : 0;
  placement.proved = placement.proved_parts == static_cast<int>(kParts.size());
  placement.method = "list scheduling and local search";
  if (!found.solver.empty()) placement.method += ", then " + found.solver;
  placement.trouble = found.trouble;
  return placement;
}

}  // namespace fmplan::plan
