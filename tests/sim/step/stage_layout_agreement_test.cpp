// Memory, closed form and simulation read one layout: of random models and plans, each says by its own figures which
// layers lie where.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/model/schedule_laws.h"
#include "core/sim/step/step_parts.h"
#include "core/sim/step/step_simulation.h"
#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace stage_layout_agreement_test {

using model::StageContent;
using model::Transformer;

Transformer random_model() {
  Transformer model = round_model();
  model.num_layers = *rc::gen::inRange(1, 25);
  model.vocabulary_size = *rc::gen::element(128, 32768, 128256);
  model.tied_embeddings = *rc::gen::arbitrary<bool>();
  model.num_mtp_layers = *rc::gen::inRange(0, 3);
  if (*rc::gen::arbitrary<bool>())
    model.moe = model::MixtureOfExperts{.num_experts = 4,
                                        .experts_per_token = 2,
                                        .expert_ffn_hidden_size = 2816,
                                        .num_first_dense_layers = *rc::gen::inRange(0, 4),
                                        .layer_interval = *rc::gen::inRange(1, 3)};
  if (*rc::gen::arbitrary<bool>())
    model.sliding_window = model::SlidingWindow{.window = 1024, .period = *rc::gen::inRange(0, 7)};
  return model;
}

/// A layout that somebody might state: layers dealt by chance, empty stages among them.
std::vector<model::StageShare> random_shares(const Transformer& model, int num_stages) {
  std::vector<model::StageShare> shares(static_cast<std::size_t>(num_stages));
  std::vector<int> ends;
  for (int i = 0; i + 1 < num_stages; ++i) ends.push_back(*rc::gen::inRange(0, model.num_layers + 1));
  ends.push_back(model.num_layers);
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i].num_layers = ends[i] - (i == 0 ? 0 : ends[i - 1]);
  shares.front().embedding = shares.back().head = true;
  shares.back().mtp_modules = model.num_mtp_layers;
  return shares;
}

StepSettings random_settings(const Transformer& model) {
  StepSettings settings = round_settings();
  model::ParallelPlan& plan = settings.plan;
  const auto laws = model::schedule_laws();
  const model::ScheduleLaw& law = laws[*rc::gen::inRange<std::size_t>(0, laws.size())];
  plan.schedule = law.schedule;
  plan.zero_stage = model::ZeroStage::kNone;
  plan.virtual_pipeline = std::min(law.most_chunks, std::max(law.fewest_chunks, *rc::gen::inRange(1, 4)));
  plan.pipeline = *rc::gen::inRange(1, model.num_layers + 1);
  RC_PRE(plan.pipeline * law.fewest_chunks <= model.num_layers);
  RC_PRE(plan.pipeline > 1 || (plan.virtual_pipeline == 1 && !law.even_pipeline));
  if (*rc::gen::arbitrary<bool>()) plan.layout = random_shares(model, num_stages(plan));
  settings.global_batch_size = plan.pipeline * *rc::gen::inRange(1, 5);
  return settings;
}

RC_GTEST_PROP(OneStageLayout, IsReadByMemoryClosedFormAndSimulation, ()) {
  const Transformer model = random_model();
  const StepSettings settings = random_settings(model);
  const model::ParallelPlan& plan = settings.plan;
  const StepJob job{.model = model,
                    .settings = settings,
                    .instance = compute_only_machine(),
                    .framework = plain_framework(),
                    .collectives = {}};
  RC_PRE(check_simulation(job, {}).empty());
  const model::StageLayout layout = stage_layout(model, plan);
  const auto m = static_cast<double>(num_micro_batches(settings));
  const auto rates = step_rates(settings, job.instance, job.framework).value();
  const LayerSet set = layer_set(model, settings, job.instance, job.framework, nullptr, rates);
  const auto time_of = [&](const StageContent& held) {
    Seconds time = (held.head ? 1 : 0) * set.head;
    for (std::size_t kind = 0; kind < model::kNumLayerKinds; ++kind)
      time += held.layers[kind] * (set.layers[kind].forward.total() + set.layers[kind].backward.total());
    return time + held.mtp_modules * (set.module.forward.total() + set.module.backward.total());
  };
  const auto simulated = simulate_step(job).value();
  const double of_both_ways = keeps_two_copies(plan) ? 0.5 : 1;
  Seconds slowest;
  for (int rank = 0; rank < plan.pipeline; ++rank) {
    const model::RankContent& held = layout.ranks[static_cast<std::size_t>(rank)];
    const Seconds a_micro_batch = of_both_ways * time_of(held.all);
    slowest = std::max(slowest, a_micro_batch);
    // Every pass is rounded to a nanosecond.
    const double rounding_s = 1e-9 * m * 3 * (plan.virtual_pipeline + 1);
    RC_ASSERT(std::abs(simulated.ranks[static_cast<std::size_t>(rank)].busy / second - m * a_micro_batch / second) <=
              rounding_s);
    const double matrix = held.copies_embedding ? 1.0 * model.vocabulary_size * model.hidden_size : 0;
    const double parameters = static_cast<double>(held.all.dense_parameters + held.all.expert_parameters) + matrix;
    const auto memory = memory_settings(settings, job.framework);
    RC_ASSERT(std::abs(stage_memory_use(model, memory, rank).parameters / byte / (2 * parameters) - 1) < 1e-12 ||
              parameters == 0);
  }
  const StepTime closed = step_time(job).value();
  RC_ASSERT(std::abs((closed.total() - closed[StepPart::kPipelineBubble]) / (m * slowest) - 1) < 1e-12);
}

}  // namespace stage_layout_agreement_test
}  // namespace fmplan::sim
