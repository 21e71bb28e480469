// What holds between the parts of a programme.

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/scenario/pool_capacity.h"
#include "core/scenario/programme_reading.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

std::string quoted(const std::string& name) { return text::value_text(name); }

/// A project and where it stands.
struct Placed {
  const Project* project;
  std::string place;
};

class Rules {
 public:
  explicit Rules(ProgrammeReading& reading) : reading_(reading), programme_(reading.programme) {
    for (const Issue& issue : reading.issues) note_bad(issue.where);
    for (std::size_t i = 0; i < programme_.organisations.size(); ++i)
      for (std::size_t k = 0; k < programme_.organisations[i].projects.size(); ++k)
        projects_.push_back({&programme_.organisations[i].projects[k], project_place(i, k)});
  }

  void check() {
    check_window();
    for (std::size_t i = 0; i < programme_.pools.size(); ++i) check_pool(programme_.pools[i], pool_place(i));
    check_names();
    check_blocks();
    check_shares();
    for (const Placed& placed : projects_) {
      check_dates(placed);
      check_pools_of(placed);
      check_after(placed);
      check_size(placed);
      check_length(placed);
    }
    check_cycles();
  }

 private:
  void report(const std::string& where, std::string message) { reading_.issues.push_back({where, std::move(message)}); }

  /// A place where something could not be read, and all around it.
  void note_bad(std::string where) {
    while (!where.empty() && bad_.insert(where).second)
      where.resize(std::min(where.rfind('/'), where.size() - 1));  // shorter each time, with or without a "/"
  }
  bool is_read(const std::string& place) const { return !bad_.contains(place); }
  bool window_is_read() const { return is_read("/start") && is_read("/end"); }

  void check_window() {
    if (!window_is_read()) return;
    const int days = days_between(programme_.start, programme_.end);
    if (days > 0 && days <= kMostProgrammeDays) return;
    report("/end", days <= 0 ? fmt::format("{} is not after the start, {}; write the day after the programme's last",
                                           date_text(programme_.end), date_text(programme_.start))
                             : fmt::format("{} is {} days after the start, more than {}; end it sooner",
                                           date_text(programme_.end), days, kMostProgrammeDays));
    bad_.insert("/end");
  }

  /// Names that stand once among their like.
  void check_once(std::map<std::string, std::string>& places, const std::string& name, const std::string& place,
                  const char* what) {
    if (name.empty()) return;
    const auto [first, is_new] = places.try_emplace(name, place);
    if (!is_new)
      report(place + "/name", fmt::format("{} is the name of another {}, {}; call one of them otherwise", quoted(name),
                                          what, first->second));
  }

  void check_names() {
    for (std::size_t i = 0; i < programme_.pools.size(); ++i)
      check_once(pool_places_, programme_.pools[i].name, pool_place(i), "pool");
    std::map<std::string, std::string> organisations;
    for (std::size_t i = 0; i < programme_.organisations.size(); ++i)
      check_once(organisations, programme_.organisations[i].name, fmt::format("/organisations/{}", i), "organisation");
    for (std::size_t i = 0; i < projects_.size(); ++i) {
      check_once(project_places_, projects_[i].project->name, projects_[i].place, "project");
      index_.try_emplace(projects_[i].project->name, i);
    }
    for (std::size_t i = 0; i < programme_.pools.size(); ++i) pools_.try_emplace(programme_.pools[i].name, i);
    for (const Pool& pool : programme_.pools) most_.push_back(most_nodes_to_use(pool, programme_.end));
  }

  void check_shares() {
    constexpr double kRounding = 1e-9;  // of thirds and the like
    double sum = 0;
    for (const Organisation& organisation : programme_.organisations) sum += organisation.share.value_or(0);
    if (sum > 1 + kRounding)
      report("/organisations",
             fmt::format("have shares of {:.6g} % together, more than 100 %; lower some of them", 100 * sum));
    const bool asks = programme_.policy.kind == PolicyKind::kFairShare;
    for (std::size_t i = 0; asks && i < programme_.organisations.size(); ++i)
      if (!programme_.organisations[i].share)
        reading_.assume(fmt::format("/organisations/{}/share", i), "an equal part of what is left", "not given");
  }

  void check_change(const PoolChange& change, const std::string& place, bool is_return) {
    if (!is_read(place + "/on") || !window_is_read()) return;
    const Date first = is_return ? Date{programme_.start.days_since_epoch + 1} : programme_.start;
    if (change.on < first)
      report(place + "/on", fmt::format("{} is {} the programme's start, {}; {}", date_text(change.on),
                                        change.on == programme_.start ? "on" : "before", date_text(programme_.start),
                                        is_return ? "nodes can be given back from the next day on"
                                                  : "write the start for nodes that are there already"));
    if (change.on > programme_.end || (!is_return && change.on == programme_.end))
      report(place + "/on",
             fmt::format("{} is not before the programme's end, {}; write an earlier day, or end it later",
                         date_text(change.on), date_text(programme_.end)));
  }

  void check_pool(Pool& pool, const std::string& place) {
    for (std::size_t i = 0; i < pool.deliveries.size(); ++i)
      check_change(pool.deliveries[i], fmt::format("{}/deliveries/{}", place, i), false);
    for (std::size_t i = 0; i < pool.returns.size(); ++i)
      check_change(pool.returns[i], fmt::format("{}/returns/{}", place, i), true);
    for (std::size_t i = 0; i < pool.maintenance.size(); ++i)
      check_maintenance(pool, pool.maintenance[i], fmt::format("{}/maintenance/{}", place, i));
    // By day from here on; places were those of the document.
    for (std::vector<PoolChange>* changes : {&pool.deliveries, &pool.returns})
      std::ranges::stable_sort(*changes, {}, [](const PoolChange& change) { return change.on; });
    if (is_read(place)) check_balance(pool, place);
  }

  void check_maintenance(const Pool& pool, const PoolMaintenance& maintenance, const std::string& place) {
    std::int64_t delivered = 0;
    for (const PoolChange& delivery : pool.deliveries) delivered += delivery.nodes;
    if (maintenance.nodes > delivered)
      report(place + "/nodes", fmt::format("{} are more than the pool is ever given, {}; write fewer, or leave it out "
                                           "for all",
                                           maintenance.nodes, delivered));
  }

  void check_balance(const Pool& pool, const std::string& place) {
    std::int64_t held = 0, most = 0;
    std::size_t delivered = 0;
    for (std::size_t i = 0; i < pool.returns.size(); ++i) {
      const PoolChange& back = pool.returns[i];
      // What comes and goes on one day comes first.
      for (; delivered < pool.deliveries.size() && pool.deliveries[delivered].on <= back.on; ++delivered)
        most = std::max(most, held += pool.deliveries[delivered].nodes);
      if (back.nodes > held)
        return report(place + "/returns",
                      fmt::format("give {} nodes back on {}, when the pool has {}; return fewer, or "
                                  "deliver more before",
                                  back.nodes, date_text(back.on), held));
      held -= back.nodes;
    }
    for (; delivered < pool.deliveries.size(); ++delivered)
      most = std::max(most, held += pool.deliveries[delivered].nodes);
    if (most > sim::kMostNodes)
      report(place + "/deliveries", fmt::format("make {} nodes, more than {}", most, sim::kMostNodes));
    if (pool.spares < most) return;
    report(place + "/spares", fmt::format("{} of {} nodes leave none for jobs; write fewer", pool.spares, most));
    note_bad(place + "/spares");
  }

  /// Pools bought as capacity blocks, by the rules of the days on which they begin; limits over all blocks hold over
  /// all pools of a provider.
  void check_blocks() {
    std::map<std::string, std::pair<std::vector<hardware::BlockNeed>, std::vector<std::size_t>>> by_provider;
    if (!window_is_read()) return;
    for (std::size_t i = 0; i < programme_.pools.size(); ++i) {
      const Pool& pool = programme_.pools[i];
      if (pool.kind != hardware::kCapacityBlock || !is_read(pool_place(i))) continue;
      auto& [needs, pools] = by_provider[reading_.catalog.instance(pool.instance).provider];
      for (const HeldNodes& held : held_nodes(pool, programme_.end)) {
        if (held.until <= held.from) continue;
        needs.push_back({held.nodes, held.from, days_between(held.from, held.until)});
        pools.push_back(i);
      }
    }
    for (const auto& [provider, asked] : by_provider) {
      const auto& [needs, pools] = asked;
      for (const hardware::BlockBreach& breach :
           hardware::check_blocks(needs, reading_.catalog.block_rules(), provider)) {
        const hardware::BlockNeed& need = needs[breach.need];
        const std::string place = pool_place(pools[breach.need]) + "/deliveries";
        std::string message = fmt::format("{} nodes for {} days from {} are no capacity blocks: {}", need.nodes,
                                          need.days, date_text(need.start), breach.message);
        if (breach.certain)
          report(place, message + "; change the days or the nodes, or state another \"kind\"");
        else
          reading_.assume(place, "allowed", message + "; which rule held then is not known, and another allows them",
                          breach.rule.source);
      }
    }
  }

  void check_dates(const Placed& placed) {
    const auto& [project, place] = placed;
    if (!window_is_read()) return;
    const auto outside = [&](Date day) { return day < programme_.start || day >= programme_.end; };
    if (project->earliest && outside(*project->earliest))
      report(place + "/earliest",
             fmt::format("{} is outside of the programme, {} to {}; write a day in it", date_text(*project->earliest),
                         date_text(programme_.start), date_text(programme_.end)));
    const Date first = project->earliest.value_or(programme_.start);
    // It is kept to the end of its day.
    if (project->deadline && *project->deadline < first)
      report(place + "/deadline",
             fmt::format("{} is before {}, {}; write that day or a later one", date_text(*project->deadline),
                         project->earliest ? "its earliest day" : "the programme's start", date_text(first)));
  }

  /// Near names of which there may be thousands: for the first few that are wrong.
  std::string hint(const std::string& name, const std::map<std::string, std::string>& places) {
    constexpr int kMostHints = 20;  // chosen: a distance to every name each
    if (++num_hints_ > kMostHints) return {};
    std::vector<std::string> names;
    names.reserve(places.size());
    for (const auto& [known, place] : places) names.push_back(known);
    std::string meant = did_you_mean(name, names);
    constexpr std::size_t kFew = 8;  // chosen: more is no message
    if (meant.empty() && names.size() <= kFew) meant = fmt::format("; there are {}", fmt::join(names, ", "));
    return meant;
  }

  void check_pools_of(const Placed& placed) {
    std::set<std::string> seen;
    for (const std::string& name : placed.project->pools) {
      if (!pools_.contains(name))
        report(placed.place + "/pools", fmt::format("{} is no pool{}", quoted(name), hint(name, pool_places_)));
      else if (!seen.insert(name).second)
        report(placed.place + "/pools", fmt::format("names {} twice", quoted(name)));
    }
  }

  void check_after(const Placed& placed) {
    for (const std::string& name : placed.project->after)
      if (!index_.contains(name))
        report(placed.place + "/after", fmt::format("{} is no project{}", quoted(name), hint(name, project_places_)));
  }

  /// The pools of a project, all where it names none.
  std::vector<std::size_t> pools_of(const Project& project) const {
    std::vector<std::size_t> found;
    for (const std::string& name : project.pools)
      if (const auto pool = pools_.find(name); pool != pools_.end()) found.push_back(pool->second);
    for (std::size_t i = 0; project.pools.empty() && i < programme_.pools.size(); ++i) found.push_back(i);
    return found;
  }

  std::string sizes_text(const std::vector<std::size_t>& pools) const {
    std::vector<std::string> sizes;
    for (const std::size_t i : pools) {
      const Pool& pool = programme_.pools[i];
      sizes.push_back(fmt::format(
          "{} has {} for jobs{}", pool.name, most_[i],
          pool.spares > 0 ? fmt::format(" beside {} spare{}", pool.spares, pool.spares > 1 ? "s" : "") : ""));
    }
    return fmt::format("{}", fmt::join(sizes, "; "));
  }

  void check_size(const Placed& placed) {
    const auto& [project, place] = placed;
    const std::vector<std::size_t> pools = pools_of(*project);
    if (pools.empty() || !is_read("/pools") || !window_is_read()) return;
    int most = 0;
    for (const std::size_t pool : pools) most = std::max(most, most_[pool]);
    const auto check = [&](const std::vector<int>& widths, bool all, const std::string& where) {
      const int asked = widths.empty() ? 0 : (all ? widths.back() : widths.front());
      if (asked <= most) return;
      std::vector<std::string> ways;
      if (most > 0) ways.push_back(fmt::format("write at most {}", most));
      const auto enough = std::ranges::find_if(most_, [asked](int there) { return there >= asked; });
      ways.push_back(enough == most_.end()
                         ? "deliver more"
                         : fmt::format("let it run on {}, which has {}",
                                       programme_.pools[static_cast<std::size_t>(enough - most_.begin())].name,
                                       *enough));
      report(where, fmt::format("{} nodes are more than its pools ever have ({}); {}", asked, sizes_text(pools),
                                fmt::join(ways, ", or ")));
    };
    check(project->nodes, false, place + "/nodes");
    for (std::size_t i = 0; i < project->phases.size(); ++i) {
      check(project->phases[i].nodes, false, phase_place(place, i) + "/nodes");
      if (project->phases[i].jobs) check(project->phases[i].jobs->nodes, true, phase_place(place, i) + "/jobs/nodes");
    }
  }

  /// The least time of the phases that need no model to be known.
  void check_length(const Placed& placed) {
    const auto& [project, place] = placed;
    const std::vector<std::size_t> pools = pools_of(*project);
    if (pools.empty() || !window_is_read() || !is_read("/pools") || !is_read(place)) return;
    int most = 0;
    for (const std::size_t pool : pools) most = std::max(most, most_[pool]);
    Seconds least;
    for (const ProjectPhase& phase : project->phases) {
      const std::vector<int>& widths = phase.nodes.empty() ? project->nodes : phase.nodes;
      int widest = widths.empty() ? most : 0;
      for (const int width : widths)
        if (width <= most) widest = width;
      if (phase.duration) least += *phase.duration;
      if (phase.node_hours && widest > 0) least += *phase.node_hours / widest * hour;
    }
    const Date first = std::max(project->earliest.value_or(programme_.start), programme_.start);
    const int days = days_between(first, programme_.end);
    // Where there is none, the dates have been told of.
    if (days > 0 && least > days * day)
      report(place + "/phases",
             fmt::format(
                 "take {} at least, on any of its numbers of nodes, of the {} days from {} to the programme's end; "
                 "give it more nodes or less work, or end the programme later",
                 time_text(least), days, date_text(first)));
  }

  /// Depth first without recursion: chains may be thousands long.
  void check_cycles() {
    enum class Mark : std::uint8_t { kNew, kOpen, kDone };
    std::vector<Mark> marks(projects_.size(), Mark::kNew);
    struct Step {
      std::size_t project;
      std::size_t next = 0;  ///< of its `after`
    };
    for (std::size_t root = 0; root < projects_.size(); ++root) {
      if (marks[root] != Mark::kNew) continue;
      std::vector<Step> path = {{root}};
      marks[root] = Mark::kOpen;
      while (!path.empty()) {
        const std::vector<std::string>& after = projects_[path.back().project].project->after;
        if (path.back().next == after.size()) {
          marks[path.back().project] = Mark::kDone;
          path.pop_back();
          continue;
        }
        const auto next = index_.find(after[path.back().next++]);
        if (next == index_.end() || marks[next->second] == Mark::kDone) continue;
        if (marks[next->second] == Mark::kNew) {
          marks[next->second] = Mark::kOpen;
          path.push_back({next->second});
          continue;
        }
        std::vector<std::size_t> cycle;
        cycle.reserve(path.size());
        for (const Step& step : path) cycle.push_back(step.project);
        cycle.erase(cycle.begin(), std::ranges::find(cycle, next->second));
        report_cycle(cycle);
      }
    }
  }

  void report_cycle(const std::vector<std::size_t>& cycle) {
    constexpr std::size_t kMostNamed = 12;  // chosen: more is no message
    std::vector<std::string> names;
    for (const std::size_t project : cycle)
      if (names.size() < kMostNamed) names.push_back(quoted(projects_[project].project->name));
    if (cycle.size() > kMostNamed) names.push_back(fmt::format("… {} more", cycle.size() - kMostNamed));
    names.push_back(quoted(projects_[cycle.front()].project->name));
    report(projects_[cycle.front()].place + "/after",
           fmt::format("goes in a circle: {}; leave one of them out", fmt::join(names, " after ")));
  }

  ProgrammeReading& reading_;
  Programme& programme_;
  std::set<std::string> bad_;
  std::vector<Placed> projects_;
  std::map<std::string, std::string> pool_places_, project_places_;
  std::map<std::string, std::size_t> pools_, index_;
  std::vector<int> most_;  ///< nodes for jobs, pool by pool
  int num_hints_ = 0;
};

}  // namespace

void check_programme(ProgrammeReading& reading) { Rules(reading).check(); }

}  // namespace fmplan::scenario
