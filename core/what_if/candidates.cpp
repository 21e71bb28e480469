#include "core/what_if/candidates.h"

#include <algorithm>
#include <cstddef>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/document/plan_text.h"
#include "core/programme/edit.h"
#include "core/scenario/fields.h"

namespace fmplan::what_if {
namespace {

/// What a field may be, as far as there is a list of it.
std::vector<std::string> field_values(const text::Field& field, const ItemNames& items) {
  std::vector<std::string> values(field.names.begin(), field.names.end());
  if (field.kind == text::FieldKind::kFlag) values.insert(values.end(), {"true", "false"});
  if (!field.catalog.empty())
    for (std::string& name : items(std::string(field.catalog))) values.push_back(std::move(name));
  return values;
}

/// Where the last word begins that is cut off by one of `separators`.
std::size_t begin_of_last(std::string_view text, std::string_view separators) {
  const std::size_t at = text.find_last_of(separators);
  return at == std::string_view::npos ? 0 : at + 1;
}

}  // namespace

std::vector<std::string> assignment_candidates(std::string_view current, const ItemNames& items) {
  const std::size_t begin = begin_of_last(current, "; ");
  const std::string_view last = current.substr(begin);
  const std::size_t equals = last.find('=');
  std::vector<std::string> candidates;
  for (const auto& [path, field] : text::field_paths(scenario::fields::kScenario)) {
    if (path.find('[') != std::string::npos) continue;  // of a list: which element is not known
    if (equals == std::string_view::npos) {
      if (field->kind != text::FieldKind::kConstant && field->kind != text::FieldKind::kObject)
        candidates.push_back(std::string(current.substr(0, begin)) + path + "=");
    } else if (path == last.substr(0, equals)) {
      const std::size_t value = begin + std::max(equals + 1, begin_of_last(last, ","));
      for (const std::string& each : field_values(*field, items))
        candidates.push_back(std::string(current.substr(0, value)) + each);
    }
  }
  return candidates;
}

std::optional<std::vector<std::string>> programme_candidates(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    try {
      if (file == "-") continue;
      const nlohmann::json document = document::read_json(file);
      if (!programme::is_programme(document)) continue;
      std::vector<std::string> paths = programme::programme_paths(document);
      for (std::string& path : paths) path += "=";
      return paths;
    } catch (const InputError&) {  // a file that does not read completes to nothing
    }
  }
  return std::nullopt;
}

std::vector<std::string> figure_candidates(std::string_view current, const answer::FigureSet& figures) {
  const std::size_t begin = begin_of_last(current, " ,(");
  const std::string before(current.substr(0, begin));
  std::vector<std::string> candidates;
  for (const answer::Figure& figure : figures.named()) candidates.push_back(before + figure.name);
  if (current.find('.', begin) != std::string_view::npos)
    for (const answer::Figure& figure : figures.keyed()) candidates.push_back(before + figure.name);
  return candidates;
}

}  // namespace fmplan::what_if
