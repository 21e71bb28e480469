#include "api/job_forms.h"

#include <charconv>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

namespace fmplan::api {
namespace {

constexpr std::string_view kBeginning = "forms";  ///< which no JSON begins with

}  // namespace

std::string packed_forms(const std::vector<AnswerForm>& forms) {
  std::string packed(kBeginning);
  std::size_t size = 0;
  for (const AnswerForm& form : forms) {
    packed += fmt::format(" {}={}", form.name, form.bytes.size());
    size += form.bytes.size();
  }
  packed += "\n";
  packed.reserve(packed.size() + size);
  for (const AnswerForm& form : forms) packed += form.bytes;
  return packed;
}

std::vector<FormPlace> places_of_forms(std::string_view beginning, std::int64_t size) {
  std::vector<FormPlace> json_alone = {{.name = "json", .begin = 0, .end = size}};
  const std::size_t line_end = beginning.find('\n');
  if (!beginning.starts_with(kBeginning) || line_end == std::string_view::npos) return json_alone;
  std::string_view rest = beginning.substr(kBeginning.size(), line_end - kBeginning.size());
  std::vector<FormPlace> places;
  auto begin = static_cast<std::int64_t>(line_end) + 1;
  while (rest.starts_with(' ')) {
    rest.remove_prefix(1);
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return json_alone;
    std::int64_t length = 0;
    const char* const last = rest.data() + rest.size();
    const auto [end, error] = std::from_chars(rest.data() + equals + 1, last, length);
    if (error != std::errc{} || length < 0 || length > size - begin) return json_alone;
    places.push_back({.name = std::string(rest.substr(0, equals)), .begin = begin, .end = begin + length});
    begin += length;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  if (!rest.empty() || begin != size) return json_alone;
  return places;
}

}  // namespace fmplan::api
