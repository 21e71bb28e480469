#include "core/answer/report_document.h"

#include <fmt/format.h>

#include "core/answer/notice_text.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/model/megatron_theoretical.h"
#include "core/plan/subject.h"
#include "core/scenario/plan_json.h"

namespace fmplan::answer {
namespace {

/// Megatron-LM's own estimate of each phase, beside the model that plans are made with.
void add_megatron_estimate(const plan::Report& report, Document& document) {
  Table table{
      .title = "Megatron-LM's theoretical_memory_usage",
      .header = {"phase", "weights and optimizer", "activations", "total"},
      .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {"for comparison with a log: it leaves out grouped-query attention, the third matrix of a gated MLP, "
                "top-k and most logits"}};
  document.json["megatron_theoretical"] = text::Json::array();
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    const plan::PhaseReport& phase = report.phases[i];
    const model::MegatronTheoretical estimate =
        megatron_theoretical(report.scenario.model, {.plan = phase.parallel,
                                                     .sequence_length = report.scenario.phases[i].sequence_length,
                                                     .num_micro_batches = phase.step.num_micro_batches});
    table.rows.push_back({phase.name, data_text(estimate.weights_and_optimizer), data_text(estimate.activations),
                          data_text(estimate.total())});
    document.json["megatron_theoretical"].push_back(
        {{"phase", phase.name},
         {"weights_and_optimizer_bytes", estimate.weights_and_optimizer / byte},
         {"activation_bytes", estimate.activations / byte}});
  }
  document.tables.push_back(std::move(table));
}

}  // namespace

Document step_document(const plan::Report& report) {
  Document document;
  document.headline = subject_text(report);
  document.warnings = report_warnings(report);
  document.json = {{"version", 1}, {"obstacles", notice_texts(report.obstacles)}, {"phases", text::Json::array()}};
  document.csv_table = "phases";
  for (const plan::PhaseReport& phase : report.phases) {
    Table table = step_table(phase, report.scenario);
    if (report.phases.size() > 1) table.title += ", " + phase.name;
    table.notes.push_back(parallel_text(phase.parallel));
    table.notes.push_back(fmt::format("{} per GPU, MFU {} ({}, of {} dense {}), HFU {}",
                                      flop_rate_text(phase.rate_per_accelerator), ratio_text(phase.mfu),
                                      flop_convention_name(report.scenario.flop_convention), flop_rate_text(phase.peak),
                                      sim::precision_name(report.scenario.precision), ratio_text(phase.hfu)));
    document.tables.push_back(std::move(table));
    document.json["phases"].push_back({{"name", phase.name},
                                       {"parallel", scenario::parallel_json(phase.parallel)},
                                       {"step", step_json(phase, report.scenario)}});
  }
  if (!report.phases.empty()) document.json["step"] = step_json(report.phases[report.main_phase], report.scenario);
  return document;
}

Document memory_document(const plan::Report& report, bool with_megatron) {
  Document document;
  document.headline = subject_text(report);
  document.warnings = report_warnings(report);
  document.json = {{"version", 1}, {"obstacles", notice_texts(report.obstacles)}};
  if (report.phases.empty()) return document;
  document.tables = {memory_table(report.memory)};
  document.tables.back().notes.push_back(parallel_text(report.phases[report.main_phase].parallel));
  document.json["memory"] = memory_json(report.memory);
  document.json["checkpoint_bytes"] = report.checkpoint_bytes / byte;
  if (with_megatron) add_megatron_estimate(report, document);
  return document;
}

}  // namespace fmplan::answer
