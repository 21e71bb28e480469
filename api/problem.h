#pragma once

/// @file
/// Errors as RFC 9457 has them: `application/problem+json`.

#include <string>
#include <string_view>
#include <vector>

#include "api/http_message.h"
#include "core/base/issue.h"

namespace fmplan::api {

/// "Not Found"
std::string_view status_title(int status);

/// What messages call a file that was sent: a place "file:12" is its line 12.
inline constexpr std::string_view kSentFile = "file";

/// `{"type", "title", "status", "detail", "request", "errors": [{"pointer", "detail", "line", "suggestion"}]}`; a line
/// is that of a file that was sent, a suggestion the name that was probably meant, where a message has one.  `instance`
/// is left out: it would be the path that came.
Response problem(int status, const std::string& detail, const Request& request, const Issues& issues = {});

}  // namespace fmplan::api
