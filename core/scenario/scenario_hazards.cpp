// Reader of what happens to a run beside its constant failure rate, and of how it goes on.

#include <string>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/hazard_items.h"
#include "core/scenario/scenario_names.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using catalog::HazardFigure;
using nlohmann::json;

constexpr const char* kPublished = "not given: a published figure";
/// Shapes outside are no law that anybody has seen: nearly all nodes at once, or nearly all in the first second.
constexpr double kSmallestShape = 0.2, kLargestShape = 20;
constexpr double kMostPer1000NodeDays = 1e4;
constexpr double kLargestFactor = 1000;

/// One hazard's object.  Fields left out take a published figure, which is then an assumption.
class HazardReader {
 public:
  HazardReader(const json& object, std::string where, const ScenarioReading& reading)
      : reader_(object, std::move(where), reading.issues), reading_(reading), issues_before_(reading.issues.size()) {}

  Seconds time(const char* key) { return reader_.quantity<Seconds>(key, time_units()); }
  Seconds time_or(const char* key, const HazardFigure& figure) {
    const Seconds published = figure.value * second;
    if (!reader_.has(key)) assume(key, time_text(published), figure);
    return reader_.quantity_or<Seconds>(key, time_units(), published);
  }
  double number(const char* key, double minimum, double maximum) { return reader_.number(key, minimum, maximum); }
  double number_or(const char* key, const HazardFigure& figure, double minimum, double maximum) {
    if (!reader_.has(key)) assume(key, fmt::format("{:.3g}", figure.value), figure);
    return reader_.number_or(key, figure.value, minimum, maximum);
  }
  double share_or(const char* key, const HazardFigure& figure) {
    if (!reader_.has(key)) assume(key, ratio_text(figure.value), figure);
    return reader_.share_or(key, figure.value);
  }
  /// A figure of the catalogue.
  HazardFigure published(std::string_view item, const std::string& figure) const {
    return hazard_figure(reading_.catalog, item, figure);
  }
  text::ObjectReader& reader() { return reader_; }
  /// True while every field could be read, so that rules between them can be checked.
  bool all_read() const { return reading_.issues.size() == issues_before_; }
  void finish() { reading_.finish(reader_); }

 private:
  void assume(const char* key, std::string value, const HazardFigure& figure) {
    reading_.assume(reader_.where(key), std::move(value), kPublished, figure.source);
  }

  text::ObjectReader reader_;
  const ScenarioReading& reading_;
  std::size_t issues_before_;
};

sim::LemonNodes read_lemons(HazardReader& hazard) {
  sim::LemonNodes lemons;
  lemons.share = hazard.share_or("share", hazard.published("lemons", "share"));
  if (lemons.share == 0 || lemons.share == 1)
    hazard.reader().report("share", fmt::format("{} leaves no {} nodes; write for instance \"1.2 %\"{}", lemons.share,
                                                lemons.share == 0 ? "lemon" : "ordinary",
                                                lemons.share == 0 ? ", or leave \"lemons\" out" : ""));
  lemons.factor = hazard.number_or("factor", hazard.published("lemons", "factor"), 1, kLargestFactor);
  lemons.recognised = hazard.share_or("recognised", hazard.published("lemons", "recognised"));
  return lemons;
}

double read_shape(HazardReader& hazard) {
  return hazard.number_or("shape", hazard.published("weibull", "shape"), kSmallestShape, kLargestShape);
}

sim::NodeAging read_aging(HazardReader& hazard) {
  return {.shape = read_shape(hazard), .mean_life = hazard.time("mean_life")};
}

sim::GroupFailures read_groups(HazardReader& hazard) {
  sim::GroupFailures groups;
  groups.nodes = hazard.reader().integer("nodes", 1, kMostNodes);
  HazardFigure mtbf = hazard.published("groups", "events");
  mtbf.value = hazard.published("groups", "node_days").value / mtbf.value / groups.nodes * day / second;
  groups.mtbf = hazard.time_or("mtbf", mtbf);
  groups.repair = hazard.time_or("repair", hazard.published("groups", "repair"));
  return groups;
}

sim::SilentCorruption read_silent_corruption(HazardReader& hazard) {
  HazardFigure rate = hazard.published("silent-corruption", "events");
  rate.value = 1000 * rate.value / hazard.published("silent-corruption", "node_days").value;
  return {.per_1000_node_days = hazard.number_or("per_1000_node_days", rate, 1e-6, kMostPer1000NodeDays),
          .found_after = hazard.time("found_after")};
}

sim::SlowNodes read_slow_nodes(HazardReader& hazard) {
  constexpr Names<bool> kThen[] = {{"recovers", false}, {"replaced", true}};
  sim::SlowNodes slow;
  slow.per_1000_node_days = hazard.number("per_1000_node_days", 1e-6, kMostPer1000NodeDays);
  slow.slowdown = hazard.number_or("slowdown", hazard.published("slow-nodes", "slowdown"), 1, kLargestFactor);
  slow.lasts = hazard.time_or("lasts", hazard.published("slow-nodes", "lasts"));
  slow.replaced = hazard.reader().choice_or<bool>("then", false, kThen);
  return slow;
}

sim::Preemption read_preemption(HazardReader& hazard) {
  return {.mean_between = hazard.time("mean_between"),
          .notice = hazard.time_or("notice", hazard.published("preemption", "notice")),
          .wait = hazard.time("wait")};
}

sim::PlannedPause read_maintenance(HazardReader& hazard) {
  HazardFigure every = hazard.published("maintenance", "events");
  every.value = hazard.published("maintenance", "window_days").value / every.value * day / second;
  const sim::PlannedPause pause{.every = hazard.time_or("every", every), .takes = hazard.time("takes")};
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
  const HazardFigure figure = hazard_figure(reading.catalog, "replica", "stall");
  const Seconds published = figure.value * second;
  bool stall_given = false;
  if (value && value->is_object()) {
    text::ObjectReader reader(*value, run.where("continuation"), reading.issues);
    reader.require("kind");
    scenario.continuation = reader.choice_or<sim::ContinuationKind>("kind", {}, kContinuations);
    stall_given = reader.has("stall");
    scenario.replica_stall = reader.quantity_or<Seconds>("stall", time_units(), published);
    if (stall_given && scenario.continuation != sim::ContinuationKind::kReplica && reader.has("kind"))
      reader.report("stall", "is of kind \"replica\", whose other replicas go on; leave it out, or set that kind");
    reading.finish(reader);
  } else {
    scenario.continuation = run.choice_or<sim::ContinuationKind>("continuation", {}, kContinuations);
    scenario.replica_stall = published;
  }
  if (scenario.continuation == sim::ContinuationKind::kReplica && !stall_given) {
    reading.assume("/run/continuation/stall", time_text(published), kPublished, figure.source);
  }
}

}  // namespace fmplan::scenario
