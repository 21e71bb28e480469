#pragma once

/// @file
/// What can be asked for: a method and a path, what answers it, and what the published document says of it.  Requests
/// are dispatched by this table and the document is made of it, so that neither has what the other lacks.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/http_message.h"

namespace fmplan::api {

/// Values of the "{name}" of a path, by name.
using PathValues = std::vector<std::pair<std::string, std::string>>;

/// An answer that a route may give.
struct DocumentedAnswer {
  int status = 200;
  std::string description;
  std::string content_type = "application/json";
  std::string schema{};  ///< a name below /components/schemas; empty: any text
};

struct PathParameter {
  std::string name;
  std::string description;
};

struct QueryParameter {
  std::string name;
  std::string description;
  bool is_number = false;
  bool repeats = false;
  std::string example{};  ///< empty: none
};

struct RouteDoc {
  std::string method;     ///< "POST"
  std::string path;       ///< "/v1/catalog/{kind}/{name}"
  std::string operation;  ///< "showItem"
  std::string group;
  std::string summary;
  std::vector<DocumentedAnswer> answers;  ///< beside problems, which every route has
  std::string body_schema{};              ///< of a JSON body; empty: it takes none
  std::vector<std::string> body_types{};  ///< of a body that is a file; empty: it takes none
  std::size_t most_file_bytes = 0;        ///< of that file
  std::vector<PathParameter> path_parameters{};
  std::vector<QueryParameter> query_parameters{};
  std::vector<std::string> request_headers{};  ///< beside those of every request: "If-None-Match"
  std::string example{};                       ///< of the body, JSON text or the file
  bool open = false;                           ///< without a token, too
  bool for_browsers = false;                   ///< a file of the page: no part of the document
};

struct Route {
  RouteDoc doc;
  std::function<Response(const Request&, const PathValues&)> handle;
};

/// The values of `pattern` in `path`; false where it does not match.
bool matches(std::string_view pattern, std::string_view path, PathValues& values);

/// The route of a request, or the problem that there is none: 404 with the nearest path, 405 with `Allow`.
struct Dispatch {
  const Route* route = nullptr;
  PathValues values{};
  Response refusal{};
};
Dispatch dispatch(const std::vector<Route>& routes, const Request& request);

}  // namespace fmplan::api
