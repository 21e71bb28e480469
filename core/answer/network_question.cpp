#include "core/answer/network_question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <utility>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"

namespace fmplan::answer {
namespace {

using network::Collective;

constexpr Collective kCollectives[] = {Collective::kAllReduce,  Collective::kAllGather, Collective::kReduceScatter,
                                       Collective::kAllToAll,   Collective::kBroadcast, Collective::kReduce,
                                       Collective::kSendReceive};

std::optional<int> asked_gpus(const hardware::Instance& instance, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const int all = instance.accelerators_per_node;
  const auto count = parse_count(text);
  if (!count || *count < 1 || *count > all)
    throw InputError("--gpus-per-node", fmt::format("\"{}\" is not a whole number from 1 to {}, the GPUs of {}", text,
                                                    all, instance.name));
  return static_cast<int>(*count);
}

}  // namespace

Collective collective_named(const std::string& name) {
  if (name.empty()) return Collective::kAllReduce;
  std::vector<std::string> names;
  for (const Collective collective : kCollectives) {
    if (name == collective_name(collective)) return collective;
    names.emplace_back(collective_name(collective));
  }
  throw InputError("--collective",
                   fmt::format("\"{}\" is none of {}{}", name, fmt::join(names, ", "), did_you_mean(name, names)));
}

std::vector<Bytes> collective_sizes(const std::vector<std::string>& texts) {
  std::vector<Bytes> sizes;
  if (texts.empty())
    for (int power = 3; power <= 33; power += 2) sizes.push_back(std::ldexp(1.0, power) * byte);  // 8 bytes to 8 GiB
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

hardware::Cluster with_nodes(hardware::Cluster cluster, const std::string& num_nodes) {
  if (!num_nodes.empty()) {
    const auto count = parse_count(num_nodes);
    if (!count || *count < 1 || *count > 200'000)
      throw InputError("--nodes", fmt::format("\"{}\" is not a whole number from 1 to 200000", num_nodes));
    cluster.num_nodes = static_cast<int>(*count);
  }
  if (cluster.num_nodes > 1 && !cluster.instance.scale_out)
    throw InputError("--nodes",
                     fmt::format("{} states no network between instances; use --nodes 1", cluster.instance.name));
  return cluster;
}

Document contention_document(const hardware::Cluster& cluster, const NetworkOptions& options,
                             const catalog::Catalog& catalog) {
  const hardware::Cluster shared = with_fabric(cluster, {.fabric = options.fabric.fabric}, catalog);
  const std::vector<Bytes> sizes = options.sizes.empty() ? std::vector<Bytes>{} : collective_sizes(options.sizes);
  return contention_document(shared, contention_question(options.contention, options.fabric.oversubscription,
                                                         collective_named(options.collective), sizes, shared));
}

TimesQuestion times_question(hardware::Cluster cluster, const NetworkOptions& options) {
  const std::optional<int> gpus_per_node = asked_gpus(cluster.instance, options.gpus_per_node);
  return {.cluster = std::move(cluster),
          .collective = options.collective.empty() ? std::nullopt : std::optional(collective_named(options.collective)),
          .sizes = collective_sizes(options.sizes),
          .expect = options.expect,
          .log = options.log,
          .gpus_per_node = gpus_per_node};
}

}  // namespace fmplan::answer
