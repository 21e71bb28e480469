#include "core/base/issue.h"

#include <utility>

#include <fmt/format.h>

namespace fmplan {
namespace {

std::string joined(const Issues& issues) {
  std::string text;
  for (const Issue& issue : issues)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", issue.where.empty() ? "/" : issue.where, issue.message);
  return text;
}

}  // namespace

InputError::InputError(Issues issues) : std::runtime_error(joined(issues)), issues_(std::move(issues)) {}

InputError::InputError(std::string where, std::string message)
    : InputError(Issues{Issue{std::move(where), std::move(message)}}) {}

}  // namespace fmplan
