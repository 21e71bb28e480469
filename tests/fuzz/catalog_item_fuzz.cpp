// An item of the catalogue, by the reader of the kind that it says to be of; a Hugging Face config.json, which has no
// kind of ours, by its own.

#include <functional>
#include <map>
#include <string>

#include "core/catalog/block_rule_items.h"
#include "core/catalog/campaign_history.h"
#include "core/catalog/collective_profile.h"
#include "core/catalog/hazard_items.h"
#include "core/catalog/hf_config.h"
#include "core/catalog/kernel_profile.h"
#include "core/catalog/memory_profile.h"
#include "core/catalog/model_json.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/probe_item.h"
#include "core/catalog/report_readings.h"
#include "core/catalog/reported_machines.h"
#include "core/catalog/scaling_law_items.h"
#include "core/catalog/step_profile.h"
#include "core/text/json_text.h"
#include "tests/fuzz/fuzz_input.h"

namespace {

using namespace fmplan;
using nlohmann::json;
using Reader = std::function<void(const json& item, const std::string& where, Issues& issues)>;

template <class Read>
Reader reader(Read read) {
  return [read](const json& item, const std::string& where, Issues& issues) { read(item, where, issues); };
}

const std::multimap<std::string, Reader>& readers() {
  namespace c = catalog;
  static const std::multimap<std::string, Reader> kReaders = {
      {"accelerator", [](const json& item, const std::string& where,
                         Issues& issues) { c::read_accelerator(item, where, issues, nullptr); }},
      {"instance", [](const json& item, const std::string& where,
                      Issues& issues) { c::read_instance(item, where, fuzz::shipped_catalog(), issues); }},
      {"scaling_law", [](const json& item, const std::string& where,
                         Issues& issues) { c::read_scaling_law(item, where, fuzz::shipped_catalog(), issues); }},
      {"reported_machine", reader(c::read_reported_machine)},
      {"reading", reader(c::read_reading)},
      {"network", reader(c::read_network)},
      {"storage", reader(c::read_storage)},
      {"price_list", reader(c::read_price_list)},
      {"block_rule", reader(c::read_block_rule)},
      {"model", reader(c::read_transformer)},
      {"framework", reader(c::read_framework)},
      {"failure_preset", reader(c::read_failure_preset)},
      {"hazard", reader(c::read_hazard)},
      {"recovery", reader(c::read_recovery)},
      {"power", reader(c::read_power)},
      {"grid", reader(c::read_grid)},
      {"calibration", reader(c::read_kernel_profile)},
      {"calibration", reader(c::read_memory_profile)},
      {"calibration", reader(c::read_step_profile)},
      {"calibration", reader(c::read_collective_profile)},
      {"calibration", reader(c::read_campaign_history)},
      {"calibration", reader(c::read_machine_probe)},
  };
  return kReaders;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::expect_input_errors_only([&] {
    const json item = text::parse_json(fuzz::text_of(data, size), "item");
    const json kind = item.is_object() ? item.value("kind", json()) : json();
    const auto [first, last] = readers().equal_range(kind.is_string() ? kind.get<std::string>() : "");
    for (auto at = first; at != last; ++at) {
      Issues issues;
      at->second(item, "item#", issues);
    }
    if (first == last && catalog::looks_like_hf_config(item)) {
      Issues issues;
      catalog::transformer_from_hf_config(item, "config.json", issues);
    }
  });
  return 0;
}
