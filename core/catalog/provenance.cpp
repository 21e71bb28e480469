#include "core/catalog/provenance.h"

#include <fmt/format.h>

#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using nlohmann::json;

Provenance lenient(const json& entry) {
  Provenance provenance;
  if (!entry.is_object()) return provenance;
  if (const auto found = entry.find("source"); found != entry.end() && found->is_string())
    provenance.source = found->get<std::string>();
  if (const auto found = entry.find("date"); found != entry.end() && found->is_string())
    provenance.date = parse_date(found->get_ref<const std::string&>()).value_or(Date{});
  if (const auto found = entry.find("confirmed"); found != entry.end() && found->is_boolean())
    provenance.confirmed = found->get<bool>();
  return provenance;
}

const json* member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

void check_entry(text::ObjectReader& entry) {
  entry.string("source");
  const Date date = entry.date("date");
  if (date.days_since_epoch != 0 && date < kFirstPlausibleDay)
    entry.report("date", fmt::format("{} is before 2010; is the year right?", date_text(date)));
  if (entry.require("confirmed")) entry.boolean_or("confirmed", false);
}

bool points_at_a_value(const json& item, const std::string& pointer) {
  if (pointer.empty() || pointer.front() != '/') return false;
  try {
    return item.contains(json::json_pointer(pointer));
  } catch (const json::exception&) {  // a malformed escape
    return false;
  }
}

}  // namespace

Provenance provenance_of(const json& item, const std::string& pointer) {
  const json* block = member(item, "provenance");
  if (!block) return {};
  if (const json* fields = member(*block, "fields"))
    for (std::string at = pointer; at.starts_with('/'); at.resize(at.rfind('/')))
      if (const json* entry = member(*fields, at.c_str())) return lenient(*entry);
  return lenient(*block);
}

std::vector<std::string> unconfirmed_fields(const json& item) {
  std::vector<std::string> pointers;
  const json* block = member(item, "provenance");
  if (!block || !lenient(*block).confirmed) pointers.emplace_back();
  const json* fields = block ? member(*block, "fields") : nullptr;
  if (fields && fields->is_object())
    for (const auto& [pointer, entry] : fields->items())
      if (!lenient(entry).confirmed) pointers.push_back(pointer);
  return pointers;
}

void check_provenance(const json& item, const std::string& where, Issues& issues) {
  const json* block = member(item, "provenance");
  if (!block) {
    issues.push_back({where + "/provenance",
                      "is missing; write {\"source\": \"…\", \"date\": \"2025-03-01\", \"confirmed\": true}"});
    return;
  }
  text::ObjectReader reader(*block, where + "/provenance", issues);
  check_entry(reader);
  if (const json* fields = reader.find("fields")) {
    if (!fields->is_object()) {
      reader.report("fields", fmt::format("{} is not an object of JSON Pointers", text::value_text(*fields)));
    } else {
      for (const auto& [pointer, entry] : fields->items()) {
        const std::string at = fmt::format("{}/provenance/fields/{}", where, text::pointer_token(pointer));
        if (!points_at_a_value(item, pointer))
          issues.push_back(
              {at, fmt::format("\"{}\" points at no value of this item; write for instance \"/memory\"", pointer)});
        text::ObjectReader field(entry, at, issues);
        check_entry(field);
        field.refuse_unknown_keys();
      }
    }
  }
  reader.refuse_unknown_keys();
}

}  // namespace fmplan::catalog
