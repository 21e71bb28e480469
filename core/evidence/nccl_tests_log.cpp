#include "core/evidence/nccl_tests_log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/words.h"
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

/// "0: text" of srun -l and "[1,0]<stdout>:text" of mpirun --tag-output without what stands before the text.
std::string_view without_prefix(std::string_view line) {
  const std::size_t tag = line.find("<stdout>:");
  if (line.starts_with('[') && tag != std::string_view::npos) return line.substr(tag + 9);
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t colon = line.find(": ");
  if (colon != std::string_view::npos && colon > start && all_digits(line.substr(start, colon - start)))
    return line.substr(colon + 2);
  return line;
}

/// What the heading says of the columns.
struct Columns {
  bool root = true;
  std::size_t width = 4;       ///< of one measurement: time algbw busbw #wrong, and statistics
  bool largest_error = false;  ///< "error", before nccl-tests 2.13, in place of "#wrong": not how many
};

struct Measurement {
  double time_us = 0;
  std::optional<double> algbw;
  std::optional<double> busbw;
};

/// One line or record before it is known what machine it is of.
struct Sample {
  int line = 0;
  double bytes = 0;
  std::string in_place;
  Measurement measured;
  bool is_wrong = false;  ///< nccl-tests found wrong results
};

struct Reading {
  std::string name;
  std::vector<Sample> samples;
  std::set<std::string> hosts;
  int ranks = 0;
  std::string gpu;
  std::string version;
  std::string collective;
  std::vector<std::string> notes;
  Issues issues;

  void report(int line, std::string message) {
    issues.push_back({line > 0 ? fmt::format("{}:{}", name, line) : name, std::move(message)});
  }
};

/// The collective in "all_reduce_perf", "allreduce_2xp5.txt" or "# Collective test starting: all_reduce_perf".
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

/// "#  Rank  0 Group  0 Pid 1 on host device  0 [0x53] NVIDIA H100 80GB HBM3"
void read_rank(const std::vector<std::string_view>& words, Reading& reading) {
  const auto on = std::find(words.begin(), words.end(), "on");
  const auto device = std::find(words.begin(), words.end(), "device");
  if (on == words.end() || device == words.end() || on + 1 >= device) return;
  ++reading.ranks;
  reading.hosts.insert(std::string(*(on + 1)));
  std::string gpu;
  for (auto word = device + 1; word != words.end(); ++word)
    if (!word->starts_with('[') && !word->ends_with(']') && !all_digits(*word))
      gpu += (gpu.empty() ? "" : " ") + std::string(*word);
  if (!gpu.empty()) reading.gpu = gpu;
}

void read_comment(std::string_view line, int number_of_line, Columns& columns, Reading& reading) {
  std::vector<std::string_view> words = words_of(line.substr(line.find('#') + 1));
  if (words.empty()) return;
  if (words.front() == "Rank") return read_rank(words, reading);
  if (line.find("Collective test starting") != std::string_view::npos) {
    const std::string starting = collective_in(line);
    if (!reading.samples.empty() && starting != reading.collective)
      reading.report(number_of_line,
                     fmt::format("another test starts, {} after {}; give each a file of its own",
                                 starting.empty() ? "an unknown one" : starting,
                                 reading.collective.empty() ? "one without a name" : reading.collective));
    reading.collective = starting;
  }
  if (words.front() == "size") {
    const auto first = std::find(words.begin(), words.end(), "time");
    if (first == words.end()) return;
    columns.root = std::find(words.begin(), first, "root") != first;
    const auto second = std::find(first + 1, words.end(), "time");
    constexpr std::ptrdiff_t kLeastColumns = 4;  // time, algbw, busbw, #wrong
    if (second != words.end() && second - first >= kLeastColumns)
      columns.width = static_cast<std::size_t>(second - first);
    columns.largest_error = std::find(first, words.end(), "error") != words.end();
  }
  if (words.front() == "(B)") {
    for (const std::string_view word : words)
      if (word == "(ms)" || word == "(ns)" || word == "(s)" || word == "(Gbps)" || word == "(GiB/s)")
        reading.report(number_of_line,
                       fmt::format("columns in {}; times in us and bandwidths in GB/s were expected", word));
  }
}

std::optional<Measurement> read_nccl_measurement(const std::vector<std::string_view>& words, std::size_t at, int line,
                                                 Reading& reading) {
  if (words[at] == "N/A") return std::nullopt;  // not measured
  const std::optional<double> time = number_of_word(words[at]);
  if (!time || !std::isfinite(*time) || !is_plausible_time_us(*time)) {
    reading.report(line, fmt::format("time \"{}\" is no number of us from 0.01 to 1e10", words[at]));
    return std::nullopt;
  }
  return Measurement{*time, number_of_word(words[at + 1]), number_of_word(words[at + 2])};
}

/// The largest error that nccl-tests took for rounding while it printed errors: of sums in the type's own digits, of
/// what is only moved none (deltaMaxValue() of its src/common.cu).
double most_rounding(std::string_view type, bool is_reduction) {
  if (!is_reduction) return 0;
  if (type == "half" || type == "bfloat16") return 5e-2;
  if (type == "float") return 1e-5;
  return type == "double" ? 1e-12 : 0;
}

void read_nccl_row(const std::vector<std::string_view>& words, int line, const Columns& columns, Reading& reading) {
  const double bytes = number_of_word(words[0]).value_or(-1);
  // Old versions leave the reduction blank for collectives that have none.
  const bool has_reduction = words.size() > 3 && !number_of_word(words[3]);
  const std::size_t left = 3 + (has_reduction ? 1 : 0) + (columns.root ? 1 : 0);
  const std::size_t values = words.size() > left ? words.size() - left : 0;
  if (values < columns.width || (values > columns.width && values < 2 * columns.width)) {
    reading.report(line, fmt::format("has {} values where {} or {} were expected; is the line cut short?", values,
                                     columns.width, 2 * columns.width));
    return;
  }
  if (bytes == 0) {
    reading.notes.push_back(fmt::format("{}:{}: size 0 is left out", reading.name, line));
    return;
  }
  if (!(bytes > 0) || bytes != std::floor(bytes)) {
    reading.report(line, fmt::format("size \"{}\" is no whole number of bytes", words[0]));
    return;
  }
  const bool is_reduction = has_reduction && words[3] != "none";
  const double most = columns.largest_error ? most_rounding(words[2], is_reduction) : 0;
  const std::size_t count = std::min<std::size_t>(2, values / columns.width);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = left + i * columns.width;
    if (const auto measured = read_nccl_measurement(words, at, line, reading)) {
      const bool is_wrong = !(number_of_word(words[at + 3]).value_or(0) <= most);  // "nan" too
      reading.samples.push_back({line, bytes, i == 0 ? "no" : "yes", *measured, is_wrong});
      const std::string_view figure = words[at + 3];
      if (is_wrong)
        reading.notes.push_back(fmt::format("{}:{}: {}", reading.name, line,
                                            columns.largest_error ? fmt::format("results are wrong by up to {}", figure)
                                                                  : fmt::format("{} wrong results", figure)));
    }
  }
}

bool looks_like_row(const std::vector<std::string_view>& words) {
  static const std::set<std::string_view> kTypes = {"int8",   "uint8",  "int32",    "uint32",  "int64",
                                                    "uint64", "half",   "float",    "double",  "bfloat16",
                                                    "f8e4m3", "f8e5m2", "fp8_e4m3", "fp8_e5m2"};
  return words.size() >= 3 && all_digits(words[0]) && all_digits(words[1]) && kTypes.contains(words[2]);
}

void read_text(std::string_view text, Reading& reading) {
  Columns columns;
  int line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_prefix(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    const std::size_t version = line.find("NCCL version ");
    if (version != std::string_view::npos) {
      const auto rest = words_of(line.substr(version + 13));
      if (!rest.empty()) reading.version = std::string(rest.front());
    }
    if (words.front().starts_with('#')) {
      read_comment(line, line_number, columns, reading);
    } else if (looks_like_row(words)) {
      read_nccl_row(words, line_number, columns, reading);
    } else if (words.size() >= 2 && all_digits(words[0]) && all_digits(words[1])) {
      reading.report(line_number, "begins like a row of results and ends before its type; is the line cut short?");
    }
  }
}

void read_record(const json& record, int index, Reading& reading) {
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
    reading.samples.push_back({0,
                               *bytes,
                               std::string_view(place) == "in_place" ? "yes" : "no",
                               {*time, positive(*found, "alg_bw"), positive(*found, "bus_bw")},
                               positive(*found, "nwrong").value_or(0) > 0});
  }
}

std::string text_or(const json& object, const char* key, const std::string& otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

void read_json(std::string_view text, Reading& reading) {
  const json document = text::parse_json(text, reading.name);
  if (!document.is_object() || !document.contains("results") || !document["results"].is_array()) {
    reading.report(0, "has no \"results\"; the file that nccl-tests writes with -J was expected");
    return;
  }
  // "env" holds the whole environment of the run, secrets included: it is not looked at.
  if (const auto version = document.find("nccl_version"); version != document.end() && version->is_number_integer()) {
    const int v = version->get<int>();
    reading.version = fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100);
  }
  if (const auto args = document.find("args"); args != document.end() && args->is_array() && !args->empty())
    if (args->front().is_string()) reading.collective = collective_in(args->front().get<std::string>());
  if (document.contains(json::json_pointer("/config/devices")) && document["config"]["devices"].is_array()) {
    for (const json& device : document["config"]["devices"]) {
      if (!device.is_object()) continue;
      ++reading.ranks;
      reading.hosts.insert(text_or(device, "hostname", ""));
      reading.gpu = text_or(device, "device_info", reading.gpu);
    }
  }
  int index = 0;
  for (const json& record : document["results"]) read_record(record, index++, reading);
}

/// Nodes and accelerators a node: what the caller says, else what the log's list of ranks says.
void resolve_ranks(const NcclTestsContext& context, Reading& reading, CollectiveRow& pattern) {
  const int hosts = static_cast<int>(reading.hosts.size());
  pattern.nodes = context.nodes.value_or(std::max(0, hosts));
  if (pattern.nodes < 1) {
    reading.report(0, "does not say on how many nodes it ran; give --nodes");
    return;
  }
  if (context.gpus_per_node) {
    pattern.gpus_per_node = *context.gpus_per_node;
  } else if (reading.ranks > 0 && reading.ranks % pattern.nodes == 0) {
    pattern.gpus_per_node = reading.ranks / pattern.nodes;
  } else {
    reading.report(0, "does not say how many GPUs a node has; give --instance or --gpus-per-node");
    return;
  }
  const int stated = pattern.nodes * pattern.gpus_per_node;
  if (reading.ranks > 0 && reading.ranks != stated)
    reading.report(0, fmt::format("lists {} ranks, but {} nodes of {} GPUs are {}", reading.ranks, pattern.nodes,
                                  pattern.gpus_per_node, stated));
}

void check_sample(const Sample& sample, double factor, Reading& reading) {
  // GB/s of rounding to two decimals, and the share that four digits of the time leave.
  constexpr double kRounding = 0.011;
  constexpr double kDigits = 0.02;
  const double implied = sample.bytes / sample.measured.time_us / 1e3;
  if (sample.measured.algbw && std::abs(*sample.measured.algbw - implied) > kRounding + kDigits * implied)
    reading.report(sample.line,
                   fmt::format("{:.0f} B in {} us are {:.4g} GB/s, but algbw says {}: are the units mixed?",
                               sample.bytes, sample.measured.time_us, implied, *sample.measured.algbw));
  constexpr double kEnoughDigits = 10;  // GB/s
  if (!sample.measured.algbw || !sample.measured.busbw || *sample.measured.algbw < kEnoughDigits) return;
  const double ratio = *sample.measured.busbw / *sample.measured.algbw;
  if (std::abs(ratio / factor - 1) > kDigits)
    reading.report(sample.line,
                   fmt::format("busbw is {:.4g} times algbw; this collective on these ranks has {:.4g}: are the "
                               "collective, the number of nodes and of GPUs a node right?",
                               ratio, factor));
}

/// "h100-sxm5-80gb" and "NVIDIA H100 80GB HBM3": the name's first word tells, and whether it is a card in a slot; what
/// one of them leaves open agrees.
bool is_same_gpu(std::string_view named, std::string_view listed) {
  if (named.empty() || listed.empty()) return true;
  const std::string name = lower_case(named), list = lower_case(listed);
  return list.find(name.substr(0, name.find('-'))) != std::string::npos &&
         (!holds_word(list, "pcie") || holds_word(name, "pcie"));
}

}  // namespace

NcclTestsLog read_nccl_tests_log(std::string_view text, const std::string& name, const NcclTestsContext& context) {
  Reading reading;
  reading.name = name;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  is_json ? read_json(text, reading) : read_text(text, reading);
  const std::filesystem::path path(name);
  CollectiveRow pattern;
  pattern.source_id = context.source_id.empty() ? path.stem().string() : context.source_id;
  pattern.source_ref = path.filename().string();
  // What ran is what the log lists, whatever it was said to be.
  pattern.gpu = context.gpu.empty() || !is_same_gpu(context.gpu, reading.gpu) ? reading.gpu : context.gpu;
  pattern.system = context.system;
  pattern.nccl_version = reading.version;
  pattern.collective = !context.collective.empty()   ? context.collective
                       : !reading.collective.empty() ? reading.collective
                                                     : collective_in(pattern.source_ref);
  if (pattern.collective.empty()) pattern.collective = context.collective_otherwise;
  if (!context.collective.empty() && !reading.collective.empty() &&
      network::parse_collective_name(context.collective) != network::parse_collective_name(reading.collective))
    reading.report(0, fmt::format("says it is of {}, not of {}", reading.collective, context.collective));
  if (!is_same_gpu(context.gpu, reading.gpu))
    reading.notes.push_back(fmt::format("{}: lists {}, not {}", name, reading.gpu, context.gpu));
  if (pattern.collective.empty())
    reading.report(0, "does not say which collective it is of; give --collective all_reduce");
  if (pattern.gpu.empty()) reading.report(0, "does not say which GPU it ran on; give --instance or --gpu");
  if (reading.samples.empty() && reading.issues.empty()) reading.report(0, "holds no row of results of nccl-tests");
  resolve_ranks(context, reading, pattern);
  const auto collective = network::parse_collective_name(pattern.collective);
  if (!pattern.collective.empty() && !collective)
    reading.report(0, fmt::format("collective \"{}\" is not known", pattern.collective));
  NcclTestsLog log;
  for (const Sample& sample : reading.samples) {
    if (collective && reading.issues.empty())
      check_sample(sample, network::bus_factor(*collective, pattern.nodes * pattern.gpus_per_node), reading);
    CollectiveRow row = pattern;
    row.line = sample.line;
    row.bytes = sample.bytes;
    row.time_us = sample.measured.time_us;
    row.in_place = sample.in_place;
    if (sample.is_wrong) {
      row.healthy = "no";
      row.notes = row.notes.empty() ? "wrong results" : row.notes + "; wrong results";
    }
    log.rows.push_back(std::move(row));
  }
  if (!reading.issues.empty()) throw InputError(std::move(reading.issues));
  log.notes = std::move(reading.notes);
  return log;
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
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = words_of(without_prefix(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::size_t kFewest = 7;  // size, count, type and a measurement: time, algbw, busbw, #wrong
    if (words.size() >= kFewest && looks_like_row(words)) return true;
  }
  return false;
}

}  // namespace fmplan::evidence
