#pragma once

/// @file
/// What the published document shows of each question: short, and answered as it stands.

#include <string>
#include <string_view>

namespace fmplan::api {

/// The body of POST /v1/{kind}, JSON text.  @pre there is a question of this name
std::string question_example(std::string_view kind);

/// The body of POST /v1/jobs.
std::string job_example();

}  // namespace fmplan::api
