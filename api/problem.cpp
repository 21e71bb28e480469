#include "api/problem.h"

#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "core/text/json_writer.h"

namespace fmplan::api {
namespace {

/// Reasons of RFC 9110, section 15, and of RFC 6585.
constexpr std::array<std::pair<int, std::string_view>, 17> kTitles = {{{400, "Bad Request"},
                                                                       {401, "Unauthorized"},
                                                                       {403, "Forbidden"},
                                                                       {404, "Not Found"},
                                                                       {405, "Method Not Allowed"},
                                                                       {406, "Not Acceptable"},
                                                                       {408, "Request Timeout"},
                                                                       {409, "Conflict"},
                                                                       {410, "Gone"},
                                                                       {413, "Content Too Large"},
                                                                       {415, "Unsupported Media Type"},
                                                                       {421, "Misdirected Request"},
                                                                       {422, "Unprocessable Content"},
                                                                       {429, "Too Many Requests"},
                                                                       {431, "Request Header Fields Too Large"},
                                                                       {500, "Internal Server Error"},
                                                                       {503, "Service Unavailable"}}};

/// What stands in `did you mean "x"?` of a message; empty if nothing does.
std::string_view meant(std::string_view message) {
  constexpr std::string_view kBefore = "did you mean \"";
  const std::size_t found = message.find(kBefore);
  if (found == std::string_view::npos) return {};
  message.remove_prefix(found + kBefore.size());
  return message.substr(0, message.find('"'));
}

/// A number that ends before `end`, 0 if there is none.
int number_before(std::string_view text, char end) {
  int number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool ends = at == text.data() + text.size() || *at == end;
  return error == std::errc{} && ends ? number : 0;
}

/// The problem as the client sees it: of a file that was sent with its line.
text::Json error_json(const Issue& issue) {
  text::Json error = {{"pointer", issue.where}, {"detail", issue.message}};
  if (issue.where.starts_with(kSentFile)) {
    std::string_view place = std::string_view(issue.where).substr(kSentFile.size());
    constexpr std::string_view kLine = "line ";  // of what is no JSON
    int line = 0;
    if (place.starts_with(':')) line = number_before(place.substr(1), ':');
    if (line == 0 && issue.message.starts_with(kLine))
      line = number_before(std::string_view(issue.message).substr(kLine.size()), ',');
    error["pointer"] = place.starts_with('#') ? std::string(place.substr(1)) : std::string();
    if (line > 0) error["line"] = line;
  }
  if (const std::string_view suggestion = meant(issue.message); !suggestion.empty()) error["suggestion"] = suggestion;
  return error;
}

}  // namespace

std::string_view status_title(int status) {
  for (const auto& [number, title] : kTitles)
    if (number == status) return title;
  return "Error";
}

Response problem(int status, const std::string& detail, const Request& request, const Issues& issues) {
  text::Json json = {{"type", "about:blank"}, {"title", status_title(status)}, {"status", status}, {"detail", detail}};
  if (!request.id.empty()) json["request"] = request.id;
  if (!issues.empty()) {
    text::Json errors = text::Json::array();
    for (const Issue& issue : issues) errors.push_back(error_json(issue));
    json["errors"] = std::move(errors);
  }
  return {.status = status, .content_type = "application/problem+json", .body = json.dump(2) + "\n"};
}

}  // namespace fmplan::api
