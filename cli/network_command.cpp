#include <fmt/format.h>
#include <filesystem>

#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/gate.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/contention_document.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/network_question.h"
#include "core/answer/network_times.h"
#include "core/answer/topology_document.h"
#include "core/network/topology_build.h"
#include "core/network/topology_draw.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

/// What --show, --dot, --svg, --fabric and --oversubscription say.
struct ShowArguments {
  bool show = false;
  std::string dot_file{};
  std::string svg_file{};
  answer::FabricChoice fabric{};

  /// Empty: none.
  const char* option_asked() const {
    return show                               ? "--show"
           : !dot_file.empty()                ? "--dot"
           : !svg_file.empty()                ? "--svg"
           : !fabric.fabric.empty()           ? "--fabric"
           : !fabric.oversubscription.empty() ? "--oversubscription"
                                              : "";
  }
  bool is_asked() const { return *option_asked() != '\0'; }
};

struct NetworkArguments {
  std::string cluster;
  std::string collective;  ///< empty: the log's own, else all_reduce
  std::vector<std::string> sizes;
  std::string num_nodes;
  bool expect = false;
  std::string log;
  ShowArguments show;
  answer::ContentionArguments contention;
  std::vector<std::string> gates;
};

hardware::Cluster load_cluster(const NetworkArguments& arguments, const catalog::Catalog& catalog) {
  hardware::Cluster cluster;
  if (!catalog.has("instances", arguments.cluster) && std::filesystem::exists(arguments.cluster)) {
    cluster = scenario::load_scenario({.file = arguments.cluster, .sets = {}}, catalog).scenario.cluster;
  } else {
    cluster.instance = catalog.instance(arguments.cluster);
  }
  return answer::with_nodes(std::move(cluster), arguments.num_nodes);
}

/// @throws InputError where --contention meets options that ask for something else.
answer::Document contention_document(const NetworkArguments& arguments, const catalog::Catalog& catalog) {
  const ShowArguments& show = arguments.show;
  if (show.show || !show.dot_file.empty() || !show.svg_file.empty() || arguments.expect || !arguments.log.empty())
    throw InputError("--contention", "cannot be asked together with --show, --dot, --svg, --expect or --log");
  const hardware::Cluster cluster =
      answer::with_fabric(load_cluster(arguments, catalog), {.fabric = show.fabric.fabric}, catalog);
  const std::vector<Bytes> sizes =
      arguments.sizes.empty() ? std::vector<Bytes>{} : answer::collective_sizes(arguments.sizes);
  return answer::contention_document(
      cluster, contention_question(arguments.contention, show.fabric.oversubscription,
                                   answer::collective_named(arguments.collective), sizes, cluster));
}

int print_times(const NetworkArguments& arguments, const catalog::Catalog& catalog, Options options) {
  const std::vector<answer::Condition> gates =
      answer::parse_conditions(arguments.gates, answer::log_figures(), "--fail-if");
  if (!gates.empty() && arguments.log.empty())
    throw InputError("--fail-if", "judges a log of nccl-tests; add --log FILE");
  const answer::TimesQuestion question{
      .cluster = load_cluster(arguments, catalog),
      .collective =
          arguments.collective.empty() ? std::nullopt : std::optional(answer::collective_named(arguments.collective)),
      .sizes = answer::collective_sizes(arguments.sizes),
      .expect = arguments.expect,
      .log = arguments.log};
  const auto times = answer::collective_times(question, catalog);
  if (has_ending(options.output, {".svg"})) {
    if (!times)
      throw InputError("--output", fmt::format("no measurements of {} are known to draw a chart from",
                                               question.cluster.instance.name));
    text::write_text_file(options.output, answer::busbw_chart(*times));
    options.output.clear();
  }
  print(times ? answer::times_document(*times) : answer::textbook_document(question), options);
  return times ? report_gates(exceeded_gates(gates, answer::log_values(*times)), options) : kOk;
}

/// Each file whole or not at all.
void write_drawings(const hardware::Cluster& cluster, const ShowArguments& show) {
  const network::AssumedShape assumed = network::topology_shape(cluster.instance, cluster.num_nodes);
  const network::Topology topology(assumed.shape);
  if (!show.dot_file.empty()) text::write_text_file(show.dot_file, topology_dot(topology));
  if (!show.svg_file.empty()) text::write_text_file(show.svg_file, topology_svg(topology, assumed.assumptions));
}

int show_network(const hardware::Cluster& cluster, const ShowArguments& show, const catalog::Catalog& catalog,
                 const Options& options) {
  const hardware::Cluster shown = with_fabric(cluster, show.fabric, catalog);
  const answer::Document document = answer::topology_document(shown);
  write_drawings(shown, show);
  print(document, options);
  return kOk;
}

void add_show_options(Command& command, ShowArguments& show) {
  command.add_option("--show", &show.show, "the network itself: its levels, what fills up first, what was assumed");
  command.add_option("--dot FILE", &show.dot_file, "also draw the network as text for Graphviz");
  command.add_option("--svg FILE", &show.svg_file, "also draw the network as a picture");
  command.add_option("--fabric NAME", &show.fabric.fabric,
                     "with --show or --contention: a fabric of the catalogue, for instance meta-24k");
  command.add_option("--oversubscription A", &show.fabric.oversubscription,
                     "with --show or --contention: bandwidth into leaves to bandwidth out, for instance 2:1");
}

void add_contention_options(Command& command, answer::ContentionArguments& contention) {
  command.add_option("--contention", &contention.contention,
                     "what slows the collective down: oversubscription, other jobs, NICs that are down");
  command.add_option("--jobs-beside K", &contention.jobs_beside,
                     "with --contention: other jobs on the same leaves (default 1)");
  command.add_option("--failed-nics K", &contention.failed_nics,
                     "with --contention: NICs down in one machine (default 1)");
  command.add_option("--routing NAME", &contention.routing,
                     "with --contention: spray (default), or d-mod-k, a fixed spine for each destination");
}

}  // namespace

void add_network_command(Command& app, const Options& options) {
  Command& command = app.add_command("network", "the time of collectives on a cluster, as nccl-tests prints it");
  auto arguments = std::make_shared<NetworkArguments>();
  command.add_argument("CLUSTER", &arguments->cluster, "instance of the catalogue, or a scenario file");
  command.add_option("--collective TEXT", &arguments->collective,
                     "all_reduce (default), all_gather, reduce_scatter, all_to_all, broadcast, reduce, send_receive");
  command.add_option("--bytes LIST", &arguments->sizes, "sizes, for instance 8,1048576 or \"1 GiB\"").separator = ',';
  command.add_option("--nodes N", &arguments->num_nodes, "instances (default: 1, or the scenario's)");
  command.add_option("--expect", &arguments->expect, "with the interval that measurements should lie in");
  command.add_option("--log FILE", &arguments->log,
                     "judge this log of nccl-tests: healthy, slow, fast, impossible or wrong");
  command.file_endings = {".svg"};
  command.add_option("--fail-if CONDITION", &arguments->gates,
                     "with --log: exit with 4 if it holds, for instance 'slow>0 or impossible>0'; may be repeated");
  add_show_options(command, arguments->show);
  add_contention_options(command, arguments->contention);
  command.footer =
      "Examples:\n"
      "  fmplan network p5.48xlarge --nodes 16\n"
      "  fmplan network p5.48xlarge --nodes 16 --expect -o busbw.svg\n"
      "  fmplan network p5.48xlarge --nodes 2 --log all_reduce_perf.log\n"
      "  fmplan network p5.48xlarge --nodes 16 --show --svg network.svg\n"
      "  fmplan network p5.48xlarge --nodes 16 --contention --oversubscription 2:1\n"
      "  fmplan network p4d.24xlarge --nodes 2 --collective all_gather --bytes '1 GiB'";
  command.run = [arguments, &options] {
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    if (arguments->contention.is_asked()) {
      print(contention_document(*arguments, catalog), options);
      return static_cast<int>(kOk);
    }
    if (arguments->show.is_asked()) {
      if (arguments->expect || !arguments->log.empty() || !arguments->sizes.empty() || !arguments->collective.empty())
        throw InputError(arguments->show.option_asked(),
                         "shows the network, not times of collectives: leave --bytes, --collective, --expect and --log "
                         "out, or ask --contention");
      return show_network(load_cluster(*arguments, catalog), arguments->show, catalog, options);
    }
    return print_times(*arguments, catalog, options);
  };
}

}  // namespace fmplan::cli
