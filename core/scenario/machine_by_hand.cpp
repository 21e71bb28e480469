#include "core/scenario/machine_by_hand.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/catalog/accelerator_like.h"
#include "core/evidence/stated_network.h"
#include "core/scenario/fields.h"
#include "core/scenario/network_words.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;
using plan::AssumptionKind;

constexpr const char* kWhere = "/cluster/machine";

/// The network of the accelerator's links to others, those of a card its slot's; null: not known.
json scale_up_of(const json& accelerator, const ScenarioReading& reading) {
  const json* link = catalog::accelerator_part(reading.catalog, accelerator, "scale_up");
  if (!link || !link->is_object() || !link->contains("link")) return nullptr;
  return {{"network", link->at("link")}};
}

std::string name_of(const json& section) {
  const json per_node = section.value("gpus_per_node", json("?"));
  const json accelerator = section.value("accelerator", json("?"));
  const std::string chip =
      accelerator.is_string() ? accelerator.get<std::string>() : accelerator.value("name", std::string("accelerator"));
  return fmt::format("{} x {} by hand", per_node.dump(), chip);
}

/// Links in words, "8x ConnectX-7 400 Gb/s InfiniBand", in the place of a network's name: one NIC an accelerator, with
/// its share of what the words add up to.
void read_links_in_words(json& links, const json& section, const ScenarioReading& reading) {
  const auto stated = links.find("network");
  const int accelerators = accelerators_of(section, "gpus_per_node", reading.catalog);
  if (stated == links.end() || !stated->is_string() || accelerators < 1) return;
  const std::string text = stated->get<std::string>();
  if (reading.catalog.has("networks", text)) return;
  const evidence::StatedNetwork found = evidence::stated_network(text, accelerators);
  if (!found.link && found.doubt.empty()) return;  // no rate: a network that the catalogue does not have
  const std::string where = std::string(kWhere) + "/network";
  if (!found.link) {
    reading.issues.push_back({where, fmt::format("\"{}\" has {}; or name a network of the catalogue, as infiniband-ndr",
                                                 text, found.doubt)});
    links["network"] = "infiniband-ndr";  // said once: nothing else is wrong because of it
    return;
  }
  if (const auto word = unknown_network_word(found.in))
    reading.issues.push_back(
        {where, fmt::format("\"{}\" has \"{}\", which is not understood: it names no network of the catalogue; write "
                            "the links alone, \"8x 400 Gb/s\", or with InfiniBand, RoCE, EFA or Slingshot (\"fmplan "
                            "catalog list networks\" shows them all)",
                            text, *word)});
  for (const char* key : {"nics", "nic_rate"})
    if (section.contains(key))
      reading.issues.push_back(
          {fmt::format("{}/{}", kWhere, key), "is in the words of network too; leave one of them out"});
  const double share = found.link->per_gpu ? 1 : 1.0 / accelerators;
  const BytesPerSecond each = share * found.link->bandwidth;
  const std::string rate = fmt::format("{:.10g} Gbit/s", each / gigabit_per_second);
  links["nics"] = accelerators;
  links["nic_rate"] = rate;
  // What no word names is the machine's that this one is like, else InfiniBand of today.
  if (const char* const network = network_in_words(found.in))
    links["network"] = network;
  else if (section.contains("like"))
    links.erase("network");
  else
    links["network"] = "infiniband-ndr";
  const std::string named = links.contains("network") ? links["network"].get<std::string>() + ", " : std::string();
  reading.assume(where, fmt::format("{}{} an accelerator", named, rate),
                 {AssumptionKind::kLinkInWords, {{"words", text}}}, "stated in words");
}

json links_of(const json& section, const ScenarioReading& reading) {
  json links = json::object();
  for (const char* key : {"network", "nics", "nic_rate", "sharp"})
    if (section.contains(key)) links[key] = section.at(key);
  read_links_in_words(links, section, reading);
  if (section.contains("like")) return links;
  const auto assume = [&](const char* key, const json& value, AssumptionKind why) {
    if (links.contains(key)) return;
    links[key] = value;
    reading.assume(fmt::format("{}/{}", kWhere, key), value.is_string() ? value.get<std::string>() : value.dump(),
                   {why}, "assumption, unconfirmed");
  };
  assume("network", "infiniband-ndr", AssumptionKind::kLinkNotStated);
  if (section.contains("gpus_per_node"))
    assume("nics", section.at("gpus_per_node"), AssumptionKind::kNicPerAccelerator);
  return links;
}

/// What stands in for a link over which no collective was measured.
struct UnmeasuredLink {
  const char* part;
  double efficiency;    ///< share of the line rate
  const char* latency;  ///< of a message
};
/// The medians of the catalogue's links that were measured, which a test holds them against.
constexpr UnmeasuredLink kUnmeasured[] = {{"scale_up", 0.76, "3.4 us"}, {"scale_out", 0.835, "16.9 us"}};

void assume_unmeasured(json& document, const UnmeasuredLink& usual, const ScenarioReading& reading) {
  const auto link = document.find(usual.part);
  if (link == document.end() || !link->is_object()) return;
  const auto named = link->find("network");
  if (named == link->end() || !named->is_string()) return;
  const std::string name = named->get<std::string>();
  const catalog::ItemFile* item = reading.catalog.find("networks", name);
  if (!item) return;
  const json& network = reading.catalog.raw(*item);
  if (network.value("role", "") == "fabric") return;  // which is refused
  for (const auto& [key, value] :
       {std::pair("efficiency", json(usual.efficiency)), std::pair("latency", json(usual.latency))}) {
    if (network.contains(key)) continue;
    (*link)[key] = value;
    // Who knows it writes an instance in the machine's place.
    reading.assume(fmt::format("/cluster/instance/{}/{}", usual.part, key),
                   value.is_string() ? value.get<std::string>() : value.dump(),
                   {AssumptionKind::kLinkNotMeasured, {{"link", name}}}, "assumption, unconfirmed");
  }
}

/// A domain is of whole machines, or parts a machine evenly.
void check_domain(const json& section, const ScenarioReading& reading) {
  const auto stated = section.find("gpus_per_domain");
  const int machine = accelerators_of(section, "gpus_per_node", reading.catalog);
  if (stated == section.end() || !stated->is_number_integer() || machine < 1) return;
  const auto domain = stated->get<std::int64_t>();
  if (domain < 1 || domain % machine == 0 || machine % domain == 0) return;
  reading.issues.push_back(
      {std::string(kWhere) + "/gpus_per_domain",
       fmt::format("{} is neither a divisor nor a multiple of the machine's {} GPUs; use {}", domain, machine,
                   domain < machine
                       ? fmt::format("{}", machine)
                       : fmt::format("{} or {}", domain / machine * machine, (domain / machine + 1) * machine))});
}

}  // namespace

int accelerators_of(const json& machine, const char* key, const catalog::Catalog& catalog) {
  const auto named = [&](const json& name) {
    const bool is_known = name.is_string() && catalog.has("instances", name.get<std::string>());
    return is_known ? catalog.instance(name.get<std::string>()).accelerators_per_node : 0;
  };
  if (!machine.is_object()) return named(machine);
  if (const auto own = machine.find(key); own != machine.end()) return own->is_number_integer() ? own->get<int>() : 0;
  return named(machine.value("like", json()));
}

json machine_document(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, kWhere, *fields::kCluster.find("machine")->object, reading.issues);
  if (!section.is_object()) return nullptr;
  for (const char* key :
       {"like", "accelerator", "gpus_per_node", "gpus_per_domain", "hosts", "network", "nics", "nic_rate", "sharp"})
    reader.find(key);
  reading.finish(reader);
  const bool like = section.contains("like");
  bool complete = true;
  for (const auto& [key, example] : {std::pair("accelerator", "\"b300-sxm\""), std::pair("gpus_per_node", "8")})
    if (!like && !section.contains(key)) {
      reader.report(key, fmt::format("is missing; write for instance {}, or \"like\" with an instance of the catalogue",
                                     example));
      complete = false;
    }
  if (!complete) return nullptr;
  json document = {{"name", like ? section.at("like").dump() + " by hand" : name_of(section)}};
  if (like && section.at("like").is_string()) document["name"] = section.at("like").get<std::string>() + ", changed";
  const auto take = [&](const char* from, const char* to) {
    if (section.contains(from)) document[to] = section.at(from);
  };
  take("like", "like");
  take("accelerator", "accelerator");
  take("gpus_per_node", "accelerators_per_node");
  take("gpus_per_domain", "scale_up_domain");
  take("hosts", "hosts");
  check_domain(section, reading);
  if (section.contains("accelerator")) {
    const json link = scale_up_of(section.at("accelerator"), reading);
    if (!link.is_null() || like) document["scale_up"] = link;
  }
  if (const json links = links_of(section, reading); !links.empty()) document["scale_out"] = links;
  for (const UnmeasuredLink& usual : kUnmeasured) assume_unmeasured(document, usual, reading);
  return document;
}

bool names_network(const json& section, const ScenarioReading& reading) {
  const auto stated = section.find("network");
  if (stated == section.end()) return false;
  if (!stated->is_string() || reading.catalog.has("networks", stated->get<std::string>())) return true;
  const evidence::StatedNetwork found =
      evidence::stated_network(stated->get<std::string>(), accelerators_of(section, "gpus_per_node", reading.catalog));
  return !found.link || network_in_words(found.in) != nullptr;
}

std::string place_by_hand(std::string place) {
  for (const auto& [part, field] : {std::pair<std::string_view, std::string_view>("/scale_out/", "/"),
                                    {"/scale_up_domain", "/gpus_per_domain"},
                                    {"/accelerators_per_node", "/gpus_per_node"}})
    if (const std::size_t at = place.find(part); at != std::string::npos) place.replace(at, part.size(), field);
  return place;
}

}  // namespace fmplan::scenario
