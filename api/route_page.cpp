#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "api/page_file.h"
#include "api/service_state.h"

namespace fmplan::api {
namespace {

/// What the page may do in a browser: run and show its own files, ask its own server, and nothing else.
constexpr std::string_view kOwnPageSecurity =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

std::string_view content_type_of(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
  }};
  const auto found = std::ranges::find_if(kTypes, [&](const auto& type) { return name.ends_with(type.first); });
  assert(found != kTypes.end());
  return found->second;
}

Response show(const Request& request, const PageFile& file) {
  Response response = with_tag(request, std::string(file.text));
  response.content_type = content_type_of(file.name);
  response.headers.push_back({"Content-Security-Policy", std::string(kOwnPageSecurity)});
  return response;
}

Route route_of(const PageFile& file, std::string path) {
  return {{.method = "GET",
           .path = std::move(path),
           .operation = "",
           .group = "page",
           .summary = "",
           .answers = {},
           .open = true,
           .for_browsers = true},
          [&file](const Request& request, const PathValues&) { return show(request, file); }};
}

}  // namespace

std::vector<Route> page_routes(ServiceState&) {
  std::vector<Route> routes;
  for (const PageFile& file : page_files())
    routes.push_back(route_of(file, file.name == kStartPage ? "/" : fmt::format("/page/{}", file.name)));
  return routes;
}

}  // namespace fmplan::api
