#include "core/scenario/machine_by_hand.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/hardware/kernel_time.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "tests/scenario/good_scenarios.h"

namespace fmplan::scenario {
namespace machine_by_hand_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

json with_machine(const json& machine) {
  json document = json::parse(kGoodScenario);
  document["cluster"].erase("instance");
  document["cluster"]["machine"] = machine;
  document.erase("price");
  return document;
}

plan::Scenario read(const json& machine) { return read_scenario(with_machine(machine), catalog(), "."); }

std::string problems(const json& document) {
  std::string text;
  try {
    read_scenario(document, catalog(), ".");
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) text += issue.where + ": " + issue.message + "\n";
  }
  return text;
}

// 8 · 400 Gbit/s for 8 GPUs: 50 GB/s each; of a machine that another is like only the rate changes.
TEST(MachineByHand, ReadsItsLinksInWords) {
  const auto bandwidth = [](const json& machine) {
    return read(machine).cluster.instance.scale_out->bandwidth / gigabyte_per_second;
  };
  const json b300 = {{"accelerator", "b300-sxm"}, {"gpus_per_node", 8}};
  const auto in_words = [&](const char* words) {
    json machine = b300;
    machine["network"] = words;
    return machine;
  };
  EXPECT_DOUBLE_EQ(bandwidth(in_words("Storage: 2x200Gb/s; Compute: 8x ConnectX-7 400Gb/s")), 50);
  EXPECT_DOUBLE_EQ(bandwidth(in_words("16 x 200 Gb/s RoCE, 4-plane")), 50);
  EXPECT_DOUBLE_EQ(bandwidth(in_words("800 Gb/s XDR per GPU")), 100);
  EXPECT_EQ(read(in_words("8x 400 Gb/s RoCE")).cluster.instance.scale_out->name,
            read(in_words("roce-cx7")).cluster.instance.scale_out->name);
  EXPECT_DOUBLE_EQ(bandwidth({{"like", "dgx-h100"}, {"network", "8x 200 Gb/s InfiniBand"}}), 25);
  EXPECT_THAT(
      problems(with_machine(in_words("400 Gb/s InfiniBand"))),
      HasSubstr("/cluster/machine/network: \"400 Gb/s InfiniBand\" has a rate of links that may be a machine's or "
                "one NIC's: write \"8x 400 Gb/s\""));
  json twice = in_words("8x 400 Gb/s");
  twice["nics"] = 8;
  EXPECT_THAT(problems(with_machine(twice)), HasSubstr("/cluster/machine/nics: is in the words of network too"));
}

// The kind of network may stand before the rate, behind it or in a piece of its own; what names none leaves it open.
TEST(MachineByHand, FindsTheKindOfNetworkWhereverItStands) {
  const auto link = [](const char* words) {
    return read({{"accelerator", "h100-sxm5-80gb"}, {"gpus_per_node", 8}, {"network", words}})
        .cluster.instance.scale_out->name;
  };
  const std::string roce = link("roce-cx7");
  for (const char* words : {"8x 400 Gb/s RoCE v2", "8x 400 Gb/s (RoCE v2)", "8x 400 Gb/s, RoCE v2", "RoCE: 8x 400 Gb/s",
                            "Ethernet RoCEv2, 8x 400 Gb/s", "8 x 400GbE"})
    EXPECT_EQ(link(words), roce) << words;
  EXPECT_EQ(link("8x 400 Gb/s InfiniBand, storage: 2x 200 Gb/s RoCE"), link("infiniband-ndr"));
  EXPECT_EQ(link("8x 400 Gb/s InfiniBand; Ethernet for management"), link("infiniband-ndr"));
  EXPECT_EQ(link("8x 200 Gb/s Slingshot-11"), link("slingshot-11"));
  for (const char* words : {"Ethernet 100 Gb/s, InfiniBand 8x HDR 200 Gb/s", "Ethernet, 8x 200 Gb/s InfiniBand HDR",
                            "8x ConnectX-6 200 Gb/s InfiniBand", "4x HDR200"})
    EXPECT_EQ(link(words), link("infiniband-hdr")) << words;
  for (const char* words : {"Spectrum-X 8x 400 Gb/s", "8x Spectrum-X 400 Gb/s RoCE", "8x 400 GbE, Spectrum-X"})
    EXPECT_EQ(link(words), roce) << words;
  EXPECT_EQ(link("GPUDirect-TCPXO 8x 200 Gb/s"), link("gcp-tcpxo"));
  EXPECT_EQ(link("GPUDirect-TCPX, 4x 200 Gb/s"), link("gcp-tcpx"));
  EXPECT_EQ(link("8x ConnectX-6 200 GbE, no InfiniBand"), roce);
  EXPECT_EQ(link("8x 400 Gb/s"), "not stated, as " + link("infiniband-ndr"));
}

// Half of what is said must not be taken for the whole: "foonet" may be anything.
TEST(MachineByHand, RefusesANetworkThatNobodyKnows) {
  const auto problem = [](const char* words) {
    return problems(with_machine({{"accelerator", "h100-sxm5-80gb"}, {"gpus_per_node", 8}, {"network", words}}));
  };
  EXPECT_THAT(
      problem("8x 400 Gb/s foonet2"),
      HasSubstr("/cluster/machine/network: \"8x 400 Gb/s foonet2\" has \"foonet2\", which is not understood: it "
                "names no network of the catalogue; write the links alone, \"8x 400 Gb/s\", or with InfiniBand"));
  EXPECT_THAT(problem("8x 400 Gb/s, SHARPv3"), HasSubstr("has \"sharpv3\"")) << "a field of its own";
  EXPECT_THAT(problem("8x 400 Gb/s, oversubscribed"), HasSubstr("has \"oversubscribed\""));
  EXPECT_THAT(problem("8x Omni-Path 100 Gb/s"), HasSubstr("has \"omni\""));
  EXPECT_THAT(problem("8x 400 Gb/s UALink"), HasSubstr("has \"ualink\""));
  for (const char* words :
       {"8x 400 Gb/s", "3.2 Tb/s per node", "8 NVIDIA 400 Gb/s HCAs per node", "400 Gb/s per GPU",
        "8x Pensando Pollara 400 Gb/s", "8x ConnectX-7 400 Gb/s, non-blocking fat tree", "8-rail 400 Gb/s",
        "8 NICs, 400 Gb/s each", "8x 400 Gb/s IB", "10x 200 Gb/s (8 compute, 2 storage)", "8x 400 Gb/s BF3 SuperNICs",
        "8x 400 Gb/s QSFP112, full duplex, lossless, leaf-spine", "32x 100 Gb/s Elastic Fabric Adapter"})
    EXPECT_EQ(problem(words), "") << words;
}

// Rows of EFA say nothing of InfiniBand: by name and in words such a machine is the same, and no row is its own.
TEST(MachineByHand, TakesNoCollectivesOfAnotherNetwork) {
  const json like = {{"like", "p5.48xlarge"}};
  const auto joined_by = [&](const char* network) {
    json machine = like;
    machine["network"] = network;
    return read(machine);
  };
  const plan::Scenario named = joined_by("infiniband-ndr"), worded = joined_by("8x 400 Gb/s InfiniBand");
  EXPECT_EQ(named.cluster.instance.scale_out->name, worded.cluster.instance.scale_out->name);
  EXPECT_EQ(named.collectives->name, "pooled");
  EXPECT_EQ(worded.collectives->name, "pooled");
  EXPECT_EQ(read(like).collectives->name, joined_by("16x 200 Gb/s").collectives->name);
}

// 8 NICs of 800 Gbit/s for 8 GPUs: 100 GB/s each; NVLink 5 as the accelerator's data sheet has it.
TEST(MachineByHand, IsAnInstanceOfItsParts) {
  const plan::Scenario scenario =
      read({{"accelerator", "b300-sxm"}, {"gpus_per_node", 8}, {"nics", 8}, {"nic_rate", "800 Gbit/s"}});
  const hardware::Instance& machine = scenario.cluster.instance;
  EXPECT_EQ(machine.accelerator.name, "b300-sxm");
  EXPECT_EQ(machine.accelerators_per_node, 8);
  EXPECT_EQ(machine.scale_up_domain, 8);
  EXPECT_DOUBLE_EQ(machine.scale_up->bandwidth / gigabyte_per_second, 900);
  EXPECT_DOUBLE_EQ(machine.scale_out->bandwidth / gigabyte_per_second, 100);
  ASSERT_TRUE(scenario.collectives);
  EXPECT_TRUE(scenario.collectives->unmeasured);
}

TEST(MachineByHand, CanBeARackOrLikeAnother) {
  const plan::Scenario rack = read({{"accelerator", "gb300"}, {"gpus_per_node", 4}, {"gpus_per_domain", 72}});
  EXPECT_EQ(rack.cluster.instance.scale_up_domain, 72);
  const plan::Scenario half = read({{"like", "p5.48xlarge"}, {"nics", 16}});
  EXPECT_EQ(half.cluster.instance.like, "p5.48xlarge");
  EXPECT_DOUBLE_EQ(half.cluster.instance.scale_out->bandwidth / gigabyte_per_second, 25);
  const json chips = {{"accelerator", "l40s"}, {"gpus_per_node", 4}, {"nics", 1}, {"nic_rate", "100 Gbit/s"}};
  EXPECT_DOUBLE_EQ(read(chips).cluster.instance.scale_up->bandwidth / gigabyte_per_second, 32)
      << "cards talk through their slots";
}

// Over the links of TPUs and of Gaudi no collective was measured: the scenario says what stands in.
TEST(MachineByHand, CanHaveLinksThatNobodyMeasured) {
  for (const auto& [accelerator, link] : {std::pair("tpu-v5p", "ici-v5p"), std::pair("gaudi-3", "gaudi-3-roce")}) {
    const plan::Scenario scenario = read({{"accelerator", accelerator}, {"gpus_per_node", 8}, {"nics", 8}});
    EXPECT_DOUBLE_EQ(scenario.cluster.instance.scale_up->efficiency, 0.76);
    EXPECT_DOUBLE_EQ(scenario.cluster.instance.scale_up->latency / microsecond, 3.4);
    EXPECT_TRUE(std::ranges::any_of(scenario.assumptions, [&](const plan::Assumption& assumption) {
      return assumption.path == "/cluster/instance/scale_up/efficiency" &&
             assumption.why.kind == plan::AssumptionKind::kLinkNotMeasured;
    })) << link;
  }
  EXPECT_THAT(
      problems(with_machine({{"accelerator", "b300-sxm"}, {"gpus_per_node", 8}, {"network", "roce-spectrum-x"}})),
      HasSubstr("/cluster/machine/network: \"roce-spectrum-x\" joins switches and is no link; name one"));
}

/// Of the catalogue's links of a role, those that were measured.
std::vector<double> measured(const char* role, const std::function<double(const json&)>& of) {
  std::vector<double> values;
  for (const std::string& name : catalog().names("networks")) {
    const json& network = catalog().raw(*catalog().find("networks", name));
    const bool is_slot = name.starts_with("pcie");
    if (network.at("role") == role && network.contains("efficiency") && !is_slot) values.push_back(of(network));
  }
  return values;
}

// What stands for what was not measured is the median of what was.  Generations that were given one figure count once.
TEST(MachineByHand, AssumesTheMedianOfMeasuredLinks) {
  const auto median = [](std::vector<double> values) {
    std::ranges::sort(values);
    const auto [first, last] = std::ranges::unique(values);
    values.erase(first, last);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  };
  const auto efficiency = [](const json& network) { return network.at("efficiency").get<double>(); };
  const auto latency = [](const json& network) {
    return parse_time(network.at("latency").get<std::string>()).value() / microsecond;
  };
  EXPECT_NEAR(median(measured("scale_up", efficiency)), 0.76, 0.005);
  EXPECT_NEAR(median(measured("scale_up", latency)), 3.4, 0.05);
  EXPECT_NEAR(median(measured("scale_out", efficiency)), 0.835, 0.005);
  EXPECT_NEAR(median(measured("scale_out", latency)), 16.9, 3);
}

TEST(MachineByHand, CountsTheHostsOfARack) {
  const auto hosts = [](const json& machine) {
    json document = with_machine(machine);
    document["training"]["global_batch_size"] = 72;
    return read_scenario(document, catalog(), ".").cluster.instance.hosts;
  };
  EXPECT_EQ(hosts({{"like", "u-p6e-gb200x72"}}), 18);
  EXPECT_EQ(hosts({{"like", "u-p6e-gb200x72"}, {"gpus_per_node", 72}}), 18);
  EXPECT_EQ(hosts({{"like", "u-p6e-gb200x72"}, {"gpus_per_node", 36}}), 9);
  EXPECT_EQ(hosts({{"accelerator", "gb200"}, {"gpus_per_node", 72}}), 1);
  EXPECT_EQ(hosts({{"accelerator", "gb200"}, {"gpus_per_node", 72}, {"hosts", 18}}), 18);
}

TEST(MachineByHand, AssumesWhatItLeavesOutAndSaysSo) {
  const plan::Scenario scenario = read({{"accelerator", "h800-sxm5-80gb"}, {"gpus_per_node", 8}});
  std::string assumed;
  for (const auto& assumption : scenario.assumptions) assumed += assumption.path + "=" + assumption.value + "\n";
  EXPECT_THAT(assumed, HasSubstr("/cluster/machine/network=infiniband-ndr"));
  EXPECT_THAT(assumed, HasSubstr("/cluster/machine/nics=8"));
  EXPECT_THAT(assumed, HasSubstr("profile pooled"));
}

TEST(MachineByHand, ThatCannotBeReadSaysWhatToWrite) {
  EXPECT_THAT(problems(with_machine({{"gpus_per_node", 8}})),
              HasSubstr("/cluster/machine/accelerator: is missing; write "
                        "for instance \"b300-sxm\""));
  EXPECT_THAT(problems(with_machine({{"accelerator", "b300-sxm"}, {"gpus", 8}})),
              HasSubstr("/cluster/machine/gpus: unknown key"));
  EXPECT_THAT(problems(with_machine({{"like", "p55"}})),
              HasSubstr("/cluster/machine/like: \"p55\" is not in the catalogue"));
  EXPECT_THAT(problems(with_machine({{"like", "p5.48xlarge"}, {"gpus_per_domain", 0}})),
              HasSubstr("/cluster/machine/gpus_per_domain: 0 is not a whole number from 1"));
  EXPECT_THAT(problems(with_machine({{"like", "p5.48xlarge"}, {"nic_rate", "fast"}})),
              HasSubstr("/cluster/machine/nic_rate: "));
  EXPECT_THAT(problems(with_machine("8 x b300")), HasSubstr("/cluster/machine: "));
  json both = with_machine({{"like", "p5.48xlarge"}});
  both["cluster"]["instance"] = "p5.48xlarge";
  EXPECT_THAT(problems(both), HasSubstr("/cluster/machine: stands beside \"instance\"; leave one of them out"));
  json neither = with_machine({});
  neither["cluster"].erase("machine");
  EXPECT_THAT(problems(neither), HasSubstr("/cluster/instance"));
}

// One that differs from another in nothing computes as it does; twice the peak is twice the rate of products and of
// attention, and leaves the shares that are reached, the paces and what reads memory as they were.
TEST(MachineByHand, CanHaveAnAcceleratorLikeAnother) {
  const auto accelerator = [](json changes) {
    changes["like"] = "h100-sxm5-80gb";
    return read({{"accelerator", changes}, {"gpus_per_node", 8}}).cluster.instance.accelerator;
  };
  const hardware::Accelerator same = accelerator(json::object());
  hardware::Accelerator expected =
      read({{"accelerator", "h100-sxm5-80gb"}, {"gpus_per_node", 8}}).cluster.instance.accelerator;
  EXPECT_EQ(same.name, "h100-sxm5-80gb, changed");
  EXPECT_EQ(same.chip, "h100-sxm5-80gb");
  expected.name = same.name;
  expected.chip = same.chip;
  expected.like = same.like;
  EXPECT_EQ(same, expected);

  const hardware::Accelerator twice =
      accelerator({{"name", "next"}, {"peak", {{"bf16", "1978.8 TFLOP/s"}}}, {"memory", "141 GB"}, {"pcie", 6}});
  const auto rates = hardware::kernel_rates(same, "bf16"), faster = hardware::kernel_rates(twice, "bf16");
  EXPECT_NEAR(faster->gemm_rate / rates->gemm_rate, 2, 1e-3);
  EXPECT_NEAR(faster->attention_rate / rates->attention_rate, 2, 1e-9);
  EXPECT_NEAR(twice.attention_libraries.at("fa2").peak_rate / same.attention_libraries.at("fa2").peak_rate, 2, 1e-9);
  EXPECT_EQ(twice.pace, same.pace);
  EXPECT_EQ(faster->stream_bandwidth, rates->stream_bandwidth);
  EXPECT_EQ(twice.usable_memory, 141 * gigabyte);
  EXPECT_EQ(twice.name, "next");
  // No step of it was measured, whatever is known of the other.
  const json changed = {{"accelerator", {{"like", "h100-sxm5-80gb"}}}, {"gpus_per_node", 8}};
  EXPECT_FALSE(read(changed).step_errors->outlook.accelerator_of_catalog);

  const auto problem = [](const json& value) {
    return problems(with_machine({{"accelerator", value}, {"gpus_per_node", 8}}));
  };
  EXPECT_THAT(problem({{"like", "h100-sxm"}}),
              HasSubstr("/cluster/machine/accelerator/like: \"h100-sxm\" is not in the catalogue"));
  EXPECT_THAT(problem({{"like", 5}}), HasSubstr("/cluster/machine/accelerator/like: must name an accelerator"));
  EXPECT_THAT(problem({{"like", "h100-sxm5-80gb"}, {"memory", "much"}}),
              HasSubstr("/cluster/machine/accelerator/memory: "));
}

// A DGX H100 is rated at 10.2 kW with its own accelerators; with others it draws what those do.
TEST(MachineByHand, LikeAnotherDrawsWhatItsOwnAcceleratorsDo) {
  const plan::Scenario exchanged = read({{"like", "dgx-h100"}, {"accelerator", "h200-sxm-141gb"}});
  const plan::Scenario by_hand = read({{"accelerator", "h200-sxm-141gb"}, {"gpus_per_node", 8}});
  EXPECT_EQ(exchanged.power, by_hand.power);
}

TEST(MachineByHand, IsOfDomainsThatItsMachinesMakeUp) {
  const auto with_domain = [](int domain) {
    return problems(
        with_machine({{"accelerator", "h100-sxm5-80gb"}, {"gpus_per_node", 8}, {"gpus_per_domain", domain}}));
  };
  for (const int domain : {4, 8, 16, 72}) EXPECT_EQ(with_domain(domain), "") << domain;
  EXPECT_THAT(with_domain(7), HasSubstr("/cluster/machine/gpus_per_domain: 7 is neither a divisor nor a multiple of "
                                        "the machine's 8 GPUs; use 8\n"));
  EXPECT_THAT(with_domain(12), HasSubstr("use 8 or 16\n"));
}

// Seven links join eight MI300X; a torus of 4 × 4 × 4 has parts of 4, 16 and 64.
TEST(MachineByHand, JoinsWithoutASwitchWhatItsLinksReach) {
  const auto with_gpus = [](const char* accelerator, int gpus) {
    return problems(with_machine({{"accelerator", accelerator}, {"gpus_per_node", gpus}}));
  };
  EXPECT_THAT(with_gpus("mi300x", 16),
              HasSubstr("/cluster/machine/gpus_per_domain: 16 accelerators are more than 7 links "
                        "of each join without a switch; use 8 or fewer"));
  EXPECT_EQ(with_gpus("mi300x", 8), "");
  EXPECT_THAT(with_gpus("trainium2", 8), HasSubstr("has no part of 8 accelerators"));
  for (const int gpus : {1, 4, 16})
    EXPECT_THAT(with_gpus("trainium2", gpus), Not(HasSubstr("/cluster/machine"))) << gpus;
}

// Null takes back a machine, and what is stated of power, so that one line of values plans another machine.
TEST(MachineByHand, GivesWayToAnInstanceWhereItIsNull) {
  json named = with_machine({{"accelerator", "h100-sxm5-80gb"}, {"gpus_per_node", 8}});
  named["cluster"].erase("machine");
  named.erase("power");
  named["cluster"]["instance"] = "p5.48xlarge";
  json taken_back = named;
  taken_back["cluster"]["machine"] = nullptr;
  taken_back["power"] = {
      {"node", nullptr}, {"waiting", nullptr}, {"pue", nullptr}, {"grid", nullptr}, {"grid_kg_per_kwh", nullptr}};
  EXPECT_EQ(read_scenario(taken_back, catalog(), "."), read_scenario(named, catalog(), "."));
}

// … and takes its place where that one is null, as "--set cluster.instance=null" makes it.
TEST(MachineByHand, TakesThePlaceOfAnInstanceThatIsNull) {
  const json by_hand = with_machine({{"like", "p5.48xlarge"}, {"nics", 16}});
  json beside_null = by_hand;
  beside_null["cluster"]["instance"] = nullptr;
  EXPECT_EQ(read_scenario(beside_null, catalog(), "."), read_scenario(by_hand, catalog(), "."));
  json neither = beside_null;
  neither["cluster"]["machine"] = nullptr;
  EXPECT_THAT(problems(neither), HasSubstr("/cluster/instance: "));
}

// Who does not say how machines are joined is not surer of a step than who says so.
TEST(MachineByHand, AnOpenNetworkIsNoEvidence) {
  const auto width = [](json machine) {
    json document = with_machine(machine);
    document["model"] = "mixtral-8x7b";
    document["cluster"]["nodes"] = 16;
    document["training"]["global_batch_size"] = 512;
    document["training"]["parallel"] = json{{"expert", 8}, {"pipeline", 4}};
    const plan::Report report = evaluate(read_scenario(document, catalog(), "."));
    const auto& interval = report.phases.at(0).interval;
    return std::log(interval->high_80 / interval->low_80);
  };
  const json stated = {{"accelerator", "h100-sxm5-80gb"}, {"gpus_per_node", 8}, {"network", "infiniband-ndr"}};
  json open = stated;
  open.erase("network");
  EXPECT_GT(width(open), width(stated));
}

// Eighteen hosts of four write at the rate of a node each.
TEST(MachineByHand, OfManyHostsWritesFromEach) {
  const BytesPerSecond one = read({{"accelerator", "gb200"}, {"gpus_per_node", 4}}).checkpoint.node_bandwidth;
  json racks = with_machine({{"like", "u-p6e-gb200x72"}});
  racks["training"]["global_batch_size"] = 72;
  EXPECT_EQ(read_scenario(racks, catalog(), ".").checkpoint.node_bandwidth / one, 18);
}

// Of a machine that is not there neither peaks nor links are known, and nothing is said of them.
TEST(MachineByHand, ThatCannotBeReadIsTheOnlyProblem) {
  json document = with_machine({{"accelerator", "b30"}, {"gpus_per_node", 8}});
  document["training"]["precision"] = "fp8";
  const std::string text = problems(document);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_THAT(text, HasSubstr("/cluster/machine/accelerator: \"b30\""));
}

}  // namespace machine_by_hand_test
}  // namespace fmplan::scenario
