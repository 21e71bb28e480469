#pragma once

/// @file
/// Long pieces of work watched from a terminal.

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "cli/command.h"
#include "core/base/job.h"

namespace fmplan::cli {

/// One line on stderr that says how far a long piece of work is, and is wiped when it ends:
///
///     searching plans  1204 of 8000  15 %  100/s  12 s left
///
/// Nothing is shown with --quiet, where stderr is no terminal, or within the first second; the line is rewritten at
/// most ten times a second.  An interrupt ends the program as ever.
class ProgressLine : public JobWatcher {
 public:
  ProgressLine(const Options& options, std::string what);
  ~ProgressLine() override;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Another total, or less done than before, begins another piece of the work.
  void report(std::int64_t done, std::int64_t total) override;
  bool stopped() const override { return false; }
  /// Of the same work: its time goes on.
  void rename(std::string what) { what_ = std::move(what); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::int64_t done_ = 0, total_ = 0;
  std::int64_t done_before_ = 0;  ///< of this piece, when it was first told of
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

/// The same where a part of the answer is one too: while it lives, the first interrupt (SIGINT, Ctrl-C, or SIGTERM)
/// ends nothing but stops the work; a second one does what it did before.
class InterruptibleProgress final : public ProgressLine {
 public:
  InterruptibleProgress(const Options& options, std::string what);
  ~InterruptibleProgress() override;

  bool stopped() const override;

 private:
  using Handler = void (*)(int);
  Handler before_, terminate_before_;
};

/// Whether such lines are shown: not with --quiet, and not where stderr is no terminal.
bool shows_progress(const Options& options);

}  // namespace fmplan::cli
