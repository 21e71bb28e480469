#include "api/job_cursor.h"

#include <charconv>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

#include "core/base/fingerprint.h"

namespace fmplan::api {
namespace {

constexpr std::size_t kNumberDigits = 16;  // hexadecimal, of 64 bits; as many of the check follow

}  // namespace

std::string job_cursor_text(std::string_view owner, std::int64_t number) {
  return fmt::format("{:016x}{:016x}", number, fnv1a_64(fmt::format("{}\n{}", number, owner)));
}

std::optional<std::int64_t> parse_job_cursor(std::string_view owner, std::string_view text) {
  if (text.size() != 2 * kNumberDigits) return std::nullopt;
  std::int64_t number = 0;
  const char* end = text.data() + kNumberDigits;
  const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
  // Written again it must be the same text: one way to write a cursor, no signs, no capitals.
  if (error != std::errc() || stop != end || number < 1 || job_cursor_text(owner, number) != text) return std::nullopt;
  return number;
}

}  // namespace fmplan::api
