// The lower drawing: what is inside one machine, or one scale-up domain.

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "core/network/topology_draw.h"

namespace fmplan::network {
namespace {

/// Pixels, chosen to the eye.
constexpr double kPartHeight = 28;
constexpr double kPartGap = 44;
constexpr double kPad = 16;
constexpr const char* kMoreParts = "⋯";

class MachineDrawing {
 public:
  MachineDrawing(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width)
      : canvas_(canvas), topology_(topology), s_(topology.shape()), top_left_(top_left), width_(width) {
    left_ = top_left.x + kSvgLabelWidth;
    right_ = top_left.x + width - kPad;
    label_x_ = top_left.x + kPad;
    has_pcie_ = s_.pcie_switches_per_node > 0;
    has_nics_ = s_.nic_groups_per_node > 0;
    num_nodes_ = std::min(std::max(1, s_.domain_size / s_.accelerators_per_node), s_.num_nodes);
    const bool has_arrows = has_nics_ && s_.has_fabric;
    double y = top_left.y + (has_arrows ? 64 : 44) + (num_nodes_ > 1 || (has_arrows && s_.rails > 1) ? 18 : 0);
    top_y_ = y;
    nic_y_ = y;
    if (has_nics_) y += kPartHeight + kPartGap;
    pcie_y_ = y;
    if (has_pcie_) y += kPartHeight + kPartGap;
    accelerator_y_ = y;
    below_y_ = y + kPartHeight + kPartGap;
  }

  DrawnPart draw() {
    const double height = frame_height();
    canvas_.box({top_left_.x, top_left_.y, width_, height}, {.fill = "#fcfcfd", .stroke = "#c3cad5", .radius = 12});
    canvas_.text({label_x_, top_left_.y + 25}, title(), {.size = 15, .bold = true});
    const std::vector<int> nodes = shown_items(num_nodes_, 4);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double room = (right_ - left_) / static_cast<double>(nodes.size());
      const double x = left_ + static_cast<double>(i) * room;
      if (i > 0) canvas_.line({x, top_y_ - 40}, {x, accelerator_y_ + kPartHeight}, "#e1e5ea", 1);
      if (nodes[i] < 0) {
        dots({x, accelerator_y_, room, kPartHeight});
      } else {
        draw_node(nodes[i], x, x + room);
      }
    }
    draw_below();
    for (const Part& part : parts_) draw_part(canvas_, part.box, part.kind, part.name, 10.5);
    label_rows();
    return {height, {}};
  }

 private:
  struct Part {
    SvgBox box;
    VertexKind kind;
    std::string name;
  };
  using Boxes = std::map<int, SvgBox>;

  bool is_mesh() const { return !s_.mesh_cables.empty(); }
  bool has_switch() const { return s_.domain_size > 1 && !is_mesh(); }

  std::string title() const {
    if (num_nodes_ > 1)
      return fmt::format("One scale-up domain: {} machines of {}", num_nodes_,
                         counted(s_.accelerators_per_node, "accelerator"));
    return fmt::format("One machine: {}", counted(s_.accelerators_per_node, "accelerator"));
  }

  double frame_height() {
    if (is_mesh()) {
      SvgCanvas measured;
      return below_y_ - top_left_.y + draw_mesh(measured, topology_, {left_, below_y_}, right_ - left_).height + kPad;
    }
    const bool has_below = has_switch() || s_.host_bridge;
    return (has_below ? below_y_ + kPartHeight : accelerator_y_ + kPartHeight) - top_left_.y + kPad + 4;
  }

  void add(const SvgBox& box, VertexKind kind, std::string name) { parts_.push_back({box, kind, std::move(name)}); }
  void dots(const SvgBox& box) {
    canvas_.text({box.center(), box.y + box.height / 2 + 6}, kMoreParts,
                 {.size = 18, .anchor = SvgAnchor::kMiddle, .color = kFaint});
  }
  void cable(SvgPoint from, SvgPoint to, VertexKind kind, double width) {
    canvas_.line(from, to, part_colors(kind).stroke, width, 0.75);
  }

  static int share_of(int i, int whole, int parts) {
    return static_cast<int>(static_cast<long long>(i) * parts / whole);
  }

  /// Accelerators first; what they hang on is set over the middle of those that share it.
  void draw_node(int node, double left, double right) {
    const int per_node = s_.accelerators_per_node;
    const int most = num_nodes_ > 1 ? 4 : 12;
    const std::vector<int> shown = shown_items(per_node, per_node <= 16 && num_nodes_ == 1 ? 16 : most);
    const double room = (right - left) / static_cast<double>(shown.size());
    Boxes accelerators;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const SvgBox box = spread_box(left, right, static_cast<int>(i), static_cast<int>(shown.size()), accelerator_y_,
                                    std::min(78.0, room - 6), kPartHeight);
      if (shown[i] < 0) {
        dots(box);
        continue;
      }
      add(box, VertexKind::kAccelerator, fmt::format("{}", node * per_node + shown[i]));
      accelerators[shown[i]] = box;
    }
    draw_pcie(accelerators, room);
    if (num_nodes_ > 1)
      canvas_.text({(left + right) / 2, top_y_ - (has_nics_ && s_.has_fabric ? 30 : 8)},
                   fmt::format("machine {}", node), {.size = 11.5, .anchor = SvgAnchor::kMiddle, .color = kFaint});
    for (const auto& [i, box] : accelerators) below_.push_back(box);
  }

  /// The box over the middle of those in `below` that `owner` gives the same number.
  template <class Owner>
  static Boxes boxes_above(const Boxes& below, double y, double room, double widest, const Owner& owner) {
    std::map<int, std::pair<double, double>> spans;
    for (const auto& [i, box] : below) {
      const auto [found, is_new] = spans.try_emplace(owner(i), box.center(), box.center());
      if (!is_new) found->second.second = box.center();
    }
    Boxes above;
    for (const auto& [i, span] : spans) {
      const double width = std::min(widest, std::min(78.0, room - 6) + span.second - span.first);
      above[i] = {(span.first + span.second) / 2 - width / 2, y, width, kPartHeight};
    }
    return above;
  }

  void draw_pcie(const Boxes& accelerators, double room) {
    if (!has_pcie_) return;
    const auto switch_of = [&](int i) { return share_of(i, s_.accelerators_per_node, s_.pcie_switches_per_node); };
    const Boxes switches = boxes_above(accelerators, pcie_y_, room, width_, switch_of);
    for (const auto& [i, box] : accelerators)
      cable({box.center(), box.y}, {box.center(), switches.at(switch_of(i)).bottom()}, VertexKind::kPcieSwitch, 1.6);
    for (const auto& [i, box] : switches) {
      add(box, VertexKind::kPcieSwitch, room > 56 ? "PCIe" : "");
      pcie_.push_back(box);
    }
    if (!has_nics_) return;
    const auto nic_of = [&](int i) { return share_of(i, s_.accelerators_per_node, s_.nic_groups_per_node); };
    const Boxes nics = boxes_above(accelerators, nic_y_, room, 90, nic_of);
    for (const auto& [i, box] : nics) {
      add(box, VertexKind::kNic, nic_name(room));
      if (s_.nic_groups_per_node >= s_.pcie_switches_per_node)
        cable({box.center(), box.bottom()}, {box.center(), pcie_y_}, VertexKind::kNic, 2.2);
      if (s_.has_fabric) {
        cable({box.center(), box.y}, {box.center(), box.y - 22}, VertexKind::kLeaf, 2.2);
        cable({box.center(), box.y - 22}, {box.center() - 4, box.y - 16}, VertexKind::kLeaf, 2.2);
        cable({box.center(), box.y - 22}, {box.center() + 4, box.y - 16}, VertexKind::kLeaf, 2.2);
        if (s_.rails > 1 && num_nodes_ == 1 && room > 44)
          canvas_.text({box.center(), box.y - 28}, fmt::format("rail {}", i),
                       {.size = 10.5, .anchor = SvgAnchor::kMiddle, .color = kFaint});
      }
    }
    if (s_.nic_groups_per_node < s_.pcie_switches_per_node)
      for (const SvgBox& box : pcie_)
        for (const auto& [i, nic] : nics)
          cable({box.center(), box.y}, {nic.center(), nic.bottom()}, VertexKind::kNic, 1.2);
  }

  std::string nic_name(double room) const {
    if (s_.nics_per_group > 1)
      return room > 66 ? fmt::format("{} NICs", s_.nics_per_group) : fmt::format("{}×", s_.nics_per_group);
    return room > 44 ? "NIC" : "";
  }

  void draw_below() {
    if (is_mesh()) {
      draw_mesh(canvas_, topology_, {left_, below_y_}, right_ - left_);
      return;
    }
    if (has_switch()) {
      const SvgBox bar{left_ + 4, below_y_, right_ - left_ - 8, kPartHeight};
      for (const SvgBox& box : below_)
        cable({box.center(), box.bottom()}, {box.center(), bar.y}, VertexKind::kScaleUpSwitch, 3);
      add(bar, VertexKind::kScaleUpSwitch, s_.scale_up_name);
    } else if (s_.host_bridge) {
      const SvgBox bar{left_ + 4, below_y_, right_ - left_ - 8, kPartHeight};
      for (const SvgBox& box : pcie_) {
        // Between the accelerators of the switch, if they are even in number.
        const bool is_even = s_.accelerators_per_node / s_.pcie_switches_per_node % 2 == 0;
        const double x = is_even ? box.center() : box.x + 8;
        cable({x, box.bottom()}, {x, bar.y}, VertexKind::kHostBridge, 1.6);
      }
      add(bar, VertexKind::kHostBridge, "host (PCIe root)");
    }
  }

  void label_rows() {
    const auto label = [&](double y, VertexKind kind, const std::string& name, const std::string& detail) {
      draw_row_label(canvas_, {label_x_, y + kPartHeight / 2}, name, detail, part_colors(kind).stroke);
    };
    if (has_nics_) {
      label(nic_y_, VertexKind::kNic, counted(s_.nic_groups_per_node * s_.nics_per_group, "NIC"),
            fmt::format("{:.4g} Gbit/s each", s_.nic_rate / gigabit_per_second));
    }
    if (has_pcie_)
      label(pcie_y_, VertexKind::kPcieSwitch,
            fmt::format("{} PCIe switch{}", s_.pcie_switches_per_node, s_.pcie_switches_per_node == 1 ? "" : "es"),
            fmt::format("{} a slot", rate_text(s_.pcie_bandwidth)));
    label(accelerator_y_, VertexKind::kAccelerator, counted(s_.accelerators_per_node, "accelerator"),
          num_nodes_ > 1 ? "each machine" : "");
    if (is_mesh()) {
      label(below_y_, VertexKind::kScaleUpSwitch, "scale-up links",
            fmt::format("{} each way and", rate_text(s_.scale_up_bandwidth)));
      canvas_.text({label_x_, below_y_ + kPartHeight / 2 + 29}, "accelerator, all links",
                   {.size = 11, .color = kFaint});
    } else if (has_switch()) {
      label(below_y_, VertexKind::kScaleUpSwitch, "scale-up switch",
            fmt::format("{} each", rate_text(s_.scale_up_bandwidth)));
    } else if (s_.host_bridge) {
      label(below_y_, VertexKind::kHostBridge, "host", "");
    }
  }

  SvgCanvas& canvas_;
  const Topology& topology_;
  const TopologyShape& s_;
  SvgPoint top_left_;
  double width_, left_, right_, label_x_;
  double top_y_, nic_y_, pcie_y_, accelerator_y_, below_y_;
  bool has_pcie_ = false;
  bool has_nics_ = false;
  int num_nodes_ = 1;
  std::vector<Part> parts_;
  std::vector<SvgBox> below_, pcie_;
};

}  // namespace

DrawnPart draw_machine(SvgCanvas& canvas, const Topology& topology, SvgPoint top_left, double width) {
  return MachineDrawing(canvas, topology, top_left, width).draw();
}

}  // namespace fmplan::network
