// Writer of a programme.

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/scenario/fields.h"
#include "core/scenario/programme_json.h"
#include "core/scenario/programme_reading.h"
#include "core/text/field_writer.h"
#include "core/text/json_conversion.h"

namespace fmplan::scenario {
namespace {

using text::FieldWriter;
using text::Json;

Json widths_json(const std::vector<int>& widths) { return widths.size() == 1 ? Json(widths.front()) : Json(widths); }

/// Writes what was not assumed, so that it is assumed again when it is read.
class Writer {
 public:
  explicit Writer(const Programme& programme) : programme_(programme) {
    for (const ProgrammeAssumption& assumption : programme.assumptions) assumed_[assumption.path] = assumption.value;
  }

  Json document() const {
    FieldWriter writer(fields::kProgramme);
    writer.put("version", 1);
    writer.put("name", programme_.name);
    if (!programme_.notes.empty()) writer.put("notes", lines(programme_.notes));
    writer.put("start", date_text(programme_.start));
    writer.put("end", date_text(programme_.end));
    if (programme_.currency != Currency{}) writer.put("currency", currency(programme_.currency));
    put_policy(writer);
    writer.put("pools",
               each(programme_.pools, [this](const Pool& item, std::size_t i) { return pool(item, pool_place(i)); }));
    writer.put("organisations", each(programme_.organisations, [this](const Organisation& item, std::size_t i) {
                 return organisation(item, i);
               }));
    return writer.object();
  }

 private:
  /// Whether `value` is what the reader assumed at `path`.
  bool is_assumed(const std::string& path, std::string_view value) const {
    const auto found = assumed_.find(path);
    return found != assumed_.end() && found->second == value;
  }

  template <class Item, class Write>
  static Json each(const std::vector<Item>& items, const Write& write) {
    Json list = Json::array();
    for (std::size_t i = 0; i < items.size(); ++i) list.push_back(write(items[i], i));
    return list;
  }

  static Json lines(const std::string& text) {
    Json list = Json::array();
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      list.push_back(text.substr(begin, end - begin));
    list.push_back(text.substr(begin));
    return list;
  }

  static Json currency(const Currency& currency) {
    FieldWriter writer(fields::kCurrency);
    writer.put("code", currency.code);
    writer.put("per_dollar", currency.per_dollar);
    if (currency.on) writer.put("on", date_text(*currency.on));
    if (!currency.source.empty()) writer.put("source", currency.source);
    return writer.object();
  }

  void put_policy(FieldWriter& document) const {
    const Policy& policy = programme_.policy;
    if (policy == Policy{} && is_assumed("/policy", kPolicyNames.name(policy.kind))) return;
    FieldWriter writer(fields::kPolicy);
    writer.put("kind", kPolicyNames.name(policy.kind));
    writer.put("backfill", policy.backfill);
    writer.put("preemption", policy.preemption);
    writer.put("grid", kGridNames.name(policy.grid_days));
    document.put("policy", writer.object());
  }

  static Json change(const PoolChange& change, const text::FieldTable& table) {
    FieldWriter writer(table);
    if (!change.name.empty()) writer.put("name", change.name);
    writer.put("on", date_text(change.on));
    writer.put("nodes", change.nodes);
    if (change.late_chance > 0) {
      writer.put("late_chance", change.late_chance);
      writer.quantity("late_mean", change.late_mean);
    }
    return writer.object();
  }

  static Json maintenance(const PoolMaintenance& maintenance) {
    FieldWriter writer(fields::kPoolMaintenance);
    if (!maintenance.name.empty()) writer.put("name", maintenance.name);
    writer.put("from", date_text(maintenance.from));
    writer.put("until", date_text(maintenance.until));
    if (maintenance.nodes > 0) writer.put("nodes", maintenance.nodes);
    return writer.object();
  }

  static Json acceptance(const Acceptance& acceptance) {
    FieldWriter writer(fields::kAcceptance);
    writer.put("defective_share", acceptance.defective_share);
    if (acceptance.check > Seconds{}) writer.quantity("check", acceptance.check);
    writer.quantity("replaced_in", acceptance.replaced_in);
    return writer.object();
  }

  static Json price(const hardware::PricePoint& point) {
    FieldWriter writer(fields::kPoolPrice);
    writer.quantity("per_node_hour", point.price.value_or(DollarsPerSecond{}));
    writer.put("source", point.source);
    return writer.object();
  }

  Json pool(const Pool& pool, const std::string& place) const {
    FieldWriter writer(fields::kPool);
    writer.put("name", pool.name);
    writer.put("instance", pool.instance);
    if (!pool.region.empty()) writer.put("region", pool.region);
    if (!is_assumed(place + "/kind", pool.kind)) writer.put("kind", pool.kind);
    writer.put("deliveries", each(pool.deliveries,
                                  [](const PoolChange& item, std::size_t) { return change(item, fields::kDelivery); }));
    if (!pool.returns.empty())
      writer.put("returns",
                 each(pool.returns, [](const PoolChange& item, std::size_t) { return change(item, fields::kReturn); }));
    if (pool.price_is_own) writer.put("price", price(pool.prices.points.front()));
    if (pool.nodes_per_leaf) writer.put("nodes_per_leaf", *pool.nodes_per_leaf);
    if (!pool.maintenance.empty())
      writer.put("maintenance",
                 each(pool.maintenance, [](const PoolMaintenance& item, std::size_t) { return maintenance(item); }));
    if (!is_assumed(place + "/spares", fmt::format("{}", pool.spares))) writer.put("spares", pool.spares);
    if (pool.acceptance != Acceptance{}) writer.put("acceptance", acceptance(pool.acceptance));
    const std::string_view orchestrator = kOrchestratorNames.name(pool.orchestrator);
    if (!is_assumed(place + "/orchestrator", orchestrator)) writer.put("orchestrator", orchestrator);
    return writer.object();
  }

  static Json jobs(const JobStream& jobs) {
    FieldWriter writer(fields::kJobs);
    writer.put("per_day", jobs.jobs_per_day);
    writer.put("nodes", widths_json(jobs.nodes));
    if (jobs.durations.empty()) {
      writer.quantity("mean_duration", jobs.mean_duration);
    } else {
      Json durations = Json::array();
      for (const Seconds duration : jobs.durations)
        durations.push_back(text::quantity_text(duration.in_base_units(), text::Dimension::kTime));
      writer.put("durations", std::move(durations));
    }
    return writer.object();
  }

  template <class Owner>
  static void put_scenario(FieldWriter& writer, const Owner& owner) {
    if (!owner.scenario_file.empty())
      writer.put("scenario", owner.scenario_file);
    else if (!owner.scenario.is_null())
      writer.put("scenario", text::json_of(owner.scenario));
  }

  static Json phase(const ProjectPhase& phase) {
    FieldWriter writer(fields::kProjectPhase);
    writer.put("kind", kPhaseKindNames.name(phase.kind));
    writer.put("name", phase.name);
    put_scenario(writer, phase);
    if (phase.node_hours) writer.put("node_hours", *phase.node_hours);
    if (phase.duration) writer.quantity("duration", *phase.duration);
    if (phase.jobs) writer.put("jobs", jobs(*phase.jobs));
    if (!phase.nodes.empty()) writer.put("nodes", widths_json(phase.nodes));
    return writer.object();
  }

  Json project(const Project& project, const std::string& place) const {
    FieldWriter writer(fields::kProject);
    writer.put("name", project.name);
    put_scenario(writer, project);
    if (!project.nodes.empty())
      writer.put("nodes", widths_json(project.nodes));
    else if (!is_assumed(place + "/nodes", "auto"))
      writer.put("nodes", "auto");
    if (!is_assumed(place + "/pools", fmt::format("{}", fmt::join(project.pools, ", "))))
      writer.put("pools", project.pools);
    if (project.earliest) writer.put("earliest", date_text(*project.earliest));
    if (project.deadline) writer.put("deadline", date_text(*project.deadline));
    if (project.weight != 1) writer.put("weight", project.weight);
    if (!project.after.empty()) writer.put("after", project.after);
    const bool only_trains = project.phases.size() == 1 &&
                             project.phases.front() == ProjectPhase{.kind = PhaseKind::kTraining, .name = "training"};
    if (!only_trains || !is_assumed(place + "/phases", "training"))
      writer.put("phases", each(project.phases, [](const ProjectPhase& item, std::size_t) { return phase(item); }));
    if (project.dedicated) writer.put("dedicated", true);
    return writer.object();
  }

  Json organisation(const Organisation& organisation, std::size_t index) const {
    FieldWriter writer(fields::kOrganisation);
    writer.put("name", organisation.name);
    if (organisation.share) writer.put("share", *organisation.share);
    if (organisation.budget) writer.put("budget", fmt::format("{} USD", *organisation.budget / dollar));
    if (organisation.priority != 0) writer.put("priority", organisation.priority);
    writer.put("projects", each(organisation.projects, [&](const Project& item, std::size_t i) {
                 return project(item, project_place(index, i));
               }));
    return writer.object();
  }

  const Programme& programme_;
  std::map<std::string, std::string> assumed_;
};

}  // namespace

Json programme_json(const Programme& programme) { return Writer(programme).document(); }

}  // namespace fmplan::scenario
