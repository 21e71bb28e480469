#include "core/assessment/campaign_question.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/answer/notice_text.h"
#include "core/base/denial.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/base/words.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/report_readings.h"
#include "core/catalog/step_profile.h"
#include "core/evidence/campaign_stage.h"
#include "core/evidence/row_words.h"
#include "core/evidence/step_machine.h"
#include "core/evidence/workload_recipe.h"
#include "core/model/scaling_law_batch.h"
#include "core/plan/evaluate.h"
#include "core/plan/phase_report.h"
#include "core/plan/search.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::assessment {
namespace {

constexpr int kUsualVocabulary = 51200;  // as in rows of steps

/// Why the row is no campaign that the model speaks of.  Empty if it is one.
std::string unmodelled(const evidence::CampaignRow& row, const catalog::ReportReadings& readings) {
  const std::string notes = lower_case(row.notes), model = lower_case(row.model);
  if (holds_any(notes, {"misprint", "appears to repeat"})) return "its notes say that the source misprints it";
  if (holds_any(notes, {"not a measurement"})) return "its notes say that it was not measured";
  const std::string kind = lower_case(row.kind);
  if (holds_any(notes, {"distil"}) || holds_any(kind, {"distil"}) || holds_any(model, {"distil"}))
    return "learns from larger models, whose forward passes are not modelled";
  if (holds_any(kind, {"fine-tun", "fine tun", "finetun", "instruct", "chat", "post-train", "post train", "posttrain",
                       "alignment"}) &&
      !holds_any(kind, {"lora"}))
    return fmt::format("is \"{}\", no pretraining; plan it in a scenario with its own tokens and sequence length",
                       row.kind);
  if (std::string reason = evidence::other_training(row, readings); !reason.empty()) return reason;
  catalog::ReportTexts texts;
  texts[catalog::ReportColumn::kModel] = model;
  texts[catalog::ReportColumn::kNotes] = notes;
  if (const catalog::WordRule* rule = readings.rule("unmodelled-model", texts)) return rule->means;
  if (holds_word(model, "vision")) return "trains on images, which is not modelled";
  if (!row.tokens_trillions)
    return "tokens_T is empty; write it, or steps with global_batch_seqs and seq_len, of which it is the product";
  if (row.gpu.empty()) return "gpu is empty";
  return {};
}

bool states_shape(const evidence::StepRow& row) {
  return row.num_layers || row.hidden_size || row.ffn_hidden_size || row.num_heads || row.num_kv_heads ||
         row.vocabulary_size || row.num_experts || row.experts_per_token;
}

constexpr double kFar = 1.5;  // chosen: names and sizes of one family are farther apart, roundings are nearer

/// Why the parameters that a token passes are not those that the row states.  Empty if they are, with or without
/// embeddings, or if it states none.
std::string other_active_size(const model::Transformer& model, const evidence::CampaignRow& row) {
  if (!model.moe || !row.active_params_billions) return {};
  const model::ParameterCount count = count_parameters(model);
  const double most = static_cast<double>(count.active) * 1e-9;
  const double least = most - static_cast<double>(count.embedding + count.head) * 1e-9;
  if (*row.active_params_billions * kFar >= least && *row.active_params_billions <= most * kFar) return {};
  return fmt::format(
      "active_params_B is {:g}, and a token passes {:.4g} billion parameters of the model of its name "
      "and columns",
      *row.active_params_billions, most);
}

std::variant<model::Transformer, evidence::StepRefusal> model_of_campaign(const evidence::CampaignRow& row,
                                                                          const catalog::Catalog& catalog,
                                                                          std::vector<std::string>& assumptions) {
  if (states_shape(row.architecture)) return evidence::model_of_row(row.architecture, catalog, assumptions);
  constexpr double kNear = 0.15;  // counts with and without embeddings
  // Chosen far beyond any model: what lies outside is in another unit.
  constexpr double kLeastBillions = 0.01;
  constexpr double kMostBillions = 1e5;
  const bool is_mixture =
      row.active_params_billions && (!row.params_billions || *row.active_params_billions < 0.9 * *row.params_billions);
  if (const model::Transformer* known = evidence::model_of_name(catalog, row.model)) {
    const double billions = static_cast<double>(count_parameters(*known).total) * 1e-9;
    if (row.params_billions && std::abs(std::log(billions / *row.params_billions)) > std::log(kFar))
      return evidence::StepRefusal{fmt::format("params_B is {:g}, and the model of its name has {:.4g} billion",
                                               *row.params_billions, billions)};
    const bool near = !row.params_billions || std::abs(billions / *row.params_billions - 1) <= kNear;
    if (near && (known->moe.has_value() || !is_mixture)) {
      assumptions.push_back(fmt::format("catalogue model: {}", known->name));
      return *known;
    }
  }
  if (is_mixture)
    return evidence::StepRefusal{"is a mixture that the catalogue does not know: its experts are not stated"};
  if (!row.params_billions) return evidence::StepRefusal{"params_B is empty, and the catalogue knows no such model"};
  if (*row.params_billions < kLeastBillions || *row.params_billions > kMostBillions)
    return evidence::StepRefusal{fmt::format("params_B is {:g}; {:g} to {:g} can be given a shape",
                                             *row.params_billions, kLeastBillions, kMostBillions)};
  model::Transformer model = dense_model_of(row.model, *row.params_billions);
  assumptions.push_back(fmt::format("dense shape from params_B: {} layers of {}", model.num_layers, model.hidden_size));
  return model;
}

/// "h100/a100", "h100, a100", "h100 or a100": two words of letters and a number that differ, as chips are named.
bool names_several(std::string_view gpu) {
  std::string first;
  for (std::size_t at = 0; at < gpu.size();) {
    std::size_t end = at;
    while (end < gpu.size() && ((gpu[end] >= 'a' && gpu[end] <= 'z') || is_digit(gpu[end]))) ++end;
    const std::string_view word = gpu.substr(at, end - at);
    const std::size_t digits = word.find_first_of("0123456789");
    const bool chip = digits > 0 && digits <= 2 && word.size() - digits >= 2 && word.find("gb") != digits + 1 &&
                      word.find_first_not_of("0123456789x", digits) == std::string_view::npos;
    if (chip && !first.empty() && word != first) return true;
    if (chip) first = word;
    at = std::max(end, at + 1);
  }
  return false;
}

/// The reference machine of the GPU.
std::variant<evidence::StepMachine, evidence::StepRefusal> machine_of_campaign(const evidence::CampaignRow& row,
                                                                               const CampaignCatalog& catalog,
                                                                               std::vector<std::string>& assumptions) {
  const std::string gpu = lower_case(row.gpu);
  if (holds_any(gpu, {"+", " and "}) || names_several(gpu))
    return evidence::StepRefusal{fmt::format("gpu \"{}\" is more than one", row.gpu)};
  evidence::StepRow step;
  step.gpu = row.gpu;
  step.num_gpus = row.num_gpus.value_or(1);
  return evidence::machine_of_row(step, catalog.items, assumptions);
}

/// None where it is stated in words that mean nothing.
std::optional<model::Precision> precision_of(const evidence::CampaignRow& row, const catalog::ReportReadings& readings,
                                             std::vector<std::string>& assumptions) {
  if (!row.precision.empty()) {
    evidence::StepRow texts;
    texts.precision = row.precision;
    return model::kPrecisionNames.parse(evidence::RowWords(texts, readings).meaning("precision", assumptions));
  }
  const std::string notes = lower_case(row.notes);
  // Of what is published afterwards, not of the training.
  const bool of_release = holds_any(notes, {"released in fp8", "fp8 weights", "weights in fp8", "fp8 checkpoint",
                                            "fp8 inference", "served in fp8", "quantized to fp8", "quantised to fp8"});
  if (!of_release && affirms_word(notes, "fp8")) {
    assumptions.emplace_back("fp8: the notes say so");
    return model::Precision::kFp8;
  }
  if (lower_case(row.gpu).starts_with("v100")) return model::Precision::kFp16;
  assumptions.emplace_back("precision not stated: bf16");
  return model::Precision::kBf16;
}

/// "unfused", "none: before FlashAttention", "fused softmax": all but what is fused into one kernel.
sim::AttentionKernel attention_of(const evidence::CampaignRow& row, std::vector<std::string>& assumptions) {
  if (holds_any(lower_case(row.attention), {"unfused", "no flash", "fused softmax"}))
    return sim::AttentionKernel::kUnfused;
  if (row.attention.empty()) assumptions.emplace_back("flash attention: not stated");
  return sim::AttentionKernel::kFlash;
}

/// What the row says; none: nothing.
std::optional<model::Recompute> recompute_of(const evidence::CampaignRow& row) {
  const std::string text = lower_case(row.recompute);
  if (text.starts_with("full")) return model::Recompute::kFull;
  if (text.starts_with("selective")) return model::Recompute::kSelective;
  if (text == "none" || text == "no") return model::Recompute::kNone;
  return std::nullopt;
}

/// `unstated` where the row says nothing.
model::ZeroStage zero_stage_of(const evidence::CampaignRow& row, model::ZeroStage unstated) {
  const std::string text = lower_case(row.sharding);
  if (holds_any(text, {"zero-1"})) return model::ZeroStage::kOptimizer;
  if (holds_any(text, {"zero-2"})) return model::ZeroStage::kGradients;
  if (holds_any(text, {"zero-3", "fsdp"})) return model::ZeroStage::kParameters;
  return unstated;
}

/// What models are pretrained at: longer contexts are added at the end.
int sequence_length_of(const evidence::CampaignRow& row, const model::Transformer& model,
                       std::vector<std::string>& assumptions) {
  if (row.sequence_length) return *row.sequence_length;
  // Tokens; assumed: longer contexts are added at the end of a training, and 4,096 stands for them.
  constexpr int kLongestNative = 8192;
  constexpr int kUsual = 4096;
  const bool native = model.max_sequence_length > 0 && model.max_sequence_length <= kLongestNative;
  const int length = native ? model.max_sequence_length : kUsual;
  assumptions.push_back(
      fmt::format("sequences of {}: {}", native ? "the model's context" : "4,096 tokens, not stated", length));
  return length;
}

/// A power of two.
int power_of_two_near(double value) {
  return 1 << std::clamp(static_cast<int>(std::lround(std::log2(std::max(value, 1.0)))), 0, 24);
}

/// The number nearest to `target`, as a ratio, that is the odd part of `divisor` times a power of two.
int multiple_near(double target, int divisor) {
  int odd = divisor;
  while (odd % 2 == 0) odd /= 2;
  return odd * power_of_two_near(target / odd);
}

/// How the model's own team says that it was trained, and the framework's item that says so.
struct PublishedRun {
  std::string framework;
  const catalog::PublishedRecipe* recipe = nullptr;
};

/// Of a row that names another framework, or a layout, none.
std::optional<PublishedRun> published_run(const evidence::CampaignRow& row, const catalog::Catalog& catalog) {
  if (!row.framework.empty() || row.tensor || row.pipeline) return std::nullopt;
  for (const std::string& name : catalog.names("frameworks"))
    for (const catalog::PublishedRecipe& recipe : catalog.unstated_habits(name).recipes)
      if (recipe.expert > 0 && evidence::letters_and_digits(row.model) == recipe.model &&
          lower_case(row.gpu).starts_with(recipe.gpu))
        return PublishedRun{name, &recipe};
  return std::nullopt;
}

model::ParallelPlan plan_of(const catalog::PublishedRecipe& recipe, const plan::Scenario& scenario) {
  model::ParallelPlan plan = scenario.parallel;
  plan.tensor = recipe.tensor;
  plan.pipeline = recipe.pipeline;
  plan.expert = recipe.expert;
  plan.micro_batch_size = recipe.micro_batch_size;
  plan.recompute = recipe.recompute;
  plan.schedule = recipe.schedule.value_or(plan.schedule);
  plan.dispatcher = recipe.dispatcher.value_or(scenario.framework.dispatcher);
  plan.overlap.expert = recipe.overlaps_experts;
  return plan;
}

/// The fastest plan that has what the row states of it; nothing is stated: what the scenario's own search finds.
std::optional<evidence::StepRefusal> choose_plan(const evidence::CampaignRow& row, plan::Scenario& scenario) {
  plan::SearchQuestion question{.space = plan::framework_space(scenario.parallel, scenario),
                                .node_counts = {scenario.cluster.num_nodes},
                                .num_best = 1};
  // It ran, so that a plan whose predicted peak is the card's memory may be the one.
  constexpr double kAsLikelyAsNot = 0.5;
  question.fit_confidence = kAsLikelyAsNot;
  question.space.overlaps = {scenario.parallel.overlap};
  bool states_any = false;
  const auto pin = [&states_any](auto& choices, const auto& stated) {
    if (!stated) return;
    choices = {*stated};
    states_any = true;
  };
  pin(question.space.tensor, row.tensor);
  pin(question.space.pipeline, row.pipeline);
  pin(question.space.virtual_pipeline, row.virtual_pipeline);
  pin(question.space.micro_batch_sizes, row.micro_batch_size);
  pin(question.space.recompute, recompute_of(row));
  if (!states_any) return std::nullopt;
  plan::SearchResult found = search(scenario, scenario.phases.front(), question);
  if (found.best.empty()) {
    // It ran, whatever the predicted peak: the smallest micro-batch stands for how.
    question.fit_confidence = 1e-9;
    if (!row.micro_batch_size) question.space.micro_batch_sizes = {1};
    found = search(scenario, scenario.phases.front(), question);
  }
  if (found.best.empty())
    return evidence::StepRefusal{"its layout does not divide the model, the machine and the batch"};
  scenario.phases.front().parallel = found.best.front().parallel;
  return std::nullopt;
}

/// Where a row does not say: 4,096 tokens of a step for each, in whole machines.  A stated batch is divided by them as
/// near to that as it can be; a usual one is made to fit.
int usual_num_gpus(std::optional<int> batch, double usual_batch_tokens, int sequence_length, int per_node,
                   std::vector<std::string>& assumptions) {
  constexpr double kTokensPerGpu = 4096;  // assumed
  const double tokens = batch ? 1.0 * *batch * sequence_length : usual_batch_tokens;
  int num_gpus = per_node * power_of_two_near(tokens / kTokensPerGpu / per_node);
  if (batch && *batch % num_gpus != 0) {
    const auto distance = [&](int gpus) { return std::abs(std::log(tokens / kTokensPerGpu / gpus)); };
    constexpr double kFarthest = 2;  // chosen: of the rule
    int nearest = 0;
    for (int gpus = per_node; gpus <= *batch; gpus += per_node)
      if (*batch % gpus == 0 && (nearest == 0 || distance(gpus) < distance(nearest))) nearest = gpus;
    if (nearest > 0 && distance(nearest) <= std::log(kFarthest)) num_gpus = nearest;
  }
  assumptions.push_back(fmt::format("number of GPUs not stated, {} tokens of a step for each: {}",
                                    count_text(std::round((batch ? tokens : kTokensPerGpu * num_gpus) / num_gpus)),
                                    num_gpus));
  return num_gpus;
}

std::int64_t tokens_of(const evidence::CampaignRow& row) { return std::llround(*row.tokens_trillions * 1e12); }

}  // namespace

CampaignCatalog load_campaign_catalog(const catalog::Catalog& catalog) {
  // Any model and machine: campaigns bring their own.  The rest is what scenarios take where they say nothing.
  const nlohmann::json pattern = {
      {"version", 1},
      {"model", "llama-2-7b"},
      {"training", {{"tokens", "1T"}, {"sequence_length", 4096}, {"global_batch_size", 1024}, {"parallel", "auto"}}},
      {"cluster", {{"instance", "dgx-h100"}, {"nodes", 16}, {"strict", true}}},
      {"run", {{"campaign_overhead", "none"}}}};
  return {.items = catalog,
          .pattern = scenario::read_scenario(pattern, catalog, {}),
          .profile = catalog::load_step_profile(catalog)};
}

model::Transformer dense_model_of(const std::string& name, double billions) {
  // Heads of 128, hidden 128 times the layers: LLaMA 7B's and 405B's; widths in chosen multiples.
  constexpr int kHeadSize = 128;
  constexpr double kHiddenPerLayer = 128;
  constexpr int kHiddenStep = 512;
  constexpr int kFfnStep = 256;
  const double parameters = billions * 1e9;
  const double ideal = std::cbrt(parameters * kHiddenPerLayer / 12);
  model::Transformer model;
  model.name = name;
  model.hidden_size = kHiddenStep * std::max(1, static_cast<int>(std::lround(ideal / kHiddenStep)));
  model.head_dim = kHeadSize;
  model.num_heads = model.hidden_size / kHeadSize;
  model.num_kv_heads = model.num_heads;
  model.ffn_hidden_size = kFfnStep * static_cast<int>(std::lround(model.hidden_size * 8.0 / 3.0 / kFfnStep));
  model.vocabulary_size = kUsualVocabulary;
  model.gated_mlp = true;
  model.num_layers = 1;
  const double one = static_cast<double>(count_parameters(model).total);
  model.num_layers = 2;
  const double layer = static_cast<double>(count_parameters(model).total) - one;
  model.num_layers = std::max(1, static_cast<int>(std::lround(1 + (parameters - one) / layer)));
  return model;
}

std::variant<CampaignQuestion, evidence::StepRefusal> campaign_question(const evidence::CampaignRow& row,
                                                                        const CampaignCatalog& catalog) {
  if (std::string reason = unmodelled(row, catalog.items.report_readings()); !reason.empty())
    return evidence::StepRefusal{std::move(reason)};
  CampaignQuestion question;
  auto model = model_of_campaign(row, catalog.items, question.assumptions);
  if (auto* refusal = std::get_if<evidence::StepRefusal>(&model)) return std::move(*refusal);
  if (std::string reason = other_active_size(std::get<model::Transformer>(model), row); !reason.empty())
    return evidence::StepRefusal{std::move(reason)};
  auto machine = machine_of_campaign(row, catalog, question.assumptions);
  if (auto* refusal = std::get_if<evidence::StepRefusal>(&machine)) return std::move(*refusal);
  plan::Scenario& scenario = question.scenario;
  scenario = catalog.pattern;
  scenario.name = row.model;
  scenario.model = std::move(std::get<model::Transformer>(model));
  scenario.cluster.instance = std::move(std::get<evidence::StepMachine>(machine).instance);
  scenario.collectives = std::move(std::get<evidence::StepMachine>(machine).collectives);
  const auto precision = precision_of(row, catalog.items.report_readings(), question.assumptions);
  if (!precision) return evidence::StepRefusal{fmt::format("precision \"{}\" is not modelled", row.precision)};
  scenario.precision = *precision;
  const std::optional<PublishedRun> published = published_run(row, catalog.items);
  evidence::StepRow texts;
  texts.framework = row.framework.empty() ? row.notes : row.framework;
  const evidence::RowWords words(texts, catalog.items.report_readings());
  const std::string framework(published ? std::string_view(published->framework) : evidence::framework_item(words));
  if (!catalog.items.has("frameworks", framework))
    return evidence::StepRefusal{fmt::format("no framework item {}", framework)};
  scenario.framework = catalog.items.framework(framework);
  // What campaigns took over their physics was fitted over plans of the whole space.
  scenario.framework.offers = {};
  scenario.parallel.dispatcher = scenario.framework.dispatcher;
  hardware::Accelerator& accelerator = scenario.cluster.instance.accelerator;
  if (catalog.profile) {
    apply(*catalog.profile, scenario.framework, accelerator);
    scenario.step_errors = plan::StepErrors{.outlook = outlook(*catalog.profile), .anchors = {}};
  }
  if (catalog.items.unstated_habits(framework).shards_parameters)
    scenario.parallel.zero_stage = model::ZeroStage::kParameters;

  plan::Phase phase;
  phase.tokens = tokens_of(row);
  if (row.tokens_from_steps)
    question.assumptions.push_back(
        fmt::format("tokens are steps · batch · sequence: {}", count_text(static_cast<double>(phase.tokens))));
  phase.sequence_length = sequence_length_of(row, scenario.model, question.assumptions);
  const double batch_tokens =
      model::step_law_hyper_parameters(static_cast<double>(count_parameters(scenario.model).total),
                                       static_cast<double>(phase.tokens))
          .batch_tokens;
  const int per_node = scenario.cluster.instance.accelerators_per_node;
  const int num_gpus = row.num_gpus ? *row.num_gpus
                                    : usual_num_gpus(row.global_batch_size, batch_tokens, phase.sequence_length,
                                                     per_node, question.assumptions);
  if (num_gpus % per_node != 0)
    return evidence::StepRefusal{fmt::format("num_gpus {} are no whole machines of {}", num_gpus, per_node)};
  scenario.cluster.num_nodes = num_gpus / per_node;
  phase.global_batch_size =
      row.global_batch_size.value_or(multiple_near(batch_tokens / phase.sequence_length, num_gpus));
  if (published) {
    question.assumptions.push_back(fmt::format("layout and framework as {} published them: pipeline {}, expert {}",
                                               published->framework, published->recipe->pipeline,
                                               published->recipe->expert));
    if (published->recipe->global_batch_size > 0) phase.global_batch_size = published->recipe->global_batch_size;
  } else if (!row.global_batch_size)
    question.assumptions.push_back(
        fmt::format("global batch near Step Law's for the tokens: {} sequences", phase.global_batch_size));
  phase.tokens = std::max<std::int64_t>(phase.tokens, std::int64_t{phase.global_batch_size} * phase.sequence_length);
  scenario.parallel.zero_stage = zero_stage_of(row, scenario.parallel.zero_stage);
  scenario.attention = attention_of(row, question.assumptions);
  scenario.phases = {phase};
  question.as_published = published.has_value();
  if (published) {
    scenario.phases.front().parallel = plan_of(*published->recipe, scenario);
  } else if (auto refusal = choose_plan(row, scenario)) {
    return std::move(*refusal);
  }
  const Issues issues = check_scenario(scenario);
  if (!issues.empty())
    return evidence::StepRefusal{fmt::format("{}: {}", issues.front().where, issues.front().message)};
  return question;
}

std::variant<CampaignPrediction, evidence::StepRefusal> predict_campaign(const CampaignQuestion& question) {
  const plan::Report report = evaluate(question.scenario);
  for (const auto& obstacle : report.obstacles)
    if (!question.as_published || obstacle.kind != plan::NoticeKind::kOutOfMemory)
      return evidence::StepRefusal{answer::notice_text(obstacle)};
  const plan::PhaseReport& phase = report.phases[report.main_phase];
  return CampaignPrediction{.gpu_hours = report.accelerator_hours.job,
                            .days = report.run.time.total() / day,
                            .step_time_error = time_error(report).value_or(sim::StepTimeError{}),
                            .parallel = phase.parallel,
                            .mfu = phase.mfu,
                            .goodput = report.run.goodput};
}

std::variant<MeasuredCampaign, evidence::StepRefusal> measured_campaign(const evidence::CampaignRow& row) {
  constexpr double kHoursPerDay = 24;  // exact
  if (row.gpu_hours) return MeasuredCampaign{*row.gpu_hours, "GPU-hours"};
  if (row.days && row.num_gpus) return MeasuredCampaign{*row.days * kHoursPerDay * *row.num_gpus, "days"};
  return evidence::StepRefusal{"states neither gpu_hours nor days with num_gpus"};
}

std::string impossible_hours(const MeasuredCampaign& measured, const CampaignPrediction& predicted) {
  const double of_peak = predicted.mfu * predicted.gpu_hours / measured.gpu_hours;
  if (of_peak <= 1) return {};
  return fmt::format(
      "{:.3g} GPU-hours would be {:.3g} times the peak of the GPUs: hours, tokens or parameters are of "
      "something else",
      measured.gpu_hours, of_peak);
}

std::vector<calibration::CampaignRatio> campaign_ratios(const evidence::CampaignRows& rows,
                                                        const CampaignCatalog& catalog) {
  std::vector<calibration::CampaignRatio> ratios;
  for (const evidence::CampaignRow& row : rows.rows) {
    const auto measured = measured_campaign(row);
    const auto question = campaign_question(row, catalog);
    if (!std::holds_alternative<MeasuredCampaign>(measured) || !std::holds_alternative<CampaignQuestion>(question))
      continue;
    const plan::Scenario& scenario = std::get<CampaignQuestion>(question).scenario;
    const auto predicted = predict_campaign(std::get<CampaignQuestion>(question));
    const auto* prediction = std::get_if<CampaignPrediction>(&predicted);
    if (scenario.model.moe || !prediction) continue;
    if (!impossible_hours(std::get<MeasuredCampaign>(measured), *prediction).empty()) continue;
    const sim::StepTimeError& error = prediction->step_time_error;
    ratios.push_back(
        {.residual = {.source = row.source_id,
                      .log_ratio = std::log(std::get<MeasuredCampaign>(measured).gpu_hours / prediction->gpu_hours)},
         .log_sd = std::log(error.high_80 / error.low_80) / (2 * kNormal80)});
  }
  return ratios;
}

}  // namespace fmplan::assessment
