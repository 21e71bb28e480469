#include "core/answer/compare_why.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/answer/compare_figures.h"
#include "core/answer/notice_text.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;
using plan::ChangeSet;

/// A set of changes, planned.
struct PlannedSet {
  std::vector<std::optional<double>> figures;  ///< in the order of compared_figures(); empty: refused
  std::string refusal;
};

PlannedSet planned_set(const json& document, const catalog::Catalog& catalog,
                       const std::optional<std::filesystem::path>& folder) {
  PlannedSet result;
  try {
    const plan::Report report = evaluate_briefly(scenario::read_scenario(document, catalog, folder));
    if (report.phases.empty()) {
      result.refusal = report.obstacles.empty() ? "nothing to plan" : notice_text(report.obstacles.front());
      return result;
    }
    for (const ComparedFigure& figure : compared_figures()) result.figures.push_back(figure.of(report));
  } catch (const InputError& error) {
    const Issue& issue = error.issues().front();
    result.refusal = fmt::format("{}: {}", issue.where, issue.message);
  }
  return result;
}

/// Sets of groups of changes, each planned once.
class PlannedSets {
 public:
  PlannedSets(const Compared& base, const std::vector<InputChange>& changes, const std::vector<ChangeGroup>& groups,
              const catalog::Catalog& catalog, int threads, const Watch& watch)
      : base_(base), changes_(changes), groups_(groups), catalog_(catalog), threads_(threads), watch_(watch) {}

  void plan(const std::set<ChangeSet>& sets) {
    std::vector<PlannedSet*> places;
    std::vector<ChangeSet> asked;
    for (const ChangeSet set : sets) {
      const auto [entry, is_new] = planned_.try_emplace(set);
      if (!is_new) continue;
      places.push_back(&entry->second);
      asked.push_back(set);
    }
    parallel_for(
        static_cast<std::int64_t>(asked.size()), threads_,
        [&](std::int64_t i) {
          const auto at = static_cast<std::size_t>(i);
          *places[at] = planned_set(document(asked[at]), catalog_, base_.folder);
        },
        watch_);
  }

  const PlannedSet& operator[](ChangeSet set) const { return planned_.at(set); }
  const std::map<ChangeSet, PlannedSet>& all() const { return planned_; }

 private:
  json document(ChangeSet set) const {
    json document = base_.inputs->stated;
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if ((set >> i & 1) != 0)
        for (const std::size_t change : groups_[i].changes) make_change(document, changes_[change]);
    return document;
  }

  const Compared& base_;
  const std::vector<InputChange>& changes_;
  const std::vector<ChangeGroup>& groups_;
  const catalog::Catalog& catalog_;
  int threads_;
  Watch watch_;
  std::map<ChangeSet, PlannedSet> planned_;
};

/// "/training" of "/training/parallel/tensor".
std::string section_of(const std::string& pointer) { return pointer.substr(0, pointer.find('/', 1)); }

/// Those of some sections together, each of the others alone.
std::vector<ChangeGroup> groups_of(const std::vector<InputChange>& changes, const std::set<std::string>& together) {
  std::vector<ChangeGroup> groups;
  std::optional<std::size_t> joint;
  std::set<std::string> sections;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::string section = section_of(changes[i].pointer);
    if (!together.contains(section)) {
      groups.push_back({changes[i].pointer, {i}});
      continue;
    }
    if (!joint) {
      joint = groups.size();
      groups.push_back({});
    }
    groups[*joint].changes.push_back(i);
    sections.insert(section);
  }
  if (!joint) return groups;
  ChangeGroup& group = groups[*joint];
  for (const std::string& section : sections) group.pointer += (group.pointer.empty() ? "" : " ") + section;
  // One alone keeps its own name.
  if (group.changes.size() == 1) group.pointer = changes[group.changes.front()].pointer;
  return groups;
}

/// Two groups as one; of no change, none.
std::vector<ChangeGroup> joined_groups(std::vector<ChangeGroup> groups, std::size_t first, std::size_t second) {
  groups[first].pointer += " " + groups[second].pointer;
  groups[first].changes.insert(groups[first].changes.end(), groups[second].changes.begin(),
                               groups[second].changes.end());
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
  return groups;
}

bool same(const PlannedSet& set, const plan::Report& report) {
  if (set.figures.empty()) return false;
  // Objects are read in another order: sums may round otherwise.
  constexpr double kRounding = 1e-9;
  for (std::size_t i = 0; i < set.figures.size(); ++i) {
    const auto a = set.figures[i], b = compared_figures()[i].of(report);
    if (a.has_value() != b.has_value() || (a && std::abs(*a - *b) > kRounding * std::abs(*b))) return false;
  }
  return true;
}

/// The groups of a set in words: "cluster.nodes, training.parallel".
std::string set_words(ChangeSet set, const std::vector<ChangeGroup>& groups) {
  std::string words;
  for (std::size_t i = 0; i < groups.size(); ++i)
    if ((set >> i & 1) != 0) words += (words.empty() ? "" : ", ") + path_words(groups[i].pointer);
  return words;
}

/// Each reason with the smallest set that it refuses.
std::vector<std::string> refusals_of(const PlannedSets& sets, const std::vector<ChangeGroup>& groups) {
  std::vector<std::string> refusals;
  std::set<std::string> told;
  for (const auto& [set, planned] : sets.all())
    if (!planned.refusal.empty() && told.insert(planned.refusal).second)
      refusals.push_back(fmt::format("{} alone: {}", set_words(set, groups), planned.refusal));
  return refusals;
}

/// The two changes that, made together, leave most orders open; of several such, the first.  @pre every set is planned.
std::optional<std::vector<ChangeGroup>> best_pair(const PlannedSets& sets, const std::vector<ChangeGroup>& groups) {
  std::optional<std::vector<ChangeGroup>> best;
  double most = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      std::vector<ChangeGroup> paired = joined_groups(groups, i, j);
      const auto of_set = [&](ChangeSet set) {
        ChangeSet whole = 0;
        for (std::size_t k = 0; k < paired.size(); ++k)
          for (const std::size_t change : paired[k].changes)
            if ((set >> k & 1) != 0) whole |= ChangeSet{1} << change;
        return sets[whole].figures.empty() ? std::nullopt : std::optional(0.0);
      };
      const double possible = plan::shares_of_all_orders(static_cast<int>(paired.size()), of_set).possible;
      if (possible <= most) continue;
      most = possible;
      best = std::move(paired);
    }
  }
  return best;
}

Why stopped_short(const std::vector<ChangeGroup>& groups) {
  return {.groups = groups,
          .figures = {},
          .refusals = {},
          .not_told = "it was stopped before every set of changes was planned"};
}

/// Shares by these groups; no figures where no order of them can be gone through.
Why shares_by(const std::vector<ChangeGroup>& groups, const Compared& base, const Compared& other,
              const std::vector<InputChange>& changes, const catalog::Catalog& catalog, int threads, std::uint64_t seed,
              const Watch& watch, std::optional<std::vector<ChangeGroup>>& pair) {
  Why why;
  why.groups = groups;
  const auto num_groups = static_cast<int>(groups.size());
  const ChangeSet all = (ChangeSet{1} << num_groups) - 1;
  PlannedSets sets(base, changes, groups, catalog, threads, watch);
  sets.plan({all});
  if (watch.stopped()) return stopped_short(groups);
  if (!same(sets[all], *other.planned)) {
    why.not_told = "the changes, made in one scenario, do not give the other one's plan";
    return why;
  }
  why.sampled = num_groups > kMostExactChanges;
  std::vector<plan::ChangeOrder> orders;
  std::set<ChangeSet> asked;
  if (why.sampled) {
    orders = plan::sampled_orders(num_groups, kOrderPairs, seed);
    for (const plan::ChangeOrder& order : orders) {
      ChangeSet set = 0;
      asked.insert(set);
      for (const int change : order) asked.insert(set |= ChangeSet{1} << change);
    }
  } else {
    for (ChangeSet set = 0; set <= all; ++set) asked.insert(set);
  }
  sets.plan(asked);
  if (watch.stopped()) return stopped_short(groups);
  why.num_plans = static_cast<int>(sets.all().size());
  why.refusals = refusals_of(sets, groups);
  bool any = false;
  const bool each_alone = groups.size() == changes.size();
  for (std::size_t i = 0; i < compared_figures().size(); ++i) {
    const ComparedFigure& figure = compared_figures()[i];
    const auto before = figure.of(*base.planned), after = figure.of(*other.planned);
    if (!before || !after || *before == *after) continue;
    const auto of_set = [&](ChangeSet set) {
      const auto& figures = sets[set].figures;
      return figures.empty() ? std::nullopt : figures[i];
    };
    FigureShares found{.figure = &figure,
                       .shares = why.sampled ? plan::shares_of_orders(orders, of_set)
                                             : plan::shares_of_all_orders(num_groups, of_set)};
    any = any || !found.shares.shares.empty();
    found.shares.shares = plan::rounded_shares(found.shares.shares, *after - *before, figure.unit);
    why.figures.push_back(std::move(found));
  }
  if (any || why.figures.empty()) return why;
  why.not_told = "no order of the changes leads from one to the other by plans that can be made";
  if (each_alone && !why.sampled) pair = best_pair(sets, groups);
  return why;
}

}  // namespace

Why why_by_input(const Compared& base, const Compared& other, const std::vector<InputChange>& changes,
                 const catalog::Catalog& catalog, int threads, std::uint64_t seed, const Watch& watch) {
  Why why;
  if (!base.is_plan || !other.is_plan)
    why.not_told = "one of the two is simulated, or of a search; compare the scenarios to have shares";
  else if (!base.planned || !other.planned || !base.inputs || !other.inputs)
    why.not_told = "one of the two is not what planning its scenario gives";
  else if (changes.empty())
    why.not_told = "they state the same";
  if (!why.not_told.empty()) return why;
  std::vector<std::string> refusals;
  std::optional<std::vector<ChangeGroup>> pair;
  std::size_t num_groups = 0;
  const auto told_by = [&](const std::vector<ChangeGroup>& groups) {
    if (watch.stopped() || groups.size() == num_groups || groups.size() >= static_cast<std::size_t>(plan::kMostChanges))
      return false;
    num_groups = groups.size();
    why = shares_by(groups, base, other, changes, catalog, threads, seed, watch, pair);
    refusals.insert(refusals.end(), why.refusals.begin(), why.refusals.end());
    return why.not_told.empty();
  };
  // What must divide what: a plan divides a model, and a machine.
  const bool told = told_by(groups_of(changes, {})) || (pair && told_by(std::vector<ChangeGroup>(*pair))) ||
                    told_by(groups_of(changes, {"/model", "/training"})) ||
                    told_by(groups_of(changes, {"/model", "/training", "/cluster"}));
  if (!told && num_groups == 0) why.not_told = watch.stopped() ? stopped_short({}).not_told : "too many inputs differ";
  why.refusals = std::move(refusals);
  return why;
}

}  // namespace fmplan::answer
