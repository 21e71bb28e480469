#include "core/catalog/reported_machines.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/words.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/machine_items.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

std::string product_words(std::string_view text) {
  std::string words = lower_case(text);
  std::ranges::replace_if(
      words, [](char c) { return c == '-' || c == '_'; }, ' ');
  return words;
}

ReportedMachine read_reported_machine(const nlohmann::json& item, const std::string& where, Issues& issues) {
  constexpr int kMostParts = 64;  // chosen: cores of a chip that rows may count
  text::ObjectReader reader(item, where, issues);
  ReportedMachine machine;
  machine.name = read_envelope(reader);
  machine.aliases = reader.texts("aliases");
  machine.systems = reader.texts("systems");
  for (std::string& system : machine.systems) system = product_words(system);
  machine.instance = reader.string_or("instance", {});
  machine.accelerator = reader.string_or("accelerator", {});
  machine.memory = reader.optional_quantity<Bytes>("memory", data_units());
  machine.memory_bandwidth = reader.optional_quantity<BytesPerSecond>("memory_bandwidth", bandwidth_units());
  if (reader.has("host_slowness")) machine.host_slowness = reader.number("host_slowness", 0.1, 10);
  machine.scale_up = reader.optional_quantity<BytesPerSecond>("scale_up", bandwidth_units());
  machine.link = reader.optional_quantity<BytesPerSecond>("link", bandwidth_units());
  if (machine.link) machine.link_source = reader.string("link_source");
  machine.parts = reader.integer_or("parts", 1, 1, kMostParts);
  machine.assumed = reader.string_or("assumed", {});
  machine.alone = reader.string_or("alone", {});
  if (!reader.has("instance") && !reader.has("link"))
    reader.report("instance", "is missing; name the instance that stands for it, or give a system's \"link\"");
  if (reader.has("systems") && !reader.has("instance"))
    reader.report("instance", "is missing; name the instance that the \"systems\" mean");
  reader.refuse_unknown_keys();
  return machine;
}

std::vector<ReportedMachine> reported_machines(const Documents& documents) {
  std::vector<ReportedMachine> machines;
  for (const std::string& name : documents.names("reported")) {
    machines.push_back(load_item(documents, documents.item("reported", name), read_reported_machine));
    ReportedMachine& machine = machines.back();
    if (documents.find("accelerators", machine.accelerator))
      machine.item = load_accelerator(documents, machine.accelerator);
  }
  return machines;
}

}  // namespace fmplan::catalog
