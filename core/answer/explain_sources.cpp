#include "core/answer/explain_sources.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/answer/assumption_text.h"
#include "core/answer/formula.h"
#include "core/base/quantity_text.h"
#include "core/catalog/provenance.h"
#include "core/plan/phase_report.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;
using plan::AssumptionKind;

constexpr const char* kStepItem = "steps";

/// The kinds whose items fill what a scenario leaves open.
constexpr std::array kFillingKinds = {"power",   "grid",         "storage",   "recoveries",
                                      "hazards", "accelerators", "frameworks"};

const json* value_at(const json& document, const std::string& pointer) {
  const json::json_pointer at(pointer);
  return document.contains(at) ? &document[at] : nullptr;
}

/// What stands in the scenario; an item of its own is told by its name.
std::string stated_text(const json& value) {
  if (value.is_object()) return value.value("name", "stated");
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Coefficient of_item(const ExplainOrigin& origin, std::string what, std::string value, const char* kind,
                    const std::string& name, const std::string& pointer = {}) {
  const catalog::Provenance found = catalog::provenance_of(origin.catalog.raw(kind, name), pointer);
  return {.what = std::move(what),
          .value = std::move(value),
          .source = found.source,
          .as_of = found.date,
          .confirmed = found.confirmed};
}

/// Where a scenario names an item: its kind.
const char* kind_named_at(std::string_view path) {
  constexpr std::pair<std::string_view, const char*> kKinds[] = {{"/run/failures", "failures"},
                                                                 {"/run/recovery", "recoveries"},
                                                                 {"/training/framework", "frameworks"},
                                                                 {"/cluster/storage", "storage"}};
  for (const auto& [at, kind] : kKinds)
    if (path == at) return kind;
  return nullptr;
}

/// What the scenario states there.
std::vector<Coefficient> stated(const std::string& path, const ExplainOrigin& origin) {
  const json* const value = value_at(origin.scenario, path);
  if (!value) return {};
  const char* const kind = kind_named_at(path);
  if (kind && value->is_string() && origin.catalog.has(kind, value->get<std::string>()))
    return {of_item(origin, path, value->get<std::string>(), kind, value->get<std::string>())};
  return {
      {.what = path, .value = stated_text(*value), .source = "stated in the scenario", .as_of = {}, .confirmed = {}}};
}

// ---- assumptions ----

/// The day of the source with that text, in an item that fills what a scenario leaves open.
std::optional<Date> day_of_source(const std::string& source, const ExplainOrigin& origin) {
  const auto day_in = [&source](const json& provenance) -> std::optional<Date> {
    if (provenance.value("source", "") != source || !provenance.contains("date")) return std::nullopt;
    return parse_date(provenance["date"].get<std::string>());
  };
  for (const char* const kind : kFillingKinds)
    for (const std::string& name : origin.catalog.names(kind)) {
      const json& item = origin.catalog.raw(kind, name);
      if (!item.contains("provenance")) continue;
      if (const auto found = day_in(item["provenance"])) return found;
      for (const auto& field : item["provenance"].value("fields", json::object()))
        if (const auto found = day_in(field)) return found;
    }
  return std::nullopt;
}

/// "calibration/campaigns" of "catalogue item calibration/campaigns: …".
std::pair<std::string, std::string> item_named(const std::string& source) {
  constexpr std::string_view kWords = "catalogue item ";
  if (!source.starts_with(kWords)) return {};
  const std::string path = source.substr(kWords.size(), source.find_first_of(",:; ", kWords.size()) - kWords.size());
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? std::pair<std::string, std::string>()
                                    : std::pair(path.substr(0, slash), path.substr(slash + 1));
}

Coefficient of_assumption(const plan::Assumption& assumption, const ExplainOrigin& origin) {
  Coefficient entry{.what = assumption.path,
                    .value = assumption.value,
                    .source = assumption.source,
                    .as_of = {},
                    .confirmed = assumption.source.find("unconfirmed") == std::string::npos};
  if (assumption.source == "rule") {
    entry.source = "rule: " + assumption_text(assumption);
    entry.confirmed.reset();
    return entry;
  }
  for (const auto& [name, value] : assumption.why.values)
    if (const Date* const day = std::get_if<Date>(&value); day && (name == "until" || (name == "from" && !entry.as_of)))
      entry.as_of = *day;
  const auto [kind, name] = item_named(assumption.source);
  if (!name.empty() && origin.catalog.has(kind, name)) {
    const catalog::Provenance found = catalog::provenance_of(origin.catalog.raw(kind, name), "");
    entry.as_of = found.date;
    entry.confirmed = found.confirmed;
    if (assumption.source.find(':') == std::string::npos)
      entry.source = fmt::format("{}/{}: {}", kind, name, found.source);
  }
  constexpr std::string_view kMark = " (unconfirmed)";
  if (entry.source.ends_with(kMark)) entry.source.resize(entry.source.size() - kMark.size());
  if (!entry.as_of) entry.as_of = day_of_source(entry.source, origin);
  return entry;
}

std::vector<Coefficient> assumed_coefficients(const std::string& path, const ExplainOrigin& origin) {
  std::vector<Coefficient> found;
  for (const plan::Assumption& assumption : origin.report.assumptions)
    if (assumption.path == path) found.push_back(of_assumption(assumption, origin));
  return found.empty() ? stated(path, origin) : found;
}

/// The fit that an assumption about the machine is of: its kernels, its collectives.
std::optional<std::string> fit_of(const plan::Assumption& assumption, const ExplainOrigin& origin) {
  constexpr std::string_view kProfile = "profile ";
  const hardware::Accelerator& accelerator = origin.report.scenario.cluster.instance.accelerator;
  std::vector<std::string> names;
  if (assumption.value.starts_with(kProfile)) names.push_back(assumption.value.substr(kProfile.size()));
  if (assumption.why.kind == AssumptionKind::kMatrixProducts || assumption.why.kind == AssumptionKind::kFusedAttention)
    names = {accelerator.name + "-kernels", accelerator.chip + "-kernels"};
  for (const std::string& name : names)
    if (origin.catalog.has("calibration", name)) return name;
  return std::nullopt;
}

std::vector<Coefficient> of_kinds(std::initializer_list<AssumptionKind> kinds, const ExplainOrigin& origin) {
  std::vector<Coefficient> found;
  for (const plan::Assumption& assumption : origin.report.assumptions)
    if (std::ranges::find(kinds, assumption.why.kind) != kinds.end()) {
      found.push_back(of_assumption(assumption, origin));
      found.back().source = fmt::format("{}: {}", assumption_text(assumption), found.back().source);
      if (const auto fit = fit_of(assumption, origin); fit && !found.back().as_of)
        found.back().as_of = catalog::provenance_of(origin.catalog.raw("calibration", *fit), "").date;
    }
  return found;
}

// ---- what was fitted to measured steps ----

/// What is written at ["evidence"][of][name][entry], of an item without rows at "generic".
std::string evidence_text(const json& profile, const char* of, const std::string& name, const std::string& entry) {
  for (const std::string& each : {name, std::string("generic")}) {
    const json::json_pointer at(fmt::format("/evidence/{}/{}/{}", of, each, entry));
    if (profile.contains(at)) return fmt::format("{}, {}", each, profile[at].get<std::string>());
  }
  return name;
}

Coefficient fitted(const ExplainOrigin& origin, const char* of, const std::string& name, const std::string& entry,
                   double value) {
  Coefficient found = of_item(origin, entry, number_text(value), "calibration", kStepItem);
  found.source = fmt::format("calibration/steps, {} of {}", of,
                             evidence_text(origin.catalog.raw("calibration", kStepItem), of, name, entry));
  found.what = fmt::format("{} {}", of == std::string_view("habits") ? "habit" : "pace", entry);
  return found;
}

std::vector<Coefficient> of_habit(const std::string& name, const ExplainOrigin& origin) {
  const auto habit = sim::kStepHabitNames.parse(name);
  const sim::FrameworkProfile& framework = origin.report.scenario.framework;
  const bool of_mixtures = name.find("mixture") != std::string::npos || name.starts_with("expert_") ||
                           name == "per_expert" || name == "permutation";
  if (!habit || !origin.report.scenario.step_errors || (of_mixtures && !origin.report.scenario.model.moe)) return {};
  return {fitted(origin, "habits", framework.name, name, framework.habits[*habit])};
}

std::vector<Coefficient> of_pace(std::string name, const ExplainOrigin& origin) {
  if (!origin.report.scenario.step_errors) return {};
  const hardware::Accelerator& accelerator = origin.report.scenario.cluster.instance.accelerator;
  if (name == "products") {
    const model::Precision precision = origin.report.scenario.precision;
    name = precision == model::Precision::kFp8   ? "products_8_bit"
           : precision == model::Precision::kFp4 ? "products_4_bit"
                                                 : "products_16_bit";
  }
  const auto pace = hardware::kPaceNames.parse(name);
  if (!pace) return {};
  return {fitted(origin, "paces", accelerator.chip.empty() ? accelerator.name : accelerator.chip, name,
                 accelerator.pace[*pace])};
}

// ---- items ----

std::vector<Coefficient> of_accelerator(std::string pointer, const ExplainOrigin& origin) {
  const std::string& name = origin.report.scenario.cluster.instance.accelerator.name;
  const json* const instance = value_at(origin.scenario, "/cluster/instance");
  if (!instance || !instance->is_string() || !origin.catalog.has("accelerators", name))
    return {{.what = "accelerator" + pointer,
             .value = name,
             .source = "stated in the scenario",
             .as_of = {},
             .confirmed = {}}};
  if (pointer == "/peak") pointer += "/" + std::string(sim::precision_name(origin.report.scenario.precision));
  const json* const value = value_at(origin.catalog.raw("accelerators", name), pointer);
  return {of_item(origin, name + pointer, value ? stated_text(*value) : "", "accelerators", name, pointer)};
}

std::vector<Coefficient> of_framework(const std::string& pointer, const ExplainOrigin& origin) {
  const std::string& name = origin.report.scenario.framework.name;
  if (!origin.catalog.has("frameworks", name)) return stated("/training/framework", origin);
  const json* const value = value_at(origin.catalog.raw("frameworks", name), pointer);
  if (!value) return {};
  return {of_item(origin, name + pointer, stated_text(*value), "frameworks", name, pointer)};
}

std::vector<Coefficient> of_failures(const ExplainOrigin& origin) {
  const sim::FailurePreset& failures = origin.report.scenario.failures;
  const int per_node = origin.report.scenario.cluster.instance.accelerators_per_node;
  const std::string value = fmt::format("{:.3g} per 1,000 node-days", rate_of_nodes(failures, per_node));
  if (!origin.catalog.has("failures", failures.name)) return assumed_coefficients("/run/failures", origin);
  return {of_item(origin, "failures of " + failures.name, value, "failures", failures.name)};
}

std::vector<Coefficient> of_memory(const ExplainOrigin& origin) {
  if (!origin.catalog.has("calibration", "memory")) return {};
  const model::MemoryInterval& interval = origin.report.memory.interval;
  return {of_item(origin, "memory of " + origin.report.scenario.framework.name,
                  fmt::format("80 % of peaks at {:.2f} to {:.2f} of it", interval.low_80, interval.high_80),
                  "calibration", "memory")};
}

}  // namespace

std::vector<Coefficient> coefficients_of(const std::string& entry, const ExplainOrigin& origin) {
  const std::size_t colon = entry.find(':');
  const std::string kind = entry.substr(0, colon), of = colon == std::string::npos ? "" : entry.substr(colon + 1);
  if (kind == "assumption") return assumed_coefficients(of, origin);
  if (kind == "habit") return of_habit(of, origin);
  if (kind == "pace") return of_pace(of, origin);
  if (kind == "accelerator") return of_accelerator(of, origin);
  if (kind == "framework") return of_framework(of, origin);
  if (kind == "failures") return of_failures(origin);
  if (kind == "memory") return of_memory(origin);
  if (kind == "steps") return of_kinds({AssumptionKind::kStepProfile, AssumptionKind::kProbe}, origin);
  if (kind == "collectives") return of_kinds({AssumptionKind::kCollectives, AssumptionKind::kLink}, origin);
  if (kind == "host_link") return of_kinds({AssumptionKind::kHostLink}, origin);
  if (kind == "products") return of_kinds({AssumptionKind::kMatrixProducts, AssumptionKind::kSustainedClock}, origin);
  if (kind == "fused_attention")
    return of_kinds({AssumptionKind::kFusedAttention, AssumptionKind::kSustainedClock}, origin);
  return {};
}

std::optional<StepEvidence> step_evidence(const ExplainOrigin& origin) {
  const plan::Report& report = origin.report;
  const auto width = step_width(report.scenario, report.phases[report.main_phase]);
  if (!width) return std::nullopt;
  const calibration::StepPlace& place = width->place;
  const calibration::StepSources& near = width->report.near;
  const auto measured = [](std::string what, int sources) {
    return sources == 0 ? what + ": never measured"
                        : fmt::format("{}: measured by {} {}", what, sources, sources == 1 ? "source" : "sources");
  };
  StepEvidence evidence{.seen = {measured(place.framework + " on " + place.chip, near.pair),
                                 measured(place.precision + " on " + place.architecture, near.precision),
                                 measured(place.kind + " models with " + place.framework, near.kind)},
                        .measured = near.pair > 0,
                        .held_out = {}};
  if (near.most_accelerators > 0)
    evidence.seen.push_back(
        fmt::format("on {} accelerators at most, here {}", near.most_accelerators, width->num_accelerators));
  if (!origin.catalog.has("calibration", kStepItem)) return evidence;
  const std::array<std::pair<std::string, std::string>, 4> splits = {
      std::pair("framework", place.framework), std::pair("accelerator", place.chip),
      std::pair("precision", place.architecture + ", " + place.precision),
      std::pair("kind", place.framework + ", " + place.kind)};
  const json& profile = origin.catalog.raw("calibration", kStepItem);
  for (const auto& [split, left_out] : splits)
    for (const json& line : profile.value("left_out", json::array()))
      if (line.value("split", "") == split && line.value("left_out", "") == left_out)
        evidence.held_out.push_back({.split = split,
                                     .left_out = left_out,
                                     .rows = line["errors"].value("rows", 0),
                                     .median_error = line["errors"].value("median_ape", 0.0),
                                     .coverage_80 = line["errors"].value("coverage_80", 0.0)});
  return evidence;
}

}  // namespace fmplan::answer
