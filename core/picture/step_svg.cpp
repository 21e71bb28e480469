#include "core/picture/step_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"
#include "core/picture/step_palette.h"
#include "core/picture/step_time_axis.h"

namespace fmplan::picture {
namespace {

using sim::SimulatedRank;
using sim::StepStream;
using sim::StepTask;
using sim::StepTaskKind;

/// Pixels, rows and arrows: chosen to the eye.
constexpr double kStepWidth = 1360;
constexpr double kStepLeft = 132;
constexpr double kStepRight = 128;
constexpr double kStepInner = kStepWidth - kStepLeft - kStepRight;
constexpr double kStepMargin = 20;
constexpr double kBreak = 40;        ///< between beginning and end
constexpr double kMostLight = 0.35;  ///< white mixed into the passes of a rank's last stage
constexpr double kFaintest = 0.15;   ///< narrower bars are not drawn
/// Rows and arrows at most, and pixels of a pass: chosen to the eye.
constexpr std::size_t kMostStepRows = 32;
constexpr int kMostSends = 400;
constexpr PassWidths kPassPixels{.unbroken = 8, .broken = 11, .least = 2.5};

constexpr const char* kIdle = "#eef0f4";
constexpr const char* kStepGrid = "#d4d9e0";
constexpr const char* kHeld = "#a9b4c6";

/// Heights within a row, and which parts there are.
struct RowLayout {
  double bar = 0;
  double traffic = 0;  ///< of the lane for gradients and parameters
  double held = 0;
  double gap = 8;

  double traffic_top() const { return bar + (traffic > 0 ? 2 : 0); }
  double held_top() const { return traffic_top() + traffic + (held > 0 ? 3 : 0); }
  double height() const { return held_top() + held + gap; }
};

/// What is drawn at which height.
struct Row {
  std::size_t rank = 0;
  double top = 0;
};

struct Send {
  SvgPoint from, to;
};

class StepDrawing {
 public:
  StepDrawing(const sim::StepSimulation& simulation, const StepCaption& caption)
      : simulation_(simulation),
        caption_(caption),
        axis_(time_axis(simulation, kStepInner, kBreak, kPassPixels)),
        stages_(stages_by_rank(simulation)) {
    for (TimeWindow& window : axis_.windows) window.left += kStepLeft;
    int last_stage = 0;
    for (const SimulatedRank& rank : simulation.ranks)
      num_pipeline_ranks_ = std::max(num_pipeline_ranks_, rank.pipeline_rank + 1);
    for (const StepTask& task : simulation.tasks) {
      ++num_of_kind_[static_cast<std::size_t>(task.kind)];
      ++num_on_stream_[static_cast<std::size_t>(task.stream)];
    }
    for (const std::vector<int>& stages : stages_) {
      most_chunks_ = std::max(most_chunks_, stages.size());
      if (!stages.empty()) last_stage = std::max(last_stage, stages.back());
    }
    runs_from_both_ends_ = most_chunks_ > 1 && last_stage < num_pipeline_ranks_;
    lay_out();
    find_sends();
  }

  std::string document() {
    draw_title();
    draw_legend();
    draw_idle();
    draw_axis();
    draw_bars();
    for (const Row& row : rows_) {
      draw_held(row);
      draw_labels(row);
    }
    for (const Send& send : sends_) canvas_.line(send.from, send.to, task_color(StepTaskKind::kSendForward), 0.9, 0.8);
    draw_breaks();
    return canvas_.document(kStepWidth, bottom_ + 56);
  }

 private:
  const SimulatedRank& rank_of(const Row& row) const { return simulation_.ranks[row.rank]; }
  bool has(StepTaskKind kind) const { return num_of_kind_[static_cast<std::size_t>(kind)] > 0; }
  bool has(StepStream stream) const { return num_on_stream_[static_cast<std::size_t>(stream)] > 0; }

  void lay_out() {
    const std::size_t num_ranks = simulation_.ranks.size();
    const std::size_t num_rows = std::min(num_ranks, kMostStepRows);
    layout_.bar = std::clamp(660.0 / static_cast<double>(num_rows) - 22, 14.0, 34.0);
    layout_.traffic = has(StepStream::kDataParallel) ? 5 : 0;
    const bool counted = std::any_of(simulation_.ranks.begin(), simulation_.ranks.end(),
                                     [](const SimulatedRank& rank) { return !rank.activations.empty(); });
    layout_.held = counted ? (num_rows > 8 ? 10 : 14) : 0;
    double top = kTop;
    for (std::size_t i = 0; i < num_rows; ++i) {
      if (num_ranks > num_rows && i == num_rows / 2) {
        hidden_rows_top_ = top;
        top += 26;
      }
      rows_.push_back({i < num_rows / 2 ? i : num_ranks - num_rows + i, top});
      top += layout_.height();
    }
    bottom_ = top;
  }

  void draw_title() {
    canvas_.text({kStepMargin, 32}, caption_.scenario, {.size = 18, .color = kInk, .bold = true});
    canvas_.text({kStepMargin, 52}, caption_.plan, {.size = 12.5, .color = kFaint});
    const std::string answer =
        fmt::format("step {} · idle {}", time_text(simulation_.step_time), ratio_text(idle_share(simulation_)));
    canvas_.text({kStepWidth - kStepMargin, 32}, answer,
                 {.size = 14, .anchor = SvgAnchor::kEnd, .color = kInk, .bold = true});
    // What the step takes beyond its tasks, unless it is too little to be seen.
    const Seconds rest = simulation_.step_time - static_cast<double>(simulation_.makespan_ns) * nanosecond;
    if (rest > 0.001 * simulation_.step_time)
      canvas_.text({kStepWidth - kStepMargin, 52},
                   fmt::format("{} of it not drawn: stragglers, and kernels slowed by traffic", time_text(rest)),
                   {.size = 11.5, .anchor = SvgAnchor::kEnd, .color = kFaint});
  }

  void draw_legend() {
    double x = kStepMargin;
    const double y = 78;
    const auto label = [&](const std::string& text) {
      canvas_.text({x + 24, y}, text, {.size = 12, .color = kInk});
      x += 24 + 0.9 * svg_text_width(text, 12) + 18;
    };
    const SvgBox swatch{0, y - 10, 18, 12};
    const auto box = [&](std::string_view color) {
      canvas_.box({x, swatch.y, swatch.width, swatch.height}, {.fill = color, .radius = 1});
    };
    const auto lane = [&](std::string_view color) { canvas_.box({x, y - 6.5, 18, 5}, {.fill = color, .radius = 0}); };
    if (has(StepTaskKind::kForward)) box(task_color(StepTaskKind::kForward)), label("forward");
    if (has(StepTaskKind::kBackward)) box(task_color(StepTaskKind::kBackward)), label("backward");
    if (has(StepTaskKind::kBackwardInput) && !has(StepTaskKind::kBackward))
      box(task_color(StepTaskKind::kBackward)), label("gradients of inputs");
    if (has(StepTaskKind::kBackwardWeight)) {
      draw_weight_bar({x, swatch.y, swatch.width, swatch.height}, 0);
      label("of weights");
    }
    if (has(StepTaskKind::kForwardAndBackward)) {
      draw_pair({x, swatch.y, swatch.width, swatch.height}, 0, 0);
      label("side by side");
    }
    if (has(StepTaskKind::kOptimizer)) box(task_color(StepTaskKind::kOptimizer)), label("optimizer");
    if (has(StepTaskKind::kHost)) box(task_color(StepTaskKind::kHost)), label("host");
    box(kIdle), label("idle");
    if (has(StepTaskKind::kGather)) lane(task_color(StepTaskKind::kGather)), label("parameters gathered");
    if (has(StepTaskKind::kReduce)) lane(task_color(StepTaskKind::kReduce)), label("gradients reduced");
    if (layout_.held > 0) {
      canvas_.box({x, y - 8, 18, 8}, {.fill = kHeld, .radius = 0});
      label("activations held");
    }
    if (!sends_.empty()) {
      canvas_.line({x + 4, y - 11}, {x + 12, y + 2}, task_color(StepTaskKind::kSendForward), 0.9, 0.8);
      label("sends");
    }
  }

  /// The background of every row.
  void draw_idle() {
    for (const Row& row : rows_)
      for (const TimeWindow& window : axis_.windows)
        canvas_.box({window.left, row.top, axis_.at(window, window.to_ns) - window.left, layout_.bar},
                    {.fill = kIdle, .radius = 0});
  }

  void draw_axis() {
    const TimeTicks ticks = time_ticks(axis_, 70);
    for (const TimeTick& tick : ticks.ticks) {
      canvas_.line({tick.at, kTop - 4}, {tick.at, bottom_}, kStepGrid, 0.6);
      canvas_.text({tick.at, bottom_ + 16}, tick.label, {.size = 11.5, .anchor = SvgAnchor::kMiddle, .color = kFaint});
    }
    canvas_.text({kStepLeft + kStepInner / 2, bottom_ + 36}, fmt::format("time, {}", ticks.unit),
                 {.size = 12, .anchor = SvgAnchor::kMiddle, .color = kInk});
    if (most_chunks_ > 1)
      canvas_.text(
          {kStepMargin, bottom_ + 36},
          runs_from_both_ends_ ? "lighter: micro-batches from the other end" : "lighter: later stages of a rank",
          {.size = 11.5, .color = kFaint});
  }

  const Row* row_of(int rank) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const Row& row) { return row.rank == static_cast<std::size_t>(rank); });
    return found == rows_.end() ? nullptr : &*found;
  }

  void draw_bars() {
    for (const StepTask& task : simulation_.tasks) {
      const Row* row = row_of(task.rank);
      if (row == nullptr) continue;
      if (task.stream == StepStream::kCompute) {
        draw_in_windows(task, row->top, layout_.bar);
      } else if (task.stream == StepStream::kDataParallel) {
        draw_in_windows(task, row->top + layout_.traffic_top(), layout_.traffic);
      }
    }
  }

  void draw_in_windows(const StepTask& task, double top, double height) {
    for (const TimeWindow& window : axis_.windows) {
      const std::int64_t from_ns = std::max(task.start_ns, window.from_ns), to_ns = std::min(task.end_ns, window.to_ns);
      const double left = axis_.at(window, from_ns), width = axis_.at(window, to_ns) - left;
      if (to_ns > from_ns && width >= kFaintest) draw_bar(task, {left, top, width, height});
    }
  }

  /// Stages of a rank from its first to its last, of DualPipe from the direction in which the rank is counted.
  int chunk_of(const StepTask& task, int stage) const {
    const int p = num_pipeline_ranks_;
    if (stage >= p) return stage / p;
    return stage == simulation_.ranks[static_cast<std::size_t>(task.rank)].pipeline_rank ? 0 : 1;
  }
  /// By how much the passes of a stage are lightened.
  double lightness(const StepTask& task, int stage) const {
    return most_chunks_ < 2
               ? 0
               : std::min(kMostLight, kMostLight * chunk_of(task, stage) / static_cast<double>(most_chunks_ - 1));
  }

  void draw_weight_bar(const SvgBox& box, double light) {
    canvas_.box(box, {.fill = lighter(task_color(StepTaskKind::kBackwardWeight), light), .radius = 0});
    canvas_.hatch(box, lighter(task_color(StepTaskKind::kBackward), light));
  }

  /// The forward pass above the diagonal, the backward pass below.
  void draw_pair(const SvgBox& box, double forward_light, double backward_light) {
    canvas_.area(std::array<SvgPoint, 3>{{{box.x, box.y}, {box.right(), box.y}, {box.x, box.bottom()}}},
                 lighter(task_color(StepTaskKind::kForward), forward_light));
    canvas_.area(std::array<SvgPoint, 3>{{{box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}}},
                 lighter(task_color(StepTaskKind::kBackward), backward_light));
  }

  void draw_bar(const StepTask& task, const SvgBox& whole) {
    // A white edge between neighbours, as far as there is room for one.
    const double edge = std::min(0.7, 0.15 * whole.width);
    const SvgBox box{whole.x, whole.y, whole.width - edge, whole.height};
    const double light = lightness(task, task.stage);
    const bool is_pass = task.kind <= StepTaskKind::kForwardAndBackward;
    if (task.kind == StepTaskKind::kForwardAndBackward) {
      const double other = lightness(task, task.beside_stage);
      draw_pair(box, light, other);
      draw_number(task.micro_batch, {box.x, box.y, box.width / 2, box.height / 1.6},
                  lighter(task_color(StepTaskKind::kForward), light));
      draw_number(task.beside_micro_batch,
                  {box.center(), box.y + box.height - box.height / 1.6, box.width / 2, box.height / 1.6},
                  lighter(task_color(StepTaskKind::kBackward), other));
      return;
    }
    if (task.kind == StepTaskKind::kBackwardWeight) {
      draw_weight_bar(box, light);
      return draw_number(task.micro_batch, box, task_color(StepTaskKind::kBackwardWeight));
    }
    const std::string color = is_pass ? lighter(task_color(task.kind), light) : std::string(task_color(task.kind));
    canvas_.box(box, {.fill = color, .radius = 0});
    if (is_pass) draw_number(task.micro_batch, box, color);
  }

  void draw_number(int number, const SvgBox& box, std::string_view background) {
    const std::string text = fmt::format("{}", number);
    const double size = std::min({11.0, 0.6 * box.height, 0.85 * box.width / svg_text_width(text, 1)});
    if (size < 6) return;
    canvas_.text({box.center(), box.y + box.height / 2 + 0.36 * size}, text,
                 {.size = size, .anchor = SvgAnchor::kMiddle, .color = ink_on(background)});
  }

  struct Pass {
    int replica;
    bool is_backward;
    int stage;
    int micro_batch;

    friend auto operator<=>(const Pass&, const Pass&) = default;
  };

  /// From the end of the bar that made it to the bar that waits for it.  None where there are many.
  void find_sends() {
    const bool on_links = has(StepStream::kSendForward) || has(StepStream::kSendBackward);
    std::vector<std::pair<const StepTask*, const TimeWindow*>> sends;
    for (const StepTask& task : simulation_.tasks) {
      if (task.kind != StepTaskKind::kSendForward && task.kind != StepTaskKind::kSendBackward) continue;
      if (on_links == (task.stream == StepStream::kCompute)) continue;  // else its launch
      for (const TimeWindow& window : axis_.windows)
        if (task.start_ns >= window.from_ns && task.end_ns <= window.to_ns) sends.emplace_back(&task, &window);
    }
    if (sends.empty() || sends.size() > kMostSends) return;
    const std::map<Pass, int> ranks = ranks_of_passes();
    for (const auto& [task, window] : sends) {
      const bool is_backward = task->kind == StepTaskKind::kSendBackward;
      const auto to = ranks.find({simulation_.ranks[static_cast<std::size_t>(task->rank)].replica, is_backward,
                                  task->stage + (is_backward ? -1 : 1), task->micro_batch});
      if (to != ranks.end()) add_send(*task, to->second, *window);
    }
  }

  /// Which rank takes which pass.
  std::map<Pass, int> ranks_of_passes() const {
    std::map<Pass, int> ranks;
    for (const StepTask& task : simulation_.tasks) {
      const int replica = simulation_.ranks[static_cast<std::size_t>(task.rank)].replica;
      const bool is_pair = task.kind == StepTaskKind::kForwardAndBackward;
      if (task.kind == StepTaskKind::kForward || is_pair)
        ranks[{replica, false, task.stage, task.micro_batch}] = task.rank;
      if (is_pair) ranks[{replica, true, task.beside_stage, task.beside_micro_batch}] = task.rank;
      if (task.kind == StepTaskKind::kBackward || task.kind == StepTaskKind::kBackwardInput)
        ranks[{replica, true, task.stage, task.micro_batch}] = task.rank;
    }
    return ranks;
  }

  void add_send(const StepTask& task, int to_rank, const TimeWindow& window) {
    const Row* from = row_of(task.rank);
    const Row* to = row_of(to_rank);
    if (from == nullptr || to == nullptr || from == to) return;
    // Lines across other rows would hide more than they show.
    if (std::abs(to->top - from->top) > 1.5 * layout_.height()) return;
    const bool down = to->top > from->top;
    sends_.push_back({{axis_.at(window, task.start_ns), from->top + (down ? layout_.bar : 0)},
                      {axis_.at(window, task.end_ns), to->top + (down ? 0 : layout_.bar)}});
  }

  void draw_held(const Row& row) {
    if (layout_.held == 0) return;
    double most = 0;
    for (const SimulatedRank& rank : simulation_.ranks) most = std::max(most, rank.peak_in_flight);
    if (most <= 0) return;
    const auto& counts = rank_of(row).activations;
    const double foot = row.top + layout_.held_top() + layout_.held;
    for (const TimeWindow& window : axis_.windows) {
      std::vector<SvgPoint> outline{{window.left, foot}, {window.left, foot}};
      double height = 0;
      for (const sim::ActivationCount& count : counts) {
        if (count.time_ns >= window.to_ns) break;
        if (count.time_ns > window.from_ns) outline.push_back({axis_.at(window, count.time_ns), foot - height});
        height = layout_.held * std::min(1.0, count.micro_batches / most);
        if (count.time_ns > window.from_ns) {
          outline.push_back({axis_.at(window, count.time_ns), foot - height});
        } else {
          outline.back() = {window.left, foot - height};
        }
      }
      const double right = axis_.at(window, window.to_ns);
      outline.push_back({right, foot - height});
      outline.push_back({right, foot});
      canvas_.area(simplified(outline), kHeld);
      canvas_.line({window.left, foot}, {right, foot}, kStepGrid, 0.8);
    }
  }

  /// Without points that a picture of a tenth of a pixel cannot show.
  static std::vector<SvgPoint> simplified(const std::vector<SvgPoint>& outline) {
    std::vector<SvgPoint> kept;
    for (const SvgPoint& point : outline) {
      const bool same =
          !kept.empty() && std::abs(point.x - kept.back().x) < 0.05 && std::abs(point.y - kept.back().y) < 0.05;
      if (!same) kept.push_back(point);
    }
    return kept;
  }

  /// "replica 5", "63 replicas"; empty if all replicas do the same.
  std::string whose_text(const SimulatedRank& rank) const {
    if (simulation_.num_replicas < 2) return {};
    std::int64_t of_one = rank.stands_for;
    for (const SimulatedRank& other : simulation_.ranks) of_one = std::min(of_one, other.stands_for);
    const std::int64_t replicas = of_one > 0 ? rank.stands_for / of_one : 1;
    return replicas > 1 ? fmt::format("{} replicas", replicas) : fmt::format("replica {}", rank.replica);
  }

  void draw_labels(const Row& row) {
    const SimulatedRank& rank = rank_of(row);
    const double middle = row.top + layout_.bar / 2;
    const std::string stages = stages_text(stages_[row.rank], 3);
    const bool two_lines = layout_.bar + layout_.traffic + layout_.held >= 28 && !stages.empty();
    canvas_.text({kStepMargin, middle + (two_lines ? 0 : 4)}, fmt::format("rank {}", rank.pipeline_rank),
                 {.size = 12, .color = kInk, .bold = true});
    // Behind "rank 12".
    canvas_.text({kStepMargin + 52, middle + (two_lines ? 0 : 4)}, whose_text(rank), {.size = 10.5, .color = kFaint});
    if (two_lines) canvas_.text({kStepMargin, middle + 13}, stages, {.size = 10.5, .color = kFaint});
    const double right = kStepWidth - kStepRight + 8;
    const double makespan_ns = std::max(1.0, static_cast<double>(simulation_.makespan_ns));
    canvas_.text({right, middle + (two_lines ? 0 : 4)},
                 fmt::format("idle {}", ratio_text(rank.idle / nanosecond / makespan_ns)), {.size = 11, .color = kInk});
    if (!two_lines) return;
    std::string held = fmt::format("holds {:.3g}", rank.peak_in_flight);
    if (rank.memory > Bytes{}) held += fmt::format(", {}", data_text(rank.memory));
    canvas_.text({right, middle + 13}, held, {.size = 10.5, .color = kFaint});
  }

  void draw_breaks() {
    if (axis_.windows.size() > 1) {
      const TimeWindow& begin = axis_.windows.front();
      const TimeWindow& end = axis_.windows.back();
      const int hidden = num_hidden_micro_batches(simulation_, axis_);
      std::string text = time_text(static_cast<double>(end.from_ns - begin.to_ns) * nanosecond);
      if (hidden > 0) text = fmt::format("{} micro-batches, {}", hidden, text);
      const double left = axis_.at(begin, begin.to_ns);
      canvas_.text({left + kBreak / 2, kTop - 8}, fmt::format("… {} …", text),
                   {.size = 11.5, .anchor = SvgAnchor::kMiddle, .color = kInk});
      for (const double x : {left, end.left}) draw_tear(x);
    }
    if (hidden_rows_top_)
      canvas_.text({kStepMargin, *hidden_rows_top_ + 14},
                   fmt::format("… {} ranks …", simulation_.ranks.size() - rows_.size()), {.size = 12, .color = kFaint});
  }

  /// Where the picture was cut.
  void draw_tear(double x) {
    std::vector<SvgPoint> points;
    double side = 2.5;
    for (double y = kTop - 2; y <= bottom_; y += 6) {
      points.push_back({x + side, y});
      side = -side;
    }
    canvas_.polyline(points, kFaint, 0.8, false);
  }

  static constexpr double kTop = 112;  // px

  const sim::StepSimulation& simulation_;
  const StepCaption& caption_;
  TimeAxis axis_;
  std::vector<std::vector<int>> stages_;
  std::size_t most_chunks_ = 1;
  int num_pipeline_ranks_ = 1;
  bool runs_from_both_ends_ = false;  ///< as DualPipe's micro-batches, each stage being on two ranks
  std::array<std::int64_t, sim::kNumStepTaskKinds> num_of_kind_{};
  std::array<std::int64_t, sim::kNumStepStreams> num_on_stream_{};
  RowLayout layout_;
  std::vector<Row> rows_;
  std::optional<double> hidden_rows_top_;
  double bottom_ = 0;
  std::vector<Send> sends_;
  SvgCanvas canvas_;
};

}  // namespace

std::string step_svg(const sim::StepSimulation& simulation, const StepCaption& caption) {
  return StepDrawing(simulation, caption).document();
}

}  // namespace fmplan::picture
