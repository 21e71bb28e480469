#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/calibration/machine_probe.h"
#include "core/calibration/step_profile.h"
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
    return evidence::read_step_cases({path.string()}, reading.catalog);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues())
      reading.issues.push_back({kAnchor, fmt::format("{}: {}; give the path of a CSV file of your own measured steps, "
                                                     "relative to the scenario",
                                                     issue.where, issue.message)});
    return std::nullopt;
  }
}

void add_anchors(const json& value, const StepProfile& profile, plan::AssumptionReason why, const std::string& source,
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
  // Measured on the cluster that is planned for: what does not name its release ran the plan's.
  std::vector<evidence::StepCase> cases = rows->cases;
  for (evidence::StepCase& entry : cases)
    if (!entry.observation.job.software) entry.observation.job.software = reading.scenario.software;
  reading.scenario.step_errors->anchors = evidence::anchors_of(profile, cases);
  for (std::string& wrong : evidence::rows_unlike_any_step(cases, reading.scenario.step_errors->anchors))
    reading.issues.push_back({kAnchor, std::move(wrong)});
  plan::StepErrors& errors = *reading.scenario.step_errors;
  errors.anchors = merged(errors.anchors);
  errors.num_refused_rows = static_cast<int>(rows->refused.size());
  if (!rows->refused.empty())
    errors.first_refusal = fmt::format("line {}: {}", rows->refused.front().row.line, rows->refused.front().row.reason);
  why.values.emplace_back("rows", static_cast<std::int64_t>(rows->cases.size()));
  why.values.emplace_back("refused", static_cast<std::int64_t>(rows->refused.size()));
  reading.assume(kAnchor, name, std::move(why), source);
}

/// The gain of releases is known of frameworks whose measured rows name theirs, and near those.  Not given, it is the
/// release of the day that the run starts, and none newer than the newest that was measured.
void read_software(bool own_framework, const StepProfile& profile, const ScenarioReading& reading) {
  constexpr int kCarriedOn = 365;  // chosen: days that a gain is carried on beyond what was measured
  constexpr const char* kWhere = "/training/software";
  plan::Scenario& scenario = reading.scenario;
  const std::string& framework = scenario.framework.name;
  const std::string source = fmt::format("catalogue item calibration/{}", profile.name);
  const calibration::MeasuredSoftware measured =
      own_framework ? calibration::MeasuredSoftware{} : measured_software(profile.measured, framework);
  if (!measured.newest) {
    if (scenario.software)
      reading.assume(kWhere, "changes nothing", {plan::AssumptionKind::kNoDatedSoftware, {{"framework", framework}}},
                     source);
    scenario.software.reset();
    return;
  }
  if (!scenario.software) {
    scenario.software = std::clamp(scenario.start, *measured.oldest, *measured.newest);
    reading.assume(kWhere, date_text(*scenario.software),
                   {plan::AssumptionKind::kUsualSoftware, {{"framework", framework}}}, source);
    return;
  }
  const Date stated = *scenario.software;
  scenario.software = std::clamp(stated, Date{measured.oldest->days_since_epoch - kCarriedOn},
                                 Date{measured.newest->days_since_epoch + kCarriedOn});
  if (*scenario.software != stated)
    reading.assume(kWhere, date_text(*scenario.software),
                   {plan::AssumptionKind::kSoftwareFarAway,
                    {{"stated", date_text(stated)},
                     {"oldest", date_text(*measured.oldest)},
                     {"newest", date_text(*measured.newest)},
                     {"framework", framework}}},
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
    reading.assume(kPlace, "probe not used", {plan::AssumptionKind::kAnchorsOverProbe, {}}, source);
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
  std::optional<network::CollectiveProfile> corrected;
  if (scenario.collectives) corrected = *scenario.collectives;
  std::string said;
  for (const calibration::ProbeEffect& effect :
       apply(*probe, question, instance, corrected ? &*corrected : nullptr, scenario.step_errors->outlook))
    said += (said.empty() ? "" : ", ") + effect_text(effect);
  if (corrected) scenario.collectives = std::move(*corrected);
  reading.assume(kPlace, said.empty() ? "nothing corrected" : said, {plan::AssumptionKind::kProbe, {}}, source);
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
  const bool own_framework = is_object(document, "/training/framework");
  const bool own_accelerator =
      is_object(document, "/cluster/instance/accelerator") || is_object(document, "/cluster/machine/accelerator");
  const std::string framework_name = scenario.framework.name;
  const std::string accelerator_name = accelerator.name;
  if (own_framework) scenario.framework.name.clear();
  if (own_accelerator) accelerator.name.clear();
  apply(*profile, scenario.framework, accelerator);
  scenario.framework.name = framework_name;
  accelerator.name = accelerator_name;
  scenario.step_errors = plan::StepErrors{.outlook = outlook(*profile), .anchors = {}};
  scenario.step_errors->outlook.framework_of_catalog = !own_framework;
  scenario.step_errors->outlook.accelerator_of_catalog = !own_accelerator;
  take_probe(document, anchor != nullptr, reading);
  read_software(own_framework, *profile, reading);
  const bool framework_fitted = !own_framework && profile->framework_habits.contains(framework_name);
  const bool accelerator_fitted = !own_accelerator && profile->accelerator_paces.contains(accelerator_name);
  plan::AssumptionReason why = {plan::AssumptionKind::kStepProfile,
                                {{"framework", framework_name},
                                 {"accelerator", accelerator_name},
                                 {"framework_measured", std::int64_t{framework_fitted}},
                                 {"accelerator_measured", std::int64_t{accelerator_fitted}}}};
  const std::string source = fmt::format("catalogue item calibration/{}: {}", profile->name, profile->source);
  if (!anchor)
    reading.assume(kAnchor, "none", std::move(why), source);
  else
    add_anchors(*anchor, *profile, std::move(why), source, reading);
}

}  // namespace fmplan::scenario
