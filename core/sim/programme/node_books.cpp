#include "core/sim/programme/node_books.h"

#include <algorithm>
#include <cmath>

#include "core/base/integers.h"

namespace fmplan::sim {
namespace {

constexpr double kWeek_s = 7 * 86'400.0;  ///< seconds

TimeBins bins_of(std::vector<double> ends_s) {
  const std::size_t count = ends_s.size();
  return {.ends_s = std::move(ends_s), .node_s = std::vector<double>(count)};
}

std::vector<double> week_ends(double end_s) {
  std::vector<double> ends;
  for (int week = 1; (week - 1) * kWeek_s < end_s; ++week) ends.push_back(std::min(week * kWeek_s, end_s));
  return ends;
}

}  // namespace

void TimeBins::add(double from_s, double to_s, double nodes) {
  if (nodes == 0) return;
  auto end = std::ranges::upper_bound(ends_s, from_s);
  for (; end != ends_s.end() && from_s < to_s; ++end) {
    const double until_s = std::min(*end, to_s);
    node_s[static_cast<std::size_t>(end - ends_s.begin())] += nodes * (until_s - from_s);
    from_s = until_s;
  }
}

void PoolBook::pass(double now_s, double end_s) {
  const double from_s = meters[0].since_s, to_s = std::min(now_s, end_s);
  if (to_s <= from_s) return;
  held_by_week.add(from_s, to_s, nodes(NodeUse::kHeld));
  allotted_by_week.add(from_s, to_s, nodes(NodeUse::kBusy) + nodes(NodeUse::kKept));
  for (NodeMeter& meter : meters) meter.pass(to_s);
}

NodeBooks::NodeBooks(const ProgrammeSettings& settings)
    : settings_(settings),
      pools_(settings.pools.size()),
      projects_(settings.projects.size()),
      organisations_(at(settings.num_organisations)),
      holdings_(organisations_.size() * pools_.size()),
      months_(holdings_.size()) {
  for (PoolBook& pool : pools_) pool.held_by_week = pool.allotted_by_week = bins_of(week_ends(settings.end_s));
}

PoolBook& NodeBooks::passed(int number, double now_s) {
  PoolBook& book = pool(number);
  book.pass(now_s, settings_.end_s);
  return book;
}

TimeBins& NodeBooks::months(int organisation, int pool) {
  TimeBins& bins = months_[at(organisation) * pools_.size() + at(pool)];
  // Most organisations have nodes on few pools.
  if (bins.ends_s.empty()) bins = bins_of(settings_.month_ends_s);
  return bins;
}

void NodeBooks::allot(int project, int pool, int nodes, double now_s) {
  if (nodes == 0) return;
  const int organisation = settings_.projects[at(project)].organisation;
  NodeMeter& holding = holdings_[at(organisation) * pools_.size() + at(pool)];
  months(organisation, pool).add(holding.since_s, std::min(now_s, settings_.end_s), holding.nodes);
  for (NodeMeter* meter : {&holding, &projects_[at(project)], &organisations_[at(organisation)]}) {
    meter->pass(now_s);
    meter->nodes += nodes;
  }
}

double NodeBooks::organisation_node_s(int organisation, double now_s) const {
  return organisations_[at(organisation)].node_s_by(now_s);
}

double NodeBooks::project_node_s(int project, double now_s) const { return projects_[at(project)].node_s_by(now_s); }

void NodeBooks::close() {
  for (PoolBook& pool : pools_) pool.pass(settings_.end_s, settings_.end_s);
  for (int organisation = 0; organisation < settings_.num_organisations; ++organisation) {
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
      const NodeMeter& holding = holdings_[at(organisation) * pools_.size() + pool];
      if (holding.nodes > 0)
        months(organisation, static_cast<int>(pool)).add(holding.since_s, settings_.end_s, holding.nodes);
    }
  }
}

double NodeBooks::after_end_node_s(int organisation, int pool, double now_s) const {
  const std::size_t i = at(organisation) * pools_.size() + at(pool);
  double until_end_s = 0;
  for (const double node_s : months_[i].node_s) until_end_s += node_s;
  const double after_s = holdings_[i].node_s_by(now_s) - until_end_s;
  constexpr double kRounding = 1e-9;  // of two sums of the same stretches, cut in other places
  return after_s > kRounding * until_end_s ? after_s : 0;
}

std::vector<double> NodeBooks::allotted() const {
  std::vector<double> all(settings_.month_ends_s.size() * months_.size());
  for (std::size_t i = 0; i < months_.size(); ++i)
    for (std::size_t month = 0; month < months_[i].node_s.size(); ++month)
      all[month * months_.size() + i] = months_[i].node_s[month];
  return all;
}

}  // namespace fmplan::sim
