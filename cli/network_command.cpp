#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/document.h"
#include "cli/network_expect.h"
#include "cli/network_show.h"
#include "cli/scenario_arguments.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/network/collective_time.h"

namespace fmplan::cli {
namespace {

using network::Collective;

constexpr Collective kCollectives[] = {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter,
                                       Collective::kAllToAll,  Collective::kBroadcast, Collective::kSendReceive};

struct NetworkArguments {
  std::string cluster;
  std::string collective = "all_reduce";
  std::vector<std::string> sizes;
  std::string num_nodes;
  bool expect = false;
  std::string log;
  NetworkShowOptions show;
};

Collective parse_collective(const std::string& name) {
  std::vector<std::string> names;
  for (const Collective collective : kCollectives) {
    if (name == collective_name(collective)) return collective;
    names.emplace_back(collective_name(collective));
  }
  throw InputError("--collective",
                   fmt::format("\"{}\" is none of {}{}", name, fmt::join(names, ", "), did_you_mean(name, names)));
}

std::vector<Bytes> parse_sizes(const std::vector<std::string>& texts) {
  std::vector<Bytes> sizes;
  if (texts.empty())
    for (double size = 8; size <= 16.0 * 1024 * 1024 * 1024; size *= 4) sizes.push_back(size * byte);
  Issues issues;
  for (const std::string& text : texts) {
    std::optional<Bytes> size = parse_data(text);
    if (!size)
      if (const auto count = parse_count(text)) size = static_cast<double>(*count) * byte;
    if (size && *size > Bytes{}) {
      sizes.push_back(*size);
    } else {
      issues.push_back(
          {"--bytes", fmt::format("\"{}\" is no size; write 1048576, \"1 GiB\" or a list such as 8,64,512", text)});
    }
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return sizes;
}

hardware::Cluster load_cluster(const NetworkArguments& arguments, const io::Catalog& catalog) {
  hardware::Cluster cluster;
  if (!catalog.has("instances", arguments.cluster) && std::filesystem::exists(arguments.cluster)) {
    cluster = load_scenario({.file = arguments.cluster, .sets = {}}, catalog).scenario.cluster;
  } else {
    cluster.instance = catalog.instance(arguments.cluster);
  }
  if (!arguments.num_nodes.empty()) {
    const auto count = parse_count(arguments.num_nodes);
    if (!count || *count < 1 || *count > 200'000)
      throw InputError("--nodes", fmt::format("\"{}\" is not a whole number from 1 to 200000", arguments.num_nodes));
    cluster.num_nodes = static_cast<int>(*count);
  }
  if (cluster.num_nodes > 1 && !cluster.instance.scale_out)
    throw InputError("--nodes",
                     fmt::format("{} states no network between instances; use --nodes 1", cluster.instance.name));
  return cluster;
}

std::string level_text(const hardware::Link& link, const char* what) {
  return fmt::format("{}: {} at {} a GPU and direction, {} of it reached, {} a message", what, link.name,
                     bandwidth_text(link.bandwidth), ratio_text(link.efficiency), time_text(link.latency));
}

Document network_document(const hardware::Cluster& cluster, Collective collective, const std::vector<Bytes>& sizes) {
  const hardware::Instance& instance = cluster.instance;
  const int ranks = num_accelerators(cluster);
  const auto group = network::communicator(instance, ranks, 1);
  Document document;
  document.headline =
      fmt::format("{} over {} GPUs: {} × {}", collective_name(collective), ranks, cluster.num_nodes, instance.name);
  Table table{.title = "",
              .header = {"size", "time", "algbw", "busbw", "algorithm"},
              .align = {Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {}};
  document.json = {{"version", 1},
                   {"instance", instance.name},
                   {"nodes", cluster.num_nodes},
                   {"ranks", ranks},
                   {"collective", collective_name(collective)},
                   {"method", "closed form"},
                   {"rows", nlohmann::ordered_json::array()}};
  for (const Bytes size : sizes) {
    const network::CollectiveTime time = collective_time(collective, size, group);
    table.rows.push_back({fmt::format("{:.0f} B", size / byte), time_text(time.total),
                          fmt::format("{:.2f} GB/s", time.algorithm_bandwidth / gigabyte_per_second),
                          fmt::format("{:.2f} GB/s", time.bus_bandwidth / gigabyte_per_second),
                          std::string(algorithm_name(time.algorithm))});
    document.json["rows"].push_back({{"bytes", size / byte},
                                     {"time_us", time.total / microsecond},
                                     {"algbw_gb_per_s", time.algorithm_bandwidth / gigabyte_per_second},
                                     {"busbw_gb_per_s", time.bus_bandwidth / gigabyte_per_second},
                                     {"algorithm", algorithm_name(time.algorithm)}});
  }
  if (instance.scale_up) table.notes.push_back(level_text(*instance.scale_up, "inside"));
  if (instance.scale_out) table.notes.push_back(level_text(*instance.scale_out, "across"));
  table.notes.push_back(
      "closed form: bandwidth and latency terms only; medium sizes are optimistic, since filling the pipe is "
      "neglected");
  document.tables.push_back(std::move(table));
  return document;
}

}  // namespace

void add_network_command(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand("network", "the time of collectives on a cluster, as nccl-tests prints it");
  auto arguments = std::make_shared<NetworkArguments>();
  command->add_option("CLUSTER", arguments->cluster, "instance of the catalogue, or a scenario file")
      ->required()
      ->type_name("NAME|FILE");
  command->add_option("--collective", arguments->collective,
                      "all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, send_receive");
  command->add_option("--bytes", arguments->sizes, "sizes, for instance 8,1048576 or \"1 GiB\"")
      ->delimiter(',')
      ->type_name("LIST");
  command->add_option("--nodes", arguments->num_nodes, "instances (default: 1, or the scenario's)")->type_name("N");
  command->add_flag("--expect", arguments->expect, "what nccl-tests should print, calibrated, with an interval");
  command->add_option("--log", arguments->log, "judge this log of nccl-tests: healthy, slow, fast or impossible")
      ->type_name("FILE");
  add_network_show_options(*command, arguments->show);
  command->footer(
      "Examples:\n"
      "  fmplan network p5.48xlarge --nodes 16\n"
      "  fmplan network p5.48xlarge --nodes 16 --show --svg network.svg\n"
      "  fmplan network p4d.24xlarge --nodes 2 --collective all_gather --bytes '1 GiB'");
  command->callback([arguments, &session] {
    session.run = [arguments, &session] {
      const io::Catalog catalog = io::Catalog::shipped(session.options.catalog_dir);
      if (arguments->show.is_asked())
        return show_network(load_cluster(*arguments, catalog), arguments->show, catalog, session.options);
      const Collective collective = parse_collective(arguments->collective);
      const std::vector<Bytes> sizes = parse_sizes(arguments->sizes);
      if (arguments->expect || !arguments->log.empty()) {
        print(expectation_document(load_cluster(*arguments, catalog), collective, sizes, arguments->log, catalog),
              session.options);
        return static_cast<int>(kOk);
      }
      print(network_document(load_cluster(*arguments, catalog), collective, sizes), session.options);
      return static_cast<int>(kOk);
    };
  });
}

}  // namespace fmplan::cli
