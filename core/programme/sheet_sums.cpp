#include <set>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/programme/programme_text.h"
#include "core/programme/sheet.h"

namespace fmplan::programme {
namespace {

using scenario::Programme;

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count_text(static_cast<double>(count)), count == 1 ? one : many);
}

std::string of_organisations(const Programme& programme, const std::vector<SheetRow>& rows) {
  double dollars = 0, share = 0;
  std::size_t budgets = 0, shares = 0, projects = 0;
  for (const SheetRow& row : rows) {
    const scenario::Organisation& organisation = programme.organisations.at(row.place[0]);
    projects += organisation.projects.size();
    if (organisation.budget) ++budgets, dollars += *organisation.budget / dollar;
    if (organisation.share) ++shares, share += *organisation.share;
  }
  std::string text =
      counted(rows.size(), "organisation", "organisations") + " with " + counted(projects, "project", "projects");
  if (budgets > 0) text += fmt::format("; budgets {} of {}", money_text(programme.currency, dollars), budgets);
  if (shares > 0) text += fmt::format("; shares {:.4g} % of {}", 100 * share, shares);
  return text;
}

std::string of_projects(const Programme& programme, const std::vector<SheetRow>& rows) {
  std::set<std::size_t> organisations;
  std::size_t deadlines = 0;
  int fewest = 0;
  for (const SheetRow& row : rows) {
    const scenario::Project& project = programme.organisations.at(row.place[0]).projects.at(row.place[1]);
    organisations.insert(row.place[0]);
    deadlines += project.deadline ? 1 : 0;
    if (!project.nodes.empty()) fewest += project.nodes.front();
  }
  return fmt::format("{} of {}; {}; {} nodes where all have the fewest that are stated",
                     counted(rows.size(), "project", "projects"),
                     counted(organisations.size(), "organisation", "organisations"),
                     counted(deadlines, "deadline", "deadlines"), count_text(fewest));
}

std::string of_phases(const Programme& programme, const std::vector<SheetRow>& rows) {
  double node_hours = 0;
  for (const SheetRow& row : rows) {
    const scenario::Project& project = programme.organisations.at(row.place[0]).projects.at(row.place[1]);
    node_hours += project.phases.at(row.place[2]).node_hours.value_or(0);
  }
  std::string text = counted(rows.size(), "phase", "phases");
  if (node_hours > 0) text += fmt::format("; {} node-hours stated", count_text(node_hours));
  return text;
}

std::string of_pools(const Programme& programme, const std::vector<SheetRow>& rows) {
  int nodes = 0, spares = 0;
  for (const SheetRow& row : rows) {
    const scenario::Pool& pool = programme.pools.at(row.place[0]);
    for (const scenario::PoolChange& delivery : pool.deliveries) nodes += delivery.nodes;
    spares += pool.spares;
  }
  return fmt::format("{}; {} nodes delivered, {} of them spares", counted(rows.size(), "pool", "pools"),
                     count_text(nodes), count_text(spares));
}

int nodes_of(const scenario::Pool& pool, SheetKind kind, std::size_t change) {
  if (kind == SheetKind::kDeliveries) return pool.deliveries.at(change).nodes;
  if (kind == SheetKind::kReturns) return pool.returns.at(change).nodes;
  return pool.maintenance.at(change).nodes;
}

}  // namespace

std::string sheet_sums(const Programme& programme, SheetKind kind, const std::vector<SheetRow>& rows) {
  switch (kind) {
    case SheetKind::kOrganisations: return of_organisations(programme, rows);
    case SheetKind::kProjects: return of_projects(programme, rows);
    case SheetKind::kPhases: return of_phases(programme, rows);
    case SheetKind::kPools: return of_pools(programme, rows);
    default: break;
  }
  int nodes = 0;
  for (const SheetRow& row : rows) nodes += nodes_of(programme.pools.at(row.place[0]), kind, row.place[1]);
  if (kind == SheetKind::kDeliveries)
    return fmt::format("{} of {} nodes", counted(rows.size(), "delivery", "deliveries"), count_text(nodes));
  if (kind == SheetKind::kReturns)
    return fmt::format("{} of {} nodes", counted(rows.size(), "return", "returns"), count_text(nodes));
  return counted(rows.size(), "maintenance", "maintenances");
}

}  // namespace fmplan::programme
