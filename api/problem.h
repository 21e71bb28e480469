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

/// `{"type", "title", "status", "detail", "request", "errors": [{"pointer", "detail", "suggestion"}]}`; a suggestion is
/// the name that was probably meant, where a message has one.  `instance` is left out: it would be the path that came.
Response problem(int status, const std::string& detail, const Request& request, const Issues& issues = {});

}  // namespace fmplan::api
