#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fmplan::what_if {

/// FNV-1a, 64 bits, of the texts that make up a question, one after the other: equal ones mean that answers made apart
/// are of one question.  Not against forgery.
class QuestionHash {
 public:
  void add(std::string_view text);
  /// Contents of the files that texts of `value` name from where the scenario lies: models, anchors.
  void add_files(const nlohmann::json& value, const std::optional<std::filesystem::path>& folder);
  /// Sixteen digits.
  std::string text() const;

 private:
  void step(unsigned char byte) { hash_ = (hash_ ^ byte) * 1099511628211U; }

  std::uint64_t hash_ = 14695981039346656037U;
};

}  // namespace fmplan::what_if
