#pragma once

#include <limits>
#include <random>
#include <string>

#include "core/picture/gantt.h"

namespace fmplan::picture {

/// Values that nobody means, the same for the same number: names of odd bytes and lengths, days that are no numbers,
/// stretches that end before they begin, lists that are too short or too long.
class HostileGantt {
 public:
  explicit HostileGantt(unsigned number) : random_(number) {}

  Gantt gantt() {
    Gantt gantt{.title = name(), .start = {whole(4) == 0 ? 2'000'000'000 : 20'000 + whole(9000)}};
    gantt.num_days = whole(5) == 0 ? -3 : whole(5) == 0 ? 2'000'000'000 : whole(400);
    for (int i = whole(12); i > 0; --i) gantt.rows.push_back(row());
    for (int i = whole(3); i > 0; --i)
      gantt.pools.push_back({.name = name(), .capacity = list(), .used = list(), .utilisation = list()});
    for (int i = whole(15); i > 0; --i)
      gantt.marks.push_back({.day = day(),
                             .until_day = day(),
                             .label = name(),
                             .kind = static_cast<GanttMarkKind>(whole(kNumGanttMarkKinds))});
    return gantt;
  }

  std::string name() {
    static const std::string kParts[] = {
        "a",      "大規模",   "\x1b[2J",      "\n",          "\xff",   "<b>", "&", "\"",   "\u0301", "\u202e",
        "\t\r\n", "\xe5\xa4", "\xEF\xBF\xBE", "👩‍🚀", "]]></x", "W",   " ", "\x01", "-->",    "\xC2\x85"};
    std::string name;
    if (whole(40) == 0) name = std::string(100'000, 'x');
    for (int i = whole(30); i > 0; --i) name += kParts[whole(std::size(kParts))];
    if (whole(20) == 0) name += '\0';
    return name;
  }

 private:
  int whole(std::size_t below) { return static_cast<int>(random_() % below); }

  double day() {
    constexpr double kLimit = std::numeric_limits<double>::infinity();
    switch (whole(12)) {
      case 0: return std::numeric_limits<double>::quiet_NaN();
      case 1: return kLimit;
      case 2: return -kLimit;
      case 3: return 1e300;
      case 4: return -1e300;
      default: return whole(500) - 50 + whole(10) / 10.0;
    }
  }

  GanttRow row() {
    GanttRow row{.group = whole(3) == 0 ? "one" : name(), .label = name(), .at_risk = whole(2) == 0, .note = name()};
    for (int i = whole(6); i > 0; --i) {
      GanttBar bar{.from_day = day(), .until_day = day(), .label = name()};
      bar.kind = static_cast<GanttKind>(whole(kNumGanttKinds));
      bar.nodes = whole(3) == 0 ? -1 : whole(2000);
      if (whole(2) == 0) bar.finish_days = Range{day(), day()};
      if (whole(2) == 0) bar.finish_p50 = day();
      row.bars.push_back(bar);
    }
    if (whole(2) == 0) row.deadline_day = day();
    if (whole(2) == 0) row.on_time = day() / 100;
    return row;
  }

  std::vector<double> list() {
    std::vector<double> values(static_cast<std::size_t>(whole(600)));
    for (double& value : values) value = day();
    return values;
  }

  std::mt19937 random_;
};

}  // namespace fmplan::picture
