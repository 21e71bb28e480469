#include "core/evidence/nccl_tests_reading.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/words.h"
#include "core/evidence/collective_rows.h"
#include "core/evidence/launcher_prefix.h"
#include "core/text/json_text.h"

namespace fmplan::evidence {
namespace {

using nlohmann::json;

std::optional<double> number_of_word(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What the heading says of the columns.
struct Columns {
  bool root = true;
  std::size_t width = 4;       ///< of one measurement: time algbw busbw #wrong, and statistics
  bool both = false;           ///< out of place and in place
  bool largest_error = false;  ///< "error", before nccl-tests 2.13, in place of "#wrong": not how many
};

/// Whether lines of a heading are still those of the run's program.
bool is_begun_only(const NcclRun& run) { return run.samples.empty() && run.program.use_count() == 1; }

/// Another program's heading begins: nothing is known of its ranks yet.
void begin_program(int line, NcclReading& reading) {
  if (!is_begun_only(reading.run())) {
    if (!reading.run().samples.empty()) reading.runs.emplace_back();
    reading.run() = {.line = line, .program = std::make_shared<NcclProgram>(), .samples = {}};
    reading.program().line = line;
  }
  reading.program().ranks.clear();
}

/// Another sweep of the same program.
void begin_sweep(int line, NcclReading& reading) {
  NcclRun sweep = {.line = line, .program = reading.run().program, .samples = {}};
  reading.runs.push_back(std::move(sweep));
}

void add_rank(const ListedRank& rank, int line, NcclReading& reading) {
  if (!is_begun_only(reading.run())) begin_program(line, reading);
  const auto [known, is_new] = reading.program().ranks.try_emplace(rank.number, rank);
  if (!is_new && known->second != rank)
    reading.report(line, fmt::format("rank {} is listed on {} and on {}: these are programs that ran by themselves, as "
                                     "without MPI; give the lines of one",
                                     rank.number, known->second.host, rank.host));
}

/// "# Collective test starting: all_reduce_perf"
void begin_named_program(std::string_view line, int line_number, NcclReading& reading) {
  const bool is_another = !is_begun_only(reading.run());
  const std::string before = reading.program().collective;
  begin_program(line_number, reading);
  const std::string starting = collective_in(line);
  reading.program().collective = starting;
  if (is_another && starting != before)
    reading.report(line_number, fmt::format("another test starts, {} after {}; give each a file of its own",
                                            starting.empty() ? "an unknown one" : starting,
                                            before.empty() ? "one without a name" : before));
  else if (starting.empty())
    reading.report(line_number,
                   fmt::format("is of \"{}\", of which no time is modelled; leave it out", words_of(line).back()));
}

/// "#  size  count  type  redop  root  time  algbw  busbw  #wrong …"
void read_heading(const std::vector<std::string_view>& words, int line, Columns& columns, NcclReading& reading) {
  const auto first = std::find(words.begin(), words.end(), "time");
  if (first == words.end()) return;
  if (!reading.run().samples.empty()) begin_sweep(line, reading);
  columns.root = std::find(words.begin(), first, "root") != first;
  const auto second = std::find(first + 1, words.end(), "time");
  constexpr std::ptrdiff_t kLeastColumns = 4;  // time, algbw, busbw, #wrong
  constexpr std::ptrdiff_t kMostColumns = 32;  // chosen, beyond any statistics
  columns.both = second != words.end();
  if (columns.both && second - first >= kLeastColumns && second - first <= kMostColumns)
    columns.width = static_cast<std::size_t>(second - first);
  columns.largest_error = std::find(first, words.end(), "error") != words.end();
}

void read_comment(std::string_view line, int line_number, Columns& columns, NcclReading& reading) {
  const std::vector<std::string_view> words = words_of(line.substr(line.find('#') + 1));
  if (words.empty()) return;
  if (const auto rank = listed_rank(words)) return add_rank(*rank, line_number, reading);
  if (line.find("Collective test starting") != std::string_view::npos)
    return begin_named_program(line, line_number, reading);
  // The name stands above the other two.
  const bool begins = words.front() == "nThread" || line.find("Using devices") != std::string_view::npos;
  if (begins) begin_program(line_number, reading);
  if (words.front() == "size") read_heading(words, line_number, columns, reading);
  if (words.front() == "(B)") {
    for (const std::string_view word : words)
      if (word == "(ms)" || word == "(ns)" || word == "(s)" || word == "(Gbps)" || word == "(GiB/s)")
        reading.report(line_number,
                       fmt::format("columns in {}; times in us and bandwidths in GB/s were expected", word));
  }
}

std::optional<NcclMeasurement> read_nccl_measurement(const std::vector<std::string_view>& words, std::size_t at,
                                                     int line, NcclReading& reading) {
  if (words[at] == "N/A") return std::nullopt;  // not measured
  const std::optional<double> time = number_of_word(words[at]);
  if (!time || !std::isfinite(*time) || !is_plausible_time_us(*time)) {
    reading.report(line, fmt::format("time \"{}\" is no number of us from 0.01 to 1e10", words[at]));
    return std::nullopt;
  }
  return NcclMeasurement{*time, printed_number(words[at + 1]), printed_number(words[at + 2])};
}

/// The largest error that nccl-tests took for rounding while it printed errors: of sums in the type's own digits, of
/// what is only moved none (deltaMaxValue() of its src/common.cu).
double most_rounding(std::string_view type, bool is_reduction) {
  if (!is_reduction) return 0;
  if (type == "half" || type == "bfloat16") return 5e-2;
  if (type == "float") return 1e-5;
  return type == "double" ? 1e-12 : 0;
}

/// The words of a row, as they are grouped.
struct RowParts {
  bool has_reduction = false;  ///< a word for it: old versions leave it blank for collectives that have none
  std::size_t left = 3;        ///< words before the first measurement
  std::size_t values = 0;      ///< of measurements
};

RowParts row_parts(const std::vector<std::string_view>& words, const Columns& columns) {
  RowParts parts;
  parts.has_reduction = words.size() > 3 && !number_of_word(words[3]);
  parts.left = 3 + (parts.has_reduction ? 1 : 0) + (columns.root ? 1 : 0);
  parts.values = words.size() > parts.left ? words.size() - parts.left : 0;
  return parts;
}

NcclRowKind row_kind(const std::vector<std::string_view>& words, const RowParts& parts, const Columns& columns) {
  NcclRowKind kind;
  if (parts.has_reduction) kind.redop = words[3];
  if (columns.root && number_of_word(words[parts.left - 1])) kind.root = words[parts.left - 1];
  return kind;
}

/// None where there is nothing to read; what is wrong is reported.
std::optional<double> row_bytes(std::string_view word, int line, NcclReading& reading) {
  const double bytes = number_of_word(word).value_or(-1);
  if (bytes == 0) {
    reading.notes.push_back(fmt::format("{}:{}: size 0 is left out", reading.name, line));
    return std::nullopt;
  }
  if (!(bytes > 0) || bytes != std::floor(bytes)) {
    reading.report(line, fmt::format("size \"{}\" is no whole number of bytes", word));
    return std::nullopt;
  }
  return bytes;
}

/// What stands in the last column of a measurement; true if the results are wrong.
bool found_wrong(std::string_view figure, double most, bool largest_error, int line, NcclReading& reading) {
  const std::optional<double> found = number_of_word(figure);
  if (!found && figure != "N/A")
    reading.report(line, fmt::format("\"{}\" is no number of wrong results; is another line mixed in?", figure));
  const bool is_wrong = found && !(*found <= most);  // "nan" too
  if (is_wrong)
    reading.notes.push_back(fmt::format("{}:{}: {}", reading.name, line,
                                        largest_error ? fmt::format("results are wrong by up to {}", figure)
                                                      : fmt::format("{} wrong results", figure)));
  return is_wrong;
}

void read_nccl_row(const std::vector<std::string_view>& words, int line, const Columns& columns, NcclReading& reading) {
  const RowParts parts = row_parts(words, columns);
  if (parts.values < columns.width || (parts.values > columns.width && parts.values < 2 * columns.width)) {
    reading.report(line, fmt::format("has {} values where {} or {} were expected; is the line cut short?", parts.values,
                                     columns.width, 2 * columns.width));
    return;
  }
  const std::optional<double> bytes = row_bytes(words[0], line, reading);
  if (!bytes) return;
  if (!reading.run().samples.empty() && *bytes <= reading.run().samples.back().bytes) begin_sweep(line, reading);
  if (columns.both && parts.values == columns.width)
    reading.notes.push_back(
        fmt::format("{}:{}: has one of the two measurements that its heading names", reading.name, line));
  const NcclRowKind kind = row_kind(words, parts, columns);
  const double most = columns.largest_error ? most_rounding(words[2], !kind.redop.empty() && kind.redop != "none") : 0;
  const std::size_t count = std::min<std::size_t>(2, parts.values / columns.width);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = parts.left + i * columns.width;
    const auto measured = read_nccl_measurement(words, at, line, reading);
    if (!measured) continue;
    const bool is_wrong = found_wrong(words[at + 3], most, columns.largest_error, line, reading);
    reading.run().samples.push_back({line, *bytes, i == 0 ? "no" : "yes", kind, *measured, is_wrong});
  }
}

bool is_type(std::string_view word) {
  static const std::set<std::string_view> kTypes = {"int8",   "uint8",  "int32",    "uint32",  "int64",
                                                    "uint64", "half",   "float",    "double",  "bfloat16",
                                                    "f8e4m3", "f8e5m2", "fp8_e4m3", "fp8_e5m2"};
  return kTypes.contains(word);
}

bool looks_like_row(const std::vector<std::string_view>& words) {
  return words.size() >= 3 && all_digits(words[0]) && all_digits(words[1]) && is_type(words[2]);
}

/// "1,048,576  262144  float …"
bool has_grouped_digits(const std::vector<std::string_view>& words) {
  const auto grouped = [](std::string_view word) { return word.find_first_not_of("0123456789,'.") == word.npos; };
  return words.size() >= 3 && grouped(words[0]) && grouped(words[1]) && is_type(words[2]);
}

bool is_of_nccl(std::string_view line) {
  return line.find("NCCL INFO") != std::string_view::npos || line.find("NCCL WARN") != std::string_view::npos;
}

/// Words that a measurement consists of, and no more than two measurements.
bool is_rest_of_row(const std::vector<std::string_view>& words, const Columns& columns) {
  return !words.empty() && words.size() <= 2 * columns.width &&
         std::ranges::all_of(words, [](std::string_view word) { return word == "N/A" || number_of_word(word); });
}

/// A row with the lines that a terminal wrapped it into, joined where they were cut, and how many these are.
struct WholeRow {
  std::string text;
  std::size_t lines = 1;
};

/// @pre `lines` begins with the row
WholeRow whole_row(std::span<const std::string_view> lines, const Columns& columns) {
  const auto values = [&](std::string_view text) { return row_parts(words_of(text), columns).values; };
  WholeRow row{std::string(lines.front())};
  while (row.lines < lines.size() && values(row.text) < 2 * columns.width &&
         is_rest_of_row(words_of(lines[row.lines]), columns)) {
    const std::string longer = row.text + std::string(lines[row.lines]);
    if (values(longer) > 2 * columns.width) break;
    row.text = longer;
    ++row.lines;
  }
  return row;
}

/// Reads the row that `lines` begins with; how many of them it takes up.
std::size_t read_row_lines(std::span<const std::string_view> lines, int line, const Columns& columns,
                           NcclReading& reading) {
  const WholeRow row = whole_row(lines, columns);
  const std::vector<std::string_view> words = words_of(row.text);
  const bool is_short = row_parts(words, columns).values < columns.width;
  if (is_of_nccl(row.text) || (is_short && row.lines < lines.size() && is_of_nccl(lines[row.lines])))
    reading.notes.push_back(
        fmt::format("{}:{}: a message of NCCL stands inside the row, which is left out", reading.name, line));
  else
    read_nccl_row(words, line, columns, reading);
  return row.lines;
}

std::vector<std::string_view> lines_without_prefixes(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(without_launcher_prefix(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void read_text(std::string_view text, NcclReading& reading) {
  Columns columns;
  const std::vector<std::string_view> lines = lines_without_prefixes(text);
  std::size_t taken = 1;
  for (std::size_t i = 0; i < lines.size(); i += taken) {
    taken = 1;
    const std::string_view line = lines[i];
    const int line_number = static_cast<int>(i) + 1;
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    const std::size_t version = line.find("NCCL version ");
    if (version != std::string_view::npos) {
      const auto rest = words_of(line.substr(version + 13));
      constexpr std::size_t kLongest = 64;  // chosen, beyond any version
      if (!rest.empty()) reading.program().version = std::string(rest.front().substr(0, kLongest));
    }
    if (words.front().starts_with('#')) {
      read_comment(line, line_number, columns, reading);
    } else if (looks_like_row(words)) {
      taken = read_row_lines(std::span(lines).subspan(i), line_number, columns, reading);
    } else if (words.size() >= 2 && all_digits(words[0]) && all_digits(words[1])) {
      reading.report(line_number, "begins like a row of results and ends before its type; is the line cut short?");
    } else if (has_grouped_digits(words)) {
      reading.report(line_number, fmt::format("\"{}\" and \"{}\" are no size and count; write digits alone, 1048576",
                                              words[0], words[1]));
    }
  }
}

/// A number of JSON, whose digits are at least those that the text has.
std::optional<PrintedNumber> number_of_record(std::optional<double> value) {
  constexpr double kHalfDigit = 0.005;  // GB/s
  return value ? std::optional(PrintedNumber{*value, kHalfDigit}) : std::nullopt;
}

std::string text_or(const json& object, const char* key, const std::string& otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

void read_record(const json& record, int index, NcclReading& reading) {
  const std::string at = fmt::format("/results/{}", index);
  const auto positive = [&](const json& object, const char* key) -> std::optional<double> {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number() || found->get<double>() <= 0) return std::nullopt;
    return found->get<double>();
  };
  if (!record.is_object() || !record.contains("size")) {
    reading.report(0, at + ": has no \"size\"");
    return;
  }
  const std::optional<double> bytes = positive(record, "size");
  if (!bytes) {
    reading.notes.push_back(fmt::format("{}{}: size 0 is left out", reading.name, at));
    return;
  }
  for (const char* place : {"out_of_place", "in_place"}) {
    const auto found = record.find(place);
    if (found == record.end() || !found->is_object()) continue;
    const std::optional<double> time = positive(*found, "time");
    if (!time) {
      if (!found->contains("cpu_time"))
        reading.report(0, fmt::format("{}/{}/time is no positive number of us", at, place));
      continue;
    }
    reading.run().samples.push_back(
        {0,
         *bytes,
         std::string_view(place) == "in_place" ? "yes" : "no",
         {.redop = text_or(record, "redop", ""), .root = text_or(record, "root", "")},
         {*time, number_of_record(positive(*found, "alg_bw")), number_of_record(positive(*found, "bus_bw"))},
         positive(*found, "nwrong").value_or(0) > 0});
  }
}

void read_json(std::string_view text, NcclReading& reading) {
  const json document = text::parse_json(text, reading.name);
  if (!document.is_object() || !document.contains("results") || !document["results"].is_array()) {
    reading.report(0, "has no \"results\"; the file that nccl-tests writes with -J was expected");
    return;
  }
  // "env" holds the whole environment of the run, secrets included: it is not looked at.
  if (const auto version = document.find("nccl_version"); version != document.end() && version->is_number_integer()) {
    const int v = version->get<int>();
    reading.program().version = fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100);
  }
  if (const auto args = document.find("args"); args != document.end() && args->is_array() && !args->empty())
    if (args->front().is_string()) reading.program().collective = collective_in(args->front().get<std::string>());
  if (document.contains(json::json_pointer("/config/devices")) && document["config"]["devices"].is_array()) {
    for (const json& device : document["config"]["devices"]) {
      if (!device.is_object()) continue;
      const int number = num_ranks(reading.program().ranks);
      reading.program().ranks[number] = {.number = number,
                                         .host = text_or(device, "hostname", ""),
                                         .process = {},
                                         .device = {},
                                         .gpu = text_or(device, "device_info", "")};
    }
  }
  int index = 0;
  for (const json& record : document["results"]) read_record(record, index++, reading);
}

}  // namespace

std::string collective_in(std::string_view text) {
  std::string squeezed;
  for (const char c : text)
    if (c != '_' && c != '-') squeezed += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  static const std::vector<std::pair<std::string, std::string>> kNames = {{"reducescatter", "reduce_scatter"},
                                                                          {"allreduce", "all_reduce"},
                                                                          {"allgather", "all_gather"},
                                                                          {"alltoall", "alltoall"},
                                                                          {"sendrecv", "sendrecv"},
                                                                          {"broadcast", "broadcast"},
                                                                          {"reduceperf", "reduce"}};
  for (const auto& [sought, collective] : kNames)
    if (squeezed.find(sought) != std::string::npos) return collective;
  return {};
}

NcclReading read_nccl_tests(std::string_view text, const std::string& name) {
  NcclReading reading;
  reading.name = name;
  const std::string plain = without_colours(text);
  const std::size_t first = plain.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string::npos && plain[first] == '{';
  is_json ? read_json(plain, reading) : read_text(plain, reading);
  if (reading.runs.size() > 1 && reading.run().samples.empty()) reading.runs.pop_back();
  if (reading.runs.front().samples.empty() && reading.issues.empty())
    reading.report(0, "holds no row of results of nccl-tests");
  return reading;
}

bool looks_like_nccl_tests(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{') {
    try {
      const json document = text::parse_json(text, "results");
      return document.contains("results") && document["results"].is_array() &&
             (document.contains("nccl_version") || document.contains("args") || document.contains("config"));
    } catch (const InputError&) {
      return false;
    }
  }
  constexpr std::size_t kFewest = 7;  // size, count, type and a measurement: time, algbw, busbw, #wrong
  const std::string plain = without_colours(text);
  return std::ranges::any_of(lines_without_prefixes(plain), [](std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    return words.size() >= kFewest && looks_like_row(words);
  });
}

}  // namespace fmplan::evidence
