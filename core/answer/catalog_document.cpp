#include "core/answer/catalog_document.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/catalog/provenance.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;
using text::Json;

/// Sources are long and repeat: rows carry their number, and the list stands below.
class SourceList {
 public:
  std::string number(const catalog::Provenance& provenance) {
    const std::string text = provenance.date.days_since_epoch == 0
                                 ? provenance.source
                                 : fmt::format("{} ({})", provenance.source, date_text(provenance.date));
    const auto found = std::find(texts_.begin(), texts_.end(), text);
    if (found != texts_.end()) return std::to_string(found - texts_.begin() + 1);
    texts_.push_back(text);
    return std::to_string(texts_.size());
  }
  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < texts_.size(); ++i) notes.push_back(fmt::format("[{}] {}", i + 1, texts_[i]));
    return notes;
  }

 private:
  std::vector<std::string> texts_;
};

std::string cell_text(const Json& value) {
  if (value.is_null()) return "none known";
  if (value.is_text()) return value.as_text();
  return value.dump();
}

bool is_list_of_objects(const Json& value) {
  return value.is_array() && !value.empty() && std::ranges::all_of(value.elements(), &Json::is_object);
}

std::string joined(const Json& list) {
  std::string text;
  for (const Json& value : list.elements()) text += (text.empty() ? "" : ", ") + cell_text(value);
  return text;
}

bool is_bookkeeping(const std::string& key) {
  return key == "version" || key == "kind" || key == "name" || key == "title" || key == "provenance" || key == "notes";
}

/// A list of objects ("points", "prices", "measured") as a table of its own: one column per key that occurs.
Table object_table(const std::string& title, const Json& list) {
  Table table;
  table.title = title;
  std::vector<std::string> keys;
  for (const Json& object : list.elements())
    for (const auto& [key, value] : object.members())
      if (std::find(keys.begin(), keys.end(), key) == keys.end() && key != "source") keys.push_back(key);
  SourceList sources;
  table.header = keys;
  table.header.emplace_back("source");
  for (const Json& object : list.elements()) {
    std::vector<std::string> row;
    for (const std::string& key : keys) {
      row.push_back(object.contains(key) ? cell_text(object.at(key)) : "");
    }
    row.push_back(
        sources.number({object.contains("source") ? object.at("source").as_text() : std::string(), {}, true}));
    table.rows.push_back(std::move(row));
  }
  table.notes = sources.notes();
  return table;
}

/// Walks an item, scalars into the rows of the first table, lists of objects into tables of their own.
class ItemTables {
 public:
  ItemTables(const json& item, std::string title) : item_(item) {
    table_.title = std::move(title);
    table_.header = {"field", "value", "", "source"};
  }

  void add(const Json& object, const std::string& pointer, const std::string& label) {
    for (const auto& [key, value] : object.members()) {
      if (pointer.empty() && is_bookkeeping(key)) continue;
      const std::string at = pointer + "/" + text::pointer_token(key);
      const std::string name = label.empty() ? key : label + "." + key;
      if (value.is_object()) {
        add(value, at, name);
      } else if (is_list_of_objects(value)) {
        others_.push_back(object_table(name, value));
      } else {
        add_row(name, at, value);
      }
    }
  }

  std::vector<Table> finished(const Json& notes) && {
    table_.notes = sources_.notes();
    if (any_unconfirmed_) table_.notes.emplace_back("? not confirmed: from memory, assumed or inherited");
    for (const Json& note : notes.elements()) table_.notes.push_back("Note: " + cell_text(note));
    std::vector<Table> tables = {std::move(table_)};
    for (Table& other : others_) tables.push_back(std::move(other));
    return tables;
  }

 private:
  void add_row(const std::string& name, const std::string& at, const Json& value) {
    const catalog::Provenance provenance = catalog::provenance_of(item_, at);
    any_unconfirmed_ |= !provenance.confirmed;
    table_.rows.push_back({name, value.is_array() ? joined(value) : cell_text(value), provenance.confirmed ? "" : "?",
                           sources_.number(provenance)});
  }

  const json& item_;
  Table table_;
  std::vector<Table> others_;
  SourceList sources_;
  bool any_unconfirmed_ = false;
};

std::string title_of(const json& item) {
  const auto found = item.find("title");
  return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string confirmed_text(const json& item) {
  const std::vector<std::string> pointers = catalog::unconfirmed_fields(item);
  if (pointers.empty()) return "yes";
  if (pointers.front().empty()) return "no";
  return fmt::format("{} not", pointers.size());
}

}  // namespace

Document kinds_document(const catalog::Catalog& catalog) {
  Document document;
  document.headline = fmt::format("Catalogues of {}", catalog.version());
  document.csv_table = "kinds";
  Table table;
  table.title = "Kinds";
  table.header = {"kind", "items", "what"};
  table.align = {Align::kLeft, Align::kRight, Align::kLeft};
  Json kinds = Json::array();
  for (const catalog::CatalogKind& kind : catalog::catalog_kinds()) {
    const std::size_t num_items = catalog.names(kind.folder).size();
    table.rows.push_back({std::string(kind.folder), std::to_string(num_items), std::string(kind.holds)});
    kinds.push_back({{"kind", kind.folder}, {"items", num_items}, {"holds", kind.holds}});
  }
  document.json = {{"version", 1}, {"catalog_version", catalog.version()}, {"kinds", std::move(kinds)}};
  document.tables.push_back(std::move(table));
  return document;
}

Document list_document(const catalog::Catalog& catalog, const catalog::CatalogKind& kind) {
  Document document;
  document.csv_table = "items";
  Table table;
  table.title = std::string(kind.folder);
  table.header = {"name", "title", "confirmed"};
  Json items = Json::array();
  for (const std::string& name : catalog.names(kind.folder)) {
    json item;
    try {
      item = catalog.raw(kind.folder, name);
    } catch (const InputError& error) {  // one broken item of an overlay must not hide the others
      document.warnings.emplace_back(error.what());
      continue;
    }
    table.rows.push_back({name, title_of(item), confirmed_text(item)});
    items.push_back(
        {{"name", name}, {"title", title_of(item)}, {"confirmed", catalog::unconfirmed_fields(item).empty()}});
  }
  table.notes = {"confirmed: yes, no, or how many of its values are not"};
  document.json = {
      {"version", 1}, {"catalog_version", catalog.version()}, {"kind", kind.folder}, {"items", std::move(items)}};
  document.tables.push_back(std::move(table));
  return document;
}

Document items_document(const catalog::Catalog& catalog, const std::vector<ItemName>& items) {
  Document document;
  Json all = Json::array();
  for (const ItemName& name : items) {
    const auto file = catalog.file(name.kind->folder, name.name);
    const json item = text::read_json_file(file);  // strictly; once more below, to keep the file's order
    const Json ordered = text::json_of(nlohmann::ordered_json::parse(text::read_text_file(file)));
    ItemTables tables(item, fmt::format("{}/{}: {}", name.kind->folder, file.stem().string(), title_of(item)));
    if (ordered.is_object()) tables.add(ordered, "", "");
    const bool has_notes = ordered.contains("notes") && ordered.at("notes").is_array();
    for (Table& table : std::move(tables).finished(has_notes ? ordered.at("notes") : Json::array()))
      document.tables.push_back(std::move(table));
    all.push_back({{"kind", name.kind->folder}, {"item", ordered}});
  }
  document.json = all.size() == 1 ? all.at(0).at("item") : Json{{"version", 1}, {"items", std::move(all)}};
  return document;
}

}  // namespace fmplan::answer
