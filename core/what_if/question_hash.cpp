#include "core/what_if/question_hash.h"

#include <fmt/format.h>

#include "core/document/plan_text.h"

namespace fmplan::what_if {

void QuestionHash::add(std::string_view text) {
  for (const char c : text) step(static_cast<unsigned char>(c));
  step(0);
}

void QuestionHash::add_files(const nlohmann::json& value, const std::optional<std::filesystem::path>& folder) {
  if (value.is_structured()) {
    for (const auto& item : value.items()) add_files(item.value(), folder);
    return;
  }
  if (!value.is_string() || !folder) return;
  const auto text = value.get<std::string>();
  constexpr std::size_t kLongestName = 1000;  // chosen: longer texts name no file
  if (text.empty() || text.size() > kLongestName || text.find('\0') != std::string::npos) return;
  std::error_code error;
  const std::filesystem::path file = *folder / text;
  if (std::filesystem::is_regular_file(file, error)) add(document::read_text(file));
}

std::string QuestionHash::text() const { return fmt::format("{:016x}", hash_); }

}  // namespace fmplan::what_if
