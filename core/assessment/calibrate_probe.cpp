#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/answer/document.h"
#include "core/assessment/calibration.h"
#include "core/assessment/validation_groups.h"
#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"
#include "core/catalog/probe_item.h"
#include "core/evidence/probe_ratios.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using calibration::Probed;
using calibration::ProbeEffect;
using evidence::ProbeRatio;
using evidence::ProbeResult;

/// Chosen: an accelerator that much slower than the others of its machine holds all of them up.
constexpr double kSlowRank = 0.05;
/// A probe that differs from the catalogue's clock by this much is told; chosen.
constexpr double kOtherClock = 0.1;

std::string change_text(double log_ratio) { return fmt::format("{:+.1f} %", 100 * std::expm1(log_ratio)); }

/// Everything that keeps the file from being a probe of the instance.
void check_probe_result(const ProbeResult& result, const std::string& file, const hardware::Instance& instance,
                        const catalog::Catalog& catalog) {
  Issues issues;
  const std::string at = file + "#";
  const auto any = std::any_of(result.measurements.begin(), result.measurements.end(),
                               [](const evidence::ProbeMeasurement& entry) { return entry.times.has_value(); });
  if (result.dry_run)
    issues.push_back({at + "/dry_run", "true: nothing was measured; run the script without --dry-run"});
  else if (!any)
    issues.push_back({at + "/measurements", "none of them has a time; the reasons stand in \"absent\" of each"});
  if (!result.accelerator.empty()) {
    const auto items = catalog::load_kernel_profiles(catalog);
    const catalog::KernelProfileItem* told = catalog::profile_of_gpu(items, result.accelerator);
    if (told != nullptr && catalog::catalog_slug(told->accelerator) != catalog::catalog_slug(instance.accelerator.name))
      issues.push_back({at + "/machine/accelerator",
                        fmt::format("the driver says \"{}\", and {} has {}; name the machine it was with --on",
                                    result.accelerator, instance.name, instance.accelerator.name)});
  }
  if (!result.dry_run && result.accelerators_per_node > instance.accelerators_per_node)
    issues.push_back({at + "/machine/accelerators_per_node",
                      fmt::format("{} are more than the {} of {}; name the machine it was with --on",
                                  result.accelerators_per_node, instance.accelerators_per_node, instance.name)});
  for (const evidence::ProbeMeasurement& entry : result.measurements) {
    if (!entry.times) continue;
    if (entry.task.across && result.nodes == 1)
      issues.push_back(
          {at + entry.where, "was measured across machines, and machine.nodes is 1; write how many there were"});
    if (const int most = result.nodes * instance.accelerators_per_node; entry.times->ranks > most)
      issues.push_back(
          {at + entry.where + "/ranks",
           fmt::format("{} are more than the {} of {} × {}", entry.times->ranks, most, result.nodes, instance.name)});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

std::vector<std::string> warnings_of(const ProbeResult& result, const hardware::Instance& instance) {
  std::vector<std::string> warnings;
  if (!result.complete) warnings.push_back("the script did not come to its end; what it measured until then is taken");
  if (result.accelerator.empty()) warnings.push_back("the driver's name of the accelerator is not told");
  if (instance.accelerator.power && result.power_limit_w &&
      *result.power_limit_w < (1 - kSlowRank) * (*instance.accelerator.power / watt))
    warnings.push_back(fmt::format("the power limit is {:.0f} W, and the data sheet's {}", *result.power_limit_w,
                                   power_text(*instance.accelerator.power)));
  double worst = 0;
  std::string of;
  for (const evidence::ProbeMeasurement& entry : result.measurements) {
    if (!entry.times || entry.task.kind == evidence::ProbeKind::kCollective) continue;
    const double slow = entry.times->slowest_rank / entry.times->median - 1;
    if (slow <= worst) continue;
    worst = slow;
    of = evidence::probe_task_text(entry.task);
  }
  if (worst > kSlowRank)
    warnings.push_back(fmt::format("one accelerator takes {} longer than the median for {}: every step waits for it",
                                   percent(worst), of));
  for (const evidence::ProbeMeasurement& entry : result.measurements) {
    if (!entry.times || !entry.times->first) continue;
    const double clock = *entry.times->first / entry.times->median;
    if (std::abs(std::log(clock / instance.accelerator.sustained_clock)) > kOtherClock)
      warnings.push_back(fmt::format("products without a pause run at {} of their first pace; the catalogue has {}",
                                     percent(clock), percent(instance.accelerator.sustained_clock)));
  }
  return warnings;
}

/// Measurements of one kind.
struct Line {
  std::vector<double> logs;  ///< of those that tell of the machine, else of all that are predicted
  int measured = 0;
  int absent = 0;
  std::optional<Probed> tells;
  std::string why_not;
};

std::string line_name(const evidence::ProbeTask& task) {
  std::string kind(evidence::kProbeKindNames.name(task.kind));
  switch (task.kind) {
    case evidence::ProbeKind::kProduct: return kind + " " + task.precision;
    case evidence::ProbeKind::kAttention:
      return fmt::format("{} {}", kind, evidence::kProbeLibraryNames.name(task.library));
    case evidence::ProbeKind::kCopy: return fmt::format("{} {}", kind, evidence::kProbeCopyNames.name(task.copy));
    case evidence::ProbeKind::kCollective: return kind + (task.across ? " across" : " inside");
    default: return kind;
  }
}

void add(const ProbeRatio& ratio, Line& line) {
  ++(ratio.measurement->times ? line.measured : line.absent);
  if (ratio.decides && !line.tells) line.logs.clear();
  if (ratio.decides) line.tells = ratio.decides;
  if (line.why_not.empty()) line.why_not = ratio.why_not;
  if (ratio.predicted && (ratio.decides || !line.tells)) line.logs.push_back(ratio.log_ratio());
}

/// How many of each kind there are, what they are over the prediction, and what they tell of.
Table understood(const std::vector<ProbeRatio>& ratios) {
  Table table{.title = "What was measured",
              .header = {"", "measured", "absent", "over prediction", "from", "to", "tells of"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"over the prediction of kernels and collectives run alone, before any fitted pace; the middle "
                        "one, the least and the most"}};
  std::map<std::string, Line> lines;
  std::vector<std::string> order;
  for (const ProbeRatio& ratio : ratios) {
    const std::string name = line_name(ratio.measurement->task);
    const auto [found, is_new] = lines.try_emplace(name);
    if (is_new) order.push_back(name);
    add(ratio, found->second);
  }
  for (const std::string& name : order) {
    Line& line = lines.at(name);
    std::sort(line.logs.begin(), line.logs.end());
    const auto text = [&](std::size_t i) { return line.logs.empty() ? std::string("–") : change_text(line.logs[i]); };
    table.rows.push_back(
        {name, fmt::format("{}", line.measured), fmt::format("{}", line.absent), text(line.logs.size() / 2), text(0),
         text(std::max<std::size_t>(line.logs.size(), 1) - 1),
         line.tells ? std::string(calibration::kProbedNames.name(*line.tells)) : "nothing: " + line.why_not});
  }
  return table;
}

/// What is no better known than a planner knew it before is left out, and said.
std::vector<std::string> drop_uncertain(calibration::MachineProbe& probe) {
  std::vector<std::string> said;
  for (std::size_t i = 0; i < calibration::kNumProbed; ++i) {
    std::optional<calibration::ProbeShift>& shift = probe.shifts[i];
    if (!shift || is_usable(*shift)) continue;
    said.push_back(fmt::format(
        "{} is {} ± {} over {} measurements: they contradict each other, or are of no such "
        "machine; it is left out",
        calibration::kProbedNames.texts[i], change_text(shift->log_ratio), percent(shift->error), shift->points));
    shift.reset();
  }
  return said;
}

Table effects_table(const std::vector<ProbeEffect>& effects) {
  Table table{
      .title = "What it does to steps on this machine",
      .header = {"", "measured", "expected", "times move", "left", "uncertainty before", "after"},
      .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {"expected: what PyTorch shows on machines that were fitted; left: deviation of the machine's own that "
                "remains",
                "uncertainty: of the share of a step in 16 bits on two machines that rests on it; habits of "
                "frameworks, stragglers and scale stay as they were"}};
  for (const ProbeEffect& effect : effects)
    table.rows.push_back({std::string(calibration::kProbedNames.name(effect.probed)),
                          fmt::format("{} ± {}", change_text(effect.shift.log_ratio), percent(effect.shift.error)),
                          change_text(effect.expected), change_text(effect.log_time), percent(effect.left),
                          effect.narrows ? percent(effect.uncertainty_before) : std::string("–"),
                          effect.narrows ? percent(effect.uncertainty_after) : std::string("–")});
  return table;
}

/// What it comes to for a plan in 16 bits on two machines; of other plans `fmplan plan` tells.
std::vector<ProbeEffect> effects_of(const calibration::MachineProbe& probe, hardware::Instance instance,
                                    std::optional<network::CollectiveProfile> collectives,
                                    const catalog::Catalog& catalog) {
  const calibration::StepProfile* profile = catalog.step_profile();
  if (profile == nullptr) return {};
  sim::FrameworkProfile framework;
  apply(*profile, framework, instance.accelerator);
  calibration::StepOutlook known = outlook(*profile);
  return apply(probe, {.num_nodes = 2}, instance, collectives ? &*collectives : nullptr, known);
}

}  // namespace

Document calibrate_probe(const ProbeCalibrationQuestion& question, const catalog::Catalog& catalog) {
  const ProbeResult result = evidence::read_probe_result(text::read_json_file(question.file), question.file);
  const std::string& name = question.instance.empty() ? result.asked_instance : question.instance;
  if (question.instance.empty() && !catalog.has("instances", name))
    throw InputError(question.file + "#/asked/instance",
                     fmt::format("\"{}\" is no instance of the catalogue; name the machine it was with --on", name));
  const hardware::Instance& instance = catalog.instance(name);
  check_probe_result(result, question.file, instance, catalog);

  const auto item = catalog.collectives_for(instance);
  const auto collectives = item ? std::optional(item->profile) : std::nullopt;
  const std::vector<ProbeRatio> ratios = probe_ratios(result, instance, collectives ? &*collectives : nullptr);
  calibration::MachineProbe probe = machine_probe(ratios, instance);
  probe.name = catalog::machine_probe_name(instance.name);
  probe.title = fmt::format("{} as measured on {}", instance.name, date_text(result.date));
  Document document;
  document.warnings = warnings_of(result, instance);
  for (std::string& said : drop_uncertain(probe)) document.warnings.push_back(std::move(said));
  const std::vector<ProbeEffect> effects = effects_of(probe, instance, collectives, catalog);
  for (const ProbeEffect& effect : effects)
    if (is_surprising(effect))
      document.warnings.push_back(fmt::format(
          "{} take {} of what they were fitted to: find out why before planning with it",
          calibration::kProbedNames.name(effect.probed), percent(std::exp(effect.shift.log_ratio - effect.expected))));
  if (effects.empty())
    document.warnings.push_back(
        fmt::format("it corrects nothing: there are less than {} measurements of any kind that "
                    "tells of the machine",
                    evidence::kFewestProbePoints));
  document.headline = fmt::format(
      "{}: {} of {} measurements on {}, {}", probe.name,
      std::count_if(ratios.begin(), ratios.end(), [](const ProbeRatio& ratio) { return ratio.decides.has_value(); }),
      ratios.size(), result.accelerator.empty() ? "its accelerator" : result.accelerator,
      fmt::join(result.software, ", "));
  document.tables = {effects_table(effects), understood(ratios)};
  document.tables.front().notes.push_back(
      fmt::format("write it with -o DIR/calibration/{}.json, and plan with --catalog DIR", probe.name));
  document.json = catalog::machine_probe_json(probe, result.software, result.date);
  return document;
}

}  // namespace fmplan::assessment
