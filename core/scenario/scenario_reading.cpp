#include "core/scenario/scenario_reading.h"

#include <utility>

#include <fmt/format.h>

#include "core/scenario/fields.h"

namespace fmplan::scenario {

std::string located_message(const Issue& issue) {
  // "…/p5.json#/memory: 80 has no unit": the item's own place; without one the name is at fault.
  return issue.where.find('#') == std::string::npos ? issue.message : fmt::format("{}: {}", issue.where, issue.message);
}

namespace {

/// "cluster.nodes" and all others that stand in no list.
const std::vector<std::string>& paths_of_scenario() {
  static const std::vector<std::string> paths = [] {
    std::vector<std::string> list;
    for (text::FieldPath& field : text::field_paths(fields::kScenario))
      if (field.path.find('[') == std::string::npos) list.push_back(std::move(field.path));
    return list;
  }();
  return paths;
}

}  // namespace

void ScenarioReading::finish(text::ObjectReader& reader) const {
  for (std::string& pointer : reader.refuse_unknown_keys(paths_of_scenario())) unread.push_back(std::move(pointer));
}

void ScenarioReading::assume(std::string path, std::string value, plan::AssumptionReason why,
                             std::string source) const {
  scenario.assumptions.push_back({std::move(path), std::move(value), std::move(why), std::move(source)});
}

void ScenarioReading::assume_default(text::FieldReader& reader, const std::string& key) const {
  if (reader.has(key)) return;
  const text::Field& field = reader.field(key);
  assume(reader.where(key), std::string(field.otherwise), {plan::AssumptionKind::kDefault},
         field.source.empty() ? "rule" : std::string(field.source));
}

}  // namespace fmplan::scenario
