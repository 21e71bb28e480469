#include "core/picture/run_timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "core/picture/run_caption.h"
#include "core/text/json_writer.h"

namespace fmplan::picture {
namespace {

using sim::RunEvent;
using sim::RunEventKind;

/// Perfetto takes process and thread 0 for the kernel's idle task.
constexpr int kProcess = 1;
int run_thread(RunEventKind kind) { return static_cast<int>(kind) + 1; }

/// A double holds whole numbers up to 2⁵³, and Perfetto's own 64-bit nanoseconds reach a little further.
std::int64_t timeline_microseconds(double time_s) {
  constexpr double kLatest = 9e15;  // µs, below 2⁵³
  return std::llround(std::clamp(time_s * 1e6, 0.0, kLatest));
}

std::string_view name_of(const RunEvent& event) {
  const bool has_cause = event.kind != RunEventKind::kTraining && event.kind != RunEventKind::kColdStart;
  return has_cause ? run_cause_label(event.cause) : run_event_label(event.kind);
}

class EventLines {
 public:
  explicit EventLines(std::ostream& out) : out_(out) {}

  void add(const std::string& line) {
    out_ << (first_ ? "\n" : ",\n") << line;
    first_ = false;
  }

 private:
  std::ostream& out_;
  bool first_ = true;
};

void add_run_names(EventLines& lines, std::span<const RunEvent> events, const TimelineCaption& caption) {
  const auto add = [&](int thread, const char* what, const std::string& arguments) {
    lines.add(
        fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{{}}}}})", kProcess, thread, what, arguments));
  };
  add(0, "process_name", fmt::format(R"("name":{})", text::json_quoted("job: " + caption.scenario)));
  std::array<bool, sim::kNumRunEventKinds> met{};
  for (const RunEvent& event : events) met[static_cast<std::size_t>(event.kind)] = true;
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (!met[k]) continue;
    const auto kind = sim::kRunEventKindNames.values[k];
    add(run_thread(kind), "thread_name", fmt::format(R"("name":{})", text::json_quoted(run_event_label(kind))));
    add(run_thread(kind), "thread_sort_index", fmt::format(R"("sort_index":{})", run_thread(kind)));
  }
}

void add_counter(EventLines& lines, double time_s, std::string_view name, std::string_view unit,
                 const std::string& value) {
  lines.add(fmt::format(R"({{"ph":"C","pid":{},"ts":{},"name":"{}","args":{{"{}":{}}}}})", kProcess,
                        timeline_microseconds(time_s), name, unit, value));
}

void add_event(EventLines& lines, const RunEvent& event) {
  const std::int64_t from = timeline_microseconds(event.start_s);
  lines.add(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":"{}","cat":"{}"}})", kProcess,
                        run_thread(event.kind), from, timeline_microseconds(event.end_s) - from, name_of(event),
                        run_event_label(event.kind)));
}

void add_run_counters(EventLines& lines, std::span<const RunEvent> events, const sim::RunSettings& settings) {
  const double productive_s = settings.productive / second;
  const auto add = [&](double time_s, double progress_s, int free_spares, int in_repair) {
    const double share = productive_s > 0 ? progress_s / productive_s : 1;
    add_counter(lines, time_s, "progress", "percent", fmt::format("{:.6g}", 100 * share));
    add_counter(lines, time_s, "free spares", "nodes", fmt::format("{}", free_spares));
    add_counter(lines, time_s, "nodes in repair", "nodes", fmt::format("{}", in_repair));
  };
  add(0, 0, settings.spare_nodes, 0);
  for (const RunEvent& event : events) add(event.end_s, event.progress_s, event.free_spares, event.nodes_in_repair);
}

}  // namespace

void write_run_timeline(std::ostream& out, const sim::RunTrial& trial, std::span<const RunEvent> events,
                        const sim::RunSettings& settings, const TimelineCaption& caption) {
  out << fmt::format(
      R"({{"displayTimeUnit":"ms","otherData":{{"scenario":{},"trial":{},"seed":{},"wall_clock_s":{:.6f},"interruptions":{},"finished":{}}},)",
      text::json_quoted(caption.scenario), caption.trial, caption.seed, trial.wall_clock_s, trial.num_interruptions(),
      trial.finished);
  out << R"("traceEvents":[)";
  EventLines lines(out);
  add_run_names(lines, events, caption);
  for (const RunEvent& event : events) add_event(lines, event);
  add_run_counters(lines, events, settings);
  out << "\n]}\n";
}

}  // namespace fmplan::picture
