#include "core/scenario/scenario_hazards.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/hazard_items.h"
#include "core/hardware/price.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_names.h"
#include "core/text/field_writer.h"

namespace fmplan::scenario {
namespace {

using catalog::HazardFigure;
using nlohmann::json;

/// One hazard's object.  Fields left out take a published figure, which is then an assumption.
class HazardReader : public text::FieldReader {
 public:
  HazardReader(const json& object, const text::FieldReader& hazards, std::string_view key,
               const ScenarioReading& reading)
      : FieldReader(object, hazards, key), reading_(reading), issues_before_(reading.issues.size()) {}

  Seconds time(const char* key) { return quantity<Seconds>(key); }
  Seconds time_or(const char* key, const HazardFigure& figure) {
    const Seconds published = figure.value * second;
    if (!has(key)) assume(key, time_text(published), figure);
    return quantity_or<Seconds>(key, published);
  }
  /// As time_or(), where "0 s" is none at all.
  Seconds time_or_zero(const char* key, const HazardFigure& figure) {
    const json* value = find(key);
    const bool none =
        value && value->is_string() && parse_quantity(value->get_ref<const std::string&>(), time_units()) == 0.0;
    return none ? Seconds{} : time_or(key, figure);
  }
  double number_or(const char* key, const HazardFigure& figure) {
    if (!has(key)) assume(key, fmt::format("{:.3g}", figure.value), figure);
    return FieldReader::number_or(key, figure.value);
  }
  double share_or(const char* key, const HazardFigure& figure) {
    if (!has(key)) assume(key, ratio_text(figure.value), figure);
    return FieldReader::share_or(key, figure.value);
  }
  /// The figure of the field's name in the catalogue's item for it.
  HazardFigure published(const char* key) const { return published(key, key); }
  /// That of who runs the cluster's machines, where it has one of its own.
  HazardFigure published_of_provider(const char* key) const {
    return reading_.catalog.hazard_figure_of(reading_.scenario.cluster.instance.provider, field(key).item, key);
  }
  /// Another one, from which the field's follows.
  HazardFigure published(const char* key, const char* figure) const {
    return reading_.catalog.hazard_figure(field(key).item, figure);
  }
  /// A figure per node-day, counted on nodes of eight accelerators, for the cluster's own.
  HazardFigure of_own_nodes(HazardFigure figure) const {
    constexpr double kCountedOn = 8;  // accelerators of a node, of arXiv 2407.21783
    figure.value *= reading_.scenario.cluster.instance.accelerators_per_node / kCountedOn;
    return figure;
  }
  /// True while every field could be read, so that rules between them can be checked.
  bool all_read() const { return reading_.issues.size() == issues_before_; }

 private:
  void assume(const char* key, std::string value, const HazardFigure& figure) {
    reading_.assume(where(key), std::move(value), {plan::AssumptionKind::kPublishedFigure}, figure.source);
  }

  const ScenarioReading& reading_;
  std::size_t issues_before_;
};

sim::LemonNodes read_lemons(HazardReader& hazard) {
  sim::LemonNodes lemons;
  lemons.share = hazard.share_or("share", hazard.published("share"));
  if (lemons.share == 0 || lemons.share == 1)
    hazard.report("share", fmt::format("{} leaves no {} nodes; write for instance \"1.2 %\"{}", lemons.share,
                                       lemons.share == 0 ? "lemon" : "ordinary",
                                       lemons.share == 0 ? ", or leave \"lemons\" out" : ""));
  lemons.factor = hazard.number_or("factor", hazard.published("factor"));
  lemons.recognised = hazard.share_or("recognised", hazard.published("recognised"));
  return lemons;
}

double read_shape(HazardReader& hazard) { return hazard.number_or("shape", hazard.published("shape")); }

sim::NodeAging read_aging(HazardReader& hazard) {
  return {.shape = read_shape(hazard), .mean_life = hazard.time("mean_life")};
}

sim::GroupFailures read_groups(HazardReader& hazard) {
  sim::GroupFailures groups;
  groups.nodes = hazard.whole("nodes");
  HazardFigure mtbf = hazard.published("mtbf", "events");
  mtbf.value = hazard.published("mtbf", "node_days").value / mtbf.value / groups.nodes * day / second;
  groups.mtbf = hazard.time_or("mtbf", mtbf);
  groups.repair = hazard.time_or("repair", hazard.published("repair"));
  return groups;
}

sim::SilentCorruption read_silent_corruption(HazardReader& hazard) {
  constexpr const char* kRate = "per_1000_node_days";
  HazardFigure rate = hazard.published(kRate, "events");
  rate.value = 1000 * rate.value / hazard.published(kRate, "node_days").value;
  return {.per_1000_node_days = hazard.number_or(kRate, hazard.of_own_nodes(rate)),
          .found_after = hazard.time("found_after")};
}

sim::SlowNodes read_slow_nodes(HazardReader& hazard) {
  sim::SlowNodes slow;
  slow.per_1000_node_days = hazard.number("per_1000_node_days");
  slow.slowdown = hazard.number_or("slowdown", hazard.published("slowdown"));
  slow.lasts = hazard.time_or("lasts", hazard.published("lasts"));
  slow.replaced = hazard.choice("then", kSlowNodeNames);
  return slow;
}

sim::Preemption read_preemption(HazardReader& hazard) {
  return {.mean_between = hazard.time("mean_between"),
          .notice = hazard.time_or_zero("notice", hazard.published_of_provider("notice")),
          .wait = hazard.time("wait")};
}

sim::SiteOutages read_site_outage(HazardReader& hazard) {
  return {.mean_between = hazard.time("mean_between"), .repair = hazard.time("repair")};
}

sim::PlannedPause read_maintenance(HazardReader& hazard) {
  HazardFigure every = hazard.published("every", "events");
  every.value = hazard.published("every", "window_days").value / every.value * day / second;
  const sim::PlannedPause pause{.every = hazard.time_or("every", every), .takes = hazard.time("takes")};
  if (hazard.all_read() && pause.takes >= pause.every)
    hazard.report("takes", fmt::format("{} is not shorter than the {} from one maintenance to the next; use a "
                                       "shorter time, or a longer \"every\"",
                                       time_text(pause.takes), time_text(pause.every)));
  return pause;
}

sim::PlannedPause read_capacity_block(HazardReader& hazard) {
  const Seconds lasts = hazard.time("lasts"), gap = hazard.time("gap");
  if (hazard.all_read() && lasts > hardware::kLongestBlock_days * day)
    hazard.report("lasts", fmt::format("{} is longer than a Capacity Block; use at most \"{} days\"", time_text(lasts),
                                       hardware::kLongestBlock_days));
  return {.every = lasts + gap, .takes = gap};
}

}  // namespace

void read_hazards(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/run/hazards", fields::kHazards, reading.issues);
  sim::Hazards& hazards = reading.scenario.hazards;
  const auto read = [&](const char* key, auto& hazard, auto read_hazard) {
    const json* object = reader.find(key);
    if (!object || object->is_null()) return;
    HazardReader inner(*object, reader, key, reading);
    hazard = read_hazard(inner);
    reading.finish(inner);
  };
  read("renewal", hazards.renewal_shape, read_shape);
  read("lemons", hazards.lemons, read_lemons);
  read("aging", hazards.aging, read_aging);
  read("groups", hazards.groups, read_groups);
  read("silent_corruption", hazards.silent_corruption, read_silent_corruption);
  read("slow_nodes", hazards.slow_nodes, read_slow_nodes);
  read("preemption", hazards.preemption, read_preemption);
  read("site_outage", hazards.site_outage, read_site_outage);
  read("maintenance", hazards.maintenance, read_maintenance);
  read("capacity_block", hazards.capacity_block, read_capacity_block);
  reading.finish(reader);
}

text::Json hazards_document(const sim::Hazards& hazards) {
  text::FieldWriter writer(fields::kHazards);
  const auto put = [&](const char* key, const auto& hazard, const auto& write) {
    if (!hazard) return;
    text::FieldWriter inner(writer.table(key));
    write(inner, *hazard);
    writer.put(key, inner.object());
  };
  put("renewal", hazards.renewal_shape, [](text::FieldWriter& w, double shape) { w.put("shape", shape); });
  put("lemons", hazards.lemons, [](text::FieldWriter& w, const sim::LemonNodes& lemons) {
    w.put("share", lemons.share);
    w.put("factor", lemons.factor);
    w.put("recognised", lemons.recognised);
  });
  put("aging", hazards.aging, [](text::FieldWriter& w, const sim::NodeAging& aging) {
    w.put("shape", aging.shape);
    w.quantity("mean_life", aging.mean_life);
  });
  put("groups", hazards.groups, [](text::FieldWriter& w, const sim::GroupFailures& groups) {
    w.put("nodes", groups.nodes);
    w.quantity("mtbf", groups.mtbf);
    w.quantity("repair", groups.repair);
  });
  put("silent_corruption", hazards.silent_corruption, [](text::FieldWriter& w, const sim::SilentCorruption& silent) {
    w.put("per_1000_node_days", silent.per_1000_node_days);
    w.quantity("found_after", silent.found_after);
  });
  put("slow_nodes", hazards.slow_nodes, [](text::FieldWriter& w, const sim::SlowNodes& slow) {
    w.put("per_1000_node_days", slow.per_1000_node_days);
    w.put("slowdown", slow.slowdown);
    w.quantity("lasts", slow.lasts);
    w.put("then", kSlowNodeNames.name(slow.replaced));
  });
  put("preemption", hazards.preemption, [](text::FieldWriter& w, const sim::Preemption& preemption) {
    w.quantity("mean_between", preemption.mean_between);
    w.quantity("notice", preemption.notice);
    w.quantity("wait", preemption.wait);
  });
  put("site_outage", hazards.site_outage, [](text::FieldWriter& w, const sim::SiteOutages& site_outage) {
    w.quantity("mean_between", site_outage.mean_between);
    w.quantity("repair", site_outage.repair);
  });
  put("maintenance", hazards.maintenance, [](text::FieldWriter& w, const sim::PlannedPause& pause) {
    w.quantity("every", pause.every);
    w.quantity("takes", pause.takes);
  });
  put("capacity_block", hazards.capacity_block, [](text::FieldWriter& w, const sim::PlannedPause& pause) {
    w.quantity("lasts", pause.every - pause.takes);
    w.quantity("gap", pause.takes);
  });
  return writer.object();
}

void fill_hazards(json& section, const sim::Hazards& hazards) {
  const auto seconds_text = [](Seconds value) { return exact_text(value / second, time_units().front()); };
  const auto fill_in = [&](const char* hazard, const char* key, json value) {
    if (!section[hazard].contains(key)) section[hazard][key] = std::move(value);
  };
  if (hazards.renewal_shape) fill_in("renewal", "shape", *hazards.renewal_shape);
  if (hazards.lemons) {
    fill_in("lemons", "share", hazards.lemons->share);
    fill_in("lemons", "factor", hazards.lemons->factor);
    fill_in("lemons", "recognised", hazards.lemons->recognised);
  }
  if (hazards.aging) fill_in("aging", "shape", hazards.aging->shape);
  if (hazards.groups) {
    fill_in("groups", "mtbf", seconds_text(hazards.groups->mtbf));
    fill_in("groups", "repair", seconds_text(hazards.groups->repair));
  }
  if (hazards.silent_corruption)
    fill_in("silent_corruption", "per_1000_node_days", hazards.silent_corruption->per_1000_node_days);
  if (hazards.slow_nodes) {
    fill_in("slow_nodes", "slowdown", hazards.slow_nodes->slowdown);
    fill_in("slow_nodes", "lasts", seconds_text(hazards.slow_nodes->lasts));
    fill_in("slow_nodes", "then", kSlowNodeNames.name(hazards.slow_nodes->replaced));
  }
  if (hazards.preemption) fill_in("preemption", "notice", seconds_text(hazards.preemption->notice));
  if (hazards.maintenance) fill_in("maintenance", "every", seconds_text(hazards.maintenance->every));
}

void read_continuation(text::FieldReader& run, const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  static const json kNothing = json::object();
  const json* value = run.find("continuation");
  const bool as_object = value && value->is_object();
  text::FieldReader reader(as_object ? *value : kNothing, run, "continuation");
  scenario.continuation =
      as_object ? reader.choice("kind", sim::kContinuationNames) : run.choice("continuation", sim::kContinuationNames);
  const HazardFigure published = reading.catalog.hazard_figure(reader.field("stall").item, "stall");
  scenario.replica_stall = reader.quantity_or<Seconds>("stall", published.value * second);
  const bool is_replica = scenario.continuation == sim::ContinuationKind::kReplica;
  if (reader.has("stall") && !is_replica && reader.has("kind"))
    reader.report("stall", "is of kind \"replica\", whose other replicas go on; leave it out, or set that kind");
  if (as_object) reading.finish(reader);
  if (is_replica && !reader.has("stall"))
    reading.assume(reader.where("stall"), time_text(scenario.replica_stall), {plan::AssumptionKind::kPublishedFigure},
                   published.source);
}

}  // namespace fmplan::scenario
