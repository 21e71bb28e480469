#include "core/export/saved_answer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/export/exact_money.h"
#include "core/text/json_text.h"

namespace fmplan::exports {

using nlohmann::json;

const json* SavedAnswer::find(const std::string& pointer) const {
  const json::json_pointer at(pointer);
  if (!answer_->contains(at)) return nullptr;
  const json& value = (*answer_)[at];
  return value.is_null() ? nullptr : &value;
}

void SavedAnswer::report(const std::string& pointer, std::string message) {
  const Issue issue{place_ + pointer, std::move(message)};
  // A value that is read twice is wrong once.
  if (std::ranges::find(issues_, issue) == issues_.end()) issues_.push_back(issue);
}

void SavedAnswer::report_kind(const std::string& pointer, const json& value, const char* wanted) {
  report(pointer, fmt::format("{} is not {}; give the answer as it was written with --format json",
                              text::value_text(value), wanted));
}

std::optional<std::string> SavedAnswer::optional_text(const std::string& pointer) {
  const json* const value = find(pointer);
  if (!value) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  report_kind(pointer, *value, "a text");
  return std::nullopt;
}

std::string SavedAnswer::text(const std::string& pointer) {
  if (!find(pointer)) report(pointer, "is missing; give the answer as it was written with --format json");
  return optional_text(pointer).value_or("");
}

std::optional<double> SavedAnswer::number(const std::string& pointer) {
  const json* const value = find(pointer);
  if (!value) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  report_kind(pointer, *value, "a number");
  return std::nullopt;
}

std::optional<bool> SavedAnswer::flag(const std::string& pointer) {
  const json* const value = find(pointer);
  if (!value) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  report_kind(pointer, *value, "true or false");
  return std::nullopt;
}

std::optional<Cents> SavedAnswer::cents(const std::string& pointer) {
  const json* const value = find(pointer);
  if (!value) return std::nullopt;
  if (value->is_string())
    if (const auto amount = parse_exact_money(value->get_ref<const std::string&>())) return rounded_cents(*amount);
  report_kind(pointer, *value, "an amount such as \"1234.50\"");
  return std::nullopt;
}

std::size_t SavedAnswer::length(const std::string& pointer) {
  const json* const value = find(pointer);
  if (!value) return 0;
  if (value->is_array()) return value->size();
  report_kind(pointer, *value, "a list");
  return 0;
}

std::vector<std::string> SavedAnswer::texts(const std::string& pointer) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < length(pointer); ++i) all.push_back(text(fmt::format("{}/{}", pointer, i)));
  return all;
}

std::vector<std::string> SavedAnswer::keys(const std::string& pointer) {
  const json* const value = find(pointer);
  if (!value) return {};
  if (!value->is_object()) {
    report_kind(pointer, *value, "an object");
    return {};
  }
  std::vector<std::string> all;
  for (auto member = value->begin(); member != value->end(); ++member) all.push_back(member.key());
  return all;
}

void SavedAnswer::finish() const {
  if (!issues_.empty()) throw InputError(issues_);
}

}  // namespace fmplan::exports
