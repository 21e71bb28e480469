#include "cli/network_expect.h"

#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/io/collective_profile.h"
#include "core/io/json_text.h"
#include "core/io/nccl_tests_log.h"
#include "core/network/collective_judge.h"

namespace fmplan::cli {
namespace {

using network::Collective;
using network::Judgement;
using network::Verdict;

struct Expected {
  Bytes bytes;
  std::optional<Seconds> measured;
  Judgement judgement;
};

std::string busbw_text(BytesPerSecond value) { return fmt::format("{:.2f}", value / gigabyte_per_second); }

/// The bus bandwidth of a payload in a time.
BytesPerSecond busbw(Collective collective, Bytes bytes, Seconds time, int ranks) {
  return network::bus_factor(collective, ranks) * (bytes / time);
}

std::vector<Expected> expectations(const std::vector<Bytes>& sizes, Collective collective,
                                   const network::CollectiveGroup& group, const network::CollectiveProfile& profile) {
  std::vector<Expected> rows;
  for (const Bytes bytes : sizes) {
    const Seconds time = network::collective_time(collective, bytes, group, profile).total;
    rows.push_back({bytes, std::nullopt, network::judge(collective, bytes, time, group, profile)});
  }
  return rows;
}

std::vector<Expected> judged_log(const std::string& log, const hardware::Cluster& cluster, Collective collective,
                                 const network::CollectiveGroup& group, const network::CollectiveProfile& profile) {
  const io::NcclTestsContext context{.source_id = {},
                                     .gpu = cluster.instance.accelerator.name,
                                     .system = cluster.instance.name,
                                     .collective = std::string(collective_name(collective)),
                                     .nodes = cluster.num_nodes,
                                     .gpus_per_node = cluster.instance.accelerators_per_node};
  std::vector<Expected> rows;
  for (const io::CollectiveRow& row : io::read_nccl_tests_log(io::read_text_file(log), log, context).rows) {
    const Bytes bytes = row.bytes * byte;
    const Seconds time = row.time_us * microsecond;
    rows.push_back({bytes, time, network::judge(collective, bytes, time, group, profile)});
  }
  return rows;
}

nlohmann::ordered_json row_json(const Expected& row, Collective collective, int ranks) {
  const network::CalibratedTime& e = row.judgement.expected;
  nlohmann::ordered_json entry = {{"bytes", row.bytes / byte},
                                  {"time_us", e.total / microsecond},
                                  {"low_us", e.low / microsecond},
                                  {"high_us", e.high / microsecond},
                                  {"algbw_gb_per_s", e.algorithm_bandwidth / gigabyte_per_second},
                                  {"busbw_gb_per_s", e.bus_bandwidth / gigabyte_per_second},
                                  {"algorithm", network::nccl_algorithm_name(e.algorithm)},
                                  {"protocol", network::nccl_protocol_name(e.protocol)},
                                  {"bound", network::collective_bound_name(e.bound)},
                                  {"share_of_bound", e.share_of_bound}};
  if (row.measured) {
    entry["measured_us"] = *row.measured / microsecond;
    entry["measured_busbw_gb_per_s"] = busbw(collective, row.bytes, *row.measured, ranks) / gigabyte_per_second;
    entry["verdict"] = network::verdict_name(row.judgement.verdict);
  }
  return entry;
}

Table expectation_table(const std::vector<Expected>& rows, Collective collective, int ranks, bool judged) {
  Table table{.title = "",
              .header = {"size", "time", "80 % between", "busbw GB/s", "80 % between", "algorithm", "bound", "of it"},
              .align = {Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kLeft,
                        Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {}};
  if (judged) {
    table.header.insert(table.header.begin() + 1, {"measured", "verdict"});
    table.align.insert(table.align.begin() + 1, {Align::kRight, Align::kLeft});
  }
  for (const Expected& row : rows) {
    const network::CalibratedTime& e = row.judgement.expected;
    std::vector<std::string> cells = {
        fmt::format("{:.0f} B", row.bytes / byte),
        time_text(e.total),
        time_text(e.low) + " - " + time_text(e.high),
        busbw_text(e.bus_bandwidth),
        busbw_text(busbw(collective, row.bytes, e.high, ranks)) + " - " +
            busbw_text(busbw(collective, row.bytes, e.low, ranks)),
        fmt::format("{} {}", network::nccl_algorithm_name(e.algorithm), network::nccl_protocol_name(e.protocol)),
        std::string(network::collective_bound_name(e.bound)),
        ratio_text(e.share_of_bound)};
    if (judged)
      cells.insert(cells.begin() + 1,
                   {time_text(*row.measured), std::string(network::verdict_name(row.judgement.verdict))});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// One line on the whole log: what most of the rows from 1 MiB up say, since small ones depend on the host too.
std::string overall(const std::vector<Expected>& rows) {
  std::map<Verdict, int> counts;
  int all = 0;
  for (const Expected& row : rows) {
    if (row.bytes < 1 * mebibyte && rows.back().bytes >= 1 * mebibyte) continue;
    ++counts[row.judgement.verdict];
    ++all;
  }
  if (counts[Verdict::kImpossible] > 0)
    return "impossible: some rows beat what the line rates allow; are the machine, --nodes and --collective right?";
  if (2 * counts[Verdict::kSlow] > all) return "slow: most rows take longer than 9 in 10 measurements of such machines";
  if (2 * counts[Verdict::kFast] > all) return "fast: most rows are faster than 9 in 10 measurements of such machines";
  return "healthy";
}

}  // namespace

Document expectation_document(const hardware::Cluster& cluster, Collective collective, const std::vector<Bytes>& sizes,
                              const std::string& log, const io::Catalog& catalog) {
  const hardware::Instance& instance = cluster.instance;
  const int ranks = num_accelerators(cluster);
  const auto items = io::load_collective_profiles(catalog);
  const auto item = io::profile_of_instance(items, instance.name);
  const network::CollectiveProfile profile =
      item ? item->profile : network::uncalibrated_profile("NCCL's own constants", false);
  const network::CollectiveGroup group = network::collective_group(instance, ranks, 1);
  if (ranks < 2) throw InputError("--nodes", "one accelerator has nothing to communicate");
  const std::vector<Expected> rows = log.empty() ? expectations(sizes, collective, group, profile)
                                                 : judged_log(log, cluster, collective, group, profile);
  Document document;
  document.headline = fmt::format("{} over {} GPUs: {} × {}, as nccl-tests should print it",
                                  collective_name(collective), ranks, cluster.num_nodes, instance.name);
  document.json = {{"version", 1},
                   {"instance", instance.name},
                   {"nodes", cluster.num_nodes},
                   {"ranks", ranks},
                   {"collective", collective_name(collective)},
                   {"method", "calibrated"},
                   {"profile", profile.name},
                   {"rows", nlohmann::ordered_json::array()}};
  for (const Expected& row : rows) document.json["rows"].push_back(row_json(row, collective, ranks));
  Table table = expectation_table(rows, collective, ranks, !log.empty());
  table.notes.push_back(item ? fmt::format("profile {}: {}", item->name, item->title)
                             : "no profile lists this instance: NCCL's own constants, a wide interval");
  if (!log.empty()) {
    document.json["verdict"] = overall(rows);
    table.notes.push_back(overall(rows));
  }
  document.tables.push_back(std::move(table));
  return document;
}

}  // namespace fmplan::cli
