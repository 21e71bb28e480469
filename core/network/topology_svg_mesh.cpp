// The cables of a scale-up domain that has no switch.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "core/network/topology_draw.h"

namespace fmplan::network {
namespace {

using hardware::ScaleUpShape;

constexpr double kDisc = 12;  ///< px, radius; chosen to the eye

struct Layout {
  std::vector<SvgPoint> places;
  double height = 0;
};

/// Two squares side by side; what joins them runs straight between the inner corners and around outside the outer ones.
Layout cube_layout(SvgPoint origin, double width) {
  // Places in sides of a square, and its side in pixels: chosen to the eye.
  constexpr std::array<SvgPoint, 8> kUnits = {{{1, 0}, {0, 0}, {0, 1}, {1, 1}, {2.4, 0}, {3.4, 0}, {3.4, 1}, {2.4, 1}}};
  constexpr double kSide = 130;
  Layout layout;
  const double x = origin.x + width / 2 - 1.7 * kSide;
  for (const SvgPoint& unit : kUnits) layout.places.push_back({x + unit.x * kSide, origin.y + 56 + unit.y * kSide});
  layout.height = 2 * 56 + kSide;
  return layout;
}

Layout circle_layout(SvgPoint origin, double width, int size) {
  const double radius = std::clamp(14.0 * size, 90.0, 180.0);
  Layout layout;
  for (int i = 0; i < size; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / size - std::numbers::pi / 2;
    layout.places.push_back(
        {origin.x + width / 2 + radius * std::cos(angle), origin.y + radius + 20 + radius * std::sin(angle)});
  }
  layout.height = 2 * radius + 40;
  return layout;
}

struct TorusGrid {
  int columns = 1;
  int rows = 1;
  int planes = 1;
};

TorusGrid torus_grid(const TopologyShape& s) {
  TorusGrid grid;
  if (!s.torus_sizes.empty()) grid.columns = s.torus_sizes[0];
  if (s.torus_sizes.size() > 1) grid.rows = s.torus_sizes[1];
  if (s.torus_sizes.size() > 2) grid.planes = s.torus_sizes[2];
  return grid;
}

Layout torus_layout(SvgPoint origin, double width, const TorusGrid& grid, int size) {
  const double step = std::min(62.0, (width / grid.planes - 70) / std::max(1, grid.columns - 1));
  Layout layout;
  const double plane_width = width / grid.planes;
  const double above = grid.planes > 1 ? 78 : 40;
  for (int i = 0; i < size; ++i) {
    const int plane = i / (grid.columns * grid.rows);
    const double left = origin.x + plane * plane_width + plane_width / 2 - step * (grid.columns - 1) / 2.0;
    layout.places.push_back({left + i % grid.columns * step, origin.y + above + i / grid.columns % grid.rows * step});
  }
  layout.height = above + step * (grid.rows - 1) + 34;
  return layout;
}

class MeshDrawing {
 public:
  MeshDrawing(SvgCanvas& canvas, const Topology& topology, SvgPoint origin, double width)
      : canvas_(canvas), s_(topology.shape()), origin_(origin), width_(width) {
    const DomainMesh& whole = topology.full_mesh();
    mesh_ = whole.size > 0 ? &whole : &topology.last_mesh();
    grid_ = torus_grid(s_);
    for (const MeshCable& cable : mesh_->cables) widest_ = std::max(widest_, cable.bandwidth);
  }

  DrawnPart draw() {
    layout_ = s_.scale_up_shape == ScaleUpShape::kHybridCubeMesh ? cube_layout(origin_, width_)
              : s_.scale_up_shape == ScaleUpShape::kTorus        ? torus_layout(origin_, width_, grid_, mesh_->size)
                                                                 : circle_layout(origin_, width_, mesh_->size);
    for (const MeshCable& cable : mesh_->cables) draw_cable(cable);
    if (grid_.planes > 1 && s_.scale_up_shape == ScaleUpShape::kTorus) draw_planes();
    for (int i = 0; i < mesh_->size; ++i) {
      const SvgPoint at = place(i);
      draw_part(canvas_, {at.x - kDisc, at.y - kDisc + 1, 2 * kDisc, 2 * kDisc - 2}, VertexKind::kAccelerator,
                fmt::format("{}", i), 9.5);
    }
    canvas_.text({origin_.x + width_ / 2, origin_.y + layout_.height + 8}, caption(),
                 {.size = 11.5, .anchor = SvgAnchor::kMiddle, .color = "#667085"});
    return {layout_.height + 16, {}};
  }

 private:
  SvgPoint place(int i) const { return layout_.places[static_cast<std::size_t>(i)]; }
  double thickness(const MeshCable& cable) const { return 1 + 2.4 * (cable.bandwidth / widest_); }

  void draw_cable(const MeshCable& cable) {
    const char* color = part_colors(VertexKind::kScaleUpSwitch).stroke;
    const SvgPoint a = place(cable.a);
    const SvgPoint b = place(cable.b);
    if (s_.scale_up_shape == ScaleUpShape::kTorus) return draw_torus_cable(cable, a, b);
    const bool around =
        s_.scale_up_shape == ScaleUpShape::kHybridCubeMesh && cable.b - cable.a == 4 && std::abs(b.x - a.x) > 300;
    if (around) {
      canvas_.arc(a, b, a.y < origin_.y + layout_.height / 2 ? 44 : -44, color, thickness(cable));
    } else {
      canvas_.line(a, b, color, thickness(cable), s_.scale_up_shape == ScaleUpShape::kFullMesh ? 0.5 : 0.8);
    }
  }

  void draw_torus_cable(const MeshCable& cable, SvgPoint a, SvgPoint b) {
    const char* color = part_colors(VertexKind::kScaleUpSwitch).stroke;
    const int per_plane = grid_.columns * grid_.rows;
    if (cable.a / per_plane != cable.b / per_plane) return;
    const int steps = cable.b - cable.a;
    const bool along_row = steps < grid_.columns;
    const bool closes = along_row ? steps > 1 : steps > grid_.columns;
    if (closes) {
      canvas_.arc(a, b, along_row ? 19 : -19, color, thickness(cable) * 0.75);
    } else {
      canvas_.line(a, b, color, thickness(cable), 0.8);
    }
  }

  /// One line from plane to plane stands for a cable between all places alike.
  void draw_planes() {
    const char* color = part_colors(VertexKind::kScaleUpSwitch).stroke;
    const double y = origin_.y + 22;
    const int planes = mesh_->size / (grid_.columns * grid_.rows);
    const auto center = [&](int plane) { return origin_.x + (plane + 0.5) * width_ / grid_.planes; };
    for (int plane = 0; plane + 1 < planes; ++plane)
      canvas_.line({center(plane) + 50, y}, {center(plane + 1) - 50, y}, color, 2.2, 0.8);
    if (planes == grid_.planes && planes > 2)
      canvas_.arc({center(0), y - 11}, {center(planes - 1), y - 11}, 22, color, 1.8);
    const int per_machine = std::max(1, s_.accelerators_per_node / (grid_.columns * grid_.rows));
    for (int plane = 0; plane < planes; ++plane)
      draw_part(canvas_, {center(plane) - 50, y - 11, 100, 22}, VertexKind::kScaleUpSwitch,
                per_machine < planes ? fmt::format("machine {}", plane / per_machine) : fmt::format("plane {}", plane),
                10.5);
  }

  std::string caption() const {
    switch (s_.scale_up_shape) {
      case ScaleUpShape::kHybridCubeMesh:
        return fmt::format("{}: thick lines are two links, {} each way; thin lines one, {}", s_.scale_up_name,
                           rate_text(widest_), rate_text(widest_ / 2));
      case ScaleUpShape::kTorus: return torus_caption();
      default: return fmt::format("{}: {} each way between every two", s_.scale_up_name, rate_text(widest_));
    }
  }

  std::string torus_caption() const {
    std::string text = fmt::format("{}: {} a cable and way", s_.scale_up_name, rate_text(widest_));
    const int per_plane = grid_.columns * grid_.rows;
    for (const MeshCable& cable : mesh_->cables)
      if (cable.a / per_plane != cable.b / per_plane)
        return text +
               fmt::format("; from each accelerator to the same of the next machine {}", rate_text(cable.bandwidth));
    return text;
  }

  SvgCanvas& canvas_;
  const TopologyShape& s_;
  const DomainMesh* mesh_ = nullptr;
  SvgPoint origin_;
  double width_;
  TorusGrid grid_;
  Layout layout_;
  BytesPerSecond widest_;
};

}  // namespace

DrawnPart draw_mesh(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width) {
  return MeshDrawing(canvas, topology, top_left, width).draw();
}

}  // namespace fmplan::network
