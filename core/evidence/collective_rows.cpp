#include "core/evidence/collective_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/text/csv_text.h"
#include "core/text/row_table.h"

namespace fmplan::evidence {
namespace {

using network::Collective;

const std::vector<std::string> kCollectiveColumns = {
    "source_id",     "source_ref",   "date_if_known", "gpu",     "instance_or_system", "nodes",
    "gpus_per_node", "collective",   "bytes",         "time_us", "algbw_GBps",         "busbw_GBps",
    "in_place",      "nccl_version", "notes",         "healthy"};
const std::vector<std::string> kTableColumns = {"framework",  "version",  "device",       "op_name", "kernel_source",
                                                "nccl_dtype", "num_gpus", "message_size", "latency"};

std::optional<double> trimmed_number(const std::string& text) {
  double value = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  while (begin < end && *begin == ' ') ++begin;
  while (end > begin && end[-1] == ' ') --end;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc{} || stop != end || begin == end || !std::isfinite(value)) return std::nullopt;
  return value;
}

class CollectiveTableRow : public text::TableRow {
 public:
  using text::TableRow::TableRow;

  /// A number greater than zero.  @throws RowRefusal
  double positive(const std::string& column) const {
    const std::string value = text(column);
    const std::optional<double> parsed = trimmed_number(value);
    if (!parsed) throw text::RowRefusal{fmt::format("{} \"{}\" is not a finite number", column, value)};
    if (*parsed <= 0) throw text::RowRefusal{fmt::format("{} is {}; it must be greater than 0", column, value)};
    return *parsed;
  }
  int count(const std::string& column, int most) const {
    const double value = positive(column);
    if (value != std::floor(value) || value > most)
      throw text::RowRefusal{
          fmt::format("{} is {}; a whole number from 1 to {} was expected", column, text(column), most)};
    return static_cast<int>(value);
  }
};

/// What is printed is rounded to two decimals and the time to four digits; more than that is another unit.
void check_bandwidth(const CollectiveTableRow& row, double bytes, double time_us) {
  const std::optional<double> printed = trimmed_number(row.text("algbw_GBps"));
  if (!printed) return;
  const double implied = bytes / time_us / 1e3;
  // GB/s of rounding to two decimals, and the share that four digits of the time leave.
  constexpr double kRounding = 0.011;
  constexpr double kDigits = 0.02;
  if (std::abs(*printed - implied) > kRounding + kDigits * implied)
    throw text::RowRefusal{fmt::format("{} B in {} us are {:.4g} GB/s, but algbw_GBps says {}: are the units mixed?",
                                       bytes, time_us, implied, *printed)};
}

CollectiveRow read_collective_row(const CollectiveTableRow& row, int line) {
  constexpr int kMostNodes = 1'000'000;  // chosen, beyond any cluster
  CollectiveRow result{.line = line,
                       .source_id = row.text("source_id"),
                       .source_ref = row.text("source_ref"),
                       .date = row.text("date_if_known"),
                       .gpu = row.text("gpu"),
                       .system = row.text("instance_or_system"),
                       .nodes = row.count("nodes", kMostNodes),
                       .gpus_per_node = row.count("gpus_per_node", 1024),
                       .collective = row.text("collective"),
                       .bytes = row.positive("bytes"),
                       .time_us = row.positive("time_us"),
                       .in_place = row.text("in_place"),
                       .nccl_version = row.text("nccl_version"),
                       .notes = row.text("notes"),
                       .healthy = row.text("healthy")};
  check_bandwidth(row, result.bytes, result.time_us);
  if (!is_plausible_time_us(result.time_us))
    throw text::RowRefusal{fmt::format("time_us is {}; 0.01 to 1e10 us was expected", row.text("time_us"))};
  return result;
}

double element_bytes(const std::string& type) {
  // In bytes.
  static const std::map<std::string, double> kSizes = {{"half", 2},   {"float16", 2}, {"bfloat16", 2}, {"int8", 1},
                                                       {"uint8", 1},  {"fp8", 1},     {"float", 4},    {"float32", 4},
                                                       {"double", 8}, {"int32", 4},   {"int64", 8}};
  const auto found = kSizes.find(type);
  if (found == kSizes.end()) throw text::RowRefusal{fmt::format("nccl_dtype \"{}\" is not known", type)};
  return found->second;
}

CollectiveRow read_table_row(const CollectiveTableRow& row, int line, const std::string& source) {
  const std::string type = row.text("nccl_dtype");
  CollectiveRow result;
  result.line = line;
  result.source_id = source;
  result.source_ref = fmt::format("table of one node measured with {}, {} {}", row.text("framework"),
                                  row.text("kernel_source"), row.text("version"));
  result.gpu = row.text("device");
  result.system = "one node";
  result.gpus_per_node = row.count("num_gpus", 1024);
  result.collective = row.text("op_name");
  result.bytes = row.positive("message_size") * element_bytes(type);
  result.time_us = row.positive("latency") * 1e3;
  result.nccl_version = row.text("version");
  result.notes = type;
  // The switches of Hopper and Blackwell add floating-point numbers only, so NCCL falls back to a ring.
  if (type == "int8" && result.collective == "all_reduce") result.notes = "int8; as with NCCL_NVLS_ENABLE=0";
  return result;
}

/// The value after `key` in "… NCCL_ALGO=Ring …"; empty if it is not there.
std::string setting(std::string_view notes, std::string_view key) {
  const std::size_t at = notes.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view rest = notes.substr(at + key.size());
  return lower_case(rest.substr(0, rest.find_first_of(" ,;)")));
}

}  // namespace

CollectiveRows read_collective_rows(std::string_view text, const std::string& name) {
  bool table = false;
  const std::string source = std::filesystem::path(name).stem().string();
  const auto columns_of = [&](const text::CsvRecord& header, CollectiveRows& result) {
    table = std::find(header.fields.begin(), header.fields.end(), "message_size") != header.fields.end();
    return text::column_positions(
        header, name, table ? kTableColumns : kCollectiveColumns,
        table ? std::vector<std::string>{"device", "op_name", "nccl_dtype", "num_gpus", "message_size", "latency"}
              : std::vector<std::string>{"gpu", "nodes", "gpus_per_node", "collective", "bytes", "time_us"},
        result.notes);
  };
  const auto read = [&](const text::ColumnPositions& positions, const text::CsvRecord& record) {
    const CollectiveTableRow row(positions, record);
    CollectiveRow result = table ? read_table_row(row, record.line, source) : read_collective_row(row, record.line);
    if (result.source_id.empty()) result.source_id = source;
    return result;
  };
  return text::read_row_table<CollectiveRows>(text, name, columns_of, read);
}

std::string collective_rows_csv(const std::vector<CollectiveRow>& rows) {
  std::string text = text::csv_line(kCollectiveColumns) + "\n";
  for (const CollectiveRow& row : rows) {
    const double algbw = row.bytes / row.time_us / 1e3;
    const std::optional<Collective> collective = network::parse_collective_name(row.collective);
    const double factor = collective ? network::bus_factor(*collective, row.nodes * row.gpus_per_node) : 1;
    text += text::csv_line({row.source_id, row.source_ref, row.date, row.gpu, row.system, fmt::format("{}", row.nodes),
                            fmt::format("{}", row.gpus_per_node), row.collective, fmt::format("{:.0f}", row.bytes),
                            fmt::format("{}", row.time_us), fmt::format("{:.6g}", algbw),
                            fmt::format("{:.6g}", factor * algbw), row.in_place, row.nccl_version, row.notes,
                            row.healthy}) +
            "\n";
  }
  return text;
}

bool is_plausible_time_us(double time_us) { return time_us >= 0.01 && time_us <= 1e10; }

network::NcclRestriction restriction_in(std::string_view notes) {
  network::NcclRestriction only;
  const std::string algorithm = setting(notes, "NCCL_ALGO=");
  only.algorithm = network::parse_nccl_algorithm(algorithm == "nvlstree" ? "nvls_tree" : algorithm);
  only.protocol = network::parse_nccl_protocol(setting(notes, "NCCL_PROTO="));
  only.no_nvls = setting(notes, "NCCL_NVLS_ENABLE=") == "0";
  return only;
}

std::string row_fingerprint(const CollectiveRow& row) {
  const std::string text = fmt::format("{}|{}|{}x{}|{}|{:.0f}|{:.6g}|{}", row.gpu, row.system, row.nodes,
                                       row.gpus_per_node, row.collective, row.bytes, row.time_us, row.in_place);
  std::uint32_t hash = 2166136261u;  // FNV-1a, 32 bits [Fowler, Noll, Vo]
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 16777619u;
  }
  return fmt::format("{:08x}", hash);
}

}  // namespace fmplan::evidence
