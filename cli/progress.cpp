#include "cli/progress.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "core/base/quantity_text.h"

namespace fmplan::cli {

std::string progress_line(const std::string& what, std::int64_t done, std::int64_t total, double elapsed_s) {
  if (total <= 0) return fmt::format("{}  {}", what, done);
  const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  std::string line = fmt::format("{}  {} of {}  {:.0f} %", what, done, total, 100 * share);
  if (share > 0 && share < 1) line += fmt::format("  {} left", time_text((elapsed_s * (1 - share) / share) * second));
  return line;
}

Progress::Progress(const Options& options, std::string what, std::int64_t total)
    : what_(std::move(what)),
      total_(total),
      enabled_(!options.quiet && is_terminal(STDERR_FILENO)),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

void Progress::update(std::int64_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  const std::chrono::duration<double> elapsed = now - start_;
  const std::string line = "\r\x1b[K" + progress_line(what_, done, total_, elapsed.count());
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace fmplan::cli
