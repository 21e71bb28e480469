#include "core/io/scenario_parts.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/io/json_text.h"
#include "core/io/practice_items.h"

namespace fmplan::io {
namespace {

using model::ParallelPlan;
using nlohmann::json;

template <class E>
using Names = std::pair<const char*, E>;

constexpr Names<model::Precision> kPrecisions[] = {{"bf16", model::Precision::kBf16},
                                                   {"fp16", model::Precision::kFp16},
                                                   {"fp8", model::Precision::kFp8},
                                                   {"fp32", model::Precision::kFp32}};
constexpr Names<model::Optimizer> kOptimizers[] = {{"adam", model::Optimizer::kAdam},
                                                   {"adam_bf16_moments", model::Optimizer::kAdamBf16Moments},
                                                   {"adam_8bit", model::Optimizer::kAdam8bit},
                                                   {"muon", model::Optimizer::kMuon},
                                                   {"sgd", model::Optimizer::kSgd}};
constexpr Names<sim::AttentionKernel> kAttention[] = {{"flash", sim::AttentionKernel::kFlash},
                                                      {"unfused", sim::AttentionKernel::kUnfused}};
constexpr Names<model::Recompute> kRecompute[] = {{"none", model::Recompute::kNone},
                                                  {"selective", model::Recompute::kSelective},
                                                  {"full", model::Recompute::kFull}};
constexpr Names<model::PipelineSchedule> kSchedules[] = {{"1f1b", model::PipelineSchedule::kOneForwardOneBackward},
                                                         {"gpipe", model::PipelineSchedule::kGpipe}};
constexpr Names<model::FlopConvention> kConventions[] = {{"6n", model::FlopConvention::k6N},
                                                         {"palm", model::FlopConvention::kPalm},
                                                         {"megatron_causal", model::FlopConvention::kMegatronCausal},
                                                         {"non_causal", model::FlopConvention::kNonCausal}};

constexpr int kLargestDegree = 1'000'000;
constexpr int kMostNodes = 200'000;

bool is_auto(const json* value) { return value && value->is_string() && value->get_ref<const std::string&>() == "auto"; }

ParallelPlan read_parallel(const json& object, const std::string& where, Issues& issues) {
  ObjectReader reader(object, where, issues);
  ParallelPlan plan;
  plan.tensor = reader.integer_or("tensor", 1, 1, kLargestDegree);
  plan.pipeline = reader.integer_or("pipeline", 1, 1, kLargestDegree);
  plan.virtual_pipeline = reader.integer_or("virtual_pipeline", 1, 1, kLargestDegree);
  plan.context = reader.integer_or("context", 1, 1, kLargestDegree);
  plan.expert = reader.integer_or("expert", 1, 1, kLargestDegree);
  // 1 stands for "as many as the machine holds" until the world size is checked.
  plan.data = reader.integer_or("data", 1, 1, kLargestDegree);
  plan.micro_batch_size = reader.integer_or("micro_batch_size", 1, 1, kLargestDegree);
  plan.zero_stage = static_cast<model::ZeroStage>(reader.integer_or("zero_stage", 1, 0, 3));
  plan.sequence_parallel = reader.boolean_or("sequence_parallel", plan.tensor > 1);
  plan.recompute = reader.choice_or<model::Recompute>("recompute", model::Recompute::kNone, kRecompute);
  plan.schedule = reader.choice_or<model::PipelineSchedule>("schedule", model::PipelineSchedule::kOneForwardOneBackward, kSchedules);
  reader.refuse_unknown_keys();
  return plan;
}

plan::Phase read_phase(ObjectReader& reader, const plan::Phase& defaults, Issues& issues) {
  plan::Phase phase = defaults;
  phase.tokens = reader.count("tokens", 1);
  phase.sequence_length = defaults.sequence_length > 0 ? reader.integer_or("sequence_length", defaults.sequence_length, 1)
                                                       : reader.integer("sequence_length", 1);
  phase.global_batch_size = defaults.global_batch_size > 0
                                ? reader.integer_or("global_batch_size", defaults.global_batch_size, 1)
                                : reader.integer("global_batch_size", 1);
  if (reader.has("nodes")) phase.num_nodes = reader.integer("nodes", 1, kMostNodes);
  if (const json* parallel = reader.find("parallel")) phase.parallel = read_parallel(*parallel, reader.where("parallel"), issues);
  return phase;
}

void read_phases(ObjectReader& reader, const ScenarioReading& reading) {
  plan::Phase defaults;
  if (reader.has("sequence_length")) defaults.sequence_length = reader.integer("sequence_length", 1);
  if (reader.has("global_batch_size")) defaults.global_batch_size = reader.integer("global_batch_size", 1);
  if (!reader.has("phases")) {
    plan::Phase phase = defaults;
    phase.name = "training";
    phase.tokens = reader.count("tokens", 1);
    if (phase.sequence_length == 0) phase.sequence_length = reader.integer("sequence_length", 1);
    if (phase.global_batch_size == 0) phase.global_batch_size = reader.integer("global_batch_size", 1);
    reading.scenario.phases.push_back(phase);
    return;
  }
  if (reader.has("tokens"))
    reader.report("tokens", "stands beside phases, each of which has its own; leave one of the two out");
  reader.find("tokens");
  reader.each("phases", [&](const json& element, const std::string& where) {
    ObjectReader inner(element, where, reading.issues);
    plan::Phase phase = read_phase(inner, defaults, reading.issues);
    phase.name = inner.string_or("name", fmt::format("phase {}", reading.scenario.phases.size() + 1));
    inner.refuse_unknown_keys();
    reading.scenario.phases.push_back(std::move(phase));
  });
  if (reading.scenario.phases.empty()) reader.report("phases", "is empty; give at least one phase, or tokens");
}

void read_parallel_choice(ObjectReader& reader, const ScenarioReading& reading) {
  const json* parallel = reader.find("parallel");
  if (!parallel || is_auto(parallel)) {
    reading.scenario.search_parallel = true;
    if (!parallel) reading.assume("/training/parallel", "auto", "not given: the fastest plan that fits is searched");
    return;
  }
  reading.scenario.parallel = read_parallel(*parallel, reader.where("parallel"), reading.issues);
}

std::string provider_recovery(const std::string& provider) { return provider == "AWS" ? "hyperpod" : "slurm-requeue"; }

/// One node's share of what BLOOM-176B's 48 nodes wrote in 40 s.
constexpr BytesPerSecond kAssumedNodeBandwidth = 1.2 * gigabyte_per_second;
/// Device-to-host copy over PCIe as asynchronous checkpoints see it.
constexpr BytesPerSecond kAssumedCopyBandwidth = 20 * gigabyte_per_second;

void read_checkpoint(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/run/checkpoint", reading.issues);
  plan::CheckpointSpec& checkpoint = reading.scenario.checkpoint;
  if (const json* interval = reader.find("interval"); interval && !is_auto(interval))
    checkpoint.interval = reader.quantity<Seconds>("interval", time_units());
  constexpr Names<bool> kModes[] = {{"sync", false}, {"async", true}};
  checkpoint.asynchronous = reader.choice_or<bool>("mode", false, kModes);
  if (!reader.has("mode")) reading.assume("/run/checkpoint/mode", "sync", "not given: training waits for every checkpoint");
  checkpoint.node_bandwidth = reader.quantity_or<BytesPerSecond>("node_bandwidth", bandwidth_units(), kAssumedNodeBandwidth);
  checkpoint.accelerator_copy_bandwidth =
      reader.quantity_or<BytesPerSecond>("accelerator_copy_bandwidth", bandwidth_units(), kAssumedCopyBandwidth);
  if (!reader.has("node_bandwidth") && !reading.scenario.cluster.checkpoint_storage)
    reading.assume("/run/checkpoint/node_bandwidth", bandwidth_text(kAssumedNodeBandwidth),
                   "no storage given: what one node writes", "BLOOM-176B: 2.3 TB in 40 s from 48 nodes (chronicles)");
  if (checkpoint.asynchronous && !reader.has("accelerator_copy_bandwidth"))
    reading.assume("/run/checkpoint/accelerator_copy_bandwidth", bandwidth_text(kAssumedCopyBandwidth),
                   "an asynchronous checkpoint stalls for the copy to host memory", "assumption, unconfirmed");
  reader.refuse_unknown_keys();
}

sim::FailurePreset read_failures(const json& value, const ScenarioReading& reading) {
  return named_or_inline<sim::FailurePreset>(
      value, "/run/failures", reading.issues, [&](const std::string& name) { return reading.catalog.failure_preset(name); },
      [](const json& object, const std::string& where, Issues& issues) { return read_failure_preset(object, where, issues); });
}

std::string read_price_kind(ObjectReader& reader) {
  constexpr Names<const char*> kKinds[] = {{"on_demand", "on_demand"},     {"capacity_block", "capacity_block"},
                                           {"reserved_1y", "reserved_1y"}, {"reserved_3y", "reserved_3y"},
                                           {"spot", "spot"},               {"spot_min", "spot_min"},
                                           {"spot_max", "spot_max"}};
  return reader.choice_or<const char*>("kind", "on_demand", kKinds);
}

/// A region that no price of the instance names is a slip of the pen; one whose price is not known is an answer.
void check_region(const hardware::PriceList& list, ObjectReader& reader, const std::string& region) {
  const std::vector<std::string> regions = price_regions(list);
  if (!reader.has("region") || std::find(regions.begin(), regions.end(), region) != regions.end()) return;
  if (const std::string near = nearest_name(region, regions); !near.empty())
    reader.report("region", fmt::format("no price of {} is known in \"{}\"; did you mean \"{}\"?", list.instance, region, near));
}

std::string confirmed_text(const hardware::PricePoint& point) { return point.source + (point.confirmed ? "" : " (unconfirmed)"); }

}  // namespace

void ScenarioReading::assume(std::string path, std::string value, std::string why, std::string source) const {
  scenario.assumptions.push_back({std::move(path), std::move(value), std::move(why), std::move(source)});
}

void read_training(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/training", reading.issues);
  plan::Scenario& scenario = reading.scenario;
  read_phases(reader, reading);
  scenario.precision = reader.choice_or<model::Precision>("precision", model::Precision::kBf16, kPrecisions);
  scenario.optimizer = reader.choice_or<model::Optimizer>("optimizer", model::Optimizer::kAdam, kOptimizers);
  scenario.attention = reader.choice_or<sim::AttentionKernel>("attention", sim::AttentionKernel::kFlash, kAttention);
  scenario.flop_convention =
      reader.choice_or<model::FlopConvention>("mfu_convention", model::FlopConvention::kMegatronCausal, kConventions);
  const std::pair<const char*, const char*> defaults[] = {
      {"precision", "bf16"}, {"optimizer", "adam"}, {"attention", "flash"}, {"mfu_convention", "megatron_causal"}};
  for (const auto& [key, value] : defaults)
    if (!reader.has(key)) reading.assume(fmt::format("/training/{}", key), value, "not given");

  static const json kGeneric = "generic";
  const json* framework = reader.find("framework");
  if (!framework) reading.assume("/training/framework", "generic", "not given: habits between fused and eager kernels");
  scenario.framework = named_or_inline<sim::FrameworkProfile>(
      framework ? *framework : kGeneric, "/training/framework", reading.issues,
      [&](const std::string& name) { return reading.catalog.framework(name); }, read_framework);
  reading.assume("/training/framework", scenario.framework.name,
                 "overlap, fusion and overhead habits, counted from kernel lists and default switches",
                 "catalogue item frameworks/" + scenario.framework.name + ", unconfirmed");
  read_parallel_choice(reader, reading);
  reader.refuse_unknown_keys();
}

void read_cluster(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/cluster", reading.issues);
  hardware::Cluster& cluster = reading.scenario.cluster;
  if (const json* instance = reader.require("instance"))
    cluster.instance = named_or_inline<hardware::Instance>(
        *instance, "/cluster/instance", reading.issues,
        [&](const std::string& name) { return reading.catalog.instance(name); },
        [&](const json& object, const std::string& where, Issues& issues) {
          return read_instance(object, where, reading.catalog, issues);
        });
  if (is_auto(reader.find("nodes"))) {
    reading.scenario.search_nodes = true;
  } else {
    cluster.num_nodes = reader.integer("nodes", 1, kMostNodes);
  }
  if (const json* storage = reader.find("storage")) {
    ObjectReader inner(*storage, "/cluster/storage", reading.issues);
    const Bytes capacity = inner.quantity<Bytes>("capacity", data_units());
    if (const json* checkpoint = inner.require("checkpoint"))
      cluster.checkpoint_storage = named_or_inline<hardware::Storage>(
          *checkpoint, "/cluster/storage/checkpoint", reading.issues,
          [&](const std::string& name) { return reading.catalog.storage(name, capacity); },
          [&](const json& object, const std::string& where, Issues& issues) {
            hardware::Storage inline_storage = read_storage(object, where, issues).storage;
            inline_storage.capacity = capacity;
            return inline_storage;
          });
    inner.refuse_unknown_keys();
  }
  constexpr Names<int> kNetworks[] = {{"analytic", 0}};
  reader.choice_or<int>("network", 0, kNetworks);
  reader.refuse_unknown_keys();
}

void read_run(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/run", reading.issues);
  plan::Scenario& scenario = reading.scenario;
  if (reader.has("start")) {
    scenario.start = reader.date("start");
  } else {
    // Not today's date: the same scenario must give the same answer tomorrow.
    scenario.start = parse_date(reading.catalog.version().substr(0, 10)).value_or(Date{});
    reading.assume("/run/start", date_text(scenario.start), "not given: the day of the catalogues");
  }
  scenario.deadline = reader.optional_date("deadline");
  if (scenario.search_nodes && !scenario.deadline && !reader.has("deadline"))
    reader.report("deadline", "is missing; \"nodes\": \"auto\" needs the day to be ready by, for instance \"2025-09-30\"");
  if (scenario.deadline && *scenario.deadline < scenario.start)
    reader.report("deadline", fmt::format("{} is before the start {}", date_text(*scenario.deadline), date_text(scenario.start)));

  static const json kDefaultFailures = "llama-3-405b";
  const json* failures = reader.find("failures");
  scenario.failures = read_failures(failures ? *failures : kDefaultFailures, reading);
  if (!failures) reading.assume("/run/failures", "llama-3-405b", "not given: one of the published rates", scenario.failures.source);
  scenario.other_failures = reading.catalog.failure_presets();

  const json default_recovery = provider_recovery(scenario.cluster.instance.provider);
  const json* recovery = reader.find("recovery");
  scenario.recovery = named_or_inline<sim::Recovery>(
      recovery ? *recovery : default_recovery, "/run/recovery", reading.issues,
      [&](const std::string& name) { return reading.catalog.recovery(name); }, read_recovery);
  if (!recovery) reading.assume("/run/recovery", scenario.recovery.name, "not given: the provider's usual practice");
  scenario.spare_nodes = reader.integer_or("spare_nodes", 0, 0, kMostNodes);
  scenario.evaluation_share = reader.share_or("evaluation", 0);
  if (scenario.evaluation_share > 0.9) reader.report("evaluation", "leaves less than a tenth of the time for training; use at most 0.9");
  static const json kEmpty = json::object();
  const json* checkpoint = reader.find("checkpoint");
  read_checkpoint(checkpoint ? *checkpoint : kEmpty, reading);
  reader.refuse_unknown_keys();
}

void read_price(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/price", reading.issues);
  plan::Scenario& scenario = reading.scenario;
  plan::PriceTerms& price = scenario.price;
  price.region = reader.string_or("region", "us-east-1");
  price.kind = read_price_kind(reader);
  price.on = reader.optional_date("on");
  if (!reader.has("region")) reading.assume("/price/region", price.region, "not given");
  if (!reader.has("kind")) reading.assume("/price/kind", price.kind, "not given");
  if (!price.on) {
    price.on = scenario.start;
    reading.assume("/price/on", date_text(scenario.start), "not given: the start of the run");
  }
  const auto own = reader.optional_quantity<DollarsPerSecond>("per_node_hour", money_rate_units());
  reader.refuse_unknown_keys();
  if (own) {
    price.kind = "own";
    price.chosen = hardware::PricePoint{.region = price.region, .kind = "own", .valid_from = *price.on, .last_seen = {},
                                        .price = own, .confirmed = true, .source = "scenario"};
  } else if (const auto list = reading.catalog.price_list(scenario.cluster.instance.name)) {
    check_region(*list, reader, price.region);
    price.chosen = price_on(*list, price.region, price.kind, *price.on);
    for (const hardware::PricePoint& point : prices_on(*list, price.region, *price.on))
      if (point.kind != price.kind) price.alternatives.push_back(point);
  }
  if (price.chosen && price.chosen->price && !own)
    reading.assume("/price", money_rate_text(*price.chosen->price),
                   fmt::format("{} in {}, seen from {}", price.kind, price.region, date_text(price.chosen->valid_from)),
                   confirmed_text(*price.chosen));
  if (scenario.cluster.checkpoint_storage)
    if (const auto storage = reading.catalog.storage_price(scenario.cluster.checkpoint_storage->name, price.region, *price.on)) {
      price.storage = storage->price;
      reading.assume("/cluster/storage", fmt::format("{:.3f} $/GB-month", storage->price / (dollar / gigabyte / billing_month)),
                     "price of the checkpoint storage", storage->source + (storage->confirmed ? "" : " (unconfirmed)"));
    }
}

void read_power(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/power", reading.issues);
  plan::Scenario& scenario = reading.scenario;
  if (reader.has("pue")) {
    scenario.power.pue = reader.number("pue", 1, 3);
  } else if (const auto usage = reading.catalog.power_usage(scenario.cluster.instance.provider); usage && usage->pue) {
    scenario.power.pue = *usage->pue;
    reading.assume("/power/pue", fmt::format("{:.2f}", *usage->pue), "not given: the provider's fleet",
                   usage->source + (usage->confirmed ? "" : " (unconfirmed)"));
  } else {
    reading.assume("/power/pue", "1.00", "not given and not published for the provider: cooling is not counted");
  }
  if (reader.has("grid_kg_per_kwh")) {
    scenario.power.grid_kg_per_kwh = reader.number("grid_kg_per_kwh", 0, 3);
  } else {
    const bool named = reader.has("grid");
    const std::string grid = named ? reader.string("grid") : scenario.price.region;
    const auto intensity = reading.catalog.grid_intensity(grid);
    if (intensity) {
      scenario.power.grid_kg_per_kwh = intensity->kg_per_kwh;
      reading.assume("/power/grid", fmt::format("{} ({:.3f} kg/kWh)", intensity->name, intensity->kg_per_kwh),
                     "carbon of the grid, location-based", intensity->source + (intensity->confirmed ? "" : " (unconfirmed)"));
    } else if (named) {
      reader.report("grid", fmt::format("\"{}\" is not in the catalogue; see `fmplan catalog list grid`, or give "
                                        "grid_kg_per_kwh", grid));
    }
  }
  reader.find("grid");
  reader.refuse_unknown_keys();
}

}  // namespace fmplan::io
