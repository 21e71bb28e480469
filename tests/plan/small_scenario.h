#pragma once

/// @file
/// A scenario of round figures that the tests of this folder change to their needs.

#include "core/plan/scenario.h"
#include "tests/model/known_models.h"

namespace fmplan::plan {

/// Eight accelerators of 80 GB a node, near an A100.
inline hardware::Instance eight_accelerators() {
  hardware::Instance instance;
  instance.name = "eight";
  instance.accelerator.name = "card";
  instance.accelerator.peak = {{"bf16", 312 * teraflop_per_second}};
  instance.accelerator.memory = instance.accelerator.usable_memory = 80 * gigabyte;
  instance.accelerator.memory_bandwidth = 2 * terabyte_per_second;
  instance.accelerator.power = 400 * watt;
  instance.accelerator.attention = {.peak_rate = 190 * teraflop_per_second, .half_length = 300, .backward = 0.85};
  instance.scale_up = hardware::Link{
      .name = "up", .bandwidth = 300 * gigabyte_per_second, .efficiency = 0.8, .latency = 3 * microsecond};
  instance.scale_out = hardware::Link{
      .name = "out", .bandwidth = 25 * gigabyte_per_second, .efficiency = 0.8, .latency = 20 * microsecond};
  return instance;
}

/// Llama 2 7B on four nodes, tensor parallel 2, so data parallel 16; 256 sequences of 4,096 tokens, 10 billion tokens.
inline Scenario small_scenario() {
  Scenario scenario;
  scenario.name = "small";
  scenario.model = model::llama2_7b();
  scenario.phases = {{.name = "main",
                      .tokens = 10'000'000'000,
                      .sequence_length = 4096,
                      .global_batch_size = 256,
                      .num_nodes = std::nullopt,
                      .parallel = std::nullopt,
                      .stated_data = std::nullopt}};
  scenario.parallel.tensor = 2;
  scenario.framework.name = "plain";
  scenario.framework.data_parallel_overlap = 1;
  scenario.cluster.instance = eight_accelerators();
  scenario.cluster.num_nodes = 4;
  scenario.failures.name = "rate";
  scenario.failures.per_1000_node_days = 4;
  scenario.recovery = {.name = "restart",
                       .detection = 2 * minute,
                       .replacement = 3 * minute,
                       .initialisation = 1 * minute,
                       .initialisation_per_rank = 10 * millisecond};
  scenario.checkpoint.node_bandwidth = 1 * gigabyte_per_second;
  scenario.checkpoint.accelerator_copy_bandwidth = 10 * gigabyte_per_second;
  scenario.start = Date{20000};
  scenario.price.region = "here";
  scenario.price.kind = "on_demand";
  scenario.power = {.pue = 1.2, .grid_kg_per_kwh = 0.4};
  return scenario;
}

/// A price of so many dollars a node-hour.
inline hardware::PricePoint price_point(const char* kind, double dollars_per_hour) {
  return {.region = "here",
          .kind = kind,
          .valid_from = Date{},
          .last_seen = std::nullopt,
          .price = dollars_per_hour * dollar_per_hour,
          .confirmed = true,
          .source = "a test"};
}

}  // namespace fmplan::plan
