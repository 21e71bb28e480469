#include "core/programme/sheet_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fmplan::programme {
namespace {

using nlohmann::json;
using enum text::FieldKind;

constexpr std::string_view kBlank = " \t\r\n";

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(kBlank);
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(kBlank) - from + 1));
}

/// Nothing: it is no JSON.
json parsed(const std::string& text) { return json::parse(text, nullptr, false); }

json number_or_text(const std::string& text) {
  json value = parsed(text);
  return value.is_number() ? value : json(text);
}

/// "8, 16" as a list; a list that is written as JSON as it is.
template <class Item>
json list_of(const std::string& text, const Item& item) {
  if (json whole = parsed(text); whole.is_array()) return whole;
  json list = json::array();
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    if (const std::string part = trimmed(std::string_view(text).substr(from, end - from)); !part.empty())
      list.push_back(item(part));
    from = end + 1;
  }
  return list;
}

/// What a scenario that stands in its place is about.
std::string object_text(const json& object) {
  const auto model = object.find("model");
  if (model == object.end()) return "{…}";
  if (model->is_string()) return "{" + model->get<std::string>() + "}";
  const auto name = model->is_object() ? model->find("name") : model->end();
  const bool named = model->is_object() && name != model->end() && name->is_string();
  return named ? "{" + name->get<std::string>() + "}" : "{…}";
}

bool is_plain_item(const json& item) {
  return item.is_number() || (item.is_string() && !item.get_ref<const std::string&>().empty() &&
                              item.get_ref<const std::string&>().find_first_of(",[]\"") == std::string::npos &&
                              trimmed(item.get_ref<const std::string&>()) == item.get_ref<const std::string&>());
}

}  // namespace

std::string cell_text(const json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) return object_text(value);
  if (!value.is_array() || !std::ranges::all_of(value, is_plain_item)) return value.dump();
  std::vector<std::string> items;
  for (const json& item : value) items.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  return fmt::format("{}", fmt::join(items, ", "));
}

bool is_cell_value(const json& value) {
  return !value.is_object() &&
         (!value.is_array() || std::ranges::none_of(value, [](const json& item) { return item.is_structured(); }));
}

json cell_value(const text::Field& field, const std::string& text) {
  const std::string written = trimmed(text);
  if (written.empty()) return nullptr;
  switch (field.kind) {
    case kWhole:
    case kCount:
    case kNumber:
    case kShare: return number_or_text(written);
    case kFlag: return written == "true" || written == "false" ? json(written == "true") : json(written);
    case kWholes:
      // A range or a word is one text, "8, 16" is a list.
      return written.find_first_of(",[") == std::string::npos ? number_or_text(written)
                                                              : list_of(written, number_or_text);
    case kTexts: return list_of(written, [](const std::string& part) { return json(part); });
    default: return written;
  }
}

std::vector<std::vector<std::string>> cells_of_tsv(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  const auto end_cell = [&] { row.push_back(std::exchange(cell, {})); };
  const auto end_row = [&] {
    end_cell();
    rows.push_back(std::exchange(row, {}));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    // Only at its begin does a quote open a cell: elsewhere it is an inch or a slip.
    if (text[i] == '"' && cell.empty()) {
      std::string quoted;
      std::size_t at = i + 1;
      while (at < text.size() && (text[at] != '"' || (at + 1 < text.size() && text[at + 1] == '"'))) {
        at += text[at] == '"' ? 1 : 0;
        quoted += text[at++];
      }
      const bool closed = at < text.size() && (at + 1 == text.size() || text[at + 1] == '\t' || text[at + 1] == '\n' ||
                                               text[at + 1] == '\r');
      if (closed) {
        cell = quoted;
        i = at;
        continue;
      }
    }
    if (text[i] == '\t') {
      end_cell();
    } else if (text[i] == '\n') {
      end_row();
    } else if (text[i] != '\r' || (i + 1 < text.size() && text[i + 1] != '\n')) {
      cell += text[i];
    }
  }
  if (!cell.empty() || !row.empty()) end_row();
  return rows;
}

std::string tsv_of_cells(const std::vector<std::vector<std::string>>& cells) {
  std::string text;
  for (const std::vector<std::string>& row : cells) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += '\t';
      const bool quoted = row[i].find_first_of("\t\n\r\"") != std::string::npos;
      if (!quoted) {
        text += row[i];
        continue;
      }
      text += '"';
      for (const char letter : row[i]) text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
      text += '"';
    }
    text += '\n';
  }
  return text;
}

}  // namespace fmplan::programme
