#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/calibration/machine_probe.h"
#include "core/calibration/step_fit.h"
#include "core/catalog/probe_item.h"
#include "core/evidence/step_cases.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using calibration::StepProfile;
using nlohmann::json;

constexpr const char* kAnchor = "/training/anchor";
bool is_object(const json& document, const char* pointer) {
  const json::json_pointer at(pointer);
  return document.contains(at) && document.at(at).is_object();
}

/// The measured rows of the file that the scenario names.  @pre it may name one.
std::optional<evidence::StepCases> read_rows(const std::string& name, const ScenarioReading& reading) {
  try {
    const std::filesystem::path path = *reading.folder / name;
    return evidence::read_step_cases({path.string()}, evidence::load_step_catalog(reading.catalog));
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues())
      reading.issues.push_back({kAnchor, fmt::format("{}: {}; give the path of a CSV file of your own measured steps, "
                                                     "relative to the scenario",
                                                     issue.where, issue.message)});
    return std::nullopt;
  }
}

void add_anchors(const json& value, const StepProfile& profile, const std::string& fitted, const std::string& source,
                 const ScenarioReading& reading) {
  if (!value.is_string() || value.get_ref<const std::string&>().empty() ||
      value.get_ref<const std::string&>().find('\0') != std::string::npos) {
    reading.issues.push_back({kAnchor, text::value_text(value) + " is not a path; write for instance \"my-run.csv\""});
    return;
  }
  if (!reading.folder) {
    reading.issues.push_back({kAnchor, text::value_text(value) + " names a file, and none is read here; leave it out"});
    return;
  }
  const std::string name = value.get<std::string>();
  const std::optional<evidence::StepCases> rows = read_rows(name, reading);
  if (!rows) return;
  if (rows->cases.empty()) {
    reading.issues.push_back(
        {kAnchor, fmt::format("{} has no row that can be predicted{}; see fmplan validate steps {}", name,
                              rows->refused.empty() ? ""
                                                    : fmt::format(": line {}: {}", rows->refused.front().row.line,
                                                                  rows->refused.front().row.reason),
                              name)});
    return;
  }
  reading.scenario.step_errors->anchors = evidence::anchors_of(profile, rows->cases);
  reading.assume(kAnchor, name,
                 fmt::format("{}, corrected by {} measured row{} of your own{}", fitted, rows->cases.size(),
                             rows->cases.size() == 1 ? "" : "s",
                             rows->refused.empty() ? "" : fmt::format("; {} refused", rows->refused.size())),
                 source);
}

hardware::Pace products_pace(model::Precision precision) {
  switch (precision) {
    case model::Precision::kFp8: return hardware::Pace::kProducts8Bit;
    case model::Precision::kFp4: return hardware::Pace::kProducts4Bit;
    default: return hardware::Pace::kProducts16Bit;
  }
}

/// "products_16_bit +9.4 % (± 2.1 %)": by how much times move, and what deviation is left.
std::string effect_text(const calibration::ProbeEffect& effect) {
  return fmt::format("{} {:+.1f} % (± {:.1f} %)", calibration::kProbedNames.name(effect.probed),
                     100 * std::expm1(effect.log_time), 100 * effect.left);
}

/// What a probe of the very machine corrects.  Measured steps say all of it, and more: with them it is left alone.
void take_probe(const json& document, bool anchored, const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  const json* cluster = is_object(document, "/cluster") ? &document["cluster"] : nullptr;
  if (cluster == nullptr || !cluster->contains("instance") || !(*cluster)["instance"].is_string()) return;
  hardware::Instance& instance = scenario.cluster.instance;
  constexpr const char* kPlace = "/cluster/instance";
  std::optional<calibration::MachineProbe> probe;
  try {
    probe = catalog::load_machine_probe(reading.catalog, instance.name);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) reading.issues.push_back({kPlace, located_message(issue)});
  }
  if (!probe) return;
  const std::string source = fmt::format("catalogue item calibration/{}: {}", probe->name, probe->title);
  if (anchored) {
    reading.assume(kPlace, "probe not used", "the measured steps of training.anchor hold what it would correct",
                   source);
    return;
  }
  if (catalog::catalog_slug(probe->accelerator) != catalog::catalog_slug(instance.accelerator.name)) {
    reading.issues.push_back(
        {kPlace, fmt::format("{} has {}, and calibration/{} is a probe of {}; take it out of the catalogue laid over",
                             instance.name, instance.accelerator.name, probe->name, probe->accelerator)});
    return;
  }
  const calibration::ProbedQuestion question{.products = products_pace(scenario.precision),
                                             .num_nodes = scenario.search_nodes ? 2 : scenario.cluster.num_nodes};
  std::string said;
  for (const calibration::ProbeEffect& effect :
       apply(*probe, question, instance, scenario.collectives ? &*scenario.collectives : nullptr,
             scenario.step_errors->outlook))
    said += (said.empty() ? "" : ", ") + effect_text(effect);
  reading.assume(kPlace, said.empty() ? "nothing corrected" : said,
                 "times by a probe of this machine, over those of machines that were fitted", source);
}

}  // namespace

void read_step_errors(const json& document, const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  const json* anchor = is_object(document, "/training") && document["training"].contains("anchor")
                           ? &document["training"]["anchor"]
                           : nullptr;
  const StepProfile* profile = nullptr;
  try {
    profile = reading.catalog.step_profile();
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) reading.issues.push_back(issue);
    return;
  }
  if (!profile) {
    if (anchor)
      reading.issues.push_back({kAnchor,
                                "corrects what calibration/steps.json of the catalogue predicts, and there is "
                                "none; fit one with fmplan calibrate steps"});
    return;
  }
  hardware::Accelerator& accelerator = scenario.cluster.instance.accelerator;
  // An object of the user's own has no rows, whatever it is called.
  const std::string framework_name = scenario.framework.name;
  const std::string accelerator_name = accelerator.name;
  if (is_object(document, "/training/framework")) scenario.framework.name.clear();
  if (is_object(document, "/cluster/instance/accelerator")) accelerator.name.clear();
  apply(*profile, scenario.framework, accelerator);
  scenario.step_errors =
      plan::StepErrors{.outlook = outlook(*profile, scenario.framework.name, accelerator.name), .anchors = {}};
  scenario.framework.name = framework_name;
  accelerator.name = accelerator_name;
  take_probe(document, anchor != nullptr, reading);
  const calibration::StepOutlook& known = scenario.step_errors->outlook;
  const std::string fitted =
      fmt::format("habits of {} {}, paces of {} {}", framework_name,
                  known.framework_measured ? "as fitted" : "common to all frameworks", accelerator_name,
                  known.accelerator_measured ? "as fitted" : "common to all accelerators");
  const std::string source = fmt::format("catalogue item calibration/{}: {}", profile->name, profile->source);
  if (!anchor)
    reading.assume(kAnchor, "none", fmt::format("{}; measured steps of your own would correct them", fitted), source);
  else
    add_anchors(*anchor, *profile, fitted, source, reading);
}

}  // namespace fmplan::scenario
