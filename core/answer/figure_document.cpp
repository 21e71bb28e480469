#include "core/answer/figure_document.h"

#include <string>
#include <utility>
#include <vector>

#include "core/answer/compare_document.h"
#include "core/answer/run_document.h"
#include "core/answer/search_document.h"

namespace fmplan::answer {

std::string_view unit_name(FigureUnit unit) {
  switch (unit) {
    case FigureUnit::kNumber:
    case FigureUnit::kFactor: return "";
    case FigureUnit::kRatio: return "share";
    case FigureUnit::kSecond: return "s";
    case FigureUnit::kHour: return "h";
    case FigureUnit::kDay: return "days";
    case FigureUnit::kDate: return "day";
    case FigureUnit::kByte: return "B";
    case FigureUnit::kDollar: return "$";
    case FigureUnit::kKilowattHour: return "kWh";
    case FigureUnit::kKilogram: return "kg";
  }
  return {};
}

namespace {

void add_figures(Document& document, const char* title, const char* key, const std::vector<Figure>& figures) {
  Table table{.title = title,
              .header = {"figure", "unit", "what"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft},
              .rows = {},
              .notes = {}};
  document.json[key] = text::Json::array();
  for (const Figure& figure : figures) {
    table.rows.push_back({figure.name, std::string(unit_name(figure.unit)), figure.what});
    document.json[key].push_back({{"figure", figure.name}, {"unit", unit_name(figure.unit)}, {"what", figure.what}});
  }
  document.tables.push_back(std::move(table));
}

}  // namespace

Document figures_document(const FigureSet& of_programmes) {
  Document document;
  document.json = {{"version", 1}};
  document.csv_table = "plan";
  add_figures(document, "Figures of plan, step, sweep and solve", "plan", plan_figures().named());
  add_figures(document, "Figures of run", "run", run_figures().named());
  add_figures(document, "Figures of search", "search", search_figures().named());
  add_figures(document, "Figures of compare, of a side against the first", "compare", difference_figures().named());
  add_figures(document, "Figures of programme", "programme", of_programmes.named());
  add_figures(document, "Every number of the report of plan, by its key", "plan_keys", plan_figures().keyed());
  add_figures(document, "Every number of the answer of run, by its key", "run_keys", run_figures().keyed());
  return document;
}

}  // namespace fmplan::answer
