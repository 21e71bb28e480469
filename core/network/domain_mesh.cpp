#include "core/network/domain_mesh.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>

#include "core/base/issue.h"

namespace fmplan::network {
namespace {

using hardware::ScaleUpShape;
using hardware::TorusDimension;

struct CubeCable {
  int a, b, links;
};
/// Two fully joined squares and four cables between them; six links end at every place.
constexpr std::array<CubeCable, 16> kHybridCubeMesh = {{{0, 1, 1},
                                                        {0, 2, 1},
                                                        {0, 3, 2},
                                                        {0, 4, 2},
                                                        {1, 2, 2},
                                                        {1, 3, 1},
                                                        {1, 5, 2},
                                                        {2, 3, 2},
                                                        {2, 6, 1},
                                                        {3, 7, 1},
                                                        {4, 5, 1},
                                                        {4, 6, 1},
                                                        {4, 7, 2},
                                                        {5, 6, 2},
                                                        {5, 7, 1},
                                                        {6, 7, 2}}};
constexpr int kCubeLinks = 6;
constexpr int kCubePlaces = 8;

template <class Visit>
void each_of_full_mesh(int size, BytesPerSecond bandwidth, std::optional<int> links, const Visit& visit) {
  if (links && size - 1 > *links)
    throw InputError(
        "/cluster/instance/scale_up_domain",
        fmt::format("{} accelerators are more than {} links of each join without a switch; use {} or fewer", size,
                    *links, *links + 1));
  for (int a = 0; a < size; ++a)
    for (int b = a + 1; b < size; ++b) visit({a, b, bandwidth / links.value_or(size - 1)});
}

template <class Visit>
void each_of_cube_mesh(int size, BytesPerSecond bandwidth, const Visit& visit) {
  if (size != kCubePlaces)
    throw InputError("/cluster/instance/scale_up_domain",
                     fmt::format("a hybrid cube mesh joins eight accelerators, not {}", size));
  for (const CubeCable& cable : kHybridCubeMesh)
    visit({cable.a, cable.b, bandwidth * (static_cast<double>(cable.links) / kCubeLinks)});
}

using Torus = std::span<const TorusDimension>;

/// The leading dimensions whose product is `size`; none if there are none such.
Torus leading_dimensions(int size, Torus torus) {
  std::size_t used = 0;
  int places = 1;
  while (used < torus.size() && places < size) places *= torus[used++].size;
  return places == size ? torus.first(used) : Torus();
}

Torus used_dimensions(int size, Torus torus) {
  const Torus used = leading_dimensions(size, torus);
  if (!used.empty() || size == 1) return used;
  std::vector<int> sizes;
  sizes.reserve(torus.size());
  for (const TorusDimension& dimension : torus) sizes.push_back(dimension.size);
  throw InputError(
      "/cluster/instance/scale_up_domain",
      fmt::format("a torus of {} has no part of {} accelerators; give a domain that is a product of its first "
                  "dimensions",
                  fmt::join(sizes, " × "), size));
}

template <class Visit>
void each_of_torus(int size, BytesPerSecond bandwidth, Torus torus, const Visit& visit) {
  const Torus used = used_dimensions(size, torus);
  BytesPerSecond sum;
  for (const TorusDimension& dimension : used) sum += dimension.bandwidth;
  int step = 1;
  for (const TorusDimension& dimension : used) {
    const BytesPerSecond share = bandwidth * (dimension.bandwidth / sum);
    const int last = dimension.size - 1;
    for (int ring = 0; ring < size; ring += step * dimension.size) {
      for (int place = ring; place < ring + step * last; ++place)
        visit({place, place + step, dimension.size == 2 ? share : share / 2});
      if (dimension.size == 2) continue;
      for (int place = ring + step * last; place < ring + step * dimension.size; ++place)
        visit({place - step * last, place, share / 2});
    }
    step *= dimension.size;
  }
}

/// mesh_cables(), one by one.
template <class Visit>
void each_cable(const hardware::Wiring& wiring, int size, BytesPerSecond bandwidth, const Visit& visit) {
  if (wiring.shape != ScaleUpShape::kSwitch && size > kLargestMesh)
    throw InputError("/cluster/instance/scale_up_domain",
                     fmt::format("{} accelerators without a switch are more than {}", size, kLargestMesh));
  switch (wiring.shape) {
    case ScaleUpShape::kFullMesh: return each_of_full_mesh(size, bandwidth, wiring.links, visit);
    case ScaleUpShape::kHybridCubeMesh: return each_of_cube_mesh(size, bandwidth, visit);
    case ScaleUpShape::kTorus: return each_of_torus(size, bandwidth, wiring.torus, visit);
    case ScaleUpShape::kSwitch: break;
  }
}

using CableGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                         boost::property<boost::edge_index_t, std::size_t>>;

/// Notes, for every place reached from the root, the cable by which it was reached and how far it is.
class TreeRecorder : public boost::default_bfs_visitor {
 public:
  TreeRecorder(std::vector<int>& cable_to_root, std::vector<int>& distance)
      : cable_to_root_(cable_to_root), distance_(distance) {}
  template <class Edge, class Graph>
  void tree_edge(Edge edge, const Graph& graph) const {
    const auto index = boost::get(boost::edge_index, graph, edge);
    cable_to_root_[boost::target(edge, graph)] = static_cast<int>(index);
    distance_[boost::target(edge, graph)] = distance_[boost::source(edge, graph)] + 1;
  }

 private:
  std::vector<int>& cable_to_root_;
  std::vector<int>& distance_;
};

}  // namespace

bool can_be_wired(const hardware::Wiring& wiring, int size) {
  switch (wiring.shape) {
    case ScaleUpShape::kSwitch: return true;
    case ScaleUpShape::kFullMesh: return size <= kLargestMesh && size - 1 <= wiring.links.value_or(size);
    case ScaleUpShape::kHybridCubeMesh: return size == kCubePlaces;
    case ScaleUpShape::kTorus:
      return size <= kLargestMesh && (size == 1 || !leading_dimensions(size, wiring.torus).empty());
  }
  return false;
}

std::vector<MeshCable> mesh_cables(const hardware::Wiring& wiring, int size, BytesPerSecond bandwidth) {
  std::vector<MeshCable> cables;
  each_cable(wiring, size, bandwidth, [&](const MeshCable& cable) { cables.push_back(cable); });
  return cables;
}

MeshRates mesh_rates(const hardware::Wiring& wiring, int size, BytesPerSecond bandwidth, int count, int stride) {
  std::vector<int> member_at(static_cast<std::size_t>(size), -1);
  for (int i = 0, place = 0; i < count && place < size; ++i, place += stride)
    member_at[static_cast<std::size_t>(place)] = i;
  std::vector<BytesPerSecond> joined(static_cast<std::size_t>(count));
  std::optional<BytesPerSecond> thinnest;
  each_cable(wiring, size, bandwidth, [&](const MeshCable& cable) {
    thinnest = std::min(thinnest.value_or(cable.bandwidth), cable.bandwidth);
    const int a = member_at[static_cast<std::size_t>(cable.a)], b = member_at[static_cast<std::size_t>(cable.b)];
    if (a < 0 || b < 0) return;
    joined[static_cast<std::size_t>(a)] += cable.bandwidth;
    joined[static_cast<std::size_t>(b)] += cable.bandwidth;
  });
  return {std::max(*thinnest, *std::ranges::min_element(joined)), *thinnest};
}

std::vector<int> torus_sizes(int size, const std::vector<TorusDimension>& torus) {
  std::vector<int> sizes;
  for (const TorusDimension& dimension : used_dimensions(size, torus)) sizes.push_back(dimension.size);
  return sizes;
}

DomainMesh domain_mesh(int size, const std::vector<MeshCable>& cables) {
  if (size > kLargestMesh)
    throw InputError("/cluster/instance/scale_up_domain",
                     fmt::format("{} accelerators without a switch are more than {}", size, kLargestMesh));
  DomainMesh mesh;
  mesh.size = size;
  for (const MeshCable& cable : cables)
    if (cable.b < size) mesh.cables.push_back(cable);
  CableGraph graph(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < mesh.cables.size(); ++i)
    boost::add_edge(static_cast<std::size_t>(mesh.cables[i].a), static_cast<std::size_t>(mesh.cables[i].b), i, graph);
  const auto n = static_cast<std::size_t>(size);
  mesh.next_cable.assign(n * n, -1);
  for (std::size_t root = 0; root < n; ++root) {
    std::vector<int> cable_to_root(n, -1);
    std::vector<int> distance(n, 0);
    boost::breadth_first_search(graph, root, boost::visitor(TreeRecorder(cable_to_root, distance)));
    for (std::size_t place = 0; place < n; ++place) {
      if (place != root && cable_to_root[place] < 0)
        throw InputError("/cluster/nodes",
                         fmt::format("accelerators 0 and {} of a scale-up domain are not connected", place));
      mesh.next_cable[place * n + root] = cable_to_root[place];
      mesh.diameter = std::max(mesh.diameter, distance[place]);
    }
  }
  return mesh;
}

}  // namespace fmplan::network
