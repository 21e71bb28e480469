#include "core/catalog/accelerator_like.h"

namespace fmplan::catalog {

using nlohmann::json;

const json* accelerator_part(const Documents& documents, const json& accelerator, const char* key) {
  constexpr int kSteps = 3;  // an object, the item that it is like, and the one that this is like
  const json* at = &accelerator;
  for (int step = 0; step < kSteps; ++step) {
    if (at->is_string()) {
      const ItemFile* item = documents.find("accelerators", at->get_ref<const std::string&>());
      if (!item) return nullptr;
      at = &documents.raw(*item);
    }
    if (!at->is_object()) return nullptr;
    if (at->contains(key)) return &at->at(key);
    if (!at->contains("like")) return nullptr;
    at = &at->at("like");
  }
  return nullptr;
}

json changed_accelerator(const json& item, json document, const std::string& like) {
  if (item.contains("memory")) document.erase("usable_memory");
  for (const char* of_its_own : {"name", "title", "aliases", "provenance", "notes", "inherits", "measured_matmul"})
    document.erase(of_its_own);
  document.merge_patch(item);
  document.erase("like");
  if (!document.contains("name")) document["name"] = like + ", changed";
  return document;
}

}  // namespace fmplan::catalog
