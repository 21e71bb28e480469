#include "core/programme/remedies.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/quiet_watcher.h"
#include "core/plan/node_choice.h"
#include "core/programme/edit.h"
#include "core/programme/risk.h"
#include "core/scenario/pool_capacity.h"
#include "core/scenario/programme_json.h"

namespace fmplan::programme {
namespace {

using scenario::Pool;
using scenario::Project;

/// A change that may help.
struct Change {
  RemedyKind kind = RemedyKind::kMoreNodes;
  std::string text;
  std::string set;
};

/// "1 week", "2 weeks".
std::string with_plural(int number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

class Remedies {
 public:
  Remedies(const ProgrammeDocument& asked, const Study& study, const catalog::Catalog& catalog,
           const StudyOptions& options, const Watch& watch)
      : asked_(asked), study_(study), catalog_(catalog), options_(options), watch_(watch) {}

  std::vector<Remedy> all() {
    std::vector<std::size_t> at_risk;
    for (std::size_t i = 0; i < study_.projects.size(); ++i)
      if (may_be_helped(study_, i)) at_risk.push_back(i);
    std::int64_t done = 0;
    for (const std::size_t i : at_risk) {
      for_project(i);
      watch_.report(++done, std::ssize(at_risk));
    }
    std::ranges::stable_sort(found_, [](const Remedy& a, const Remedy& b) { return rank(a) < rank(b); });
    return std::move(found_);
  }

 private:
  using Rank = std::tuple<int, std::size_t, bool, double, bool, double>;
  static Rank rank(const Remedy& r) {
    return {r.project,
            r.puts_at_risk.size(),
            !r.more_dollars,
            r.more_dollars.value_or(0),
            !r.more_dollars_of_organisation,
            r.more_dollars_of_organisation.value_or(0)};
  }

  void for_project(std::size_t index) {
    const Project& project = *study_.projects[index].project;
    const std::string path =
        fmt::format("/organisations/{}/projects/{}", path_step(project.organisation), path_step(project.name));
    first_of(index, more_nodes(index, path));
    first_of(index, earlier_start(project, path));
    for (const Pool* pool : pools_of(project)) {
      first_of(index, earlier_delivery(*pool));
      first_of(index, spares(*pool));
      first_of(index, larger(*pool));
    }
    for (std::size_t pool = 0; pool < study_.programme->pools.size(); ++pool) {
      const std::string& name = study_.programme->pools[pool].name;
      if (!runs_on(index, pool))
        first_of(index, {{RemedyKind::kOtherPool, fmt::format("on pool {}", name),
                          fmt::format("{}/pools=[\"{}\"]", path, name)}});
    }
    first_of(index, {{RemedyKind::kOthersSlack, "ahead of the others",
                      fmt::format("{}/weight={}", path, 1000 * project.weight)}});
    fewer_tokens(index, path);
  }

  /// Whether all of the project is placed on the pool.
  bool runs_on(std::size_t index, std::size_t pool) const {
    const auto& phases = study_.projects[index].phases;
    return !phases.empty() && std::ranges::all_of(phases, [pool](const ChosenPhase& phase) {
      return phase.option->pool == static_cast<int>(pool);
    });
  }

  std::vector<const Pool*> pools_of(const Project& project) const {
    std::vector<const Pool*> pools;
    for (const Pool& pool : study_.programme->pools)
      if (std::ranges::find(project.pools, pool.name) != project.pools.end()) pools.push_back(&pool);
    return pools;
  }

  std::vector<Change> more_nodes(std::size_t index, const std::string& path) const {
    int now = 0, most = 0;
    for (const ChosenPhase& phase : study_.projects[index].phases) now = std::max(now, phase.option->nodes);
    for (const int stated : study_.projects[index].project->nodes) now = std::max(now, stated);
    for (const Pool* pool : pools_of(*study_.projects[index].project))
      most = std::max(most, most_nodes_to_use(*pool, study_.programme->end));
    std::vector<Change> changes;
    constexpr int kDigits = 3;  // chosen: steps of 13 to 25 %
    for (const int nodes : plan::searched_numbers(std::max(1, most), kDigits))
      if (nodes > now && now > 0)
        changes.push_back({RemedyKind::kMoreNodes, fmt::format("on {} instead of {}", with_plural(nodes, "node"), now),
                           fmt::format("{}/nodes={}", path, nodes)});
    return changes;
  }

  std::vector<Change> earlier_start(const Project& project, const std::string& path) const {
    std::vector<Change> changes;
    if (!project.earliest) return changes;
    const int later = project.earliest->days_since_epoch - study_.programme->start.days_since_epoch;
    for (const int weeks : {1, 2, 4, 8})
      if (7 * weeks <= later)
        changes.push_back({RemedyKind::kEarlierStart, fmt::format("started {} earlier", with_plural(weeks, "week")),
                           fmt::format("{}/earliest=-{}w", path, weeks)});
    return changes;
  }

  std::vector<Change> earlier_delivery(const Pool& pool) const {
    std::vector<Change> changes;
    for (std::size_t i = 0; i < pool.deliveries.size(); ++i) {
      const int later = pool.deliveries[i].on.days_since_epoch - study_.programme->start.days_since_epoch;
      for (const int weeks : {1, 2, 4})
        if (7 * weeks <= later)
          changes.push_back({RemedyKind::kEarlierDelivery,
                             fmt::format("with the {} of pool {} of {} delivered {} earlier",
                                         with_plural(pool.deliveries[i].nodes, "node"), pool.name,
                                         date_text(pool.deliveries[i].on), with_plural(weeks, "week")),
                             fmt::format("/pools/{}/deliveries/{}/on=-{}w", path_step(pool.name), i, weeks)});
    }
    return changes;
  }

  static std::vector<Change> spares(const Pool& pool) {
    std::vector<Change> changes;
    for (const int more : {1, 2, 4})
      changes.push_back({RemedyKind::kSpares,
                         fmt::format("with {} of pool {}", with_plural(more, "more spare"), pool.name),
                         fmt::format("/pools/{}/spares=+{}", path_step(pool.name), more)});
    return changes;
  }

  std::vector<Change> larger(const Pool& pool) const {
    std::vector<Change> changes;
    if (pool.deliveries.empty()) return changes;
    for (int more = 1; more <= 2 * most_nodes_to_use(pool, study_.programme->end); more *= 2)
      changes.push_back({RemedyKind::kLargerPool,
                         fmt::format("with {} in pool {}", with_plural(more, "more node"), pool.name),
                         fmt::format("/pools/{}/deliveries/0/nodes=+{}", path_step(pool.name), more)});
    return changes;
  }

  /// The most tokens that are kept in time, to a hundredth.
  void fewer_tokens(std::size_t index, const std::string& path) {
    std::int64_t tokens = 0;
    for (const ChosenPhase& phase : study_.projects[index].phases)
      if (phase.option->run) tokens = std::max(tokens, phase.option->run->tokens);
    if (tokens == 0) return;
    const auto with_share = [&](double share) {
      const double kept = std::round(share * 100) / 100 * static_cast<double>(tokens);
      return Change{RemedyKind::kFewerTokens, fmt::format("on {} tokens, {:.0f} %", count_text(kept), share * 100),
                    fmt::format("{}/scenario/training/tokens={:.0f}", path, kept)};
    };
    int low = 50, high = 100;
    std::optional<Remedy> best = tried(index, with_share(low / 100.0));
    while (best && high - low > 1 && !watch_.stopped()) {
      const int middle = (low + high) / 2;
      if (std::optional<Remedy> works = tried(index, with_share(middle / 100.0))) {
        best = std::move(works);
        low = middle;
      } else {
        high = middle;
      }
    }
    if (best) found_.push_back(*std::move(best));
  }

  /// Keeps the first that works.
  void first_of(std::size_t index, const std::vector<Change>& changes) {
    for (const Change& change : changes) {
      if (watch_.stopped()) return;
      if (std::optional<Remedy> works = tried(index, change)) {
        found_.push_back(*std::move(works));
        return;
      }
    }
  }

  /// The programme with the change, if the project is not at risk in it by so many trials.
  std::optional<Study> helped(std::size_t index, const Change& change, std::int64_t trials) const {
    try {
      nlohmann::json document = asked_.document;
      set_programme_value(document, change.set, asked_.folder);
      const scenario::Programme programme = scenario::read_programme(document, catalog_, asked_.folder);
      StudyOptions options = options_;
      options.trials = trials;
      QuietWatcher as_part(watch_);
      Study study = study_programme(programme, catalog_, options, as_part);
      // Stopped, it is of fewer trials than the others.
      if (!watch_.stopped() && !study.projects[index].is_at_risk()) return study;
    } catch (const InputError&) {  // a change that breaks a rule is no remedy
    } catch (const JobStopped&) {
    }
    return std::nullopt;
  }

  std::optional<Remedy> tried(std::size_t index, const Change& change) const {
    // Few trials tell what may help; as many as were asked for, what does.
    std::optional<Study> other = helped(index, change, options_.trials);
    if (other && study_.simulation.trials > options_.trials) other = helped(index, change, study_.simulation.trials);
    if (!other) return std::nullopt;
    const ProjectAnswer& answer = other->projects[index];
    Remedy remedy{.kind = change.kind,
                  .project = static_cast<int>(index),
                  .text = change.text,
                  .set = change.set,
                  .on_time = answer.on_time,
                  .finish_p50_day = answer.summary.finish_days.p50};
    if (study_.dollars && other->dollars) remedy.more_dollars = *other->dollars - *study_.dollars;
    for (std::size_t i = 0; i < study_.organisations.size(); ++i)
      if (study_.organisations[i].organisation->name == study_.projects[index].organisation &&
          study_.organisations[i].total && other->organisations[i].total)
        remedy.more_dollars_of_organisation = other->organisations[i].total->mean - study_.organisations[i].total->mean;
    // One that harms more than it helps is none.
    double helped = 0, harmed = 0;
    for (std::size_t i = 0; i < study_.projects.size(); ++i) {
      const ProjectAnswer &now = study_.projects[i], &then = other->projects[i];
      const bool before = now.is_at_risk(), after = then.is_at_risk();
      const double weight = now.project->weight;
      if (before && !after) helped += weight;
      const bool loses_its_place = !now.phases.empty() && then.phases.empty();
      if (!loses_its_place && (before || !after)) continue;
      harmed += weight;
      remedy.puts_at_risk.push_back(study_.projects[i].project->name);
    }
    if (harmed > helped) return std::nullopt;
    return remedy;
  }

  const ProgrammeDocument& asked_;
  const Study& study_;
  const catalog::Catalog& catalog_;
  const StudyOptions& options_;
  const Watch& watch_;
  std::vector<Remedy> found_;
};

}  // namespace

bool may_be_helped(const Study& study, std::size_t project) {
  return study.projects[project].is_at_risk() && !overload_of(study, project);
}

std::vector<Remedy> remedies(const ProgrammeDocument& asked, const Study& study, const catalog::Catalog& catalog,
                             const StudyOptions& options, const Watch& watch) {
  return Remedies(asked, study, catalog, options, watch).all();
}

std::vector<plan::NodeWorth> worth_of_nodes(const Study& study, const StudyOptions& options, const Watch& watch) {
  constexpr std::int64_t kSteps = 2000;  // chosen: some hundredths of a second a week
  constexpr int kDaysOfWeek = 7;         // by definition
  const int stretch = std::max(1, kDaysOfWeek / study.programme->policy.grid_days);
  return plan::worth_of_nodes(study.problem, study.placement, stretch, options.seed, kSteps, options.threads, watch);
}

}  // namespace fmplan::programme
