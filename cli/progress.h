#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "cli/command.h"

namespace fmplan::cli {

/// One line on stderr that says how far a long piece of work is, and is wiped when it ends:
///
///     searching plans  1,204 of 8,000   15 %   12 s left
///
/// Nothing is shown with --quiet, where stderr is no terminal, or within the first second.
class Progress {
 public:
  Progress(const Options& options, std::string what, std::int64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Call as often as you like: the line is rewritten at most ten times a second.
  void update(std::int64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::int64_t total_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

/// The line itself.  `elapsed_s` is the time since the beginning; the rest is estimated by the share done.
std::string progress_line(const std::string& what, std::int64_t done, std::int64_t total, double elapsed_s);

}  // namespace fmplan::cli
