#include "core/catalog/block_rule_items.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "core/catalog/item_fields.h"
#include "core/catalog/provenance.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

constexpr int kMostNodes = 100'000;  // chosen: more is a slip
constexpr int kMostDays = 3660;      // chosen: ten years

/// "11:30" as minutes of the day.
int read_clock(text::ObjectReader& reader, const std::string& key) {
  const std::string text = reader.string(key);
  const auto number = [&text](std::size_t at) {
    int value = -1;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 2, value);
    return error == std::errc{} && end == text.data() + at + 2 ? value : -1;
  };
  constexpr std::size_t kLength = 5;  // of "11:30"
  const bool has_form = text.size() == kLength && text[2] == ':';
  const int hours = has_form ? number(0) : -1, minutes = has_form ? number(3) : -1;
  if (hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60) return 60 * hours + minutes;
  if (!text.empty())
    reader.report(key, fmt::format("{} is no time of the day; write for instance \"11:30\"", text::value_text(text)));
  return 0;
}

std::vector<int> read_block_sizes(text::ObjectReader& reader, int most) {
  std::vector<int> sizes;
  reader.each("sizes", [&](const nlohmann::json& size, const std::string&) {
    if (size.is_number_integer() && size >= 1 && size <= most)
      sizes.push_back(size.get<int>());
    else
      reader.report("sizes", fmt::format("{} is no number of instances from 1 to most_nodes", text::value_text(size)));
  });
  if (!std::ranges::is_sorted(sizes)) reader.report("sizes", "are not in ascending order");
  return sizes;
}

}  // namespace

hardware::BlockRule read_block_rule(const nlohmann::json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  hardware::BlockRule rule;
  rule.name = read_envelope(reader);
  rule.provider = reader.string("provider");
  rule.seen_on = reader.date("seen_on");
  // That the day of a change is not known has to be said.
  if (reader.require("valid_from")) rule.valid_from = reader.optional_date("valid_from");
  rule.most_nodes = reader.integer("most_nodes", 1, kMostNodes);
  rule.sizes = read_block_sizes(reader, rule.most_nodes);
  if (const auto* stated = reader.require("most_nodes_a_date"); stated && !stated->is_null())
    rule.most_nodes_a_date = reader.integer("most_nodes_a_date", rule.most_nodes, kMostNodes);
  rule.longest_by_day_days = reader.integer("longest_by_day_days", 1, kMostDays);
  rule.longest_days = reader.integer("longest_days", rule.longest_by_day_days, kMostDays);
  rule.days_ahead = reader.integer("days_ahead", 0, kMostDays);
  rule.ends_at_minutes = read_clock(reader, "ends_at");
  rule.terminates_from_minutes = read_clock(reader, "terminates_from");
  rule.paid_at_once = reader.boolean_or("paid_at_once", true);
  rule.can_be_cancelled = reader.boolean_or("can_be_cancelled", false);
  rule.can_be_moved = reader.boolean_or("can_be_moved", false);
  const Provenance provenance = provenance_of(item, "/longest_days");
  rule.confirmed = provenance.confirmed;
  rule.source = provenance.source;
  if (rule.valid_from && rule.seen_on < *rule.valid_from)
    reader.report("valid_from",
                  fmt::format("{} is after seen_on, {}", date_text(*rule.valid_from), date_text(rule.seen_on)));
  reader.refuse_unknown_keys();
  return rule;
}

}  // namespace fmplan::catalog
