#pragma once

/// @file
/// A whole programme answered: who gets what and when, whether each will finish, what each month costs, where the risk
/// is (docs/models/programme.md).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/plan/placement/placement.h"
#include "core/programme/day_one.h"
#include "core/programme/duration_table.h"
#include "core/programme/placing.h"
#include "core/programme/pool_money.h"
#include "core/programme/simulating.h"
#include "core/scenario/programme.h"
#include "core/sim/programme/programme_simulation.h"

namespace fmplan::programme {

/// Expected money and its quantiles, dollars.
struct Money {
  double mean = 0, p10 = 0, p50 = 0, p90 = 0;
};

struct ProjectAnswer {
  const scenario::Project* project = nullptr;  ///< of Study::programme
  std::string organisation;
  std::vector<ChosenPhase> phases;  ///< empty: it is not placed
  sim::ProjectSummary summary;      ///< of its tasks; nothing where it is not placed
  std::optional<double> on_time{};  ///< chance; none: it has no deadline
  std::optional<Money> money{};     ///< none: a price is unknown, or it is not placed
  std::vector<std::string> why{};   ///< what keeps it from its deadline or its place; empty: nothing does
  bool is_at_risk() const { return !why.empty(); }
};

struct OrganisationAnswer {
  const scenario::Organisation* organisation = nullptr;
  std::vector<std::optional<Money>> months;  ///< none: a price is unknown; expected money adds up to the total's
  std::optional<Money> total{};
  /// The same with what its projects take after the programme's end; what has no known price costs nothing here.
  Money to_the_last{};
};

/// Whether its budget, which is for all its projects, is exceeded at P90 by as much as is known.
inline bool is_over_budget(const OrganisationAnswer& answer) {
  const std::optional<Dollars>& budget = answer.organisation->budget;
  constexpr double kHalfACent = 0.005;  // of what is told in cents
  return budget && answer.to_the_last.p90 > *budget / dollar + kHalfACent;
}

struct PoolAnswer {
  const scenario::Pool* pool = nullptr;
  sim::PoolSummary summary;
  std::vector<HeldMonth> months;
  std::optional<double> dollars{};  ///< of all months
};

struct Study {
  std::shared_ptr<const scenario::Programme> programme;
  std::shared_ptr<const DurationTable> table;
  std::vector<Month> months{};
  plan::PlacementProblem problem{};
  plan::Placement placement{};
  SimulatedProgramme simulated{};
  sim::ProgrammeSimulation simulation{};
  std::vector<ProjectAnswer> projects{};  ///< as the file has them
  std::vector<OrganisationAnswer> organisations{};
  std::vector<PoolAnswer> pools{};
  DayOne day_one{};
  std::optional<double> dollars{};  ///< of all pools; none: a price is unknown
  std::vector<std::string> warnings{};
};

inline const std::string& pool_name(const Study& study, int pool) {
  return study.programme->pools[static_cast<std::size_t>(pool)].name;
}

}  // namespace fmplan::programme
