#include "core/picture/step_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/picture/step_caption.h"
#include "core/picture/step_time_axis.h"
#include "core/text/terminal_text.h"

namespace fmplan::picture {
namespace {

using sim::StepTask;
using sim::StepTaskKind;

constexpr int kGap = 5;  ///< columns between beginning and end
/// Ranks shown, and columns of a pass: chosen, one screen.
constexpr std::size_t kMostShownRanks = 32;
constexpr picture::PassWidths kPassColumns{.unbroken = 1, .broken = 2, .least = 0.5};

/// How a task is drawn: one column wide by its letter, wider by its label, drawn out.
struct Mark {
  char letter;
  char drawn_out;
  std::string_view code;  ///< of the terminal
  std::string_view meaning;
};

const Mark& mark_of(StepTaskKind kind) {
  static constexpr std::array<Mark, sim::kNumStepTaskKinds> kMarks = {{{'F', '-', "97;44", "forward"},
                                                                       {'B', '=', "30;43", "backward"},
                                                                       {'I', '=', "30;43", "gradients of inputs"},
                                                                       {'W', '~', "30;103", "gradients of weights"},
                                                                       {'X', '#', "97;45", "forward and backward"},
                                                                       {'>', '>', "2", "send"},
                                                                       {'<', '<', "2", "send back"},
                                                                       {'g', 'g', "30;46", "gather"},
                                                                       {'r', 'r', "30;46", "reduce"},
                                                                       {'o', 'o', "97;100", "optimizer"},
                                                                       {'h', 'h', "97;100", "host"}}};
  return kMarks[static_cast<std::size_t>(kind)];
}

std::string coded(const std::string& text, std::string_view code, bool color) {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

std::string drawn_task(const StepTask& task, std::size_t columns, bool color) {
  const Mark& mark = mark_of(task.kind);
  std::string text(columns, mark.drawn_out);
  const std::string label = picture::task_label(task);
  if (task.micro_batch >= 0 && label.size() <= columns) {
    text.replace(0, label.size(), label);
  } else {
    text.front() = mark.letter;
  }
  return coded(text, mark.code, color);
}

/// The task that a rank's compute stream is at in the middle of each column.
class Cells {
 public:
  Cells(const picture::TimeAxis& axis, std::size_t columns) : axis_(axis), tasks_(columns, nullptr) {}

  void add(const StepTask& task) {
    for (const picture::TimeWindow& window : axis_.windows) {
      const double from = axis_.at(window, std::max(task.start_ns, window.from_ns));
      const double to = axis_.at(window, std::min(task.end_ns, window.to_ns));
      for (double column = std::ceil(from - 0.5); column < to - 0.5; ++column)
        if (column >= 0 && column < static_cast<double>(tasks_.size()))
          tasks_[static_cast<std::size_t>(column)] = &task;
    }
  }

  std::string text(bool color) const {
    std::string line;
    for (std::size_t begin = 0, end = 0; begin < tasks_.size(); begin = end) {
      while (end < tasks_.size() && tasks_[end] == tasks_[begin]) ++end;
      line += tasks_[begin] == nullptr ? std::string(end - begin, ' ') : drawn_task(*tasks_[begin], end - begin, color);
    }
    return line;
  }

 private:
  const picture::TimeAxis& axis_;
  std::vector<const StepTask*> tasks_;
};

std::string axis_line(const picture::TimeAxis& axis, std::size_t columns) {
  const picture::TimeTicks ticks = picture::time_ticks(axis, 12);
  std::string line;
  for (const picture::TimeTick& tick : ticks.ticks) {
    const auto column = static_cast<std::size_t>(std::lround(tick.at));
    if (column < line.size() + (line.empty() ? 0 : 1) || column + 1 + tick.label.size() > columns) continue;
    line += std::string(column - line.size(), ' ') + "|" + tick.label;
  }
  return line + " " + ticks.unit;
}

std::string legend(const sim::StepSimulation& simulation) {
  std::array<bool, sim::kNumStepTaskKinds> met{};
  for (const StepTask& task : simulation.tasks)
    if (task.stream == sim::StepStream::kCompute) met[static_cast<std::size_t>(task.kind)] = true;
  std::string text;
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (!met[k]) continue;
    const Mark& mark = mark_of(sim::kStepTaskKindNames.values[k]);
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", mark.letter, mark.meaning);
  }
  return text;
}

}  // namespace

std::string step_picture(const sim::StepSimulation& simulation, int width, bool color) {
  const std::size_t num_ranks = simulation.ranks.size();
  const std::size_t num_rows = std::min(num_ranks, kMostShownRanks);
  std::size_t label_width = 0;
  for (const sim::SimulatedRank& rank : simulation.ranks)
    label_width = std::max(label_width, picture::rank_label(simulation, rank).size() + 1);
  constexpr std::size_t kFewestColumns = 30;  // chosen: fewer show nothing
  const std::size_t columns = std::max(
      kFewestColumns, static_cast<std::size_t>(width) - std::min(static_cast<std::size_t>(width), label_width));
  const picture::TimeAxis axis = picture::time_axis(simulation, static_cast<double>(columns), kGap, kPassColumns);
  std::vector<Cells> cells(num_ranks, Cells(axis, columns));
  for (const StepTask& task : simulation.tasks)
    if (task.stream == sim::StepStream::kCompute) cells[static_cast<std::size_t>(task.rank)].add(task);

  std::string text;
  if (axis.windows.size() > 1) {
    const std::string hidden = fmt::format(
        "… {} …", time_text(static_cast<double>(axis.windows[1].from_ns - axis.windows[0].to_ns) * nanosecond));
    const double middle = static_cast<double>(label_width) + axis.windows[1].left - kGap / 2.0;
    const double left = std::max(0.0, middle - text::display_width(hidden) / 2.0);
    text += std::string(static_cast<std::size_t>(left), ' ') + hidden + "\n";
  }
  for (std::size_t row = 0; row < num_rows; ++row) {
    if (row == num_rows / 2 && num_ranks > num_rows) text += fmt::format("… {} ranks …\n", num_ranks - num_rows);
    const std::size_t rank = row < num_rows / 2 ? row : num_ranks - num_rows + row;
    std::string line = cells[rank].text(color);
    line.erase(line.find_last_not_of(' ') + 1);
    text += fmt::format("{:<{}}{}\n", picture::rank_label(simulation, simulation.ranks[rank]), label_width, line);
  }
  text += std::string(label_width, ' ') + text::faint(axis_line(axis, columns), color) + "\n";
  for (const std::string& line : text::wrapped(legend(simulation), width, false))
    text += text::faint(line, color) + "\n";
  return text;
}

}  // namespace fmplan::picture
