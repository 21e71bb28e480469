#include "core/imports/price_import_document.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"

namespace fmplan::imports {
namespace {

using answer::Align;
using answer::Document;
using answer::Table;
using text::Json;

/// Chosen: of what a table shows, the rest is counted. JSON has it all.
constexpr std::size_t kMostShown = 12;

/// "1 row", "2 rows".
std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Table prices_table(const PriceImport& import) {
  Table table{.title = "Prices",
              .header = {"machine", "bought", "region", "$/h", "before", "zones"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const ImportedPrice& price : import.prices) {
    table.rows.push_back({price.instance, price.kind, price.region,
                          fmt::format("{}{}", price.dollars_per_hour, price.confirmed ? "" : " *"),
                          price.before ? fmt::format("{}", *price.before) : "unknown",
                          price.zones.empty() ? "–" : fmt::format("{}", price.zones.size())});
    table.marked.push_back(!price.confirmed);
  }
  if (std::ranges::any_of(import.prices, [](const ImportedPrice& price) { return !price.confirmed; }))
    table.notes.emplace_back("* not confirmed: zones differ");
  return table;
}

Table refused_table(const PriceImport& import) {
  Table table{.title = "Refused", .header = {"line", "why"}, .align = {Align::kRight}, .rows = {}, .notes = {}};
  for (std::size_t i = 0; i < std::min(kMostShown, import.refused.size()); ++i)
    table.rows.push_back({fmt::format("{}", import.refused[i].line), import.refused[i].reason});
  if (import.refused.size() > kMostShown)
    table.notes.push_back(
        fmt::format("and {} more; --format json tells all of them", import.refused.size() - kMostShown));
  return table;
}

/// Machines with accelerators by name; of the others there are hundreds.
Table unknown_table(const PriceImport& import) {
  Table table{.title = "Not in the catalogue",
              .header = {"machine", "accelerator", "rows"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {}};
  std::size_t without = 0, more = 0;
  for (const UnknownMachine& machine : import.unknown) {
    if (machine.accelerator.empty()) {
      ++without;
    } else if (table.rows.size() >= kMostShown) {
      ++more;
    } else {
      table.rows.push_back({machine.instance, machine.accelerator, fmt::format("{}", machine.rows)});
    }
  }
  if (more > 0) table.notes.push_back(fmt::format("and {} more with accelerators", more));
  if (without > 0) table.notes.push_back(fmt::format("and {} without accelerators", counted(without, "machine")));
  if (more + without > 0) table.notes.emplace_back("--format json names all of them");
  return table;
}

Json import_json(const PriceImport& import) {
  Json json = {{"version", 1},
               {"file", import.terms.file},
               {"source", import.terms.source},
               {"on", date_text(import.terms.on)},
               {"regions", import.terms.regions},
               {"rows", import.num_rows},
               {"rows_elsewhere", import.num_elsewhere},
               {"prices", Json::array()},
               {"unknown", Json::array()},
               {"refused", Json::array()},
               {"notes", import.notes},
               {"items", import.lists}};
  for (const ImportedPrice& price : import.prices)
    json["prices"].push_back({{"instance", price.instance},
                              {"kind", price.kind},
                              {"region", price.region},
                              {"dollars_per_hour", price.dollars_per_hour},
                              {"before_dollars_per_hour", price.before},
                              {"zones", price.zones},
                              {"confirmed", price.confirmed},
                              {"note", price.note.empty() ? Json(nullptr) : Json(price.note)}});
  for (const UnknownMachine& machine : import.unknown)
    json["unknown"].push_back({{"instance", machine.instance},
                               {"accelerator", machine.accelerator.empty() ? Json(nullptr) : Json(machine.accelerator)},
                               {"rows", machine.rows}});
  for (const text::RefusedRow& refused : import.refused)
    json["refused"].push_back({{"line", refused.line}, {"reason", refused.reason}});
  return json;
}

}  // namespace

Document price_import_document(const PriceImport& import, const std::string& folder) {
  std::set<std::string> regions;
  for (const ImportedPrice& price : import.prices) regions.insert(price.region);
  Document document;
  document.headline =
      fmt::format("{} of {} in {} on {}, of {}", counted(import.prices.size(), "price"),
                  counted(import.lists.size(), "machine"), counted(regions.size(), "region"),
                  date_text(import.terms.on), counted(static_cast<std::size_t>(import.num_rows), "row"));
  document.warnings = import.notes;
  document.json = import_json(import);
  document.csv_table = "prices";
  document.tables.push_back(prices_table(import));
  if (!import.refused.empty()) document.tables.push_back(refused_table(import));
  if (!import.unknown.empty()) document.tables.push_back(unknown_table(import));
  std::vector<std::string>& notes = document.tables.front().notes;
  if (folder.empty()) {
    notes.emplace_back("-o FOLDER writes the items, for --catalog FOLDER");
  } else {
    notes.push_back(fmt::format("{} in {}/prices; to plan with them: --catalog {}",
                                counted(import.lists.size(), "item"), folder, folder));
  }
  return document;
}

}  // namespace fmplan::imports
