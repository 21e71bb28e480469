#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "api/answering.h"
#include "api/import_examples.h"
#include "api/problem.h"
#include "api/service_state.h"
#include "core/base/suggestion.h"
#include "core/imports/import_kind.h"
#include "core/text/utf8.h"

namespace fmplan::api {
namespace {

using imports::ImportKind;
using imports::ImportOption;
using imports::ImportOptions;

/// The media types that a file of this kind may come as: its own, and that of any file.
std::vector<std::string> media_types(const ImportKind& kind) {
  std::vector<std::string> types = {std::string(kind.media_type)};
  if (kind.media_type == "text/csv") types.emplace_back("text/plain");
  if (kind.name == "nccl-tests") types.emplace_back("application/json");
  types.emplace_back("application/octet-stream");
  return types;
}

void require_media(const Request& request, const ImportKind& kind) {
  std::string_view type = request.header("content-type");
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  const std::vector<std::string> taken = media_types(kind);
  if (std::ranges::find(taken, type) != taken.end()) return;
  throw Refusal{415, fmt::format("{}; send the file as {}",
                                 type.empty() ? "no Content-Type says what the body is" : "the body is of another type",
                                 fmt::join(taken, ", "))};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const text::Utf8Character character = text::first_character(text);
    if (!character.valid) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

/// The options of a query.  @throws Refusal with all that is wrong with their names and forms.
ImportOptions options_of(const Request& request, const ImportKind& kind) {
  ImportOptions given;
  Issues issues;
  std::vector<std::string> names;
  for (const ImportOption& option : kind.options) names.emplace_back(option.name);
  std::string_view query = request.query;
  while (!query.empty()) {
    const std::string_view field = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), field.size() + 1));
    if (field.empty()) continue;
    const auto read = query_fields(field);
    if (read.empty() || !is_utf8(read.front().first) || !is_utf8(read.front().second)) {
      issues.push_back({"", "a parameter of the query cannot be decoded; write name=value, with %26 for &"});
      continue;
    }
    const auto& [name, value] = read.front();
    const auto option = std::ranges::find(kind.options, std::string_view(name), &ImportOption::name);
    if (option == kind.options.end())
      issues.push_back({name, fmt::format("unknown parameter{}", did_you_mean(name, names))});
    else if (given.contains(name) && !option->repeats)
      issues.push_back({name, "is given more than once; keep one"});
    else
      given[name].push_back(value);
  }
  if (!issues.empty()) throw Refusal{422, "the parameters cannot be read", std::move(issues)};
  return given;
}

/// A file that was sent is taken once.
imports::ImportFile sent_file(const Request& request) {
  return {std::string(kSentFile), [&request]() -> std::unique_ptr<std::istream> {
            if (request.file) return std::make_unique<std::istream>(request.file->rdbuf());
            return std::make_unique<std::istringstream>(request.body);
          }};
}

/// Gives what reading a file took back to the system: the next one may be read next week.
class MemoryReturn {
 public:
  MemoryReturn() = default;
  MemoryReturn(const MemoryReturn&) = delete;
  MemoryReturn& operator=(const MemoryReturn&) = delete;
  ~MemoryReturn() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
  }
};

Response import_file(ServiceState& state, const ImportKind& kind, const Request& request) {
  require_media(request, kind);
  const ImportOptions given = options_of(request, kind);
  const MemoryReturn memory_return;
  try {
    const std::vector<imports::ImportFile> files = {sent_file(request)};
    Response response{.body = json_text(kind.make(files, given, state.catalog), {.catalog = state.catalog})};
    ++state.questions_answered;
    return response;
  } catch (const InputError& error) {
    Issues issues = error.issues();
    for (Issue& issue : issues)
      if (issue.where.starts_with("--")) issue.where.erase(0, 2);
    throw Refusal{422, "the file cannot be taken in as it is", std::move(issues)};
  }
}

std::vector<QueryParameter> parameters_of(const ImportKind& kind) {
  const ImportExample& example = import_example(kind.name);
  std::vector<QueryParameter> parameters;
  for (const ImportOption& option : kind.options) {
    QueryParameter parameter{.name = std::string(option.name),
                             .description = fmt::format("As --{} of the command: {}.", option.name, option.help),
                             .repeats = option.repeats};
    for (const auto& [name, value] : example.options)
      if (name == option.name) parameter.example = value;
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace

std::vector<Route> import_routes(ServiceState& state) {
  std::vector<Route> routes;
  for (const ImportKind& kind : imports::import_kinds()) {
    std::string operation = fmt::format("import_{}", kind.name);
    std::ranges::replace(operation, '-', '_');
    std::string summary(kind.description);
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    routes.push_back(
        {{.method = "POST",
          .path = fmt::format("/v1/import/{}", kind.name),
          .operation = std::move(operation),
          .group = "files",
          .summary = std::move(summary),
          .answers = {{.description = "As the command writes it, of a file called \"file\".",
                       .schema = std::string(kind.schema)}},
          .body_types = media_types(kind),
          .most_file_bytes = kind.most_sent_bytes,
          .query_parameters = parameters_of(kind),
          .example = std::string(import_example(kind.name).file)},
         [&state, &kind](const Request& request, const PathValues&) { return import_file(state, kind, request); }});
  }
  return routes;
}

}  // namespace fmplan::api
