#include "core/scenario/programme_reading.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/quantity_text.h"
#include "core/scenario/fields.h"
#include "core/scenario/programme_money.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// "8..64", "8..64:8" or "1..16:*2", as sweeps write them; empty if it is none of these or has more than kMostWidths.
std::vector<int> range_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return {};
  const std::size_t colon = text.find(':', dots);
  std::string_view by = colon == std::string_view::npos ? "1" : text.substr(colon + 1);
  const bool grows = by.starts_with('*');
  if (grows) by.remove_prefix(1);
  const auto first = parse_integer<int>(text.substr(0, dots));
  const auto last =
      parse_integer<int>(text.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2));
  const auto step = parse_integer<int>(by);
  if (!first || !last || !step || *first < 1 || *last < *first || *step < (grows ? 2 : 1)) return {};
  std::vector<int> values;
  for (std::int64_t value = *first; value <= *last; value = grows ? value * *step : value + *step) {
    if (values.size() == kMostWidths) return {};
    values.push_back(static_cast<int>(value));
  }
  return values;
}

/// Dollars for one of `currency`; none where no rate is known, which is an issue.
std::optional<double> dollars_for(const std::string& code, const Currency& currency, text::FieldReader& reader,
                                  const std::string& key) {
  if (code == "USD") return 1;
  if (code == currency.code) return 1 / currency.per_dollar;
  reader.report(key,
                fmt::format("{} has no rate: the programme's currency is {}; write dollars, or state \"currency\": "
                            "{{\"code\": \"{}\", \"per_dollar\": …, \"on\": …, \"source\": …}}",
                            code, currency.code, code));
  return std::nullopt;
}

/// Dollars; by the hour or not.
std::optional<double> dollars_of(text::FieldReader& reader, const std::string& key, const Currency& currency,
                                 bool by_the_hour) {
  const json* value = reader.find(key);
  if (!value) {
    if (reader.field(key).required) reader.require(key);
    return std::nullopt;
  }
  if (value->is_null() && reader.field(key).nullable) return std::nullopt;
  const char* const example = by_the_hour ? "\"39.33 $/h\"" : "\"$2.5M\"";
  std::optional<StatedMoney> money;
  if (value->is_string()) {
    const std::string& text = value->get_ref<const std::string&>();
    money = by_the_hour ? parse_stated_hourly_money(text) : parse_stated_money(text);
  }
  if (!money) {
    reader.report(key, fmt::format("{} is no {}; write for instance {}", text::value_text(*value),
                                   by_the_hour ? "price by the hour" : "amount of money with its currency", example));
    return std::nullopt;
  }
  constexpr double kLeast = 1e-9, kMost = 1e15;  // chosen: outside, the suffix is another
  const std::optional<double> rate = dollars_for(money->currency, currency, reader, key);
  if (!rate) return std::nullopt;
  const double dollars = money->amount * *rate;
  if (dollars >= kLeast && dollars <= kMost) return dollars;
  reader.report(key, fmt::format("{} is {}; write for instance {}", text::value_text(*value),
                                 money->amount <= 0 ? "not positive"
                                 : dollars > 1      ? "too large"
                                                    : "too small",
                                 example));
  return std::nullopt;
}

}  // namespace

void ProgrammeReading::assume(std::string path, std::string value, std::string why, std::string source) const {
  programme.assumptions.push_back({std::move(path), std::move(value), std::move(why), std::move(source)});
}

void ProgrammeReading::assume_default(text::FieldReader& reader, const std::string& key) const {
  if (reader.has(key)) return;
  const text::Field& field = reader.field(key);
  assume(reader.where(key), std::string(field.otherwise), std::string(field.why));
}

std::string project_place(std::size_t organisation, std::size_t project) {
  return fmt::format("/organisations/{}/projects/{}", organisation, project);
}

std::string phase_place(const std::string& project, std::size_t phase) {
  return fmt::format("{}/phases/{}", project, phase);
}

std::string pool_place(std::size_t pool) { return fmt::format("/pools/{}", pool); }

void each_of(text::FieldReader& reader, const std::string& key,
             const std::function<void(const json&, const std::string&)>& read) {
  const text::Field& field = reader.field(key);
  const json* list = field.required ? reader.require(key) : reader.find(key);
  if (!list) return;
  const auto size = static_cast<double>(list->size());
  if (list->is_array() && (size < field.minimum || size > field.maximum))
    return reader.report(key, list->empty() ? std::string("is empty; write one at least")
                                            : fmt::format("has {} entries, more than {}", list->size(), field.maximum));
  reader.each(key, read);
}

std::vector<std::string> texts_of(text::FieldReader& reader, const std::string& key) {
  const json* value = reader.find(key);
  if (value && value->is_string()) return {reader.string(key)};
  if (value && value->is_array() && value->size() > kMostProjects) {
    reader.report(key, fmt::format("has {} entries, more than {}", value->size(), kMostProjects));
    return {};
  }
  return reader.texts(key);
}

std::vector<int> numbers_of(text::FieldReader& reader, const std::string& key) {
  const text::Field& field = reader.field(key);
  const json* value = field.required ? reader.require(key) : reader.find(key);
  if (!value) return {};
  std::vector<int> widths;
  const auto refuse = [&](const json& found) {
    reader.report(key, fmt::format("{} is no number of nodes from {} to {}, list of at most {} or range of such; write "
                                   "for instance 16, [8, 16], \"8..64:8\" or \"1..16:*2\"{}",
                                   text::value_text(found), field.minimum, field.maximum, kMostWidths,
                                   field.names.empty() ? "" : ", or \"auto\""));
    return std::vector<int>{};
  };
  if (value->is_string()) {
    const std::string& text = value->get_ref<const std::string&>();
    if (std::ranges::find(field.names, text) != field.names.end()) return {};
    widths = range_of(text);
    if (widths.empty() || widths.back() > field.maximum) return refuse(*value);
    return widths;
  }
  const json list = value->is_array() ? *value : json::array({*value});
  if (list.empty() || list.size() > kMostWidths) return refuse(*value);
  for (const json& width : list) {
    const bool is_whole = width.is_number_integer() && width >= field.minimum && width <= field.maximum;
    if (!is_whole) return refuse(width);
    widths.push_back(width.get<int>());
  }
  std::ranges::sort(widths);
  return widths;
}

std::vector<int> widths_of(text::FieldReader& reader, const std::string& key) {
  std::vector<int> widths = numbers_of(reader, key);
  widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
  return widths;
}

std::optional<Dollars> money_of(text::FieldReader& reader, const std::string& key, const Currency& currency) {
  const auto dollars = dollars_of(reader, key, currency, false);
  return dollars ? std::optional(*dollars * dollar) : std::nullopt;
}

std::optional<DollarsPerSecond> hourly_price_of(text::FieldReader& reader, const std::string& key,
                                                const Currency& currency) {
  const auto dollars = dollars_of(reader, key, currency, true);
  return dollars ? std::optional(*dollars * dollar_per_hour) : std::nullopt;
}

void read_currency(text::FieldReader& programme, ProgrammeReading& reading) {
  const json* stated = programme.find("currency");
  if (!stated || *stated == "USD") return;
  if (stated->is_string())
    return programme.report(
        "currency", fmt::format("{} has no rate; write {{\"code\": {}, \"per_dollar\": …, \"on\": \"2025-03-01\", "
                                "\"source\": \"…\"}}",
                                text::value_text(*stated), text::value_text(*stated)));
  text::FieldReader reader(*stated, programme, "currency");
  Currency& currency = reading.programme.currency;
  currency.code = reader.text("code");
  if (!currency.code.empty() && !is_currency_code(currency.code))
    reader.report("code", fmt::format("{} is no code of a currency; write three capitals such as \"JPY\"",
                                      text::value_text(currency.code)));
  const bool is_dollar = currency.code == "USD";
  if (!is_dollar)
    for (const char* key : {"per_dollar", "on", "source"})
      if (!reader.has(key))
        reader.report(key, fmt::format("is missing: money in {} needs a rate, its day and who published it",
                                       currency.code.empty() ? "a currency" : currency.code));
  currency.per_dollar = reader.number_or("per_dollar", 1);
  currency.on = reader.optional_date("on");
  currency.source = reader.text("source");
  if (is_dollar && currency.per_dollar != 1)
    reader.report("per_dollar", fmt::format("{} of USD is not 1; leave it out", currency.per_dollar));
  reader.refuse_unknown_keys();
}

}  // namespace fmplan::scenario
