#pragma once

/// @file
/// A programme: many projects of several organisations on shared capacity (docs/programme_format.md), as plain values.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/hardware/price.h"

namespace fmplan::scenario {

// Limits of a file, chosen: more is a slip, and would be slow.
inline constexpr int kMostPools = 1000;
inline constexpr int kMostPoolChanges = 1000;  ///< deliveries of a pool; as many returns, as many maintenances
inline constexpr int kMostProjects = 10'000;   ///< of all organisations; as many organisations
inline constexpr int kMostPhases = 100;        ///< of a project
inline constexpr int kMostWidths = 1024;       ///< numbers of nodes of a project
inline constexpr int kMostProgrammeDays = 3660;

/// Nodes that a pool gets on a day, or, of Pool::returns, gives back at its begin.
struct PoolChange {
  std::string name{};  ///< for paths and calendars; may be empty
  Date on{};
  int nodes = 0;
  /// How late it may come: with `late_chance` it slips by an exponential time of this mean.  Of deliveries alone.
  double late_chance = 0;
  Seconds late_mean{};

  friend bool operator==(const PoolChange&, const PoolChange&) = default;
};

/// Nodes of a pool that nobody has from the begin of `from` to the begin of `until`.
struct PoolMaintenance {
  std::string name{};
  Date from{}, until{};
  int nodes = 0;  ///< 0: all

  friend bool operator==(const PoolMaintenance&, const PoolMaintenance&) = default;
};

/// What is found wrong with nodes when they are delivered.
struct Acceptance {
  double defective_share = 0;  ///< of the nodes delivered, each by its own luck
  Seconds check{};             ///< until all are checked
  Seconds replaced_in{};       ///< until a defective one is replaced, once found

  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

enum class Orchestrator : std::uint8_t { kParallelCluster, kHyperPodSlurm, kHyperPodEks, kEks, kSlurm };
inline constexpr auto kOrchestratorNames = names<Orchestrator>({{"parallelcluster", Orchestrator::kParallelCluster},
                                                                {"hyperpod-slurm", Orchestrator::kHyperPodSlurm},
                                                                {"hyperpod-eks", Orchestrator::kHyperPodEks},
                                                                {"eks", Orchestrator::kEks},
                                                                {"slurm", Orchestrator::kSlurm}});

/// Ways of having a pool's nodes: those of price lists, and one's own.
inline constexpr std::string_view kOwned = "owned";
inline constexpr std::string_view kPoolKinds[] = {"on_demand", "capacity_block", "reserved_1y", "reserved_3y",
                                                  "spot",      "spot_min",       "spot_max",    kOwned};

/// Nodes of one machine in one region, bought in one way.
struct Pool {
  std::string name{};
  std::string instance{};                ///< of the catalogue
  std::string region{};                  ///< may be empty of owned nodes
  std::string kind{};                    ///< one of kPoolKinds
  std::vector<PoolChange> deliveries{};  ///< by day
  std::vector<PoolChange> returns{};     ///< by day; what is left is given back at the programme's end
  hardware::PriceList prices{};          ///< of its region and kind: the catalogue's, or one point with the own price
  bool price_is_own = false;             ///< `prices` has one point, which holds on every day
  std::optional<int> nodes_per_leaf{};   ///< of the network; none: the catalogue's fabric
  std::vector<PoolMaintenance> maintenance{};
  int spares = 0;  ///< of its nodes, kept for whoever loses one; shared by all projects on it
  Acceptance acceptance{};
  Orchestrator orchestrator = Orchestrator::kSlurm;

  friend bool operator==(const Pool&, const Pool&) = default;
};

enum class PhaseKind : std::uint8_t { kData, kExperiments, kTraining, kPostTraining, kEvaluation };
inline constexpr auto kPhaseKindNames = names<PhaseKind>({{"data", PhaseKind::kData},
                                                          {"experiments", PhaseKind::kExperiments},
                                                          {"training", PhaseKind::kTraining},
                                                          {"post_training", PhaseKind::kPostTraining},
                                                          {"evaluation", PhaseKind::kEvaluation}});

/// Jobs that come at random: a Poisson stream.
struct JobStream {
  double jobs_per_day = 0;
  std::vector<int> nodes{};          ///< each as likely, ascending; what stands twice is twice as likely
  Seconds mean_duration{};           ///< of an exponential law …
  std::vector<Seconds> durations{};  ///< … or, where stated, each as likely

  friend bool operator==(const JobStream&, const JobStream&) = default;
};

/// One stretch of a project.  What it takes is either a scenario's run, node-hours, a time, or a stream of jobs.
struct ProjectPhase {
  PhaseKind kind = PhaseKind::kTraining;
  std::string name{};           ///< once in its project
  nlohmann::json scenario{};    ///< document, of kTraining and kPostTraining; null: of kTraining the project's
  std::string scenario_file{};  ///< as written; empty: an object in its place, or the project's
  std::optional<std::filesystem::path> scenario_folder{};  ///< where files that the document names lie
  std::optional<double> node_hours{};                      ///< at any of `nodes`
  std::optional<Seconds> duration{};                       ///< whatever the number of nodes
  std::optional<JobStream> jobs{};                         ///< for `duration`
  std::vector<int> nodes{};                                ///< allowed numbers, ascending; empty: the project's

  friend bool operator==(const ProjectPhase&, const ProjectPhase&) = default;
};

struct Project {
  std::string name{};
  std::string organisation{};
  nlohmann::json scenario{};  ///< document; null: none of its phases trains
  std::string scenario_file{};
  std::optional<std::filesystem::path> scenario_folder{};  ///< where files that the document names lie
  std::vector<int> nodes{};                                ///< allowed numbers, ascending; empty: "auto"
  std::vector<std::string> pools{};                        ///< that it may run on, at least one
  std::optional<Date> earliest{};
  std::optional<Date> deadline{};      ///< the day by whose end it is to be ready, as run.deadline
  double weight = 1;                   ///< of a day late, and of not being placed
  std::vector<std::string> after{};    ///< projects that have to end before
  std::vector<ProjectPhase> phases{};  ///< at least one
  bool dedicated = false;              ///< keeps its nodes from its first phase's start to its last one's end

  friend bool operator==(const Project&, const Project&) = default;
};

struct Organisation {
  std::string name{};
  std::optional<double> share{};  ///< of the nodes, for fair_share
  std::optional<Dollars> budget{};
  int priority = 0;  ///< more goes first
  std::vector<Project> projects{};

  friend bool operator==(const Organisation&, const Organisation&) = default;
};

enum class PolicyKind : std::uint8_t { kPlanned, kFifo, kPriority, kFairShare, kDeadline };
inline constexpr auto kPolicyNames = names<PolicyKind>({{"planned", PolicyKind::kPlanned},
                                                        {"fifo", PolicyKind::kFifo},
                                                        {"priority", PolicyKind::kPriority},
                                                        {"fair_share", PolicyKind::kFairShare},
                                                        {"deadline", PolicyKind::kDeadline}});

/// Days of a placement's grid by their names.
inline constexpr auto kGridNames = names<int>({{"day", 1}, {"week", 7}});

struct Policy {
  PolicyKind kind = PolicyKind::kPlanned;
  bool backfill = true;     ///< EASY
  bool preemption = false;  ///< of what goes first over what goes behind, at the cost of a checkpoint and a restart
  int grid_days = 1;        ///< of placements: 1 or 7 (kGridNames)

  friend bool operator==(const Policy&, const Policy&) = default;
};

/// What money is reported in.
struct Currency {
  std::string code = "USD";
  double per_dollar = 1;
  std::optional<Date> on{};
  std::string source{};

  friend bool operator==(const Currency&, const Currency&) = default;
};

/// A value that the file leaves out, or a rule that could not be told for certain.
struct ProgrammeAssumption {
  std::string path{}, value{}, why{}, source{};

  friend bool operator==(const ProgrammeAssumption&, const ProgrammeAssumption&) = default;
};

struct Programme {
  std::string name{};
  std::string notes{};  ///< a line each
  Date start{}, end{};  ///< it runs from the begin of `start` to the begin of `end`
  std::vector<Pool> pools{};
  std::vector<Organisation> organisations{};
  Policy policy{};
  Currency currency{};
  std::vector<ProgrammeAssumption> assumptions{};  ///< what was left out and filled

  friend bool operator==(const Programme&, const Programme&) = default;
};

/// Days from the programme's start; negative before it.
inline int day_of(const Programme& programme, Date date) { return days_between(programme.start, date); }

}  // namespace fmplan::scenario
