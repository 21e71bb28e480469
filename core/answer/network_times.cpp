#include "core/answer/network_times.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/calibration/collective_observation.h"
#include "core/evidence/nccl_tests_log.h"
#include "core/network/collective_interval.h"
#include "core/text/json_text.h"

namespace fmplan::answer {
namespace {

using network::Collective;
using network::Judgement;
using network::Verdict;

std::string gigabytes_text(BytesPerSecond value) { return fmt::format("{:.2f}", value / gigabyte_per_second); }

BytesPerSecond bus_bandwidth(const CollectiveTimes& times, Bytes bytes, Seconds time) {
  return network::bus_factor(times.collective, times.group.num_ranks) * (bytes / time);
}

Judgement judged(const CollectiveTimes& times, Bytes bytes, Seconds time) {
  return network::judge(times.collective, bytes, time, times.group, times.profile.profile);
}

std::vector<TimedSize> predicted_rows(const CollectiveTimes& times) {
  std::vector<TimedSize> rows;
  for (const Bytes bytes : times.question.sizes) {
    const Seconds time = network::collective_time(times.collective, bytes, times.group, times.profile.profile).total;
    rows.push_back({bytes, std::nullopt, judged(times, bytes, time)});
  }
  return rows;
}

/// The log, as far as the machine is known.
evidence::NcclTestsLog read_log(const TimesQuestion& question, int ranks) {
  const hardware::Instance& instance = question.cluster.instance;
  const evidence::NcclTestsContext context{
      .source_id = {},
      .gpu = instance.accelerator.name,
      .system = instance.name,
      .collective = question.collective ? std::string(collective_name(*question.collective)) : std::string(),
      .collective_otherwise = std::string(collective_name(Collective::kAllReduce)),
      .nodes = question.cluster.num_nodes,
      .gpus_per_node = question.gpus_per_node ? std::optional(ranks * *question.gpus_per_node) : std::nullopt,
      .node_gpus = ranks * instance.accelerators_per_node};
  return evidence::read_nccl_tests_log(text::read_text_file(question.log), question.log, context);
}

/// GPUs in use of each node, the same in all runs of a log of one collective.  @throws InputError
int gpus_in_use(const evidence::NcclTestsLog& log, const TimesQuestion& question, int ranks) {
  const evidence::CollectiveRow& first = log.rows.front();
  for (const evidence::CollectiveRow& row : log.rows)
    if (row.gpus_per_node != first.gpus_per_node || row.collective != first.collective)
      throw InputError(fmt::format("{}:{}", question.log, row.line),
                       fmt::format("is of {} on {} ranks a node, after {} on {}; give each a file of its own",
                                   row.collective, row.gpus_per_node, first.collective, first.gpus_per_node));
  if (first.gpus_per_node % ranks != 0)
    throw InputError("--log", fmt::format("has {} ranks a node, and each accelerator of {} is {}", first.gpus_per_node,
                                          question.cluster.instance.name, ranks));
  return first.gpus_per_node / ranks;
}

/// Takes over the log's rows.
void take_rows(const evidence::NcclTestsLog& log, CollectiveTimes& times) {
  times.warnings = log.notes;
  for (const evidence::CollectiveRow& row : log.rows) {
    const Seconds time = row.time_us * microsecond;
    times.rows.push_back({row.bytes * byte, time, judged(times, row.bytes * byte, time), row.healthy == "no"});
  }
}

/// What a measured size is found to be.
std::string word_of(const TimedSize& row) {
  return row.is_wrong ? "wrong" : std::string(network::verdict_name(row.judgement.verdict));
}

text::Json row_json(const CollectiveTimes& times, const TimedSize& row) {
  const network::CalibratedTime& e = row.judgement.expected;
  text::Json entry = {{"bytes", row.bytes / byte},
                      {"time_us", e.total / microsecond},
                      {"low_us", e.low / microsecond},
                      {"high_us", e.high / microsecond},
                      {"algbw_gb_per_s", e.algorithm_bandwidth / gigabyte_per_second},
                      {"busbw_gb_per_s", e.bus_bandwidth / gigabyte_per_second},
                      {"algorithm", network::nccl_algorithm_name(e.algorithm)},
                      {"protocol", network::nccl_protocol_name(e.protocol)},
                      {"bound", network::collective_bound_name(e.bound)},
                      {"share_of_bound", e.share_of_bound}};
  entry["points"] = e.points ? text::Json(*e.points) : text::Json();
  if (row.measured) {
    entry["measured_us"] = *row.measured / microsecond;
    entry["measured_busbw_gb_per_s"] = bus_bandwidth(times, row.bytes, *row.measured) / gigabyte_per_second;
    entry["verdict"] = word_of(row);
  }
  return entry;
}

/// A table built column by column, so that what is not asked for is left out whole.
class Columns {
 public:
  explicit Columns(std::size_t num_rows) : rows_(num_rows) {}

  template <class Cell>
  void add(const char* header, Align align, const std::vector<TimedSize>& rows, const Cell& cell) {
    header_.emplace_back(header);
    align_.push_back(align);
    for (std::size_t i = 0; i < rows.size(); ++i) rows_[i].push_back(cell(rows[i]));
  }
  Table table() && {
    return {
        .title = "", .header = std::move(header_), .align = std::move(align_), .rows = std::move(rows_), .notes = {}};
  }

 private:
  std::vector<std::string> header_;
  std::vector<Align> align_;
  std::vector<std::vector<std::string>> rows_;
};

Table times_table(const CollectiveTimes& times) {
  const bool logged = !times.question.log.empty();
  const bool interval = times.question.expect || logged;
  Columns columns(times.rows.size());
  const auto add = [&](const char* header, Align align, const auto& cell) {
    columns.add(header, align, times.rows, [&](const TimedSize& row) { return cell(row, row.judgement.expected); });
  };
  add("size", Align::kRight, [](const TimedSize& r, auto&) { return fmt::format("{:.0f} B", r.bytes / byte); });
  if (logged) {
    add("measured", Align::kRight, [](const TimedSize& r, auto&) { return time_text(*r.measured); });
    add("verdict", Align::kLeft, [](const TimedSize& r, auto&) { return word_of(r); });
  }
  add("time", Align::kRight, [](auto&, const auto& e) { return time_text(e.total); });
  if (interval)
    add("80 % between", Align::kRight,
        [](auto&, const auto& e) { return time_text(e.low) + " - " + time_text(e.high); });
  if (!interval)
    add("algbw GB/s", Align::kRight, [](auto&, const auto& e) { return gigabytes_text(e.algorithm_bandwidth); });
  add("busbw GB/s", Align::kRight, [](auto&, const auto& e) { return gigabytes_text(e.bus_bandwidth); });
  if (interval)
    add("busbw of 80 %", Align::kRight, [&](const TimedSize& r, const auto& e) {
      return gigabytes_text(bus_bandwidth(times, r.bytes, e.high)) + " - " +
             gigabytes_text(bus_bandwidth(times, r.bytes, e.low));
    });
  if (interval)
    add("rests on", Align::kLeft, [](auto&, const auto& e) {
      if (!e.points) return std::string("its fit");
      return *e.points == 0 ? std::string("no row") : fmt::format("{} size{}", *e.points, *e.points == 1 ? "" : "s");
    });
  add("algorithm", Align::kLeft,
      [](auto&, const auto& e) { return std::string(network::nccl_algorithm_name(e.algorithm)); });
  add("protocol", Align::kLeft,
      [](auto&, const auto& e) { return std::string(network::nccl_protocol_name(e.protocol)); });
  add("bound by", Align::kLeft,
      [](auto&, const auto& e) { return std::string(network::collective_bound_name(e.bound)); });
  add("of line rate", Align::kRight, [](auto&, const auto& e) { return ratio_text(e.share_of_bound); });
  return std::move(columns).table();
}

/// "1 KiB, 1 MiB", or "every size"; empty where each lies among measured ones.
std::string sizes_never_measured(const CollectiveTimes& times) {
  std::vector<std::string> sizes;
  for (const TimedSize& row : times.rows)
    if (row.judgement.expected.points == 0) sizes.push_back(fmt::format("{:.0f} B", row.bytes / byte));
  return sizes.size() > 1 && sizes.size() == times.rows.size() ? "every size"
                                                               : fmt::format("{}", fmt::join(sizes, ", "));
}

/// One line on the whole log.  Each band of sizes from 1 MiB up is judged by itself, since most rows of a sweep are
/// small; below only where there is nothing else, since small messages depend on the host too.
std::string verdict_on(const std::vector<TimedSize>& rows) {
  if (const auto wrong = std::ranges::count_if(rows, &TimedSize::is_wrong); wrong > 0)
    return fmt::format(
        "wrong: {} of {} rows have results that are not those of the collective; whatever their times, "
        "the machine or its software is broken",
        wrong, rows.size());
  std::array<std::map<Verdict, int>, calibration::kNumSizeBands> bands;
  constexpr int kFirstLarge = 2;  // the band that begins at 1 MiB
  for (const TimedSize& row : rows)
    ++bands[static_cast<std::size_t>(calibration::size_band(row.bytes))][row.judgement.verdict];
  const bool has_large = std::ranges::any_of(rows, [](const TimedSize& row) { return row.bytes >= 1 * mebibyte; });
  std::string slow, fast;
  for (int b = has_large ? kFirstLarge : 0; b < calibration::kNumSizeBands; ++b) {
    std::map<Verdict, int>& counts = bands[static_cast<std::size_t>(b)];
    int all = 0;
    for (const auto& [verdict, count] : counts) all += count;
    if (counts[Verdict::kImpossible] > 0)
      return "impossible: some rows beat what the line rates allow; are the machine, --nodes and --collective right?";
    const std::string name(calibration::size_band_name(b));
    if (2 * counts[Verdict::kSlow] > all) slow += (slow.empty() ? "" : ", ") + name;
    if (2 * counts[Verdict::kFast] > all) fast += (fast.empty() ? "" : ", ") + name;
  }
  if (!slow.empty())
    return fmt::format("slow: most rows of {} take longer than 9 in 10 measurements of such machines", slow);
  if (!fast.empty())
    return fmt::format("fast: most rows of {} are faster than 9 in 10 measurements of such machines", fast);
  return "healthy";
}

/// @pre gpus_per_node ≥ 1
std::string times_headline(const TimesQuestion& question, Collective collective, int ranks, int gpus_per_node) {
  const int accelerators = question.cluster.num_nodes * gpus_per_node;
  const bool all = gpus_per_node == question.cluster.instance.accelerators_per_node;
  return fmt::format("{} over {} GPUs{}: {}{} × {}", collective_name(collective), accelerators,
                     ranks == accelerators ? "" : fmt::format(" ({} ranks)", ranks),
                     all ? "" : fmt::format("{} of each of ", gpus_per_node), question.cluster.num_nodes,
                     question.cluster.instance.name);
}

text::Json envelope(const TimesQuestion& question, Collective collective, int ranks, const char* method) {
  return {{"version", 1},   {"instance", question.cluster.instance.name}, {"nodes", question.cluster.num_nodes},
          {"ranks", ranks}, {"collective", collective_name(collective)},  {"method", method}};
}

std::string level_text(const hardware::Link& link, const char* what) {
  return fmt::format("{}: {} at {} a GPU and direction, {} of it reached, {} a message", what, link.name,
                     bandwidth_text(link.bandwidth), ratio_text(link.efficiency), time_text(link.latency));
}

}  // namespace

std::optional<CollectiveTimes> collective_times(const TimesQuestion& question, const catalog::Catalog& catalog) {
  const hardware::Cluster& cluster = question.cluster;
  const int stated = question.gpus_per_node.value_or(cluster.instance.accelerators_per_node);
  if (cluster.num_nodes * stated < 2) throw InputError("--nodes", "one accelerator has nothing to communicate");
  const std::optional<catalog::CollectiveProfileItem> profile = catalog.collectives_for(cluster.instance);
  if (!profile) return std::nullopt;
  CollectiveTimes times{.question = question,
                        .collective = question.collective.value_or(Collective::kAllReduce),
                        .profile = *profile,
                        .group = {},
                        .gpus_per_node = stated,
                        .rows = {},
                        .warnings = {}};
  const int ranks = profile->profile.ranks_per_accelerator;
  std::optional<evidence::NcclTestsLog> log;
  if (!question.log.empty()) {
    log = read_log(question, ranks);
    times.collective = network::parse_collective_name(log->rows.front().collective).value();
    times.gpus_per_node = gpus_in_use(*log, question, ranks);
  }
  times.group = network::group_on_nodes(cluster.instance, cluster.num_nodes, times.gpus_per_node, ranks);
  // What is said of several nodes, its interval above all, does not hold inside one.
  if (times.group.num_domains == 1 && times.profile.node)
    times.profile = catalog::load_collective_profile(catalog, *times.profile.node);
  if (log)
    take_rows(*log, times);
  else
    times.rows = predicted_rows(times);
  return times;
}

Document times_document(const CollectiveTimes& times) {
  const TimesQuestion& question = times.question;
  Document document;
  document.warnings = times.warnings;
  document.headline = times_headline(question, times.collective, times.group.num_ranks, times.gpus_per_node);
  document.json = envelope(question, times.collective, times.group.num_ranks, "calibrated");
  if (times.gpus_per_node != question.cluster.instance.accelerators_per_node)
    document.json["gpus_per_node"] = times.gpus_per_node;
  document.csv_table = "rows";
  document.json["profile"] = times.profile.name;
  document.json["rows"] = text::Json::array();
  for (const TimedSize& row : times.rows) document.json["rows"].push_back(row_json(times, row));
  Table table = times_table(times);
  table.notes.push_back(fmt::format("profile {}: {}{}", times.profile.name, times.profile.title,
                                    times.profile.inherits ? ", coefficients of " + *times.profile.inherits : ""));
  if (const std::string sizes = sizes_never_measured(times); !sizes.empty())
    table.notes.push_back(fmt::format(
        "{} of {}: never measured over as many scale-up domains; {}", sizes, collective_name(times.collective),
        question.expect || !question.log.empty() ? "the interval is as wide as rows of whole systems that were left out"
                                                 : "--expect gives an interval"));
  table.notes.push_back(
      fmt::format("one call of a program that waits for it takes {} at least, on whatever accelerator",
                  time_text(network::program_floor(times.collective))));
  document.json["program_floor_us"] = network::program_floor(times.collective) / microsecond;
  if (!question.log.empty()) {
    document.json["verdict"] = verdict_on(times.rows);
    table.notes.push_back(verdict_on(times.rows));
  }
  document.tables.push_back(std::move(table));
  return document;
}

Document textbook_document(const TimesQuestion& question) {
  const hardware::Instance& instance = question.cluster.instance;
  if (question.expect || !question.log.empty())
    throw InputError(
        question.log.empty() ? "--expect" : "--log",
        fmt::format("no measurements of {} are known, so nothing can be expected of it; measure some and fit "
                    "a profile: fmplan calibrate collectives ROWS.csv --instance {} -o PROFILE.json",
                    instance.name, instance.name));
  if (question.gpus_per_node && *question.gpus_per_node != instance.accelerators_per_node)
    throw InputError("--gpus-per-node", fmt::format("no measurements of {} are known, and the textbook's forms take "
                                                    "whole nodes; leave it out, or give {}",
                                                    instance.name, instance.accelerators_per_node));
  const int ranks = num_accelerators(question.cluster);
  const Collective collective = question.collective.value_or(Collective::kAllReduce);
  const auto group = network::communicator(instance, ranks, 1);
  Document document;
  document.headline = times_headline(question, collective, ranks, instance.accelerators_per_node);
  document.json = envelope(question, collective, ranks, "closed form");
  document.csv_table = "rows";
  document.json["rows"] = text::Json::array();
  Table table{.title = "",
              .header = {"size", "time", "algbw GB/s", "busbw GB/s", "algorithm"},
              .align = {Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {}};
  for (const Bytes size : question.sizes) {
    const network::CollectiveTime time = collective_time(collective, size, group);
    table.rows.push_back({fmt::format("{:.0f} B", size / byte), time_text(time.total),
                          gigabytes_text(time.algorithm_bandwidth), gigabytes_text(time.bus_bandwidth),
                          std::string(algorithm_name(time.algorithm))});
    document.json["rows"].push_back({{"bytes", size / byte},
                                     {"time_us", time.total / microsecond},
                                     {"algbw_gb_per_s", time.algorithm_bandwidth / gigabyte_per_second},
                                     {"busbw_gb_per_s", time.bus_bandwidth / gigabyte_per_second},
                                     {"algorithm", algorithm_name(time.algorithm)}});
  }
  if (instance.scale_up) table.notes.push_back(level_text(*instance.scale_up, "inside"));
  if (instance.scale_out) table.notes.push_back(level_text(*instance.scale_out, "across"));
  if (const int axes = instance.wiring.slice_axes; axes > 0)
    table.notes.push_back(
        fmt::format("a slice is a torus of {} sides that follow its chips, each taken for a ring", axes));
  table.notes.push_back(
      "closed form, for want of measurements: bandwidth and latency terms only; medium sizes are optimistic, since "
      "filling the pipe is neglected");
  document.tables.push_back(std::move(table));
  return document;
}

const FigureSet& log_figures() {
  static const FigureSet kFigures(
      {{.name = "slow", .what = "sizes that took longer than they should", .says_unit = true},
       {.name = "fast", .what = "sizes that took less than they should", .says_unit = true},
       {.name = "impossible", .what = "sizes that beat what the line rates allow", .says_unit = true},
       {.name = "wrong", .what = "sizes whose results are not those of the collective", .says_unit = true}},
      {});
  return kFigures;
}

FigureValues log_values(const CollectiveTimes& times) {
  return [&times](const Figure& figure) {
    const auto count = std::ranges::count_if(
        times.rows, [&](const TimedSize& row) { return row.measured && word_of(row) == figure.name; });
    return FigureValue{.value = static_cast<double>(count)};
  };
}

}  // namespace fmplan::answer
