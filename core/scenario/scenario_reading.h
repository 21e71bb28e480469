#pragma once

/// @file
/// What the readers of a scenario's sections share.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/plan/scenario.h"
#include "core/text/field_reader.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {

inline bool is_auto(const nlohmann::json* value) {
  return value && value->is_string() && value->get_ref<const std::string&>() == "auto";
}

/// What every section's reader works with.
struct ScenarioReading {
  const catalog::Catalog& catalog;
  std::optional<std::filesystem::path> folder;  ///< of the files it names; none: it may name none
  Issues& issues;
  std::vector<std::string>& unread;  ///< pointers that a misspelt key probably meant
  plan::Scenario& scenario;

  /// Refuses the keys that `reader` was not asked for.
  void finish(text::ObjectReader& reader) const;
  void assume(std::string path, std::string value, plan::AssumptionReason why, std::string source = "rule") const;
  /// Lists the field's default with its reason if the field was left out.
  void assume_default(text::FieldReader& reader, const std::string& key) const;
};

/// The message of an issue found in a catalogue item, with the place in the item's file.
std::string located_message(const Issue& issue);

/// A catalogue item by name, or the object itself read by `read`.  Catalogue errors become issues at `where`.
template <class Item, class ByName, class Inline>
Item named_or_inline(const nlohmann::json& value, const std::string& where, Issues& issues, ByName by_name,
                     Inline read) {
  if (value.is_object()) return read(value, where, issues);
  if (!value.is_string()) {
    issues.push_back(
        {where, text::value_text(value) + " is neither a catalogue name nor an object; write a name in double quotes"});
    return Item{};
  }
  try {
    return by_name(value.get<std::string>());
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({where, located_message(issue)});
    return Item{};
  }
}

}  // namespace fmplan::scenario
