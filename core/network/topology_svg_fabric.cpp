// The upper drawing: machines as boxes, leaves, spines and cores.

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/network/topology_draw.h"

namespace fmplan::network {
namespace {

/// Pixels, chosen to the eye.
constexpr double kSwitchHeight = 30;
constexpr double kMachineHeight = 26;
constexpr double kRowGap = 66;
constexpr const char* kMoreUnits = "⋯";

std::string ratio_text(double ratio) {
  return ratio < 1 ? fmt::format("1:{:.3g}", 1 / ratio) : fmt::format("{:.3g}:1", ratio);
}

/// The rows' heights and the widths of the areas.
class FabricDrawing {
 public:
  FabricDrawing(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width)
      : canvas_(canvas), topology_(topology), s_(topology.shape()) {
    label_x_ = top_left.x;
    left_ = top_left.x + kSvgLabelWidth;
    right_ = top_left.x + width;
    num_pods_ = topology.num_pods();
    pod_right_ = num_pods_ > 1 ? left_ + 0.68 * (right_ - left_) : right_;
    block_ = std::max(1, s_.domain_size / s_.accelerators_per_node);
    y_ = top_left.y;
    core_y_ = y_;
    spine_y_ = core_y_ + (s_.cores_per_plane > 0 ? kSwitchHeight + kRowGap : 0);
    leaf_y_ = spine_y_ + (s_.spines_per_pod > 0 ? kSwitchHeight + kRowGap : 0);
    machine_y_ = leaf_y_ + kSwitchHeight + kRowGap;
  }

  DrawnPart draw() {
    if (num_pods_ > 1) draw_pod_frames();
    draw_cores();
    draw_spines();
    draw_leaf_groups();
    draw_boxes();
    label_rows();
    return {machine_y_ + kMachineHeight + (num_pods_ > 1 ? 28 : 0) - y_, first_machine_};
  }

 private:
  struct Part {
    SvgBox box;
    VertexKind kind;
    std::string name;
    double size;
  };
  /// Boxes are drawn after all lines.
  void add(const SvgBox& box, VertexKind kind, std::string name, double size = 11) {
    parts_.push_back({box, kind, std::move(name), size});
  }
  void dots(const SvgBox& box) {
    canvas_.text({box.center(), box.y + box.height / 2 + 6}, kMoreUnits,
                 {.size = 18, .anchor = SvgAnchor::kMiddle, .color = "#667085"});
  }
  void cable(const SvgBox& below, const SvgBox& above, VertexKind kind, double width, double opacity) {
    canvas_.line({below.center(), below.y}, {above.center(), above.bottom()}, part_colors(kind).stroke, width, opacity);
  }

  void draw_pod_frames() {
    canvas_.box({left_ - 6, spine_y_ - 14, pod_right_ - left_ + 6, machine_y_ + kMachineHeight + 42 - spine_y_},
                {.fill = "#fafbfc", .stroke = "#c3cad5", .radius = 10});
    const double bottom = machine_y_ + kMachineHeight + 19;
    canvas_.text({pod_right_ - 10, bottom}, fmt::format("pod 0 · {} machines", topology_.nodes_in_pod(0)),
                 {.size = 11, .anchor = SvgAnchor::kEnd, .color = "#667085"});
    const std::vector<int> others = shown_items(num_pods_ - 1, 3);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const SvgBox box = spread_box(pod_right_ + 10, right_, static_cast<int>(i), static_cast<int>(others.size()),
                                    spine_y_ - 14, 84, machine_y_ + kMachineHeight + 42 - spine_y_);
      if (others[i] < 0) {
        dots(box);
        continue;
      }
      const int pod = others[i] + 1;
      canvas_.box(box, {.fill = "#fafbfc", .stroke = "#c3cad5", .radius = 10});
      canvas_.text({box.center(), box.y + box.height / 2 - 4}, fmt::format("pod {}", pod),
                   {.size = 13, .anchor = SvgAnchor::kMiddle, .bold = true});
      canvas_.text({box.center(), box.y + box.height / 2 + 14}, counted(topology_.nodes_in_pod(pod), "machine"),
                   {.size = 9.5, .anchor = SvgAnchor::kMiddle, .color = "#667085"});
      pods_.push_back(box);
    }
  }

  void draw_cores() {
    if (s_.cores_per_plane == 0) return;
    const std::vector<int> shown = shown_items(topology_.num_vertices(VertexKind::kCore), 6);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const SvgBox box =
          spread_box(left_, right_, static_cast<int>(i), static_cast<int>(shown.size()), core_y_, 92, kSwitchHeight);
      if (shown[i] < 0) {
        dots(box);
        continue;
      }
      add(box, VertexKind::kCore, fmt::format("core {}", shown[i]));
      cores_.push_back(box);
      for (const SvgBox& pod : pods_) cable(pod, box, VertexKind::kCore, 1.1, 0.45);
    }
  }

  void draw_spines() {
    if (s_.spines_per_pod == 0) return;
    const std::vector<int> shown = shown_items(s_.spines_per_pod, num_pods_ > 1 ? 5 : 7);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const SvgBox box = spread_box(left_, pod_right_, static_cast<int>(i), static_cast<int>(shown.size()), spine_y_,
                                    num_pods_ > 1 ? 84 : 100, kSwitchHeight);
      if (shown[i] < 0) {
        dots(box);
        continue;
      }
      add(box, VertexKind::kSpine, fmt::format("spine {}", shown[i]));
      spines_.push_back(box);
      for (const SvgBox& core : cores_) cable(box, core, VertexKind::kCore, 1.1, 0.45);
    }
  }

  void draw_leaf_groups() {
    const int groups = std::min(topology_.num_leaf_groups(), s_.leaf_groups_per_pod);
    const std::vector<int> shown = shown_items(groups, s_.rails > 1 ? 3 : (num_pods_ > 1 ? 4 : 5));
    for (std::size_t i = 0; i < shown.size(); ++i) {
      // Dots need less room than a group of leaves.
      const double unit = (pod_right_ - left_) /
                          (static_cast<double>(shown.size()) - (groups > static_cast<int>(shown.size()) ? 0.6 : 0));
      const bool past_dots = shown[i] >= 0 && static_cast<int>(i) != shown[i];
      const double x = left_ + unit * (past_dots || shown[i] < 0 ? static_cast<double>(i) - (past_dots ? 0.6 : 0)
                                                                 : static_cast<double>(i));
      const double width = shown[i] < 0 ? 0.4 * unit : unit;
      if (shown[i] < 0) {
        dots({x, leaf_y_, width, kSwitchHeight});
        dots({x, machine_y_, width, kMachineHeight});
      } else {
        draw_leaf_group(shown[i], x + 8, x + width - 8);
      }
    }
  }

  void draw_leaf_group(int group, double left, double right) {
    const std::vector<int> rails = shown_items(s_.rails, 8);
    std::vector<SvgBox> leaves;
    for (std::size_t i = 0; i < rails.size(); ++i) {
      const double room = (right - left) / static_cast<double>(rails.size());
      const SvgBox box =
          spread_box(left, right, static_cast<int>(i), static_cast<int>(rails.size()), leaf_y_,
                     s_.rails > 1 ? std::min(64.0, room - 6) : std::min(110.0, room - 10), kSwitchHeight);
      if (rails[i] < 0) {
        dots(box);
        continue;
      }
      add(box, VertexKind::kLeaf, s_.rails > 1 ? fmt::format("{}", rails[i]) : fmt::format("leaf {}", group));
      leaves.push_back(box);
      for (const SvgBox& spine : spines_) cable(box, spine, VertexKind::kSpine, 1.2, s_.rails > 1 ? 0.3 : 0.5);
    }
    draw_machines(group, leaves, left, right);
  }

  void draw_machines(int group, const std::vector<SvgBox>& leaves, double left, double right) {
    const int blocks = (topology_.nodes_in_leaf_group(group) + block_ - 1) / block_;
    const double widest = block_ > 1 ? 74 : 40;
    const std::vector<int> shown = shown_items(blocks, std::max(3, static_cast<int>((right - left) / (widest + 8))));
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const double room = (right - left) / static_cast<double>(shown.size());
      const SvgBox box = spread_box(left, right, static_cast<int>(i), static_cast<int>(shown.size()), machine_y_,
                                    std::min(widest, room - 5), kMachineHeight);
      if (shown[i] < 0) {
        dots(box);
        continue;
      }
      const int node = group * s_.nodes_per_leaf + shown[i] * block_;
      const int last = std::min(node + block_, s_.num_nodes) - 1;
      add(box, VertexKind::kAccelerator, last > node ? fmt::format("{}–{}", node, last) : fmt::format("{}", node),
          10.5);
      if (node == 0) first_machine_ = box;
      for (const SvgBox& leaf : leaves)
        cable(box, leaf, VertexKind::kLeaf, leaves.size() > 1 ? 0.9 : 2, leaves.size() > 1 ? 0.35 : 0.7);
    }
  }

  void draw_boxes() {
    for (const Part& part : parts_) draw_part(canvas_, part.box, part.kind, part.name, part.size);
  }

  void label_rows() {
    const auto label = [&](double y, double height, VertexKind kind, const std::string& name,
                           const std::string& detail) {
      draw_row_label(canvas_, {label_x_, y + height / 2}, name, detail, part_colors(kind).stroke);
    };
    const auto link_label = [&](double upper_row, const std::string& text) {
      canvas_.text({label_x_, upper_row + kSwitchHeight + kRowGap / 2 + 6}, text, {.size = 11, .color = "#667085"});
    };
    if (s_.cores_per_plane > 0) {
      label(core_y_, kSwitchHeight, VertexKind::kCore, counted(topology_.num_vertices(VertexKind::kCore), "core"), "");
      link_label(core_y_, fmt::format("{} a spine, {}", rate_text(topology_.spine_uplink(0)),
                                      ratio_text(s_.pod_oversubscription)));
    }
    if (s_.spines_per_pod > 0) {
      label(spine_y_, kSwitchHeight, VertexKind::kSpine, counted(topology_.num_vertices(VertexKind::kSpine), "spine"),
            num_pods_ > 1 ? fmt::format("{} a pod, {} pods", s_.spines_per_pod, num_pods_) : "");
      link_label(spine_y_, fmt::format("{} a leaf, {}", rate_text(topology_.leaf_uplink(0)),
                                       ratio_text(s_.leaf_oversubscription)));
    }
    const int leaves = topology_.num_vertices(VertexKind::kLeaf);
    label(leaf_y_, kSwitchHeight, VertexKind::kLeaf, fmt::format("{} {}", leaves, leaves == 1 ? "leaf" : "leaves"),
          s_.rails > 1 ? fmt::format("one per rail, {} rails", s_.rails) : "");
    link_label(leaf_y_,
               fmt::format("{} a machine", rate_text(s_.nic_groups_per_node * topology_.nic_group_bandwidth())));
    label(machine_y_, kMachineHeight, VertexKind::kAccelerator, counted(s_.num_nodes, "machine"),
          block_ > 1 ? fmt::format("{} to a scale-up domain", block_) : "");
  }

  SvgCanvas& canvas_;
  const Topology& topology_;
  const TopologyShape& s_;
  double label_x_, left_, right_, pod_right_;
  double y_, core_y_, spine_y_, leaf_y_, machine_y_;
  int num_pods_ = 1;
  int block_ = 1;
  std::vector<SvgBox> pods_, cores_, spines_;
  std::vector<Part> parts_;
  SvgBox first_machine_;
};

}  // namespace

DrawnPart draw_fabric(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width) {
  return FabricDrawing(canvas, topology, top_left, width).draw();
}

}  // namespace fmplan::network
