#include "api/route.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/problem.h"
#include "core/base/suggestion.h"
#include "core/text/json_text.h"

namespace fmplan::api {
namespace {

std::string_view next_segment(std::string_view& path) {
  path.remove_prefix(std::min<std::size_t>(1, path.size()));
  const std::string_view segment = path.substr(0, path.find('/'));
  path.remove_prefix(segment.size());
  return segment;
}

/// Paths as long as this are nobody's mistake in typing.
constexpr std::size_t kMostSuggested = 100;

}  // namespace

bool matches(std::string_view pattern, std::string_view path, PathValues& values) {
  values.clear();
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = next_segment(pattern), given = next_segment(path);
    if (wanted.starts_with('{') && !given.empty())
      values.emplace_back(wanted.substr(1, wanted.size() - 2), given);
    else if (wanted != given)
      return false;
  }
  return pattern.empty() && path.empty();
}

Dispatch dispatch(const std::vector<Route>& routes, const Request& request) {
  // What can be got can be asked about, too (RFC 9110, 9.3.2).
  const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view(request.method);
  Dispatch result;
  std::vector<std::string> allowed, paths;
  for (const Route& route : routes) {
    PathValues values;
    if (!matches(route.doc.path, request.path, values)) {
      paths.push_back(route.doc.path);
      continue;
    }
    if (route.doc.method == method) {
      result.route = &route;
      result.values = std::move(values);
      return result;
    }
    allowed.push_back(route.doc.method);
  }
  if (allowed.empty()) {
    const std::string hint = request.path.size() > kMostSuggested ? "" : did_you_mean(request.path, paths);
    result.refusal = problem(404, fmt::format("there is no such path{}", hint), request);
    return result;
  }
  if (std::ranges::find(allowed, "GET") != allowed.end()) allowed.emplace_back("HEAD");
  result.refusal = problem(405, fmt::format("this path takes {}", fmt::join(allowed, ", ")), request);
  result.refusal.headers.push_back({"Allow", fmt::format("{}", fmt::join(allowed, ", "))});
  return result;
}

}  // namespace fmplan::api
