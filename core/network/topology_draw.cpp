#include "core/network/topology_draw.h"

#include <array>
#include <iterator>

#include <fmt/format.h>

namespace fmplan::network {
namespace {

/// Ranks of the drawing, from the accelerators up.
constexpr std::array<VertexKind, kNumVertexKinds> kFromBelow = {
    VertexKind::kScaleUpSwitch, VertexKind::kAccelerator, VertexKind::kPcieSwitch, VertexKind::kHostBridge,
    VertexKind::kNic,           VertexKind::kLeaf,        VertexKind::kSpine,      VertexKind::kCore};

std::string dot_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string dot_label(const Topology& topology, const FoldedVertex& vertex, Folding folding) {
  const std::string name = folding == Folding::kUnfolded || vertex.count == 1
                               ? topology.vertex_name(vertex.vertex)
                               : std::string(vertex_kind_name(topology.vertex_kind(vertex.vertex)));
  return vertex.count == 1 ? name : fmt::format("{}\\n× {}", name, vertex.count);
}

}  // namespace

PartColors part_colors(VertexKind kind) {
  switch (kind) {
    case VertexKind::kAccelerator: return {"#dcf2d8", "#3f8f3a"};
    case VertexKind::kScaleUpSwitch: return {"#c3e8cf", "#1e7d4f"};
    case VertexKind::kPcieSwitch: return {"#eceff3", "#7a8699"};
    case VertexKind::kHostBridge: return {"#e2e5ea", "#5b6575"};
    case VertexKind::kNic: return {"#fdeac4", "#c07f0a"};
    case VertexKind::kLeaf: return {"#d6e6fb", "#2b6cb8"};
    case VertexKind::kSpine: return {"#e2ddfb", "#5a48c2"};
    case VertexKind::kCore: return {"#f8dcec", "#ad3a80"};
  }
  return {"#ffffff", "#000000"};
}

std::string counted(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

std::string rate_text(BytesPerSecond bandwidth) {
  const double gb_per_s = bandwidth / gigabyte_per_second;
  return gb_per_s >= 1000 ? fmt::format("{:.3g} TB/s", gb_per_s / 1000) : fmt::format("{:.3g} GB/s", gb_per_s);
}

std::string topology_dot(const Topology& topology, Folding folding) {
  const FoldedView view = folded_view(topology, folding);
  const TopologyShape& s = topology.shape();
  std::string out = fmt::format(
      "graph topology {{\n  label=\"{} x {}: {}\";\n  labelloc=t;\n  rankdir=BT;\n"
      "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontsize=11];\n"
      "  edge [fontname=\"sans-serif\", fontsize=9, color=\"#5b6575\"];\n",
      s.num_nodes, dot_escaped(s.instance), counted(topology.num_accelerators(), "accelerator"));
  for (const VertexKind kind : kFromBelow) {
    std::string row;
    for (const FoldedVertex& vertex : view.vertices)
      if (topology.vertex_kind(vertex.vertex) == kind)
        fmt::format_to(std::back_inserter(row), "    v{} [label=\"{}\", fillcolor=\"{}\", color=\"{}\"];\n",
                       vertex.vertex, dot_label(topology, vertex, folding), part_colors(kind).fill,
                       part_colors(kind).stroke);
    if (!row.empty()) out += fmt::format("  {{ rank=same;\n{}  }}\n", row);
  }
  for (const FoldedCable& cable : view.cables)
    fmt::format_to(std::back_inserter(out), "  v{} -- v{} [label=\"{}{}\"];\n", cable.from, cable.to,
                   rate_text(cable.bandwidth), cable.count == 1 ? std::string() : fmt::format(" × {}", cable.count));
  return out + "}\n";
}

}  // namespace fmplan::network
