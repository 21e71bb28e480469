#include "core/scenario/hardware_assumptions.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/fabric_items.h"
#include "core/catalog/kernel_profile.h"
#include "core/catalog/provenance.h"
#include "core/network/collective_interval.h"
#include "core/sim/step/step_time.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;
using plan::AssumptionKind;

std::string source_of(const json& item, const std::string& pointer) {
  const catalog::Provenance provenance = catalog::provenance_of(item, pointer);
  return provenance.source + (provenance.confirmed ? "" : " (unconfirmed)");
}

void assume_link(const ScenarioReading& reading, const char* role, const hardware::Link& link, const json& instance) {
  const json::json_pointer at(fmt::format("/{}/network", role));
  if (!instance.contains(at) || !instance.at(at).is_string()) return;
  const json& network = reading.catalog.raw("networks", instance.at(at).get<std::string>());
  reading.assume(
      "/cluster/instance",
      fmt::format("{:.0f} % of {}, {}", 100 * link.efficiency, bandwidth_text(link.bandwidth), time_text(link.latency)),
      {AssumptionKind::kLink, {{"link", link.name}}}, source_of(network, "/efficiency"));
}

bool offloads(const plan::Scenario& scenario) {
  const auto moves = [](const model::ParallelPlan& plan) { return plan.offload != model::Offload{}; };
  return moves(scenario.parallel) ||
         std::any_of(scenario.phases.begin(), scenario.phases.end(),
                     [&](const auto& phase) { return phase.parallel && moves(*phase.parallel); });
}

/// The profile that collectives are timed with, and how far it is to be trusted.
void assume_profile(const catalog::CollectiveProfileItem& item, const ScenarioReading& reading) {
  network::TimeFactors factors = item.profile.large_factors;
  if (item.profile.unmeasured) factors = network::unmeasured_factors(network::kNumSizeBands - 1, true);
  reading.assume("/cluster/instance", "profile " + item.name,
                 {AssumptionKind::kCollectives,
                  {{"low", Ratio{factors.low}},
                   {"high", Ratio{factors.high}},
                   {"measured", std::int64_t{item.profile.unmeasured ? 0 : 1}}}},
                 item.source);
}

}  // namespace

void assume_hardware(const json& machine, const catalog::CollectiveProfileItem* collectives,
                     const ScenarioReading& reading) {
  const hardware::Instance& instance = reading.scenario.cluster.instance;
  const hardware::Accelerator& chip = instance.accelerator;
  const json none;
  const auto raw_or = [&](const char* kind, const std::string& item, const json& otherwise) -> const json& {
    const catalog::ItemFile* file = reading.catalog.find(kind, item);
    return file ? reading.catalog.raw(*file) : otherwise;
  };
  const json& accelerator = raw_or("accelerators", chip.name, none);
  const json& kernels = raw_or("calibration", catalog::kernel_profile_name(chip.name), accelerator);
  const std::string precision(sim::precision_name(reading.scenario.precision));
  if (const auto gemm = chip.gemm.find(precision); gemm != chip.gemm.end()) {
    plan::AssumptionReason why = {AssumptionKind::kMatrixProducts, {{"accelerator", chip.name}}};
    if (gemm->second.median_error) why.values.emplace_back("median_error", Ratio{*gemm->second.median_error});
    reading.assume("/cluster/instance", fmt::format("{:.1f} % of the {} peak", 100 * gemm->second.compute, precision),
                   std::move(why), source_of(kernels, "/gemm/" + precision));
  }
  reading.assume("/cluster/instance", flop_rate_text(chip.attention.peak_rate), {AssumptionKind::kFusedAttention},
                 source_of(kernels, "/attention"));
  if (chip.sustained_clock < 1)
    reading.assume("/cluster/instance", fmt::format("{:.1f} % of the peak's clock", 100 * chip.sustained_clock),
                   {AssumptionKind::kSustainedClock}, source_of(accelerator, "/sustained_clock"));
  if (collectives) {
    assume_profile(*collectives, reading);
    return;
  }
  if (instance.scale_up) assume_link(reading, "scale_up", *instance.scale_up, machine);
  if (instance.scale_out) assume_link(reading, "scale_out", *instance.scale_out, machine);
}

void assume_host(const json& instance, const ScenarioReading& reading) {
  const hardware::Instance& machine = reading.scenario.cluster.instance;
  if (!offloads(reading.scenario)) return;
  if (const auto& link = machine.host_link) {
    const auto named = instance.find("host_link");
    const auto network =
        named != instance.end() ? named->get<std::string>() : catalog::pcie_slot(reading.catalog, instance);
    reading.assume("/cluster/instance",
                   fmt::format("{:.0f} % of {}", 100 * link->efficiency, bandwidth_text(link->bandwidth)),
                   {AssumptionKind::kHostLink, {{"link", link->name}}},
                   source_of(reading.catalog.raw("networks", network.value()), "/efficiency"));
  }
  if (!machine.host_memory)
    reading.assume("/cluster/instance", "enough host memory", {AssumptionKind::kHostMemoryUnknown},
                   "assumption, unconfirmed");
}

}  // namespace fmplan::scenario
