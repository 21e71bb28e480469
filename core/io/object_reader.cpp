#include "core/io/object_reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/suggestion.h"
#include "core/io/json_text.h"

namespace fmplan::io {
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

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return text;
}

}  // namespace

ObjectReader::ObjectReader(const nlohmann::json& object, std::string where, Issues& issues)
    : object_(object.is_object() ? object : empty_object()),
      valid_(object.is_object()),
      where_(std::move(where)),
      issues_(issues) {
  if (!valid_) issues_.push_back({where_, fmt::format("{} is not an object; write {{\"key\": value, …}}", value_text(object))});
}

bool ObjectReader::has(const std::string& key) const { return object_.contains(key); }

std::string ObjectReader::where(const std::string& key) const { return where_ + "/" + pointer_token(key); }

const nlohmann::json* ObjectReader::find(const std::string& key) {
  asked_.insert(key);
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
  const nlohmann::json* value = require(key);
  if (!value) return {};
  if (value->is_string() && !value->get_ref<const std::string&>().empty()) return value->get<std::string>();
  report(key, fmt::format("{} is not a text; write it in double quotes", value_text(*value)));
  return {};
}

std::string ObjectReader::string_or(const std::string& key, std::string otherwise) {
  return find(key) ? string(key) : otherwise;
}

bool ObjectReader::boolean_or(const std::string& key, bool otherwise) {
  const nlohmann::json* value = find(key);
  if (!value) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  report(key, fmt::format("{} is neither true nor false", value_text(*value)));
  return otherwise;
}

int ObjectReader::integer(const std::string& key, int minimum, int maximum) {
  const nlohmann::json* value = require(key);
  if (!value) return minimum;
  const bool whole = value->is_number_integer() && !(value->is_number_unsigned() && *value > 9'000'000'000'000'000u);
  if (whole && value->get<std::int64_t>() >= minimum && value->get<std::int64_t>() <= maximum) return value->get<int>();
  std::string hint;
  if (value->is_number_float() && std::isfinite(value->get<double>())) {
    const double nearest = std::clamp<double>(std::round(value->get<double>()), minimum, maximum);
    hint = fmt::format("; nearest: {:.0f}", nearest);
  }
  report(key, fmt::format("{} is not a whole number from {} to {}{}", value_text(*value), minimum, maximum, hint));
  return minimum;
}

int ObjectReader::integer_or(const std::string& key, int otherwise, int minimum, int maximum) {
  return find(key) ? integer(key, minimum, maximum) : otherwise;
}

std::int64_t ObjectReader::count(const std::string& key, std::int64_t minimum) {
  const nlohmann::json* value = require(key);
  if (!value) return minimum;
  std::optional<std::int64_t> number;
  if (value->is_string()) number = parse_count(value->get_ref<const std::string&>());
  // Whole numbers pass as they are; 1e12 is written by many tools for a count.
  if (value->is_number()) number = parse_count(value->dump());
  if (number && *number >= minimum) return *number;
  report(key, fmt::format("{} is not a whole number of at least {}; write for instance \"15T\", \"70B\" or 8192",
                          value_text(*value), minimum));
  return minimum;
}

std::int64_t ObjectReader::count_or(const std::string& key, std::int64_t otherwise, std::int64_t minimum) {
  return find(key) ? count(key, minimum) : otherwise;
}

double ObjectReader::number(const std::string& key, double minimum, double maximum) {
  const nlohmann::json* value = require(key);
  if (!value) return minimum;
  if (value->is_number() && value->get<double>() >= minimum && value->get<double>() <= maximum) return value->get<double>();
  report(key, fmt::format("{} is not a number from {} to {}", value_text(*value), minimum, maximum));
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
  if (share && *share >= 0 && *share <= 1) return *share;
  report(key, fmt::format("{} is not a share between 0 and 1; write 0.12 or \"12 %\"", value_text(*value)));
  return otherwise;
}

Date ObjectReader::date(const std::string& key) {
  const nlohmann::json* value = require(key);
  if (!value) return {};
  const std::optional<Date> read = value->is_string() ? parse_date(value->get_ref<const std::string&>()) : std::nullopt;
  if (!read) report(key, fmt::format("{} is not a day; write \"YYYY-MM-DD\", for instance \"2025-03-01\"", value_text(*value)));
  return read.value_or(Date{});
}

std::optional<Date> ObjectReader::optional_date(const std::string& key) {
  const nlohmann::json* value = find(key);
  if (!value || value->is_null()) return std::nullopt;
  return date(key);
}

void ObjectReader::each(const std::string& key,
                        const std::function<void(const nlohmann::json&, const std::string&)>& read) {
  const nlohmann::json* value = find(key);
  if (!value) return;
  if (!value->is_array()) {
    report(key, fmt::format("{} is not a list; write [ … ]", value_text(*value)));
    return;
  }
  std::size_t index = 0;
  for (const nlohmann::json& element : *value) read(element, fmt::format("{}/{}", where(key), index++));
}

std::optional<double> ObjectReader::positive(const std::string& key, std::span<const UnitName> units, bool required) {
  const nlohmann::json* value = required ? require(key) : find(key);
  if (!value || (!required && value->is_null())) return std::nullopt;
  const std::optional<double> read =
      value->is_string() ? parse_quantity(value->get_ref<const std::string&>(), units) : std::nullopt;
  if (read && *read > 0) return read;
  if (read) {
    report(key, fmt::format("{} is not positive", value_text(*value)));
  } else if (value->is_number()) {
    report(key, fmt::format("{} has no unit; write for instance {} (units: {})", value_text(*value),
                            suggested_quantity(*value, units), unit_list(units)));
  } else {
    report(key, fmt::format("{} is not a number with one of the units {}; write for instance {}", value_text(*value),
                            unit_list(units), suggested_quantity(*value, units)));
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

void ObjectReader::refuse_unknown_keys() {
  const std::vector<std::string> known(asked_.begin(), asked_.end());
  for (const auto& [key, value] : object_.items())
    if (!asked_.contains(key)) {
      std::string shown = value_text(nlohmann::json(key));
      report(key.substr(0, 80), fmt::format("unknown key {}{}", shown, did_you_mean(key, known)));
    }
}

}  // namespace fmplan::io
