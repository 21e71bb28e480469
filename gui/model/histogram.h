#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QString>

#include "core/answer/table.h"
#include "core/plan/run_study.h"

namespace fmplan::gui {

/// The days of a simulated run, as they are drawn.
struct DaysHistogram {
  struct Bin {
    double low = 0, high = 0;  ///< days
    std::int64_t trials = 0;
  };
  /// A day that is marked.
  struct Mark {
    double days = 0;
    QString text;  ///< "P50 114.5"
  };
  std::vector<Bin> bins{};
  std::vector<Mark> marks{};  ///< P10, P50, P90, where there are trials enough to tell
  std::int64_t trials = 0;    ///< all of them
};

/// The middle of the histogram, which leaves out a trial in a hundred on either side at most; without bins where no
/// trial ended.
DaysHistogram daysHistogram(const plan::RunStudy& study);

/// The same as a table.
answer::Table histogramTable(const plan::RunStudy& study);

}  // namespace fmplan::gui
