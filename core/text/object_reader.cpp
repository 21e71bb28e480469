#include "core/text/object_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/suggestion.h"
#include "core/text/json_text.h"

namespace fmplan::text {
namespace {

const nlohmann::json& empty_object() {
  static const nlohmann::json kEmpty = nlohmann::json::object();
  return kEmpty;
}

std::string unit_list(std::span<const UnitName> units) {
  std::string names;
  for (const UnitName& unit : units) names += fmt::format("{}{}", names.empty() ? "" : ", ", unit.text);
  return names;
}

/// A bare number keeps its digits in the suggestion: 400 → "400 GB/s".
std::string suggested_quantity(const nlohmann::json& value, std::span<const UnitName> units) {
  const bool usable = value.is_number() && value.get<double>() > 0;
  return fmt::format("\"{} {}\"", usable ? value.dump() : "1.5", units.front().text);
}

std::string quoted_list(const std::vector<std::string>& names, std::string_view separator = ", ") {
  std::string text;
  for (const std::string& name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : separator, name);
  return text;
}

/// The number a value stands for, if it is one or is text that reads as one ("8").
std::optional<double> as_number(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const auto count = parse_count(value.get_ref<const std::string&>());
  return count ? std::optional<double>(static_cast<double>(*count)) : std::nullopt;
}

/// "; nearest: 8" where the value is a number, else a value that would do.
std::string whole_number_hint(const nlohmann::json& value, int minimum, int maximum) {
  const std::optional<double> number = as_number(value);
  if (!number) return fmt::format("; write for instance {}", std::max(minimum, std::min(1, maximum)));
  return fmt::format("; nearest: {:.0f}", std::clamp<double>(std::round(*number), minimum, maximum));
}

bool is_whole(const nlohmann::json& value, int minimum, int maximum) {
  if (!value.is_number_integer()) return false;
  constexpr std::uint64_t kLargest = std::numeric_limits<int>::max();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kLargest) return false;
  const auto whole = value.get<std::int64_t>();
  return whole >= minimum && whole <= maximum;
}

/// The nearest key, or all of them where none is near.
std::string known_keys_hint(const std::string& key, const std::vector<std::string>& known) {
  std::string hint = did_you_mean(key, known);
  if (!hint.empty()) return hint;
  return known.empty() ? "; leave it out" : fmt::format("; known are {}", quoted_list(known));
}

std::vector<std::string> last_keys_of(const std::vector<std::string>& paths) {
  std::vector<std::string> keys;
  keys.reserve(paths.size());
  for (const std::string& path : paths) keys.push_back(path.substr(path.rfind('.') + 1));
  return keys;
}

/// The paths that end in `key` with the fewest keys before it.
std::vector<std::string> outermost_of(const std::string& key, const std::vector<std::string>& paths) {
  std::vector<std::string> places;
  const auto depth = [](const std::string& path) { return std::count(path.begin(), path.end(), '.'); };
  for (const std::string& path : paths) {
    if (!path.ends_with("." + key)) continue;
    if (!places.empty() && depth(path) < depth(places.front())) places.clear();
    if (places.empty() || depth(path) == depth(places.front())) places.push_back(path);
  }
  return places;
}

/// A key cut to a length that fits in a pointer, not inside a UTF-8 sequence.
std::string short_key(const std::string& key) {
  std::size_t length = std::min<std::size_t>(key.size(), 80);
  while (length < key.size() && length > 0 && (static_cast<unsigned char>(key[length]) & 0xC0) == 0x80) --length;
  return key.substr(0, length);
}

/// Beyond these, products of a few quantities would leave the range of doubles.
constexpr double kSmallestQuantity = 1e-30;
constexpr double kLargestQuantity = 1e30;
constexpr double kLargestCount = 9e15;

/// Dates that runs and prices can have; arithmetic on them stays inside four-digit years.
constexpr const char* kFirstDay = "1900-01-01";
constexpr const char* kLastDay = "2999-12-31";

}  // namespace

ObjectReader::ObjectReader(const nlohmann::json& object, std::string where, Issues& issues)
    : object_(object.is_object() ? object : empty_object()),
      valid_(object.is_object()),
      where_(std::move(where)),
      issues_(issues) {
  asked_.reserve(object_.size() + 8);  // chosen: some keys are asked for that are not there
  if (!valid_)
    issues_.push_back({where_, fmt::format("{} is not an object; write {{\"key\": value, …}}", value_text(object))});
}

std::string ObjectReader::where(const std::string& key) const { return where_ + "/" + pointer_token(key); }

const nlohmann::json* ObjectReader::find(const std::string& key) {
  asked_.push_back(key);
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const nlohmann::json* ObjectReader::require(const std::string& key) {
  const nlohmann::json* value = find(key);
  if (!value && valid_) report(key, "is missing");
  return value;
}

void ObjectReader::report(const std::string& key, std::string message) {
  issues_.push_back({where(key), std::move(message)});
}

std::string ObjectReader::string(const std::string& key) {
  const nlohmann::json* value = demand(key, [] { return "a text in double quotes"; });
  if (!value) return {};
  if (value->is_string() && !value->get_ref<const std::string&>().empty()) return value->get<std::string>();
  report(key, value->is_string() ? std::string("\"\" is empty; write a text of at least one letter")
                                 : fmt::format("{} is not a text; write it in double quotes", value_text(*value)));
  return {};
}

std::string ObjectReader::string_or(const std::string& key, std::string otherwise) {
  return find(key) ? string(key) : std::move(otherwise);
}

bool ObjectReader::boolean_or(const std::string& key, bool otherwise) {
  const nlohmann::json* value = find(key);
  if (!value) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  report(key, fmt::format("{} is neither true nor false; write one of the two without quotes", value_text(*value)));
  return otherwise;
}

int ObjectReader::integer(const std::string& key, int minimum, int maximum) {
  const nlohmann::json* value = demand(key, [&] {
    return minimum == maximum ? fmt::format("{}", minimum)
                              : fmt::format("a whole number from {} to {}", minimum, maximum);
  });
  if (!value) return minimum;
  if (is_whole(*value, minimum, maximum)) return value->get<int>();
  if (minimum == maximum)
    report(key, fmt::format("{} is not {}", value_text(*value), minimum));
  else
    report(key, fmt::format("{} is not a whole number from {} to {}{}", value_text(*value), minimum, maximum,
                            whole_number_hint(*value, minimum, maximum)));
  return minimum;
}

int ObjectReader::integer_or(const std::string& key, int otherwise, int minimum, int maximum) {
  return find(key) ? integer(key, minimum, maximum) : otherwise;
}

std::int64_t ObjectReader::count(const std::string& key, std::int64_t minimum) {
  constexpr const char* kExamples = "for instance \"15T\", \"70B\" or 8192";
  const nlohmann::json* value = demand(key, [] { return kExamples; });
  if (!value) return minimum;
  std::optional<std::int64_t> number;
  if (value->is_string()) number = parse_count(value->get_ref<const std::string&>());
  // Whole numbers pass as they are; 1e12 is written by many tools for a count.
  if (value->is_number()) number = parse_count(value->dump());
  if (number && *number >= minimum) return *number;
  report(key, fmt::format("{} is not a whole number from {} to {:.0e}; write {}", value_text(*value), minimum,
                          kLargestCount, kExamples));
  return minimum;
}

std::int64_t ObjectReader::count_or(const std::string& key, std::int64_t otherwise, std::int64_t minimum) {
  return find(key) ? count(key, minimum) : otherwise;
}

double ObjectReader::number(const std::string& key, double minimum, double maximum) {
  const nlohmann::json* value = demand(key, [&] { return fmt::format("a number from {} to {}", minimum, maximum); });
  if (!value) return minimum;
  const double read = value->is_number() ? value->get<double>() : minimum;
  if (value->is_number() && read >= minimum && read <= maximum) return read + 0.0;  // −0 + 0 is 0
  report(key, fmt::format("{} is not a number from {} to {}; write for instance {}", value_text(*value), minimum,
                          maximum, std::clamp(read, minimum, maximum)));
  return minimum;
}

double ObjectReader::number_or(const std::string& key, double otherwise, double minimum, double maximum) {
  return find(key) ? number(key, minimum, maximum) : otherwise;
}

double ObjectReader::share_or(const std::string& key, double otherwise) {
  const nlohmann::json* value = find(key);
  if (!value) return otherwise;
  std::optional<double> share;
  if (value->is_number()) share = value->get<double>();
  if (value->is_string()) share = parse_ratio(value->get_ref<const std::string&>());
  if (share && *share >= 0 && *share <= 1) return *share + 0.0;
  report(key, fmt::format("{} is not a share between 0 and 1; write 0.12 or \"12 %\"", value_text(*value)));
  return otherwise;
}

Date ObjectReader::date(const std::string& key) {
  const nlohmann::json* value = demand(key, [] { return "a day, for instance \"2025-03-01\""; });
  if (!value) return {};
  const std::optional<Date> read = value->is_string() ? parse_date(value->get_ref<const std::string&>()) : std::nullopt;
  const bool possible = read && *read >= *parse_date(kFirstDay) && *read <= *parse_date(kLastDay);
  if (possible) return *read;
  report(key,
         read ? fmt::format("{} is not between {} and {}; write for instance \"2025-03-01\"", value_text(*value),
                            kFirstDay, kLastDay)
              : fmt::format("{} is not a day; write \"YYYY-MM-DD\", for instance \"2025-03-01\"", value_text(*value)));
  return {};
}

std::optional<Date> ObjectReader::optional_date(const std::string& key) {
  const nlohmann::json* value = find(key);
  if (!value || value->is_null()) return std::nullopt;
  const std::size_t before = issues_.size();
  const Date read = date(key);
  return issues_.size() == before ? std::optional(read) : std::nullopt;
}

void ObjectReader::each(const std::string& key,
                        const std::function<void(const nlohmann::json&, const std::string&)>& read) {
  const nlohmann::json* value = find(key);
  if (!value) return;
  if (!value->is_array()) {
    report(key, fmt::format("{} is not a list; write [ … ]", value_text(*value)));
    return;
  }
  const std::string list = where(key) + "/";
  std::size_t index = 0;
  for (const nlohmann::json& element : *value) read(element, list + std::to_string(index++));
}

std::vector<std::string> ObjectReader::texts(const std::string& key) {
  std::vector<std::string> found;
  each(key, [&](const nlohmann::json& entry, const std::string& at) {
    if (entry.is_string() && !entry.get_ref<const std::string&>().empty()) {
      found.push_back(entry.get<std::string>());
    } else {
      report(key, fmt::format("{} at {} is not a text", value_text(entry), at));
    }
  });
  return found;
}

std::optional<double> ObjectReader::positive(const std::string& key, std::span<const UnitName> units, bool required) {
  const auto example = [&] { return suggested_quantity(nullptr, units); };
  const nlohmann::json* value =
      required ? demand(key, [&] { return fmt::format("for instance {}", example()); }) : find(key);
  if (!value || (!required && value->is_null())) return std::nullopt;
  const std::optional<double> read =
      value->is_string() ? parse_quantity(value->get_ref<const std::string&>(), units) : std::nullopt;
  if (read && *read >= kSmallestQuantity && *read <= kLargestQuantity) return read;
  if (read) {
    report(key, fmt::format("{} is {}; write for instance {}", value_text(*value),
                            *read <= 0  ? "not positive"
                            : *read > 1 ? "too large"
                                        : "too small",
                            example()));
  } else if (value->is_number()) {
    report(key, fmt::format("{} has no unit; write for instance {} (units: {})", value_text(*value),
                            suggested_quantity(*value, units), unit_list(units)));
  } else {
    report(key, fmt::format("{} is not a number with one of the units {}; write for instance {}", value_text(*value),
                            unit_list(units), example()));
  }
  return std::nullopt;
}

std::optional<std::size_t> ObjectReader::choice_index(const std::string& key, const std::vector<std::string>& names) {
  const nlohmann::json* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_string()) {
    const std::string& text = value->get_ref<const std::string&>();
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    report(key, fmt::format("{} is none of {}{}", value_text(*value), quoted_list(names), did_you_mean(text, names)));
  } else {
    report(key, fmt::format("{} is none of {}", value_text(*value), quoted_list(names)));
  }
  return std::nullopt;
}

std::vector<std::string> ObjectReader::refuse_unknown_keys(const std::vector<std::string>& elsewhere) {
  // Objects are small, and most have no such key: in order they are put where one is found.
  const auto is_asked = [this](const auto& member) { return std::ranges::find(asked_, member.first) != asked_.end(); };
  if (std::ranges::all_of(object_.get_ref<const nlohmann::json::object_t&>(), is_asked)) return {};
  std::ranges::sort(asked_);
  asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
  const std::vector<std::string>& known = asked_;
  std::vector<std::string> meant;
  for (const auto& member : object_.items()) {
    const std::string& key = member.key();
    if (std::ranges::binary_search(known, key)) continue;
    // "node" where "nodes" is a key is not the one of another part of the document.
    const bool is_plural =
        std::ranges::any_of(known, [&key](const std::string& name) { return name == key + "s" || key == name + "s"; });
    std::vector<std::string> places = is_plural ? std::vector<std::string>{} : outermost_of(key, elsewhere);
    if (places.empty() && nearest_name(key, known).empty())
      places = outermost_of(nearest_name(key, last_keys_of(elsewhere)), elsewhere);
    const std::string hint =
        places.empty() ? known_keys_hint(key, known) : fmt::format("; did you mean {}?", quoted_list(places, " or "));
    report(short_key(key), fmt::format("unknown key {}{}", value_text(nlohmann::json(key)), hint));
    if (places.empty()) {
      if (const std::string nearest = nearest_name(key, known); !nearest.empty()) meant.push_back(where(nearest));
    }
    for (std::string& path : places) {
      std::replace(path.begin(), path.end(), '.', '/');
      meant.push_back("/" + path);
    }
  }
  return meant;
}

}  // namespace fmplan::text
