#include "core/evidence/measured_step.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/evidence/row_words.h"
#include "core/model/adapters.h"
#include "core/model/flop_count.h"

namespace fmplan::evidence {
namespace {

using model::Precision;

/// Model FLOP of a token as reports count it: attention over the whole sequence, packed documents or not.
Flop reported_flop(const StepQuestion& question, model::FlopConvention convention) {
  model::Transformer counted = question.model;
  counted.document_length = 0;
  return training_flop_per_token(counted, question.settings.sequence_length, convention);
}

/// Model FLOP of the step at the highest peak of any precision; a third less where the weights are not trained.
Seconds fastest_step(const StepRow& row, const StepQuestion& question) {
  FlopPerSecond peak{};
  for (const auto& [precision, rate] : question.instance.accelerator.peak) peak = std::max(peak, rate);
  const double tokens = 1.0 * question.settings.global_batch_size * question.settings.sequence_length / row.num_gpus;
  const double trained = question.settings.adapter_rank > 0 ? model::kAdapterFlopShare : 1;
  return trained * tokens *
         training_flop_per_token(question.model, question.settings.sequence_length,
                                 model::FlopConvention::kMegatronCausal) /
         peak;
}

std::variant<MeasuredStep, StepRefusal> stated_time(const StepRow& row, const StepQuestion& question,
                                                    const catalog::ReportReadings& readings) {
  if (row.step_time_s) return MeasuredStep{*row.step_time_s * second, "step time"};
  const double tokens_per_gpu =
      static_cast<double>(question.settings.global_batch_size) * question.settings.sequence_length / row.num_gpus;
  if (row.tokens_per_s_per_gpu) return MeasuredStep{tokens_per_gpu / *row.tokens_per_s_per_gpu * second, "tokens/s"};
  if (!row.tflops_per_gpu && !row.mfu) return StepRefusal{"states no time, rate or utilisation"};
  const auto convention = model::kFlopConventionNames.parse(RowWords(row, readings).meaning("flop-convention"));
  if (!convention)
    return StepRefusal{"states only FLOP/s or MFU, and not by which convention of model FLOP they are counted"};
  const Flop flop = tokens_per_gpu * reported_flop(question, *convention);
  if (row.tflops_per_gpu) return MeasuredStep{flop / (*row.tflops_per_gpu * teraflop_per_second), "TFLOP/s"};
  const auto& peaks = question.instance.accelerator.peak;
  auto peak = peaks.find(std::string(sim::precision_name(question.settings.precision)));
  // Most items state one peak for both 16-bit types.
  if (peak == peaks.end() && question.settings.precision == Precision::kFp16) peak = peaks.find("bf16");
  if (peak == peaks.end()) return StepRefusal{"states only MFU, and the accelerator has no peak at the precision"};
  return MeasuredStep{flop / (*row.mfu * peak->second), "MFU"};
}

}  // namespace

std::variant<MeasuredStep, StepRefusal> measured_step(const StepRow& row, const StepQuestion& question,
                                                      const catalog::ReportReadings& readings) {
  if (const std::string_view reason = RowWords(row, readings).meaning("unmodelled-time"); !reason.empty())
    return StepRefusal{std::string(reason)};
  auto found = stated_time(row, question, readings);
  if (const auto* measured = std::get_if<MeasuredStep>(&found);
      measured && measured->time < fastest_step(row, question))
    return StepRefusal{fmt::format("a step of {:.3g} s is faster than the accelerators' highest peak allows: {:.3g} s",
                                   measured->time / second, fastest_step(row, question) / second)};
  return found;
}

}  // namespace fmplan::evidence
