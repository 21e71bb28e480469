#include "core/picture/step_trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "core/text/json_writer.h"

namespace fmplan::picture {
namespace {

using sim::SimulatedRank;
using sim::StepTask;

std::string microseconds_text(std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }

/// Perfetto takes process and thread 0 for the kernel's idle task.
int process_of(std::size_t rank) { return static_cast<int>(rank) + 1; }
int step_thread(sim::StepStream stream) { return static_cast<int>(stream) + 1; }

/// The events, comma by comma, handed on in blocks.
class EventList {
 public:
  explicit EventList(std::ostream& out) : out_(out) {}
  EventList(const EventList&) = delete;
  EventList& operator=(const EventList&) = delete;
  ~EventList() { hand_on(); }

  template <typename... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(block_), "{}", first_ ? "\n" : ",\n");
    fmt::format_to(std::back_inserter(block_), format, std::forward<Values>(values)...);
    first_ = false;
    constexpr std::size_t kBlock = std::size_t{1} << 16;  // bytes handed on at once; chosen
    if (block_.size() >= kBlock) hand_on();
  }

 private:
  void hand_on() {
    out_.write(block_.data(), static_cast<std::streamsize>(block_.size()));
    block_.clear();
  }

  std::ostream& out_;
  fmt::memory_buffer block_;
  bool first_ = true;
};

void add_step_names(EventList& events, const sim::StepSimulation& simulation) {
  const std::vector<std::vector<int>> stages = stages_by_rank(simulation);
  std::vector<std::array<bool, sim::kNumStepStreams>> has_tasks(simulation.ranks.size());
  for (const StepTask& task : simulation.tasks)
    has_tasks[static_cast<std::size_t>(task.rank)][static_cast<std::size_t>(task.stream)] = true;
  const auto add = [&](int process, int thread, const char* what, const std::string& arguments) {
    events.add(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{{}}}}})", process, thread, what, arguments);
  };
  for (std::size_t r = 0; r < simulation.ranks.size(); ++r) {
    const SimulatedRank& rank = simulation.ranks[r];
    std::string name = rank_label(simulation, rank);
    if (!stages[r].empty()) name += ": " + stages_text(stages[r]);
    if (rank.stands_for > 1) name += fmt::format(" ({} GPUs)", rank.stands_for);
    add(process_of(r), 0, "process_name", fmt::format(R"("name":{})", text::json_quoted(name)));
    add(process_of(r), 0, "process_sort_index", fmt::format(R"("sort_index":{})", r));
    for (const sim::StepStream stream : sim::kStepStreamNames.values) {
      if (!has_tasks[r][static_cast<std::size_t>(stream)]) continue;
      const int thread = step_thread(stream);
      add(process_of(r), thread, "thread_name",
          fmt::format(R"("name":{})", text::json_quoted(step_stream_name(stream))));
      add(process_of(r), thread, "thread_sort_index", fmt::format(R"("sort_index":{})", thread));
    }
  }
}

std::string arguments_of(const StepTask& task) {
  if (task.stage < 0) return {};
  std::string text = fmt::format(R"("stage":{})", task.stage);
  if (task.micro_batch >= 0) text += fmt::format(R"(,"micro_batch":{})", task.micro_batch);
  if (task.kind == sim::StepTaskKind::kForwardAndBackward)
    text += fmt::format(R"(,"beside_stage":{},"beside_micro_batch":{})", task.beside_stage, task.beside_micro_batch);
  return text;
}

void add_task(EventList& events, const StepTask& task) {
  events.add(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":"{}","cat":"{}","args":{{{}}}}})",
             process_of(static_cast<std::size_t>(task.rank)), step_thread(task.stream),
             microseconds_text(task.start_ns), microseconds_text(task.end_ns - task.start_ns), task_label(task),
             step_task_name(task.kind), arguments_of(task));
}

void add_step_counters(EventList& events, const sim::StepSimulation& simulation, const StepCaption& caption) {
  for (std::size_t r = 0; r < simulation.ranks.size(); ++r) {
    const auto& counts = simulation.ranks[r].activations;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::string at = microseconds_text(counts[i].time_ns);
      events.add(R"({{"ph":"C","pid":{},"ts":{},"name":"activations","args":{{"micro_batches":{:.6g}}}}})",
                 process_of(r), at, counts[i].micro_batches);
      if (r < caption.memory.size() && i < caption.memory[r].size())
        events.add(R"({{"ph":"C","pid":{},"ts":{},"name":"memory","args":{{"bytes":{:.0f}}}}})", process_of(r), at,
                   caption.memory[r][i] / byte);
    }
  }
}

}  // namespace

void write_step_trace(std::ostream& out, const sim::StepSimulation& simulation, const StepCaption& caption) {
  out << fmt::format(R"({{"displayTimeUnit":"ns","otherData":{{"scenario":{},"plan":{},"step_time_s":{}}},)",
                     text::json_quoted(caption.scenario), text::json_quoted(caption.plan),
                     simulation.step_time / second)
      << R"("traceEvents":[)";
  {
    EventList events(out);
    add_step_names(events, simulation);
    for (const StepTask& task : simulation.tasks) add_task(events, task);
    add_step_counters(events, simulation, caption);
  }
  out << "\n]}\n";
}

}  // namespace fmplan::picture
