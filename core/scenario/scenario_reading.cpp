#include "core/scenario/scenario_reading.h"

#include <utility>

#include <fmt/format.h>

namespace fmplan::scenario {

std::string located_message(const Issue& issue) {
  // "…/p5.json#/memory: 80 has no unit": the item's own place; without one the name is at fault.
  return issue.where.find('#') == std::string::npos ? issue.message : fmt::format("{}: {}", issue.where, issue.message);
}

void ScenarioReading::finish(text::ObjectReader& reader) const {
  for (std::string& pointer : reader.refuse_unknown_keys()) unread.push_back(std::move(pointer));
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
