#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/sim/step/expert_exchange.h"
#include "core/sim/step/step_parts.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan {
namespace deepseek_v3_test {

const std::filesystem::path kRoot = source_dir();

/// DeepSeek-V3's published run, its measured figures, and what is predicted of it.
class DeepSeekV3 : public testing::Test {
 protected:
  nlohmann::json table_ = text::read_json_file(kRoot / "validation/deepseek_v3.json");
  nlohmann::json profile_ = table_.at("profile");
  catalog::Catalog catalog_{{kRoot / "catalogs"}};
  plan::Scenario scenario_ = scenario::read_scenario(table_.at("scenario"), catalog_, kRoot);
  sim::StepJob job_ = step_job(scenario_, scenario_.phases.front());
  sim::StepTime step_ = step_time(job_).value();

  double allowed(const char* what) const { return table_.at("allowed_relative_error").at(what); }
  double profiled(const char* what) const { return profile_.at(what); }

  /// Of a forward and a backward pass of the profile's layers, which are as many as most ranks hold.
  double compute_ms() const {
    using enum sim::StepPart;
    Seconds sum;
    for (const sim::StepPart part : {kGemm, kAttention, kElementWise, kLaunch, kRecompute, kGradientAccumulation})
      sum += step_[part];
    return sum / step_.num_micro_batches / millisecond;
  }

  /// By itself and of evenly routed tokens, as the profile has them: no habit that other frameworks' steps have shown.
  double exchange_ms() const {
    const sim::StepRates rates = *step_rates(job_.settings, job_.instance, job_.framework);
    sim::FrameworkProfile framework = job_.framework;
    framework.habits = sim::StepHabits{};
    const sim::LayerSet layers =
        layer_set(job_.model, job_.settings, job_.instance, framework, job_.collectives.get(), rates);
    const sim::LayerTime& layer = layers[model::LayerKind::kMoe];
    return profiled("num_layers") * ((layer.forward.expert_exchange + layer.backward.expert_exchange) / millisecond);
  }

  /// Tokens a second and GPU of a rank that never waits: every rank passes all layers' share of them once.
  double ceiling(double pair_ms) const { return profiled("tokens") / (1e-3 * pair_ms * scenario_.parallel.pipeline); }
};

TEST_F(DeepSeekV3, ComputesAsLongAsTheProfileDoes) {
  EXPECT_NEAR(compute_ms() / profiled("compute_ms"), 1, allowed("compute"));
}

TEST_F(DeepSeekV3, ExchangesTokensAsLongAsTheProfileDoes) {
  EXPECT_NEAR(exchange_ms() / profiled("dispatch_and_combine_ms"), 1, allowed("dispatch_and_combine"));
}

// DualPipe hides what is shorter behind what is longer: of the profile 96.3 % is hidden, here all of it.
TEST_F(DeepSeekV3, HidesTheExchangeBehindCompute) {
  EXPECT_LT(exchange_ms(), compute_ms());
  EXPECT_GT(profiled("hidden_share"), 0.95);
  EXPECT_NEAR(compute_ms() / profiled("span_ms"), 1, allowed("span"));
}

// 4,096 tokens in 129.0 ms on each of 16 ranks: 1,984 tokens/s and GPU, which no bubble, optimizer or straggler is in.
TEST_F(DeepSeekV3, HasTheProfilesCeiling) {
  EXPECT_NEAR(ceiling(profiled("span_ms")), 1984, 0.5);
  EXPECT_NEAR(ceiling(compute_ms()) / ceiling(profiled("span_ms")), 1, allowed("span"));
}

TEST_F(DeepSeekV3, TakesThePublishedTime) {
  const plan::Phase& phase = scenario_.phases.front();
  const double tokens = 1.0 * phase.global_batch_size * phase.sequence_length;
  const double rate = tokens / world_size(job_.settings.plan) / (step_.total() / second);
  EXPECT_NEAR(rate / table_.at("published").at("tokens_per_second_and_gpu").get<double>(), 1, allowed("published"));
  EXPECT_LT(rate, ceiling(compute_ms()));
}

// What the structure is worth: with a copy for each expert, and no schedule that hides it, it would take over 1.4
// times.
TEST_F(DeepSeekV3, OwesItsPaceToDispatcherAndSchedule) {
  const auto slower = [this](model::Dispatcher dispatcher, model::PipelineSchedule schedule) {
    sim::StepJob job = job_;
    job.settings.plan.dispatcher = dispatcher;
    job.settings.plan.schedule = schedule;
    return step_time(job)->total() / step_.total();
  };
  using model::Dispatcher, model::PipelineSchedule;
  EXPECT_GT(slower(Dispatcher::kAllToAll, PipelineSchedule::kOneForwardOneBackward), 1.4);
  EXPECT_GT(slower(Dispatcher::kAllToAll, PipelineSchedule::kDualPipe), 1.02);
  EXPECT_GT(slower(Dispatcher::kDeduplicating, PipelineSchedule::kOneForwardOneBackward), 1.1);
}

}  // namespace deepseek_v3_test
}  // namespace fmplan
