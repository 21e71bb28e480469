#pragma once

/// @file
/// Who gets which nodes when: phases of projects, each with several possible widths, on pools whose size changes with
/// time (docs/models/programme.md).  Plain values; time in slots (days or weeks).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fmplan::plan {

/// One way to do a phase.
struct PlacementMode {
  int pool = 0;
  int nodes = 0;
  int slots = 1;     ///< that it takes, ≥ 1
  double money = 0;  ///< dollars; 0 where unknown
  double node_hours = 0;
  /// Slots, ascending, in which it has no nodes, stands still and goes on afterwards; it starts in none of them.
  std::vector<int> pauses{};

  friend bool operator==(const PlacementMode&, const PlacementMode&) = default;
};

struct PlacementPhase {
  std::vector<PlacementMode> modes;  ///< at least one

  friend bool operator==(const PlacementPhase&, const PlacementPhase&) = default;
};

struct PlacementProject {
  std::string name;
  double weight = 1;                   ///< more than 0
  int earliest = 0;                    ///< slot
  std::optional<int> due{};            ///< slot before whose begin it is to be done: ends ≤ due is in time
  std::vector<int> after{};            ///< projects (indices) that have to end before it starts
  std::vector<PlacementPhase> phases;  ///< in order, gaps allowed; a dedicated project has one

  friend bool operator==(const PlacementProject&, const PlacementProject&) = default;
};

struct PlacementProblem {
  int num_slots = 0;
  std::vector<std::vector<int>> capacity;  ///< [pool][slot], nodes
  std::vector<PlacementProject> projects;

  friend bool operator==(const PlacementProblem&, const PlacementProblem&) = default;
};

struct PlacedPhase {
  int mode = 0;
  int start = 0;  ///< slot

  friend bool operator==(const PlacedPhase&, const PlacedPhase&) = default;
};

/// One after the other: less of the first is better, whatever the next.
struct PlacementObjective {
  double unplaced_weight = 0;
  double late = 0;  ///< Σ weight × slots after due
  double money = 0;
  double node_hours = 0;

  friend bool operator==(const PlacementObjective&, const PlacementObjective&) = default;
};

struct Placement {
  std::vector<std::optional<std::vector<PlacedPhase>>> projects;  ///< as the problem has them; none: not placed
  PlacementObjective objective;
  /// No placement has less of unplaced weight and, with as little, of weighted lateness, and so on: compared one after
  /// the other, as the objective is.  Money and node-hours count in hundredths, of large sums in larger powers of ten.
  PlacementObjective bound;
  int proved_parts = 0;   ///< so many parts of the objective, from the first on, are what no placement has less of
  bool proved = false;    ///< all four are
  std::string method{};   ///< "list scheduling and local search", "clasp 3.3.5", …
  std::string trouble{};  ///< why the exact solver did not answer; empty: it did, or was not asked
};

}  // namespace fmplan::plan
