#include "core/base/progress_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan {

std::string progress_text(const std::string& what, std::int64_t done, std::int64_t total, double elapsed_s,
                          std::int64_t done_before) {
  if (total <= 0) return fmt::format("{}  {}", what, done);
  const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  std::string line = fmt::format("{}  {} of {}  {:.0f} %", what, done, total, 100 * share);
  if (done <= done_before || elapsed_s <= 0 || share >= 1) return line;
  const double rate = static_cast<double>(done - done_before) / elapsed_s;
  return line +
         fmt::format("  {}/s  {} left", count_text(rate), time_text(static_cast<double>(total - done) / rate * second));
}

}  // namespace fmplan
