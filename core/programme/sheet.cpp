#include "core/programme/sheet.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/suggestion.h"
#include "core/programme/edit.h"
#include "core/programme/sheet_text.h"
#include "core/scenario/fields.h"

namespace fmplan::programme {
namespace {

using nlohmann::json;
using Place = std::vector<std::size_t>;

struct Shape {
  std::vector<const char*> lists;   ///< from the document down
  const text::FieldTable* fields;   ///< of a row
  std::vector<const char*> values;  ///< pointers below the row, in the order of columns
  const char* of = nullptr;         ///< what a row is of; null: the programme
};

const Shape& shape_of(SheetKind kind) {
  namespace fields = scenario::fields;
  static const std::array<Shape, kSheetNames.count> kShapes = {{
      {{"organisations"}, &fields::kOrganisation, {"/name", "/budget", "/share", "/priority"}},
      {{"organisations", "projects"},
       &fields::kProject,
       {"/name", "/scenario", "/nodes", "/pools", "/earliest", "/deadline", "/weight", "/after", "/dedicated"},
       "organisation"},
      {{"organisations", "projects", "phases"},
       &fields::kProjectPhase,
       {"/kind", "/name", "/scenario", "/node_hours", "/duration", "/nodes", "/jobs/per_day", "/jobs/nodes",
        "/jobs/mean_duration"},
       "project"},
      {{"pools"},
       &fields::kPool,
       {"/name", "/instance", "/region", "/kind", "/price/per_node_hour", "/price/source", "/spares", "/orchestrator",
        "/acceptance/defective_share", "/acceptance/check", "/acceptance/replaced_in", "/nodes_per_leaf"}},
      {{"pools", "deliveries"}, &fields::kDelivery, {"/name", "/on", "/nodes", "/late_chance", "/late_mean"}, "pool"},
      {{"pools", "returns"}, &fields::kReturn, {"/name", "/on", "/nodes"}, "pool"},
      {{"pools", "maintenance"}, &fields::kPoolMaintenance, {"/name", "/from", "/until", "/nodes"}, "pool"},
  }};
  return kShapes[static_cast<std::size_t>(kind)];
}

/// The field of "/price/per_node_hour".
const text::Field* field_at(const text::FieldTable& table, std::string_view pointer) {
  const std::size_t end = pointer.find('/', 1);
  const text::Field* field = table.find(pointer.substr(1, end - 1));
  assert(field && "a column is a field of its object");
  return end == std::string_view::npos ? field : field_at(*field->object, pointer.substr(end));
}

Sheet make_sheet(SheetKind kind) {
  const Shape& shape = shape_of(kind);
  Sheet sheet{.kind = kind, .columns = {}};
  if (shape.of) sheet.columns.push_back({.pointer = {}, .label = shape.of});
  for (const std::string pointer : shape.values) {
    std::string label = pointer.substr(1);
    std::ranges::replace(label, '/', '.');
    sheet.columns.push_back({pointer, std::move(label), field_at(*shape.fields, pointer)});
  }
  return sheet;
}

json* list_in(json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_array()) return nullptr;
  return &object[key];
}
const json* list_in(const json& object, const char* key) { return list_in(const_cast<json&>(object), key); }

/// The objects of a sheet that begin with `place`.
void collect(const json& object, const Shape& shape, Place& place, std::vector<Place>& places) {
  if (place.size() == shape.lists.size()) {
    if (object.is_object()) places.push_back(place);
    return;
  }
  const json* list = list_in(object, shape.lists[place.size()]);
  if (!list) return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    place.push_back(i);
    collect((*list)[i], shape, place, places);
    place.pop_back();
  }
}

std::vector<Place> places_of(const json& document, const Shape& shape) {
  Place place;
  std::vector<Place> places;
  collect(document, shape, place, places);
  return places;
}

std::string pointer_of(const Shape& shape, const Place& place) {
  std::string pointer;
  for (std::size_t i = 0; i < place.size(); ++i) pointer += fmt::format("/{}/{}", shape.lists[i], place[i]);
  return pointer;
}

json& object_at(json& document, const Shape& shape, const Place& place) {
  return document.at(json::json_pointer(pointer_of(shape, place)));
}
const json& object_at(const json& document, const Shape& shape, const Place& place) {
  return document.at(json::json_pointer(pointer_of(shape, place)));
}

/// The objects that rows may be of.
SheetKind whole_of(SheetKind kind) {
  switch (kind) {
    case SheetKind::kProjects: return SheetKind::kOrganisations;
    case SheetKind::kPhases: return SheetKind::kProjects;
    default: return SheetKind::kPools;
  }
}

std::vector<std::string> sheet_item_names(const json& document, SheetKind kind) {
  std::vector<std::string> names;
  for (const Place& place : places_of(document, shape_of(kind)))
    if (std::string name = item_name(object_at(document, shape_of(kind), place)); !name.empty())
      names.push_back(std::move(name));
  return names;
}

/// Lets a value in a list of names, or the one name, be called otherwise.
void rename_in(json& object, const char* key, const std::string& from, const std::string& to) {
  if (!object.is_object() || !object.contains(key)) return;
  json& value = object[key];
  if (value == from) value = to;
  if (!value.is_array()) return;
  for (json& name : value)
    if (name == from) name = to;
}

/// Pools and projects are referred to by name, from projects.
void rename_everywhere(json& document, SheetKind kind, const std::string& from, const std::string& to) {
  const char* key = kind == SheetKind::kPools ? "pools" : kind == SheetKind::kProjects ? "after" : nullptr;
  // Of two that have one name nobody knows which is meant.
  if (!key || from.empty() || to.empty() || std::ranges::count(sheet_item_names(document, kind), from) != 1) return;
  const Shape& projects = shape_of(SheetKind::kProjects);
  for (const Place& place : places_of(document, projects))
    rename_in(object_at(document, projects, place), key, from, to);
}

/// A row, and what it is of.
struct Entry {
  Place whole;
  json object;
};

std::vector<Entry> entries_of(const json& document, const Shape& shape) {
  std::vector<Entry> entries;
  for (const Place& place : places_of(document, shape))
    entries.push_back({Place(place.begin(), place.end() - 1), object_at(document, shape, place)});
  return entries;
}

std::vector<Place> wholes_of(const json& document, SheetKind kind) {
  if (!shape_of(kind).of) return {Place{}};
  return places_of(document, shape_of(whole_of(kind)));
}

/// Puts rows in the place of those that there are.
void put_entries(json& document, SheetKind kind, const std::vector<Entry>& entries) {
  const Shape& shape = shape_of(kind);
  const char* key = shape.lists.back();
  // A list without any says the same as no list, which is what the format wants, of what need not be there.
  const bool may_be_missing =
      kind == SheetKind::kPhases || kind == SheetKind::kReturns || kind == SheetKind::kMaintenance;
  for (const Place& whole : wholes_of(document, kind)) {
    json& object = whole.empty() ? document : object_at(document, shape_of(whole_of(kind)), whole);
    const json* before = list_in(object, key);
    json list = json::array();
    // What is no row of a table is not this function's to drop.
    if (before)
      std::ranges::copy_if(*before, std::back_inserter(list), [](const json& item) { return !item.is_object(); });
    for (const Entry& entry : entries)
      if (entry.whole == whole) list.push_back(entry.object);
    // A project without phases has one of training, which stays when another is put beside it.
    if (kind == SheetKind::kPhases && !before && !list.empty() && object.contains("scenario"))
      list.insert(list.begin(), json{{"kind", "training"}});
    if (!list.empty() || (before && !may_be_missing))
      object[key] = std::move(list);
    else if (before)
      object.erase(key);
  }
}

Place whole_named(const json& document, SheetKind kind, const std::string& name) {
  const Shape& shape = shape_of(whole_of(kind));
  for (const Place& place : places_of(document, shape))
    if (item_name(object_at(document, shape, place)) == name) return place;
  const std::vector<std::string> names = sheet_item_names(document, whole_of(kind));
  throw InputError("", names.empty() ? fmt::format("there is no {} yet; add one first", shape_of(kind).of)
                                     : fmt::format("there is no {} \"{}\"{}; there is {}", shape_of(kind).of, name,
                                                   did_you_mean(name, names), fmt::join(names, ", ")));
}

/// Sets or leaves out; objects that are made on the way are made, those that are left empty go.
void set_value(json& object, std::string_view pointer, json value) {
  const std::size_t end = pointer.find('/', 1);
  const std::string key(pointer.substr(1, end - 1));
  if (end == std::string_view::npos) {
    if (value.is_null())
      object.erase(key);
    else
      object[key] = std::move(value);
    return;
  }
  if (!object.contains(key) || !object[key].is_object()) {
    if (value.is_null()) return;
    object[key] = json::object();
  }
  set_value(object[key], pointer.substr(end), std::move(value));
  if (object[key].empty()) object.erase(key);
}

SheetRow sheet_row(const json& document, const Sheet& sheet, const Shape& shape, const Place& place) {
  SheetRow row{.pointer = pointer_of(shape, place), .place = place, .cells = {}, .open = {}};
  const json& object = object_at(document, shape, place);
  for (const SheetColumn& column : sheet.columns) {
    if (column.pointer.empty()) {
      const Place whole(place.begin(), place.end() - 1);
      row.cells.push_back(item_name(object_at(document, shape, whole)));
      row.open.push_back(true);
      continue;
    }
    const json::json_pointer pointer(column.pointer);
    const bool there = object.contains(pointer);
    row.cells.push_back(there ? cell_text(object.at(pointer)) : std::string());
    row.open.push_back(!there || is_cell_value(object.at(pointer)));
  }
  return row;
}

/// "project", "project 2": a name that none has.
std::string new_name(SheetKind kind, const std::vector<std::string>& names) {
  static constexpr std::array<const char*, kSheetNames.count> kSingular = {
      "organisation", "project", "phase", "pool", "delivery", "return", "maintenance"};
  const std::string first = fmt::format("new {}", kSingular[static_cast<std::size_t>(kind)]);
  std::string name = first;
  for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) name = fmt::format("{} {}", first, i);
  return name;
}

/// As little as makes a row of its own, which the reader then asks the rest of.
json new_row(const json& document, SheetKind kind, const std::vector<std::string>& names) {
  switch (kind) {
    case SheetKind::kOrganisations: return {{"name", new_name(kind, names)}, {"projects", json::array()}};
    case SheetKind::kPhases: return {{"kind", "evaluation"}};
    case SheetKind::kPools: return {{"name", new_name(kind, names)}, {"deliveries", json::array()}};
    case SheetKind::kProjects: return {{"name", new_name(kind, names)}};
    case SheetKind::kDeliveries:
    case SheetKind::kReturns: return {{"on", document.value("start", "")}, {"nodes", 1}};
    case SheetKind::kMaintenance: return {{"from", document.value("start", "")}, {"until", document.value("end", "")}};
  }
  return json::object();
}

/// What a new row behind others is of.  @throws InputError where there is nothing.
Place whole_for(const json& document, SheetKind kind, const std::vector<Entry>& entries, std::size_t after) {
  if (!entries.empty()) return entries[std::min(after, entries.size() - 1)].whole;
  const std::vector<Place> wholes = wholes_of(document, kind);
  if (wholes.empty()) whole_named(document, kind, {});  // throws, in words
  return wholes.front();
}

/// Another name that a row got.
struct Renaming {
  std::string from, to;
};

void set_cell(const json& document, const Sheet& sheet, Entry& entry, std::size_t column, const std::string& text,
              std::vector<Renaming>& renamed) {
  const SheetColumn& changed = sheet.columns[column];
  if (changed.pointer.empty()) {
    entry.whole = whole_named(document, sheet.kind, text);
    return;
  }
  const json::json_pointer pointer(changed.pointer);
  const json before = entry.object.contains(pointer) ? entry.object.at(pointer) : json();
  if (text == cell_text(before)) return;
  if (!is_cell_value(before))
    throw InputError("", fmt::format("the {} is an object in the file, which a text cannot say", changed.label));
  const json after = cell_value(*changed.field, text);
  if (changed.pointer == "/name" && before.is_string() && after.is_string())
    renamed.push_back({before.get<std::string>(), after.get<std::string>()});
  set_value(entry.object, changed.pointer, after);
}

}  // namespace

const Sheet& sheet_of(SheetKind kind) {
  static const std::vector<Sheet> kSheets = [] {
    std::vector<Sheet> sheets;
    for (std::size_t i = 0; i < kSheetNames.count; ++i) sheets.push_back(make_sheet(static_cast<SheetKind>(i)));
    return sheets;
  }();
  return kSheets[static_cast<std::size_t>(kind)];
}

std::vector<SheetRow> sheet_rows(const json& document, SheetKind kind) {
  std::vector<SheetRow> rows;
  const Shape& shape = shape_of(kind);
  for (const Place& place : places_of(document, shape))
    rows.push_back(sheet_row(document, sheet_of(kind), shape, place));
  return rows;
}

json with_cells(json document, SheetKind kind, std::size_t row, std::size_t column,
                const std::vector<std::vector<std::string>>& cells) {
  const Sheet& sheet = sheet_of(kind);
  std::vector<Entry> entries = entries_of(document, shape_of(kind));
  row = std::min(row, entries.size());
  std::vector<Renaming> renamed;
  Issues issues;
  std::vector<std::string> names = sheet_item_names(document, kind);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t at = row + i;
    std::size_t j = 0;
    const auto collect_issue = [&](const auto& work) {
      try {
        work();
      } catch (const InputError& error) {
        for (const Issue& issue : error.issues())
          issues.push_back({fmt::format("row {}, column {}", i + 1, j + 1), issue.message});
      }
    };
    if (at == entries.size()) {
      const bool says_whole = column == 0 && shape_of(kind).of && !cells[i].empty();
      Entry entry{.whole = {}, .object = new_row(document, kind, names)};
      names.push_back(item_name(entry.object));
      collect_issue([&] {
        entry.whole =
            says_whole ? whole_named(document, kind, cells[i].front()) : whole_for(document, kind, entries, at);
      });
      entries.push_back(std::move(entry));
      if (says_whole) j = 1;
    }
    for (; j < cells[i].size() && column + j < sheet.columns.size(); ++j)
      collect_issue([&] { set_cell(document, sheet, entries[at], column + j, cells[i][j], renamed); });
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  for (const Renaming& name : renamed) rename_everywhere(document, kind, name.from, name.to);
  // Of projects the rows themselves refer to each other.
  if (kind == SheetKind::kProjects)
    for (const Renaming& name : renamed)
      if (std::ranges::count(names, name.from) == 1)
        for (Entry& entry : entries) rename_in(entry.object, "after", name.from, name.to);
  put_entries(document, kind, entries);
  return document;
}

json with_cell(json document, SheetKind kind, std::size_t row, std::size_t column, const std::string& text) {
  if (row >= places_of(document, shape_of(kind)).size() || column >= sheet_of(kind).columns.size())
    throw InputError("", "there is no such cell");
  return with_cells(std::move(document), kind, row, column, {{text}});
}

json with_new_row(json document, SheetKind kind, std::size_t after) {
  std::vector<Entry> entries = entries_of(document, shape_of(kind));
  Entry entry{.whole = whole_for(document, kind, entries, after),
              .object = new_row(document, kind, sheet_item_names(document, kind))};
  const std::size_t at = std::min(after + 1, entries.size());
  entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at), std::move(entry));
  put_entries(document, kind, entries);
  return document;
}

json without_rows(json document, SheetKind kind, const std::vector<std::size_t>& rows) {
  std::vector<Entry> entries = entries_of(document, shape_of(kind)), kept;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (std::ranges::find(rows, i) == rows.end()) kept.push_back(std::move(entries[i]));
  put_entries(document, kind, kept);
  forget_missing_projects(document);
  return document;
}

json with_policy_object(json document) {
  if (document.contains("policy") && document["policy"].is_string())
    document["policy"] = {{"kind", document["policy"]}};
  return document;
}

json with_setting(json document, const std::string& path, const std::string& text) {
  static const std::vector<text::FieldPath> kPaths = field_paths(scenario::fields::kProgramme);
  const auto found = std::ranges::find(kPaths, path, &text::FieldPath::path);
  if (found == kPaths.end()) throw InputError("", fmt::format("a programme has no {}", path));
  if (path.starts_with("policy.")) document = with_policy_object(std::move(document));
  std::string pointer = "/" + path;
  std::ranges::replace(pointer, '.', '/');
  set_value(document, pointer, cell_value(*found->field, text));
  return document;
}

std::optional<SheetCell> cell_at(const json& document, const std::string& pointer) {
  std::optional<SheetCell> found;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < kSheetNames.count; ++i) {
    const SheetKind kind = static_cast<SheetKind>(i);
    const Shape& shape = shape_of(kind);
    const std::vector<Place> places = places_of(document, shape);
    for (std::size_t row = 0; row < places.size(); ++row) {
      const std::string at = pointer_of(shape, places[row]);
      const bool inside = pointer.starts_with(at) && (pointer.size() == at.size() || pointer[at.size()] == '/');
      if (!inside || at.size() < longest) continue;
      longest = at.size();
      const std::string_view rest = std::string_view(pointer).substr(at.size());
      const std::vector<SheetColumn>& columns = sheet_of(kind).columns;
      // Of the row as a whole, and of what no column has: its first own one, most often the name.
      std::size_t column = shape.of ? 1 : 0;
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (!columns[j].pointer.empty() &&
            (rest.starts_with(columns[j].pointer) || columns[j].pointer.starts_with(rest)) && !rest.empty()) {
          column = j;
          break;
        }
      found = SheetCell{kind, row, column};
    }
  }
  return found;
}

std::vector<std::string> cell_choices(const json& document, SheetKind kind, std::size_t column,
                                      const catalog::Catalog& catalog) {
  const SheetColumn& of = sheet_of(kind).columns.at(column);
  if (of.pointer.empty()) return sheet_item_names(document, whole_of(kind));
  if (of.pointer == "/pools") return sheet_item_names(document, SheetKind::kPools);
  if (of.pointer == "/after") return sheet_item_names(document, SheetKind::kProjects);
  if (of.field->kind == text::FieldKind::kFlag) return {"true", "false"};
  if (of.field->kind == text::FieldKind::kReference) return catalog.names(of.field->catalog);
  return {of.field->names.begin(), of.field->names.end()};
}

}  // namespace fmplan::programme
