#include "core/scenario/scenario_schema.h"

#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/scenario/fields.h"
#include "core/text/field_schema.h"

namespace fmplan::scenario {
namespace {

/// The table of the object at `path`, "run.checkpoint"; the elements' where there is a list.
const text::FieldTable& table_at(const text::FieldTable& document, std::string_view path) {
  const text::FieldTable* table = &document;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const text::Field* field = table->find(path.substr(0, dot));
    if (!field || !field->object) throw std::invalid_argument("no object of the document: " + std::string(path));
    table = field->object;
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  return *table;
}

constexpr std::string_view kBegin = "<!-- fields", kClose = " -->\n", kEnd = "<!-- end -->";

/// A table in the page: what lies between its two marks.
struct Marked {
  const text::FieldTable* table;
  std::size_t begin, end;
};

Marked marked_at(const text::FieldTable& document, std::string_view page, std::size_t at) {
  const std::size_t close = page.find(kClose, at), end = page.find(kEnd, at);
  if (close == std::string::npos || end == std::string::npos || close > end)
    throw std::invalid_argument("a table of fields has no end");
  std::string_view name = page.substr(at + kBegin.size(), close - at - kBegin.size());
  if (name.starts_with(' ')) name.remove_prefix(1);
  return {&table_at(document, name), close + kClose.size(), end};
}

std::string schema_text(const text::FieldTable& table, const std::string& name) {
  nlohmann::ordered_json schema = text::json_schema(table);
  nlohmann::ordered_json document = {{"$schema", schema["$schema"]},
                                     {"$id", "urn:fmplan:schema:" + name + ":1"},
                                     {"title", "fmplan " + name + ", version 1"}};
  document.update(schema);
  return document.dump(2) + "\n";
}

}  // namespace

std::string scenario_schema_text() { return schema_text(fields::kScenario, "scenario"); }

std::string programme_schema_text() { return schema_text(fields::kProgramme, "programme"); }

std::string with_field_tables(const std::string& page) { return with_field_tables(page, fields::kScenario); }

std::string with_field_tables(const std::string& page, const text::FieldTable& document) {
  std::vector<Marked> marked;
  std::vector<const text::FieldTable*> apart;
  for (std::size_t at = 0; (at = page.find(kBegin, at)) != std::string::npos;) {
    marked.push_back(marked_at(document, page, at));
    apart.push_back(marked.back().table);
    at = marked.back().end;
  }
  std::string text;
  std::size_t written = 0;
  for (const Marked& part : marked) {
    text += page.substr(written, part.begin - written) + markdown_table(*part.table, apart);
    written = part.end;
  }
  return text + page.substr(written);
}

}  // namespace fmplan::scenario
