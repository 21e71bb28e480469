#include <atomic>
#include <thread>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/document.h"
#include "cli/validation_groups.h"
#include "core/calibration/step_fit.h"
#include "core/io/catalog.h"
#include "core/io/json_text.h"
#include "core/io/step_cases.h"

namespace fmplan::cli {
namespace {

using calibration::StepObservation;
using nlohmann::ordered_json;

struct CalibrateStepsArguments {
  std::vector<std::string> files;
  std::string hold_out = "all";
  bool rows = false;
};

struct HeldOut {
  double fitted = NAN, fold = NAN, source = NAN;
};

int calibrate(const CalibrateStepsArguments& arguments, const Options& options) {
  const io::StepCatalog catalog = io::load_step_catalog(io::Catalog::shipped(options.catalog_dir));
  const io::StepCases cases = io::read_step_cases(arguments.files, catalog);
  std::vector<const StepObservation*> all;
  for (const auto& c : cases.cases) all.push_back(&c.observation);
  const calibration::StepFit fit = calibration::fit_steps(all);
  std::vector<HeldOut> out(all.size());
  const auto judge = [&](const calibration::StepProfile& p, std::size_t i) {
    return *calibration::predicted_time(p, *all[i]) / all[i]->time;
  };
  for (std::size_t i = 0; i < all.size(); ++i) out[i].fitted = judge(fit.profile, i);
  fmt::print(stderr, "fit cost {} converged {}\n", fit.cost, fit.converged);
  const auto hold = [&](const auto& key, double HeldOut::*to) {
    std::set<std::string> keys;
    for (const auto* o : all) keys.insert(key(*o));
    std::vector<std::string> list(keys.begin(), keys.end());
    if (const char* only = getenv("HOLD")) std::erase_if(list, [&](const auto& k) { return k.size() > 2 && std::string(only).find(k) == std::string::npos; });
    std::atomic<std::size_t> next{0};
    auto work = [&] { for (std::size_t q; (q = next++) < list.size();) {
      const std::string& k = list[q];
      std::vector<const StepObservation*> rest;
      for (const auto* o : all)
        if (key(*o) != k) rest.push_back(o);
      const auto held = calibration::fit_steps(rest, {.tolerance = 1e-5});
      if (getenv("HOLD")) { for (auto& [n,h] : held.profile.framework_habits) { fmt::print("{} {:10}", k, n); for (double v : h.values) fmt::print(" {:.2g}", v); fmt::print("\n"); } }
      for (std::size_t i = 0; i < all.size(); ++i)
        if (key(*all[i]) == k) out[i].*to = judge(held.profile, i);
    } };
    std::thread other(work); work(); other.join();
  };
  if (arguments.hold_out == "all" || arguments.hold_out == "folds")
    hold([](const StepObservation& o) { return fmt::format("{}", std::hash<std::string>{}(o.group) % 5); }, &HeldOut::fold);
  if (arguments.hold_out == "all" || arguments.hold_out == "sources")
    hold([](const StepObservation& o) { return o.source; }, &HeldOut::source);
  Document document;
  document.headline = fmt::format("{} rows fitted", all.size());
  auto dump = [](const auto& names, const auto& values) {
    ordered_json j;
    for (std::size_t i = 0; i < values.values.size(); ++i) j[std::string(names(i))] = values.values[i];
    return j;
  };
  auto hn = [](std::size_t i) { return sim::step_habit_name(static_cast<sim::StepHabit>(i)); };
  auto pn = [](std::size_t i) { return hardware::pace_name(static_cast<hardware::Pace>(i)); };
  document.json["habits"]["generic"] = dump(hn, fit.profile.habits);
  for (const auto& [n, h] : fit.profile.framework_habits) document.json["habits"][n] = dump(hn, h);
  document.json["paces"]["generic"] = dump(pn, fit.profile.paces);
  for (const auto& [n, h] : fit.profile.accelerator_paces) document.json["paces"][n] = dump(pn, h);
  auto& rows = document.json["row_results"];
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& c = cases.cases[i];
    const auto& job = all[i]->job;
    const auto& p = job.settings.plan;
    sim::StepJob with = job;
    calibration::apply(fit.profile, with.framework, with.instance.accelerator);
    const auto step = *step_time(with);
    ordered_json parts;
    for (std::size_t k = 0; k < sim::kNumStepParts; ++k)
      parts[std::string(sim::step_part_name(static_cast<sim::StepPart>(k)))] = step.parts[k] / step.total();
    const auto num = [](double v) { return std::isfinite(v) ? ordered_json(v) : ordered_json(nullptr); };
    rows.push_back({{"file", c.file}, {"line", c.row.line}, {"source", c.row.source_id}, {"model", c.row.model_name},
                    {"gpu", c.row.gpu}, {"accelerator", job.instance.accelerator.name}, {"framework", job.framework.name},
                    {"fw", c.row.framework}, {"system", c.row.system},
                    {"precision", sim::precision_name(job.settings.precision)}, {"moe", job.model.moe.has_value()},
                    {"n", c.row.num_gpus}, {"tp", p.tensor}, {"pp", p.pipeline}, {"vp", p.virtual_pipeline},
                    {"cp", p.context}, {"ep", p.expert}, {"dp", p.data}, {"mb", p.micro_batch_size},
                    {"s", job.settings.sequence_length}, {"gbs", job.settings.global_batch_size},
                    {"zero", static_cast<int>(p.zero_stage)}, {"rec", static_cast<int>(p.recompute)},
                    {"rectext", c.row.recompute}, {"h", job.model.hidden_size}, {"L", job.model.num_layers},
                    {"measured", all[i]->time / second}, {"from", c.measured_from}, {"fitted", num(out[i].fitted)},
                    {"fold", num(out[i].fold)}, {"loso", num(out[i].source)}, {"parts", parts},
                    {"notes", c.row.notes}, {"attn", c.row.attention}, {"group", all[i]->group}});
  }
  io::write_text_file(options.output, document.json.dump(1) + "\n");
  return kOk;
}

}  // namespace

void add_calibrate_steps_command(CLI::App& calibrate_command, Session& session) {
  auto* steps = calibrate_command.add_subcommand("steps", "habits of frameworks and paces of accelerators from measured steps");
  auto arguments = std::make_shared<CalibrateStepsArguments>();
  steps->add_option("FILES", arguments->files, "CSV files of rows")->required()->type_name("FILE...");
  steps->add_option("--hold-out", arguments->hold_out, "none, folds, sources or all");
  steps->callback([arguments, &session] {
    session.run = [arguments, &session] { return calibrate(*arguments, session.options); };
  });
}

}  // namespace fmplan::cli
