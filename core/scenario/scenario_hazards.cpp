// Reader of what happens to a run beside its constant failure rate, and of how it goes on.

#include <string>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/scenario/scenario_names.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// Llama 3 405B: 2,048 nodes for 54 days.
constexpr double kLlamaNodeDays = 110'592;
constexpr const char* kLlama = "arXiv 2407.21783, section 3.3.4";

/// Of RSC-1's nodes; 13 % of the jobs of a day met one of them.
constexpr double kLemonShare = 0.012;
/// s·f/(s·f + 1 − s) = 13 % of failures for the factor f, jobs taken for failures.
constexpr double kLemonFactor = 0.13 * (1 - kLemonShare) / (kLemonShare * (1 - 0.13));
constexpr double kLemonRecognised = 0.85;
constexpr const char* kRsc =
    "1.2 % of RSC-1's nodes met by 13 % of a day's jobs, recognised with 85 % accuracy "
    "(arXiv 2410.21680, by way of summaries), unconfirmed";

constexpr double kWeibullShape = 0.7;
constexpr const char* kWeibull =
    "times between failures of HPC systems: Weibull of decreasing hazard (Schroeder & "
    "Gibson 2006), the shape from memory, unconfirmed";
/// Shapes outside are no law that anybody has seen: nearly all nodes at once, or nearly all in the first second.
constexpr double kSmallestShape = 0.2, kLargestShape = 20;

constexpr Seconds kGroupRepair = 355 * minute;
constexpr double kSilentPer1000NodeDays = 1000 * 6 / kLlamaNodeDays;
constexpr double kSlowdown = 1.34;
constexpr Seconds kSlowFor = 72 * minute;
constexpr const char* kGreyhound = "jobs of 512 GPUs and more (GREYHOUND, by way of a summary), unconfirmed";
constexpr Seconds kMaintenanceEvery = 54.0 / 47 * day;
constexpr Seconds kSpotNotice = 2 * minute;
constexpr Seconds kReplicaStall = 3 * minute;

constexpr double kMostPer1000NodeDays = 1e4;
constexpr double kLargestFactor = 1000;

/// One hazard's object.  Fields left out take a published figure, which is then an assumption.
class HazardReader {
 public:
  HazardReader(const json& object, std::string where, const ScenarioReading& reading)
      : reader_(object, std::move(where), reading.issues), reading_(reading), issues_before_(reading.issues.size()) {}

  Seconds time(const char* key) { return reader_.quantity<Seconds>(key, time_units()); }
  Seconds time_or(const char* key, Seconds figure, const char* source) {
    if (!reader_.has(key)) assume(key, time_text(figure), source);
    return reader_.quantity_or<Seconds>(key, time_units(), figure);
  }
  double number(const char* key, double minimum, double maximum) { return reader_.number(key, minimum, maximum); }
  double number_or(const char* key, double figure, double minimum, double maximum, const char* source) {
    if (!reader_.has(key)) assume(key, fmt::format("{:.3g}", figure), source);
    return reader_.number_or(key, figure, minimum, maximum);
  }
  double share_or(const char* key, double figure, const char* source) {
    if (!reader_.has(key)) assume(key, ratio_text(figure), source);
    return reader_.share_or(key, figure);
  }
  text::ObjectReader& reader() { return reader_; }
  /// True while every field could be read, so that rules between them can be checked.
  bool all_read() const { return reading_.issues.size() == issues_before_; }
  void finish() { reading_.finish(reader_); }

 private:
  void assume(const char* key, std::string value, const char* source) {
    reading_.assume(reader_.where(key), std::move(value), "not given: a published figure", source);
  }

  text::ObjectReader reader_;
  const ScenarioReading& reading_;
  std::size_t issues_before_;
};

sim::LemonNodes read_lemons(HazardReader& hazard) {
  sim::LemonNodes lemons;
  lemons.share = hazard.share_or("share", kLemonShare, kRsc);
  if (lemons.share == 0 || lemons.share == 1)
    hazard.reader().report("share", fmt::format("{} leaves no {} nodes; write for instance \"1.2 %\"{}", lemons.share,
                                                lemons.share == 0 ? "lemon" : "ordinary",
                                                lemons.share == 0 ? ", or leave \"lemons\" out" : ""));
  lemons.factor = hazard.number_or("factor", kLemonFactor, 1, kLargestFactor, kRsc);
  lemons.recognised = hazard.share_or("recognised", kLemonRecognised, kRsc);
  return lemons;
}

double read_shape(HazardReader& hazard) {
  return hazard.number_or("shape", kWeibullShape, kSmallestShape, kLargestShape, kWeibull);
}

sim::NodeAging read_aging(HazardReader& hazard) {
  return {.shape = read_shape(hazard), .mean_life = hazard.time("mean_life")};
}

sim::GroupFailures read_groups(HazardReader& hazard) {
  sim::GroupFailures groups;
  groups.nodes = hazard.reader().integer("nodes", 1, kMostNodes);
  const std::string switches = fmt::format(
      "35 failures of switches and cables in 110,592 node-days ({}), each taken to stop a whole group, "
      "unconfirmed",
      kLlama);
  groups.mtbf = hazard.time_or("mtbf", kLlamaNodeDays / 35 / groups.nodes * day, switches.c_str());
  groups.repair = hazard.time_or("repair", kGroupRepair,
                                 "mean repair time of 22 HPC systems of LANL (by way of a summary), unconfirmed");
  return groups;
}

sim::SilentCorruption read_silent_corruption(HazardReader& hazard) {
  const std::string silent = fmt::format("6 in 110,592 node-days ({})", kLlama);
  return {.per_1000_node_days = hazard.number_or("per_1000_node_days", kSilentPer1000NodeDays, 1e-6,
                                                 kMostPer1000NodeDays, silent.c_str()),
          .found_after = hazard.time("found_after")};
}

sim::SlowNodes read_slow_nodes(HazardReader& hazard) {
  constexpr Names<bool> kThen[] = {{"recovers", false}, {"replaced", true}};
  sim::SlowNodes slow;
  slow.per_1000_node_days = hazard.number("per_1000_node_days", 1e-6, kMostPer1000NodeDays);
  slow.slowdown = hazard.number_or("slowdown", kSlowdown, 1, kLargestFactor, kGreyhound);
  slow.lasts = hazard.time_or("lasts", kSlowFor, kGreyhound);
  slow.replaced = hazard.reader().choice_or<bool>("then", false, kThen);
  return slow;
}

sim::Preemption read_preemption(HazardReader& hazard) {
  return {.mean_between = hazard.time("mean_between"),
          .notice = hazard.time_or("notice", kSpotNotice, "interruption notice of EC2 Spot (Amazon EC2 User Guide)"),
          .wait = hazard.time("wait")};
}

sim::PlannedPause read_maintenance(HazardReader& hazard) {
  const std::string planned = fmt::format("47 planned interruptions in 54 days ({})", kLlama);
  const sim::PlannedPause pause{.every = hazard.time_or("every", kMaintenanceEvery, planned.c_str()),
                                .takes = hazard.time("takes")};
  if (hazard.all_read() && pause.takes >= pause.every)
    hazard.reader().report("takes", fmt::format("{} is not shorter than the {} from one maintenance to the next; use a "
                                                "shorter time, or a longer \"every\"",
                                                time_text(pause.takes), time_text(pause.every)));
  return pause;
}

sim::PlannedPause read_capacity_block(HazardReader& hazard) {
  const Seconds lasts = hazard.time("lasts"), gap = hazard.time("gap");
  return {.every = lasts + gap, .takes = gap};
}

}  // namespace

void read_hazards(const json& section, const ScenarioReading& reading) {
  text::ObjectReader reader(section, "/run/hazards", reading.issues);
  sim::Hazards& hazards = reading.scenario.hazards;
  const auto read = [&](const char* key, auto& hazard, auto fields) {
    const json* object = reader.find(key);
    if (!object) return;
    HazardReader inner(*object, reader.where(key), reading);
    hazard = fields(inner);
    inner.finish();
  };
  read("renewal", hazards.renewal_shape, read_shape);
  read("lemons", hazards.lemons, read_lemons);
  read("aging", hazards.aging, read_aging);
  read("groups", hazards.groups, read_groups);
  read("silent_corruption", hazards.silent_corruption, read_silent_corruption);
  read("slow_nodes", hazards.slow_nodes, read_slow_nodes);
  read("preemption", hazards.preemption, read_preemption);
  read("maintenance", hazards.maintenance, read_maintenance);
  read("capacity_block", hazards.capacity_block, read_capacity_block);
  reading.finish(reader);
}

void read_continuation(text::ObjectReader& run, const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  const json* value = run.find("continuation");
  bool stall_given = false;
  if (value && value->is_object()) {
    text::ObjectReader reader(*value, run.where("continuation"), reading.issues);
    reader.require("kind");
    scenario.continuation = reader.choice_or<sim::ContinuationKind>("kind", {}, kContinuations);
    stall_given = reader.has("stall");
    scenario.replica_stall = reader.quantity_or<Seconds>("stall", time_units(), kReplicaStall);
    if (stall_given && scenario.continuation != sim::ContinuationKind::kReplica && reader.has("kind"))
      reader.report("stall", "is of kind \"replica\", whose other replicas go on; leave it out, or set that kind");
    reading.finish(reader);
  } else {
    scenario.continuation = run.choice_or<sim::ContinuationKind>("continuation", {}, kContinuations);
    scenario.replica_stall = kReplicaStall;
  }
  if (scenario.continuation == sim::ContinuationKind::kReplica && !stall_given) {
    reading.assume("/run/continuation/stall", time_text(kReplicaStall), "not given: a published figure",
                   "recovery of single replicas at 98,000 GPUs (arXiv 2602.00277, by way of a summary), unconfirmed");
  }
}

}  // namespace fmplan::scenario
