#include "core/catalog/instance_like.h"

#include <cstdint>

#include <fmt/format.h>

namespace fmplan::catalog {
namespace {

using nlohmann::json;

bool states(const json& item, const char* section, const char* key) {
  const auto found = item.find(section);
  return found != item.end() && found->is_object() && found->contains(key);
}

/// Other numbers of accelerators are on as many more or fewer hosts, where these divide; else it is not known.
void scale_hosts(const json& item, json& document) {
  const auto whole = [](const json& of, const char* key) {
    const auto found = of.find(key);
    return found != of.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
  };
  const std::int64_t asked = whole(item, "accelerators_per_node"), there = whole(document, "accelerators_per_node");
  const std::int64_t hosts = whole(document, "hosts");
  if (item.contains("hosts") || asked < 1 || hosts < 1 || there < 1 || there % hosts != 0) return;
  if (asked % (there / hosts) == 0)
    document["hosts"] = asked / (there / hosts);
  else
    document.erase("hosts");
}

}  // namespace

std::optional<json> document_of_like(const json& item, const std::string& where, const Documents& documents,
                                     Issues& issues) {
  if (!item.is_object() || !item.contains("like")) return std::nullopt;
  const json& named = item.at("like");
  if (!named.is_string()) {
    issues.push_back({where + "/like", "must name an instance of the catalogue, for instance \"p5.48xlarge\""});
    return std::nullopt;
  }
  const std::string name = named.get<std::string>();
  try {
    json document = documents.raw(documents.item("instances", name));
    if (document.contains("like"))
      throw InputError(where + "/like",
                       fmt::format("{} is itself like {}; name that one", name, document.at("like").dump()));
    scale_hosts(item, document);
    if (!item.contains("scale_up_domain") && document.contains("scale_up_domain") &&
        document.at("scale_up_domain") == document.at("accelerators_per_node"))
      document.erase("scale_up_domain");
    if (document.contains("scale_out") && document.at("scale_out").is_object()) {
      json& links = document.at("scale_out");
      if (!states(item, "scale_out", "total") &&
          (states(item, "scale_out", "nics") || states(item, "scale_out", "nic_rate")))
        links.erase("total");
      if (states(item, "scale_out", "total")) links.erase("nic_rate");
    }
    // What the machine draws is of its own accelerators.
    for (const char* part : {"accelerator", "accelerators_per_node"})
      if (item.contains(part) && item.at(part) != document.at(part)) document.erase("node_power");
    for (const char* of_its_own : {"name", "title", "provenance", "notes"}) document.erase(of_its_own);
    document.merge_patch(item);
    document.erase("like");
    if (!document.contains("name")) document["name"] = name + ", changed";
    return document;
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({where + "/like", issue.message});
    return std::nullopt;
  }
}

}  // namespace fmplan::catalog
