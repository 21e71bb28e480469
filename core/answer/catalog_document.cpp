#include "core/answer/catalog_document.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/catalog/catalog_check.h"
#include "core/catalog/provenance.h"
#include "core/hardware/price.h"
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

std::string cell_list(const Json& list) {
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
    row.reserve(table.header.size());
    for (const std::string& key : keys) row.push_back(object.contains(key) ? cell_text(object.at(key)) : "");
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
      const std::string name = label.empty() ? key : fmt::format("{}.{}", label, key);
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
    table_.rows.push_back({name, value.is_array() ? cell_list(value) : cell_text(value),
                           provenance.confirmed ? "" : "?", sources_.number(provenance)});
  }

  const json& item_;
  Table table_;
  std::vector<Table> others_;
  SourceList sources_;
  bool any_unconfirmed_ = false;
};

std::string item_title(const json& item) {
  const auto found = item.find("title");
  return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string confirmed_text(const json& item) {
  const std::vector<std::string> pointers = catalog::unconfirmed_fields(item);
  if (pointers.empty()) return "yes";
  if (pointers.front().empty()) return "no";
  return fmt::format("{} not", pointers.size());
}

// ---- instances ----

/// The lowest price in force on the catalogue's day, on demand where there is one, of no moment and no other region's
/// government; none if none is known.
std::optional<hardware::PricePoint> lowest_price(const catalog::Catalog& catalog, const std::string& instance) {
  const hardware::PriceList* list = catalog.price_list(instance);
  const std::optional<Date> today = parse_date(catalog.version().substr(0, catalog.version().find('+')));
  if (!list || !today) return std::nullopt;
  std::optional<hardware::PricePoint> lowest;
  const auto rank = [](const hardware::PricePoint& point) {
    return std::pair(point.kind != "on_demand", *point.price / (dollar / hour));
  };
  for (const std::string& region : price_regions(*list))
    for (const hardware::PricePoint& point : prices_on(*list, region, *today))
      if (!hardware::is_spot(point.kind) && !hardware::is_government(point.region) &&
          (!lowest || rank(point) < rank(*lowest)))
        lowest = point;
  return lowest;
}

/// Without what its name has in brackets.
std::string link_text(const std::optional<hardware::Link>& link) {
  if (!link) return "none";
  return fmt::format("{}, {}", link->name.substr(0, link->name.find(" (")), bandwidth_text(link->bandwidth));
}

/// The day on which a price was last known to hold.
Date seen_on(const hardware::PricePoint& point) { return point.last_seen.value_or(point.valid_from); }

Json price_json(const std::optional<hardware::PricePoint>& price) {
  if (!price) return nullptr;
  return {{"per_node_hour", money_rate_decimal(*price->price)},
          {"kind", price->kind},
          {"region", price->region},
          {"from", date_text(price->valid_from)},
          {"last_seen", date_text(seen_on(*price))}};
}

/// "on_demand, us-east-1, 2026-07-20".
std::string bought_text(const hardware::PricePoint& price) {
  return fmt::format("{}, {}, {}", price.kind, price.region == hardware::kAnyRegion ? "any region" : price.region,
                     date_text(seen_on(price)));
}

Document instances_document(const catalog::Catalog& catalog) {
  Document document;
  document.csv_table = "items";
  Table table{.title = "instances",
              .header = {"name", "GPUs", "memory", "network a GPU", "price", "of", "confirmed"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {"memory of a GPU; price: the lowest on demand, or else of another kind, in force on the "
                        "catalogue's day, with the day it was last seen; catalog show prices/NAME has all",
                        "confirmed: yes, no, or how many of its values are not"}};
  Json items = Json::array();
  for (const std::string& name : catalog.names("instances")) {
    try {
      const hardware::Instance& instance = catalog.instance(name);
      const json& item = catalog.raw("instances", name);
      const std::optional<hardware::PricePoint> price = lowest_price(catalog, name);
      table.rows.push_back({name, fmt::format("{} {}", instance.accelerators_per_node, instance.accelerator.name),
                            data_text(instance.accelerator.memory), link_text(instance.scale_out),
                            price ? money_rate_text(*price->price) : "unknown", price ? bought_text(*price) : "",
                            confirmed_text(item)});
      items.push_back({{"name", name},
                       {"title", item_title(item)},
                       {"confirmed", catalog::unconfirmed_fields(item).empty()},
                       {"accelerator", instance.accelerator.name},
                       {"accelerators", instance.accelerators_per_node},
                       {"memory_bytes", instance.accelerator.memory / byte},
                       {"network", instance.scale_out ? Json(instance.scale_out->name) : Json(nullptr)},
                       {"network_bytes_per_s",
                        instance.scale_out ? Json(instance.scale_out->bandwidth / byte_per_second) : Json(nullptr)},
                       {"price", price_json(price)}});
    } catch (const InputError& error) {  // as below
      document.warnings.emplace_back(error.what());
    }
  }
  document.json = {
      {"version", 1}, {"catalog_version", catalog.version()}, {"kind", "instances"}, {"items", std::move(items)}};
  document.tables.push_back(std::move(table));
  return document;
}

// ---- search ----

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// What of an item is looked into; of prices also the accelerator of the machine.
std::string searched_text(const catalog::Catalog& catalog, const catalog::CatalogKind& kind, const json& item,
                          const std::string& name) {
  std::string text = name + " " + item_title(item);
  if (kind.folder == "prices" && catalog.has("instances", name))
    text += " " + catalog.raw("instances", name).value("accelerator", json("")).dump();
  for (const char* key : {"accelerator", "instance", "model", "provider"})
    if (const auto found = item.find(key); found != item.end() && found->is_string())
      text += " " + found->get<std::string>();
  return lower(std::move(text));
}

void add_words(const std::string& text, std::vector<std::string>& words) {
  constexpr const char* kBetween = " -_./(),";
  for (std::size_t begin = 0; (begin = text.find_first_not_of(kBetween, begin)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace

Document search_document(const catalog::Catalog& catalog, const std::vector<std::string>& words) {
  Document document;
  document.csv_table = "items";
  Table table{.title = fmt::format("{}", fmt::join(words, " ")),
              .header = {"kind", "name", "title"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft},
              .rows = {},
              .notes = {"catalog show KIND/NAME has every value"}};
  Json items = Json::array();
  std::vector<std::string> known;
  for (const catalog::CatalogKind& kind : catalog::catalog_kinds()) {
    for (const std::string& name : catalog.names(kind.folder)) {
      json item;
      try {
        item = catalog.raw(kind.folder, name);
      } catch (const InputError& error) {
        document.warnings.emplace_back(error.what());
        continue;
      }
      const std::string text = searched_text(catalog, kind, item, name);
      add_words(text, known);
      const auto has = [&text](const std::string& word) { return text.find(lower(word)) != std::string::npos; };
      if (!std::ranges::all_of(words, has)) continue;
      table.rows.push_back({std::string(kind.folder), name, item_title(item)});
      items.push_back({{"kind", kind.folder}, {"name", name}, {"title", item_title(item)}});
    }
  }
  if (items.empty()) {
    std::string hint;
    for (const std::string& word : words)
      if (hint.empty() && std::ranges::find(known, lower(word)) == known.end()) hint = did_you_mean(lower(word), known);
    throw InputError("WORDS", fmt::format("no item has all of \"{}\" in its name, title or accelerator{}",
                                          fmt::join(words, " "), hint.empty() ? "; try fewer words" : hint));
  }
  document.json = {
      {"version", 1}, {"catalog_version", catalog.version()}, {"words", words}, {"items", std::move(items)}};
  document.tables.push_back(std::move(table));
  return document;
}

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
  if (kind.folder == "instances") return instances_document(catalog);
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
    table.rows.push_back({name, item_title(item), confirmed_text(item)});
    items.push_back(
        {{"name", name}, {"title", item_title(item)}, {"confirmed", catalog::unconfirmed_fields(item).empty()}});
  }
  table.notes = {"confirmed: yes, no, or how many of its values are not"};
  document.json = {
      {"version", 1}, {"catalog_version", catalog.version()}, {"kind", kind.folder}, {"items", std::move(items)}};
  document.tables.push_back(std::move(table));
  return document;
}

std::vector<ItemName> items_named(const catalog::Catalog& catalog, const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const catalog::CatalogKind& kind = catalog::catalog_kind(text.substr(0, slash));
    const std::string name = text.substr(slash + 1);
    catalog.file(kind.folder, name);  // throws, with the nearest name, if there is none
    return {{&kind, name}};
  }
  std::vector<ItemName> found;
  std::vector<std::string> names;
  for (const catalog::CatalogKind& kind : catalog::catalog_kinds()) {
    if (catalog.has(kind.folder, text)) found.push_back({&kind, text});
    for (const std::string& name : catalog.names(kind.folder)) names.push_back(name);
  }
  if (found.empty())
    throw InputError(
        "NAME", fmt::format("no item of any kind is called \"{}\"{} (\"fmplan catalog list\" shows the kinds)", text,
                            did_you_mean(catalog::catalog_slug(text), names)));
  return found;
}

Document items_document(const catalog::Catalog& catalog, const std::vector<ItemName>& items) {
  Document document;
  Json all = Json::array();
  for (const ItemName& name : items) {
    const std::filesystem::path& file = catalog.file(name.kind->folder, name.name);
    const json item = text::read_json_file(file);  // strictly; once more below, to keep the file's order
    const Json ordered = text::json_of(nlohmann::ordered_json::parse(text::read_text_file(file)));
    ItemTables tables(item, fmt::format("{}/{}: {}", name.kind->folder, file.stem().string(), item_title(item)));
    if (ordered.is_object()) tables.add(ordered, "", "");
    const bool has_notes = ordered.contains("notes") && ordered.at("notes").is_array();
    for (Table& table : std::move(tables).finished(has_notes ? ordered.at("notes") : Json::array()))
      document.tables.push_back(std::move(table));
    all.push_back({{"kind", name.kind->folder}, {"item", ordered}});
  }
  document.json = all.size() == 1 ? all.at(0).at("item") : Json{{"version", 1}, {"items", std::move(all)}};
  return document;
}

Document check_document(const catalog::Catalog& catalog, bool topmost_alone) {
  int num_items = 0;
  Issues issues;
  for (std::size_t i = topmost_alone ? 1 : 0; i < catalog.roots().size(); ++i) {
    catalog::CatalogCheck result = catalog::check_catalog(catalog, catalog.roots()[i]);
    num_items += result.num_items;
    issues.insert(issues.end(), result.issues.begin(), result.issues.end());
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  Document document;
  document.headline = fmt::format("{} items, no problem found", num_items);
  document.json = {
      {"version", 1}, {"items", num_items}, {"problems", Json::array()}, {"catalog_version", catalog.version()}};
  Table table;
  table.title = "Catalogue check";
  table.header = {"items", "problems"};
  table.align = {Align::kRight, Align::kRight};
  table.rows = {{std::to_string(num_items), "0"}};
  document.tables.push_back(std::move(table));
  return document;
}

}  // namespace fmplan::answer
