#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fmplan::api {

/// Where a list of `owner`'s jobs goes on: behind the job of this number in the order of arrival.  It holds nothing
/// that opens anything, and carries a check so that a slip of the hand or another owner's cursor is told, not answered.
std::string job_cursor_text(std::string_view owner, std::int64_t number);

/// What job_cursor_text() was given; none for a text that it never wrote for this owner.
std::optional<std::int64_t> parse_job_cursor(std::string_view owner, std::string_view text);

}  // namespace fmplan::api
