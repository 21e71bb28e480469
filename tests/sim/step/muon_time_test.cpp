#include "core/sim/step/muon_time.h"

#include <gtest/gtest.h>

#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace muon_time_test {

constexpr double kRounding = 1e-11;

/// Five iterations of 4m²n + 2m³ FLOP at 100 TFLOP/s.
double seconds_of(double m, double n) { return 5 * (4 * m * m * n + 2 * m * m * m) / 100e12; }

hardware::KernelRates rates() { return kernel_rates(compute_only_machine().accelerator, "bf16").value(); }

// Query, key, value and output of 4096 × 4096, and three of 4096 × 11264 in the MLP.
TEST(MuonWork, IsNewtonAndSchulzsProductsForEveryMatrix) {
  const MuonWork work = muon_work(round_model(), rates());
  EXPECT_NEAR(work.dense_layer / second, 4 * seconds_of(4096, 4096) + 3 * seconds_of(4096, 11264), kRounding);
  EXPECT_EQ(work.dense_parameters_per_layer, 4.0 * 4096 * 4096 + 3.0 * 4096 * 11264);
}

// Half of the layers are mixtures: experts of 4096 × 1024, one shared of the same size, a router of 4096 × 16.
TEST(MuonWork, CountsEveryExpertForItself) {
  model::Transformer model = round_model();
  model.moe = model::MixtureOfExperts{};
  model.moe->num_experts = 16;
  model.moe->experts_per_token = 2;
  model.moe->expert_ffn_hidden_size = 1024;
  model.moe->num_shared_experts = 1;
  model.moe->shared_ffn_hidden_size = 1024;
  const double mixtures = 1.0 * num_moe_layers(model) / model.num_layers;
  const MuonWork work = muon_work(model, rates());
  EXPECT_NEAR(work.expert_parameter / second * (4096 * 1024), seconds_of(1024, 4096), kRounding);
  EXPECT_NEAR(work.dense_layer / second,
              4 * seconds_of(4096, 4096) + (1 - mixtures) * 3 * seconds_of(4096, 11264) +
                  mixtures * (3 * seconds_of(1024, 4096) + seconds_of(16, 4096)),
              kRounding);
}

Seconds optimizer_time(model::Optimizer optimizer, const model::ParallelPlan& plan,
                       const hardware::Instance& machine = compute_only_machine()) {
  StepSettings settings = round_settings();
  settings.optimizer = optimizer;
  settings.plan = plan;
  return (*step_time(without_vocabulary(round_model()), settings, machine, plain_framework(),
                     nullptr))[StepPart::kOptimizer];
}

// Of memory that takes no time Adam costs nothing; Muon's products do, shared out among tensor ranks and shards.
TEST(Muon, SharesItsProductsOut) {
  const double whole = 8 * (4 * seconds_of(4096, 4096) + 3 * seconds_of(4096, 11264));
  EXPECT_EQ(optimizer_time(model::Optimizer::kAdam, {}), Seconds{});
  EXPECT_NEAR(optimizer_time(model::Optimizer::kMuon, {}) / second, whole, kRounding);
  EXPECT_NEAR(optimizer_time(model::Optimizer::kMuon, {.data = 8}) / second, whole / 8, kRounding);
  EXPECT_NEAR(optimizer_time(model::Optimizer::kMuon, {.tensor = 2, .pipeline = 2, .data = 4}) / second, whole / 16,
              kRounding);
  // Every replica does all of it where nothing is sharded.
  EXPECT_NEAR(optimizer_time(model::Optimizer::kMuon, {.data = 8, .zero_stage = model::ZeroStage::kNone}) / second,
              whole, kRounding);
}

// Eight machines of one at 10 GB/s gather 2 bytes of each of N parameters: 7/8·2N/10 GB/s.  Muon is never cheaper than
// Adam: it moves 8 bytes a parameter less through memory, 8 ps at 1 TB/s, and computes 20·4096 FLOP at least.
TEST(Muon, GathersMomentumAndCostsMoreThanAdam) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  const double matrices = 8 * (4.0 * 4096 * 4096 + 3.0 * 4096 * 11264);
  const Seconds gathered = optimizer_time(model::Optimizer::kMuon, {.data = 8}, machine) -
                           optimizer_time(model::Optimizer::kMuon, {.data = 8}, round_machine());
  EXPECT_NEAR(gathered / second, 7.0 / 8 * 2 * matrices * (1 / 10e9 - 1 / 100e9), kRounding);
  for (const int tensor : {1, 2, 8})
    for (const int data : {1, 2, 4})
      EXPECT_GT(optimizer_time(model::Optimizer::kMuon, {.tensor = tensor, .data = data}, round_machine()),
                optimizer_time(model::Optimizer::kAdam, {.tensor = tensor, .data = data}, round_machine()));
}

}  // namespace muon_time_test
}  // namespace fmplan::sim
