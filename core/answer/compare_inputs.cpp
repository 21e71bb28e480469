#include "core/answer/compare_inputs.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/json_text.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;

/// The sections, which may be left out whole: their values are compared one by one even so.
constexpr std::array kSections = {"/training", "/cluster", "/run", "/price", "/power"};
/// Keys of the first level that say nothing of the run.
constexpr std::array kNoInputs = {"version", "name", "notes"};

const json* member(const json* object, const std::string& key) {
  if (!object || !object->is_object()) return nullptr;
  const auto found = object->find(key);
  return found == object->end() ? nullptr : &*found;
}

/// What the resolved document has at a place; null if it has nothing.
json resolved_at(const json& resolved, const std::string& pointer) {
  const json::json_pointer at(pointer);
  return resolved.contains(at) ? resolved.at(at) : json();
}

class StatedDifference {
 public:
  StatedDifference(const ComparedInputs& from, const ComparedInputs& to) : from_(from), to_(to) {}

  std::vector<InputChange> changes() {
    compare("", &from_.stated, &to_.stated);
    return std::move(changes_);
  }

 private:
  static bool is_section(const std::string& pointer) {
    return std::ranges::any_of(kSections, [&](const char* section) { return pointer == section; });
  }

  static bool both_lists_of_objects(const json* a, const json* b) {
    const auto objects = [](const json& list) {
      return std::ranges::all_of(list, [](const json& element) { return element.is_object(); });
    };
    return a && b && a->is_array() && b->is_array() && a->size() == b->size() && objects(*a) && objects(*b);
  }

  void compare(const std::string& pointer, const json* a, const json* b) {
    if (a && b && *a == *b) return;
    const auto is_object = [](const json* value) { return value && value->is_object(); };
    if ((is_object(a) && is_object(b)) || (is_section(pointer) && is_object(a ? a : b) && (!a || !b)))
      return compare_members(pointer, a, b);
    if (both_lists_of_objects(a, b)) {
      for (std::size_t i = 0; i < a->size(); ++i) compare(pointer + "/" + std::to_string(i), &(*a)[i], &(*b)[i]);
      return;
    }
    json from = a ? *a : resolved_at(from_.resolved, pointer), to = b ? *b : resolved_at(to_.resolved, pointer);
    if ((!a || !b) && from == to) return;
    changes_.push_back({pointer, std::move(from), std::move(to), b ? std::optional(*b) : std::nullopt});
  }

  void compare_members(const std::string& pointer, const json* a, const json* b) {
    std::set<std::string> keys;
    for (const json* object : {a, b})
      if (object)
        for (const auto& [key, value] : object->items()) keys.insert(key);
    for (const std::string& key : keys) {
      const bool no_input =
          pointer.empty() && std::ranges::any_of(kNoInputs, [&](std::string_view name) { return key == name; });
      if (!no_input) compare(pointer + "/" + text::pointer_token(key), member(a, key), member(b, key));
    }
  }

  const ComparedInputs& from_;
  const ComparedInputs& to_;
  std::vector<InputChange> changes_;
};

/// Assumptions by place and code: of one place several things may be assumed.
std::map<std::pair<std::string, std::string>, std::string> assumed_values(const json& assumptions) {
  std::map<std::pair<std::string, std::string>, std::string> values;
  if (!assumptions.is_array()) return values;
  for (const json& assumption : assumptions) {
    if (!assumption.is_object()) continue;
    const auto text = [&](const char* key) {
      const json* value = member(&assumption, key);
      return value && value->is_string() ? value->get<std::string>() : std::string();
    };
    std::string& value = values[{text("path"), text("code")}];
    value += (value.empty() ? "" : "; ") + text("value");
  }
  return values;
}

/// What is assumed otherwise.  Where one of a place is assumed for another reason, it takes the place of the other one.
std::vector<InputChange> assumed_changes(const json& from, const json& to) {
  std::vector<InputChange> changes;
  const auto before = assumed_values(from), after = assumed_values(to);
  auto places = before;
  places.insert(after.begin(), after.end());
  for (const auto& [place, value] : places) {
    const auto at = [&place = place](const auto& values) {
      const auto found = values.find(place);
      return found == values.end() ? json() : json(found->second);
    };
    InputChange change{place.first, at(before), at(after)};
    if (change.from == change.to) continue;
    const auto half = std::ranges::find_if(changes, [&](const InputChange& other) {
      return other.pointer == change.pointer && (change.from.is_null() ? other.to : other.from).is_null();
    });
    if (half != changes.end() && (change.from.is_null() || change.to.is_null()))
      (change.from.is_null() ? half->to : half->from) = change.from.is_null() ? change.to : change.from;
    else
      changes.push_back(std::move(change));
  }
  return changes;
}

bool starts_within(const std::string& pointer, const std::string& outer) {
  return pointer == outer || pointer.starts_with(outer + "/");
}

}  // namespace

std::vector<InputChange> stated_changes(const ComparedInputs& from, const ComparedInputs& to) {
  return StatedDifference(from, to).changes();
}

std::vector<InputChange> filled_in_changes(const ComparedInputs& from, const ComparedInputs& to,
                                           const std::vector<InputChange>& stated) {
  std::vector<InputChange> filled = assumed_changes(from.assumptions, to.assumptions);
  std::set<std::string> told;
  for (const InputChange& change : filled) told.insert(change.pointer);
  const ComparedInputs resolved_from{from.resolved, {}, {}}, resolved_to{to.resolved, {}, {}};
  for (InputChange& change : stated_changes(resolved_from, resolved_to)) {
    const auto known = [&](const InputChange& other) {
      return starts_within(change.pointer, other.pointer) || starts_within(other.pointer, change.pointer);
    };
    if (std::ranges::any_of(stated, known) || told.contains(change.pointer)) continue;
    filled.push_back({change.pointer, std::move(change.from), std::move(change.to)});
  }
  return filled;
}

void make_change(json& document, const InputChange& change) {
  const json::json_pointer at(change.pointer);
  if (change.stated) {
    document[at] = *change.stated;
    return;
  }
  const json::json_pointer parent = at.parent_pointer();
  if (document.contains(parent) && document[parent].is_object()) document[parent].erase(at.back());
}

std::string path_words(const std::string& pointer) {
  std::string words = pointer.substr(pointer.empty() ? 0 : 1);
  std::ranges::replace(words, '/', '.');
  return words;
}

std::string value_words(const json& value) {
  if (value.is_null()) return "not stated";
  if (value.is_string()) return value.get<std::string>();
  std::string words = value.dump(-1, ' ', false, json::error_handler_t::replace);
  std::erase(words, '"');
  constexpr std::size_t kLongest = 60;  // bytes; chosen, so that a table stays one
  if (words.size() <= kLongest) return words;
  std::size_t cut = kLongest;  // not inside a UTF-8 sequence
  while (cut > 0 && (static_cast<unsigned char>(words[cut]) & 0xC0) == 0x80) --cut;
  return words.substr(0, cut) + "…";
}

}  // namespace fmplan::answer
