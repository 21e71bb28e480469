#include <fmt/format.h>
#include <filesystem>

#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/network_question.h"
#include "core/network/topology_build.h"
#include "core/network/topology_draw.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

struct NetworkArguments {
  std::string cluster, num_nodes;
  answer::NetworkOptions asked;
  bool show = false;
  std::string dot_file, svg_file;
  std::vector<std::string> gates;

  bool draws() const { return show || !dot_file.empty() || !svg_file.empty(); }
};

/// What asks for the network itself; empty: nothing does.
const char* showing_option(const NetworkArguments& arguments) {
  return arguments.show                           ? "--show"
         : !arguments.dot_file.empty()            ? "--dot"
         : !arguments.svg_file.empty()            ? "--svg"
         : !arguments.asked.fabric.fabric.empty() ? "--fabric"
         : arguments.asked.fabric.is_chosen()     ? "--oversubscription"
                                                  : "";
}

hardware::Cluster load_cluster(const NetworkArguments& arguments, const catalog::Catalog& catalog) {
  hardware::Cluster cluster;
  if (!catalog.has("instances", arguments.cluster) && std::filesystem::exists(arguments.cluster)) {
    cluster = scenario::load_scenario({.file = arguments.cluster, .sets = {}}, catalog).scenario.cluster;
  } else {
    cluster.instance = catalog.instance(arguments.cluster);
  }
  return answer::with_nodes(std::move(cluster), arguments.num_nodes);
}

int print_times(const NetworkArguments& arguments, const catalog::Catalog& catalog, Options options) {
  const std::vector<answer::Condition> gates =
      answer::parse_conditions(arguments.gates, answer::log_figures(), "--fail-if");
  const answer::TimesQuestion question = times_question(load_cluster(arguments, catalog), arguments.asked);
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

/// Each drawing whole or not at all.
int show_network(const NetworkArguments& arguments, const catalog::Catalog& catalog, const Options& options) {
  const hardware::Cluster shown = with_fabric(load_cluster(arguments, catalog), arguments.asked.fabric, catalog);
  const answer::Document document = answer::topology_document(shown);
  const network::AssumedShape assumed = network::topology_shape(shown.instance, shown.num_nodes);
  const network::Topology topology(assumed.shape);
  if (!arguments.dot_file.empty()) text::write_text_file(arguments.dot_file, topology_dot(topology));
  if (!arguments.svg_file.empty())
    text::write_text_file(arguments.svg_file, topology_svg(topology, assumed.assumptions));
  print(document, options);
  return kOk;
}

int run_network(const NetworkArguments& arguments, const Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const answer::NetworkOptions& asked = arguments.asked;
  if (!arguments.gates.empty() && asked.log.empty())
    throw InputError("--fail-if", "judges a log of nccl-tests; add --log FILE");
  if (!asked.gpus_per_node.empty() && (asked.contention.is_asked() || *showing_option(arguments) != '\0'))
    throw InputError("--gpus-per-node", "is asked with times of collectives alone: leave it out");
  if (asked.contention.is_asked()) {
    if (arguments.draws() || asked.expect || !asked.log.empty())
      throw InputError("--contention", "cannot be asked together with --show, --dot, --svg, --expect or --log");
    print(contention_document(load_cluster(arguments, catalog), asked, catalog), options);
    return kOk;
  }
  if (const char* const shows = showing_option(arguments); *shows != '\0') {
    if (asked.expect || !asked.log.empty() || !asked.sizes.empty() || !asked.collective.empty())
      throw InputError(shows,
                       "shows the network, not times of collectives: leave --bytes, --collective, --expect and --log "
                       "out, or ask --contention");
    return show_network(arguments, catalog, options);
  }
  return print_times(arguments, catalog, options);
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
  answer::NetworkOptions& asked = arguments->asked;
  command.add_argument("CLUSTER", &arguments->cluster, "instance of the catalogue, or a scenario file");
  command.add_option("--collective TEXT", &asked.collective,
                     "all_reduce (default), all_gather, reduce_scatter, all_to_all, broadcast, reduce, send_receive");
  command.add_option("--bytes LIST", &asked.sizes, "sizes, for instance 8,1048576 or \"1 GiB\"").separator = ',';
  command.add_option("--nodes N", &arguments->num_nodes, "instances (default: 1, or the scenario's)");
  command.add_option("--gpus-per-node N", &asked.gpus_per_node,
                     "GPUs in use of each instance (default: those that the log lists, or all)");
  command.add_option("--expect", &asked.expect, "with the interval that measurements should lie in");
  command.add_option("--log FILE", &asked.log,
                     "judge this log of nccl-tests: healthy, slow, fast, impossible or wrong");
  command.file_endings = {".svg"};
  command.add_option("--fail-if CONDITION", &arguments->gates,
                     "with --log: exit with 4 if it holds, for instance 'slow>0 or impossible>0'; may be repeated");
  command.add_option("--show", &arguments->show,
                     "the network itself: its levels, what fills up first, what was assumed");
  command.add_option("--dot FILE", &arguments->dot_file, "also draw the network as text for Graphviz");
  command.add_option("--svg FILE", &arguments->svg_file, "also draw the network as a picture");
  command.add_option("--fabric NAME", &asked.fabric.fabric,
                     "with --show or --contention: a fabric of the catalogue, for instance meta-24k");
  command.add_option("--oversubscription A", &asked.fabric.oversubscription,
                     "with --show or --contention: bandwidth into leaves to bandwidth out, for instance 2:1");
  add_contention_options(command, asked.contention);
  command.footer =
      "Examples:\n"
      "  fmplan network p5.48xlarge --nodes 16\n"
      "  fmplan network p5.48xlarge --nodes 16 --expect -o busbw.svg\n"
      "  fmplan network p5.48xlarge --nodes 2 --log all_reduce_perf.log\n"
      "  fmplan network p5.48xlarge --nodes 16 --show --svg network.svg\n"
      "  fmplan network p5.48xlarge --nodes 16 --contention --oversubscription 2:1\n"
      "  fmplan network p4d.24xlarge --nodes 2 --collective all_gather --bytes '1 GiB'";
  command.run = [arguments, &options] { return run_network(*arguments, options); };
}

}  // namespace fmplan::cli
