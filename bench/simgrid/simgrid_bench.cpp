// The same flows through this library and through SimGrid (CM02 without latency: plain max–min fairness), one after the
// other.
//
//   fmplan_simgrid_bench            all sets that SimGrid is done with in about a minute
//   fmplan_simgrid_bench --long     also 100,000 flows on 512 hosts and the all-to-all of 256: more than a minute
//   fmplan_simgrid_bench FLOWS.csv HOSTS HOSTS_PER_LEAF OVERSUBSCRIPTION
//                                   flows from a file with the columns id,src,dst,bytes,start
//
// SimGrid is a library of one engine per process, so every set runs in a process of its own.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <simgrid/s4u.hpp>

#include "tests/network/flow_sets.h"

namespace fmplan::network {
namespace {

namespace sg4 = simgrid::s4u;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Flows with the hosts they join, which a route alone does not tell SimGrid.
struct Case {
  std::string name;
  FatTree tree;
  FlowSet set;
  bool is_ring = false;
};

int source_of(const Case& problem, const Flow& flow) { return problem.set.routes.links(flow.route).front(); }
int destination_of(const Case& problem, const Flow& flow) {
  return problem.set.routes.links(flow.route).back() - problem.tree.shape().num_endpoints;
}

struct Platform {
  std::vector<sg4::Host*> hosts;
};

Platform make_platform(const Case& problem) {
  Platform platform;
  sg4::NetZone* zone = sg4::create_full_zone("fat_tree");
  const int num_hosts = problem.tree.shape().num_endpoints;
  for (int h = 0; h < num_hosts; ++h) platform.hosts.push_back(zone->create_host(fmt::format("h{}", h), 1e9));
  const FlowNetwork network = problem.tree.network();
  std::vector<const sg4::Link*> links;
  for (std::size_t l = 0; l < network.capacities.size(); ++l) {
    const double capacity = network.capacities[l] / byte_per_second;
    links.push_back(zone->create_link(fmt::format("l{}", l), capacity)->set_latency(0)->seal());
  }
  std::vector<bool> has_route(static_cast<std::size_t>(num_hosts) * static_cast<std::size_t>(num_hosts), false);
  for (const Flow& flow : problem.set.flows) {
    const auto source = static_cast<std::size_t>(source_of(problem, flow));
    const auto destination = static_cast<std::size_t>(destination_of(problem, flow));
    if (has_route[source * static_cast<std::size_t>(num_hosts) + destination]) continue;
    has_route[source * static_cast<std::size_t>(num_hosts) + destination] = true;
    std::vector<sg4::LinkInRoute> route;
    for (const int link : problem.set.routes.links(flow.route))
      route.emplace_back(links[static_cast<std::size_t>(link)]);
    zone->add_route(platform.hosts[source]->get_netpoint(), platform.hosts[destination]->get_netpoint(), nullptr,
                    nullptr, route, false);
  }
  zone->seal();
  return platform;
}

/// One actor that sends every flow at its time.  The flows must be in order of their starts.
void send_all(const Case& problem, const Platform& platform, std::vector<double>& finish_s) {
  std::vector<sg4::CommPtr> comms;
  for (const Flow& flow : problem.set.flows) {
    const double start_s = flow.start / second;
    if (start_s > sg4::Engine::get_clock()) sg4::this_actor::sleep_until(start_s);
    comms.push_back(sg4::Comm::sendto_async(platform.hosts[static_cast<std::size_t>(source_of(problem, flow))],
                                            platform.hosts[static_cast<std::size_t>(destination_of(problem, flow))],
                                            static_cast<std::uint64_t>(flow.bytes / byte)));
  }
  for (std::size_t f = 0; f < comms.size(); ++f) {
    comms[f]->wait();
    finish_s[f] = comms[f]->get_finish_time();
  }
}

/// One actor per rank: each step sends to the next and receives from the one before.
void run_rank(const Case& problem, std::size_t rank, double& finish_s) {
  const Flow& flow = problem.set.flows[rank];
  sg4::Mailbox* const mine = sg4::Mailbox::by_name(fmt::format("r{}", rank));
  sg4::Mailbox* const next = sg4::Mailbox::by_name(fmt::format("r{}", (rank + 1) % problem.set.flows.size()));
  static int payload = 0;
  for (int round = 0; round < flow.num_rounds; ++round) {
    const sg4::CommPtr sent = next->put_async(&payload, static_cast<std::uint64_t>(flow.bytes / byte));
    mine->get<int>();
    sent->wait();
  }
  finish_s = sg4::Engine::get_clock();
}

std::vector<double> run_simgrid(const Case& problem, double& wall_s) {
  std::string program = "fmplan_simgrid_bench";
  std::string quiet = "--log=root.thres:error";
  int argc = 2;
  char* argv[] = {program.data(), quiet.data(), nullptr};
  sg4::Engine engine(&argc, argv);
  for (const char* const setting : {"network/model:CM02", "network/TCP-gamma:0", "network/crosstraffic:0"})
    sg4::Engine::set_config(setting);
  std::vector<double> finish_s(problem.set.flows.size(), 0);
  const Platform platform = make_platform(problem);
  if (problem.is_ring) {
    for (std::size_t rank = 0; rank < platform.hosts.size(); ++rank)
      sg4::Actor::create("rank", platform.hosts[rank], [&, rank] { run_rank(problem, rank, finish_s[rank]); });
  } else {
    sg4::Actor::create("sender", platform.hosts[0], [&] { send_all(problem, platform, finish_s); });
  }
  wall_s = seconds_of([&] { engine.run(); });
  return finish_s;
}

void compare(const Case& problem) {
  FlowResult ours;
  const double ours_s = seconds_of([&] { ours = simulate(problem.tree.network(), problem.set); });
  double simgrid_s = 0;
  const std::vector<double> theirs = run_simgrid(problem, simgrid_s);
  double worst = 0;
  for (std::size_t f = 0; f < theirs.size(); ++f) {
    const double start_s = problem.set.flows[f].start / second;
    worst = std::max(worst, std::abs(ours.finish[f] / second - theirs[f]) / (theirs[f] - start_s));
  }
  fmt::print("{:44} {:10} {:11.4f} {:11.4f} {:9.0f}x {:12.1e}\n", problem.name, ours.num_events / 2, ours_s, simgrid_s,
             simgrid_s / ours_s, worst);
}

/// SimGrid cannot be set up twice in a process.
void compare_apart(const std::function<Case()>& make) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    compare(make());
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error(fmt::format("SimGrid gave up with status {}", status));
}

Case poisson(int hosts, int flows, double oversubscription) {
  FatTree tree = flow_sets::two_levels(hosts, hosts == 64 ? 16 : 32, oversubscription);
  FlowSet set = flow_sets::poisson_flows(tree, flows, 0.4, 1);
  return {fmt::format("{} Poisson flows, {} hosts, {}:1", flows, hosts, oversubscription), tree, std::move(set)};
}

Case all_to_all(int hosts) {
  FatTree tree = flow_sets::two_levels(hosts, hosts == 64 ? 16 : 32, 1);
  return {fmt::format("all-to-all, {} hosts", hosts), tree, flow_sets::all_to_all(tree, 16 * mebibyte)};
}

Case ring(int hosts) {
  FatTree tree = flow_sets::two_levels(hosts, hosts == 64 ? 16 : 32, 1);
  return {fmt::format("ring all-reduce of 1 GiB, {} hosts", hosts), tree,
          flow_sets::ring_all_reduce(tree, 1 * gibibyte), true};
}

Case from_file(const std::string& file, int hosts, int per_leaf, double oversubscription) {
  Case problem{file, flow_sets::two_levels(hosts, per_leaf, oversubscription), {}};
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::array<double, 5> field{};
    const char* next = line.data();
    for (double& value : field) next = std::from_chars(next, line.data() + line.size(), value).ptr + 1;
    const std::vector<int> route = problem.tree.route(static_cast<int>(field[1]), static_cast<int>(field[2]));
    problem.set.flows.push_back(
        {.start = field[4] * second, .bytes = field[3] * byte, .route = problem.set.routes.intern(route)});
  }
  return problem;
}

int run(const std::vector<std::string>& arguments) {
  fmt::print("{:44} {:>10} {:>11} {:>11} {:>10} {:>12}\n", "", "flows", "fmplan s", "SimGrid s", "faster",
             "worst diff.");
  if (arguments.size() == 4) {
    compare_apart([&] {
      return from_file(arguments[0], std::stoi(arguments[1]), std::stoi(arguments[2]), std::stod(arguments[3]));
    });
    return 0;
  }
  for (const int hosts : {64, 512}) compare_apart([&] { return ring(hosts); });
  for (const int hosts : {64, 128}) compare_apart([&] { return all_to_all(hosts); });
  for (const double oversubscription : {1.0, 4.0}) compare_apart([&] { return poisson(64, 20'000, oversubscription); });
  if (!arguments.empty() && arguments[0] == "--long") {
    compare_apart([] { return poisson(512, 100'000, 1); });
    compare_apart([] { return all_to_all(256); });
  }
  return 0;
}

}  // namespace
}  // namespace fmplan::network

int main(int argc, char** argv) {
  try {
    return fmplan::network::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
