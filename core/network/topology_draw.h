#pragma once

#include <string>
#include <vector>

#include "core/base/svg_canvas.h"
#include "core/network/topology.h"
#include "core/network/topology_build.h"
#include "core/network/topology_query.h"

namespace fmplan::network {

/// The network in Graphviz's language, upwards from the accelerators.  Symmetric parts are drawn once with how often
/// they come ("× 16") unless unfolded.
std::string topology_dot(const Topology& topology, Folding folding = Folding::kFolded);

/// A drawing for people: the switches above, one machine (or scale-up domain) in full below, then a table of levels and
/// the assumptions.  Where there are too many alike, the first few and the last are drawn.
std::string topology_svg(const Topology& topology, const std::vector<TopologyAssumption>& assumptions);

/// "8 accelerators", "1 accelerator".
std::string counted(int count, const char* what);
/// Bandwidth as link rates are written: "50 GB/s", "1.6 TB/s".
std::string rate_text(BytesPerSecond bandwidth);

/// What drawings leave free on the left for the names of rows.
inline constexpr double kSvgLabelWidth = 190;
/// The colour of words that are read second; chosen, as kSvgLabelWidth.
inline constexpr const char* kFaint = "#667085";

/// Where a drawing ended, and where its cables leave or arrive.
struct DrawnPart {
  double height = 0;
  SvgBox first_machine;  ///< of draw_fabric(): the machine that is drawn in full below
};

/// The inside of a machine, or of the machines of a scale-up domain, in a frame.
DrawnPart draw_machine(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width);
/// The cables of a scale-up domain without a switch.
DrawnPart draw_mesh(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width);
/// Machines as boxes, and the leaves, spines and cores above them.
DrawnPart draw_fabric(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width);

/// The name of a row, and smaller what it is made of, left of the row's middle.
void draw_row_label(SvgCanvas& canvas, SvgPoint left_middle, const std::string& name, const std::string& detail,
                    const char* color);
/// A part with its name in the middle.
void draw_part(SvgCanvas& canvas, const SvgBox& box, VertexKind kind, const std::string& name, double size = 11);
/// Which of `count` things to draw where only `most` have room: all, or the first and the last with −1, dots, between.
std::vector<int> shown_items(int count, int most);
/// The i-th of `n` boxes `width` × `height` evenly spaced over [left, right].
SvgBox spread_box(double left, double right, int i, int n, double y, double width, double height);

/// Fill and line of each kind of part.
struct PartColors {
  const char* fill;
  const char* stroke;
};
PartColors part_colors(VertexKind kind);

}  // namespace fmplan::network
