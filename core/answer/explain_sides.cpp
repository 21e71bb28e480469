#include <utility>

#include <fmt/format.h>

#include "core/answer/compare_side.h"
#include "core/answer/explain_document.h"
#include "core/answer/report_json.h"

namespace fmplan::answer {

Document explain_sides(const std::vector<std::string>& keys, const std::vector<Compared>& sides,
                       const catalog::Catalog& catalog, std::uint64_t seed) {
  Document document = explanations_document({}, nullptr);
  for (const Compared& side : sides) {
    if (!side.is_plan || !side.planned || !side.inputs) {
      document.warnings.push_back(
          fmt::format("{}: no plan of it is at hand; run and search explain what they simulate and find", side.name));
      continue;
    }
    const ExplainOrigin origin{*side.planned, side.inputs->stated, catalog};
    Document one =
        explain_document(keys, origin, report_json(*side.planned, {origin.scenario, catalog.version(), seed}));
    for (Table& table : one.tables) {
      if (!table.title.empty()) table.title = fmt::format("{}, {}", side.name, table.title);
      document.tables.push_back(std::move(table));
    }
    for (const text::Json& each : one.json.at("explanations").elements()) {
      text::Json line = {{"report", side.name}};
      line.update(each);
      document.json["explanations"].push_back(std::move(line));
    }
  }
  return document;
}

}  // namespace fmplan::answer
