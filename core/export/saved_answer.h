#pragma once

/// @file
/// Reads an answer that was saved as JSON, of which somebody may have edited values.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/export/ledger.h"

namespace fmplan::exports {

/// Values by their JSON pointers.  Null stands for what is unknown, as does a key that is not there; a value of another
/// kind than the answer's schema has becomes an issue, and reads as unknown.
class SavedAnswer {
 public:
  /// `answer` must outlive it; `place` is put in front of pointers.
  SavedAnswer(const nlohmann::json& answer, std::string place) : answer_(&answer), place_(std::move(place)) {}

  std::optional<std::string> optional_text(const std::string& pointer);
  /// Missing is an issue.
  std::string text(const std::string& pointer);
  std::optional<double> number(const std::string& pointer);
  std::optional<bool> flag(const std::string& pointer);
  /// A decimal in quotes, as answers have money.
  std::optional<Cents> cents(const std::string& pointer);
  /// The length of a list; 0 where there is none.
  std::size_t length(const std::string& pointer);
  std::vector<std::string> texts(const std::string& pointer);
  /// The keys of an object, in its order; none where there is none.
  std::vector<std::string> keys(const std::string& pointer);
  /// nullptr: null, or not there.
  const nlohmann::json* find(const std::string& pointer) const;

  void report(const std::string& pointer, std::string message);
  /// @throws InputError where there was an issue.
  void finish() const;

 private:
  void report_kind(const std::string& pointer, const nlohmann::json& value, const char* wanted);

  const nlohmann::json* answer_;
  std::string place_;
  Issues issues_;
};

}  // namespace fmplan::exports
