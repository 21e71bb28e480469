#include "core/evidence/skypilot_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/text/json_text.h"
#include "core/text/python_literal.h"

namespace fmplan::evidence {
namespace {

using nlohmann::json;
using text::RowRefusal;
using text::TableRow;

/// Accelerators of one machine, at most: more than any UltraServer has, and no count.
constexpr double kMostAccelerators = 10'000;

/// Of a file; chosen: the longest of SkyPilot's has some ten thousand.
constexpr std::int64_t kMostLines = 200'000;

std::string quoted(const std::string& text) { return text::value_text(json(text)); }

std::optional<double> finite_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// A price, or none where the field is empty; what it is refused for goes to the row.
std::optional<double> price_in(const std::string& text, const char* column, SkypilotRow& row) {
  if (text.empty()) return std::nullopt;
  const std::optional<double> price = finite_number(text);
  if (!price) {
    row.refused.push_back(fmt::format("{} {} is no number of dollars an hour", column, quoted(text)));
  } else if (*price == 0) {
    row.refused.push_back(
        fmt::format("{} is 0, which stands for capacity that is not sold by the hour: it is no price", column));
  } else if (*price < 0) {
    row.refused.push_back(fmt::format("{} {} is negative", column, text));
  } else {
    return price;
  }
  return std::nullopt;
}

/// How many accelerators a GpuInfo counts; none: it does not say.
std::optional<double> counted_in(const std::string& text) {
  // TPUs and some clouds have a plain name there.
  if (!text.starts_with('{')) {
    const bool is_name = text.find_first_of("{}[]'\"\\") == std::string::npos;
    if (!is_name) throw RowRefusal{fmt::format("GpuInfo {} is neither a dictionary nor a name", quoted(text))};
    return std::nullopt;
  }
  json info;
  try {
    info = text::parse_python_literal(text);
  } catch (const InputError& error) {
    throw RowRefusal{
        fmt::format("GpuInfo is no Python dictionary: {}, {}", error.issues()[0].where, error.issues()[0].message)};
  }
  const auto gpus = info.find("Gpus");
  if (gpus == info.end()) return std::nullopt;
  if (!gpus->is_array()) throw RowRefusal{"GpuInfo: Gpus is no list"};
  double sum = 0;
  for (const json& gpu : *gpus) {
    if (!gpu.is_object()) throw RowRefusal{"GpuInfo: Gpus holds what is no dictionary"};
    const auto count = gpu.find("Count");
    if (count == gpu.end()) return std::nullopt;
    if (!count->is_number() || count->get<double>() < 0)
      throw RowRefusal{fmt::format("GpuInfo: Count {} is no number of accelerators", text::value_text(*count))};
    sum += count->get<double>();
  }
  return gpus->empty() ? std::nullopt : std::optional(sum);
}

std::optional<double> accelerators_in(const TableRow& fields) {
  const std::string text = fields.text("AcceleratorCount"), info = fields.text("GpuInfo");
  std::optional<double> stated;
  if (!text.empty()) {
    stated = finite_number(text);
    if (!stated || *stated < 0 || *stated > kMostAccelerators)
      throw RowRefusal{fmt::format("AcceleratorCount {} is no number from 0 to {}", quoted(text), kMostAccelerators)};
  }
  const std::optional<double> counted = info.empty() ? std::nullopt : counted_in(info);
  if (stated && counted && *stated != *counted)
    throw RowRefusal{fmt::format("AcceleratorCount is {}, and GpuInfo counts {}", *stated, *counted)};
  const std::optional<double> count = stated ? stated : counted;
  return count && *count > 0 ? count : std::nullopt;
}

SkypilotRow row_of(const text::ColumnPositions& columns, const text::CsvRecord& record) {
  const TableRow fields(columns, record);
  SkypilotRow row{.line = record.line,
                  .instance = fields.text("InstanceType"),
                  .region = fields.text("Region"),
                  .zone = fields.text("AvailabilityZone"),
                  .accelerator = fields.text("AcceleratorName"),
                  .accelerators = std::nullopt,
                  .price = std::nullopt,
                  .spot_price = std::nullopt};
  if (row.instance.empty()) throw RowRefusal{"InstanceType is empty: a price of an accelerator is none of a machine"};
  if (row.region.empty()) throw RowRefusal{"Region is empty"};
  row.accelerators = accelerators_in(fields);
  row.price = price_in(fields.text("Price"), "Price", row);
  row.spot_price = price_in(fields.text("SpotPrice"), "SpotPrice", row);
  return row;
}

}  // namespace

SkypilotRows read_skypilot_rows(std::string_view text, const std::string& name) {
  if (std::ranges::count(text, '\n') > kMostLines)
    throw InputError(name, fmt::format("has more than {} lines; vms.csv of one cloud was expected", kMostLines));
  const auto columns_of = [&name](const text::CsvRecord& header, SkypilotRows& rows) {
    static const std::vector<std::string> kUsed = {"InstanceType", "AcceleratorName", "AcceleratorCount",
                                                   "GpuInfo",      "Price",           "SpotPrice",
                                                   "Region",       "AvailabilityZone"};
    // Of other columns there are more with every version of the format; what is nearly one of these is a slip.
    std::vector<std::string> known = kUsed;
    for (const std::string& column : header.fields)
      if (nearest_name(column, kUsed).empty()) known.push_back(column);
    return text::column_positions(header, name, known, {"InstanceType", "Price", "Region"}, rows.notes);
  };
  return text::read_row_table<SkypilotRows>(text, name, columns_of, row_of);
}

}  // namespace fmplan::evidence
