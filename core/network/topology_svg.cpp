// The page: title, legend, the two drawings, the table of levels and the assumptions.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/network/topology_draw.h"

namespace fmplan::network {
namespace {

/// Pixels, chosen to the eye.
constexpr double kWidth = 1240;
constexpr double kMargin = 36;
constexpr double kInner = kWidth - 2 * kMargin;
constexpr const char* kRule = "#d5dae1";

double draw_title(SvgCanvas& canvas, const Topology& topology) {
  const TopologyShape& s = topology.shape();
  const int n = topology.num_accelerators();
  canvas.text({kMargin, 52}, fmt::format("{} × {}", s.num_nodes, s.instance), {.size = 26, .bold = true});
  std::string line = counted(n, "accelerator");
  if (n > 1) line += fmt::format(" · bisection bandwidth {} each way", rate_text(bisection_bandwidth(topology)));
  if (!s.fabric_name.empty() && s.has_fabric) line += fmt::format(" · {}", s.fabric_name);
  canvas.text({kMargin, 76}, line, {.size = 13.5, .color = kFaint});
  return 92;
}

/// Swatches of the kinds of parts there are.
double draw_legend(SvgCanvas& canvas, const Topology& topology, double y) {
  double x = kMargin;
  for (const VertexKind kind : kVertexKindNames.values) {
    if (topology.num_vertices(kind) == 0) continue;
    const PartColors colors = part_colors(kind);
    const int count = topology.num_vertices(kind) * (kind == VertexKind::kNic ? topology.shape().nics_per_group : 1);
    const std::string text = fmt::format("{} ({})", vertex_kind_name(kind), count);
    canvas.box({x, y + 2, 14, 14}, {.fill = colors.fill, .stroke = colors.stroke, .stroke_width = 1.4, .radius = 3});
    canvas.text({x + 20, y + 14}, text, {.size = 12});
    x += 20 + svg_text_width(text, 12) + 22;
  }
  return y + 30;
}

/// Dashed lines from the machine in the row of machines to the frame that shows its inside.
void draw_zoom(SvgCanvas& canvas, const SvgBox& machine, double frame_y) {
  canvas.line({machine.x, machine.bottom()}, {kMargin, frame_y}, kRule, 1.2);
  canvas.line({machine.right(), machine.bottom()}, {kMargin + kInner, frame_y}, kRule, 1.2);
}

struct Column {
  const char* title;
  double x;
  SvgAnchor anchor;
};
/// Columns of the table of levels, from where on in pixels: chosen to the eye.
constexpr std::array<Column, 6> kColumns = {{{"level", 0, SvgAnchor::kStart},
                                             {"joined by", 140, SvgAnchor::kStart},
                                             {"accelerators", 590, SvgAnchor::kEnd},
                                             {"bandwidth of each, all at once", 630, SvgAnchor::kStart},
                                             {"latency", 1010, SvgAnchor::kEnd},
                                             {"links", 1080, SvgAnchor::kEnd}}};

void draw_level(SvgCanvas& canvas, const TopologyLevel& level, BytesPerSecond fastest, double y) {
  const std::array<std::string, 6> cells = {
      level.name, level.joined_by,          fmt::format("{} × {}", level.groups, level.accelerators),
      {},         time_text(level.latency), fmt::format("{}", level.hops)};
  for (std::size_t i = 0; i < cells.size(); ++i)
    canvas.text({kMargin + kColumns[i].x, y}, cells[i], {.size = 12.5, .anchor = kColumns[i].anchor, .bold = i == 0});
  constexpr double kBar = 180;  // px of the fastest level
  const double length = std::max(2.0, kBar * (level.bandwidth / fastest));
  const PartColors colors =
      part_colors(level.name == "scale-up domain" ? VertexKind::kScaleUpSwitch : VertexKind::kLeaf);
  canvas.box({kMargin + kColumns[3].x, y - 11, length, 14}, {.fill = colors.stroke, .radius = 2});
  canvas.text({kMargin + kColumns[3].x + length + 8, y}, rate_text(level.bandwidth), {.size = 12.5});
}

double draw_levels(SvgCanvas& canvas, const Topology& topology, double y) {
  const std::vector<TopologyLevel> all = levels(topology);
  if (all.empty()) return y;
  canvas.text({kMargin, y + 18}, "Levels", {.size = 16, .bold = true});
  y += 44;
  BytesPerSecond fastest;
  for (const TopologyLevel& level : all) fastest = std::max(fastest, level.bandwidth);
  for (const Column& column : kColumns)
    canvas.text({kMargin + column.x, y}, column.title, {.size = 11.5, .anchor = column.anchor, .color = kFaint});
  canvas.line({kMargin, y + 8}, {kMargin + kInner, y + 8}, kRule, 1);
  y += 28;
  for (const TopologyLevel& level : all) {
    draw_level(canvas, level, fastest, y);
    y += 25;
  }
  return y;
}

/// Text broken into lines of at most `width` pixels, below each other.
double draw_paragraph(SvgCanvas& canvas, const std::string& text, double y, double size, double width) {
  std::string line;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && svg_text_width(fmt::format("{} {}", line, word), size) > width) {
      canvas.text({kMargin, y}, line, {.size = size, .color = kFaint});
      y += 1.4 * size;
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  canvas.text({kMargin, y}, line, {.size = size, .color = kFaint});
  return y + 1.4 * size;
}

double draw_assumptions(SvgCanvas& canvas, const std::vector<TopologyAssumption>& assumptions, double y) {
  if (assumptions.empty()) return y;
  canvas.text({kMargin, y + 16}, "Assumed, since nobody states it", {.size = 12.5, .bold = true});
  y += 36;
  for (const TopologyAssumption& each : assumptions)
    y = draw_paragraph(canvas, fmt::format("{}: {} ({})", each.what, each.value, each.why), y, 11.5, kInner);
  return y;
}

}  // namespace

void draw_row_label(SvgCanvas& canvas, SvgPoint left_middle, const std::string& name, const std::string& detail,
                    const char* color) {
  canvas.text({left_middle.x, left_middle.y + (detail.empty() ? 4 : -2)}, name,
              {.size = 13, .color = color, .bold = true});
  if (!detail.empty()) canvas.text({left_middle.x, left_middle.y + 14}, detail, {.size = 11, .color = kFaint});
}

void draw_part(SvgCanvas& canvas, const SvgBox& box, VertexKind kind, const std::string& name, double size) {
  const PartColors colors = part_colors(kind);
  canvas.box(box, {.fill = colors.fill, .stroke = colors.stroke, .stroke_width = 1.3, .radius = 4});
  canvas.text({box.center(), box.y + box.height / 2 + 0.36 * size}, name, {.size = size, .anchor = SvgAnchor::kMiddle});
}

std::vector<int> shown_items(int count, int most) {
  std::vector<int> items;
  if (count <= most) {
    for (int i = 0; i < count; ++i) items.push_back(i);
    return items;
  }
  for (int i = 0; i < std::max(1, most - 2); ++i) items.push_back(i);
  items.push_back(-1);
  items.push_back(count - 1);
  return items;
}

SvgBox spread_box(double left, double right, int i, int n, double y, double width, double height) {
  const double step = (right - left) / n;
  return {left + (i + 0.5) * step - width / 2, y, width, height};
}

std::string topology_svg(const Topology& topology, const std::vector<TopologyAssumption>& assumptions) {
  SvgCanvas canvas;
  double y = draw_title(canvas, topology);
  y = draw_legend(canvas, topology, y) + 16;
  if (topology.shape().has_fabric) {
    const DrawnPart fabric = draw_fabric(canvas, topology, {kMargin, y}, kInner);
    draw_zoom(canvas, fabric.first_machine, y + fabric.height + 36);
    y += fabric.height + 36;
  }
  y += draw_machine(canvas, topology, {kMargin, y}, kInner).height + 22;
  y = draw_levels(canvas, topology, y) + 6;
  y = draw_assumptions(canvas, assumptions, y);
  return canvas.document(kWidth, y + 18);
}

}  // namespace fmplan::network
