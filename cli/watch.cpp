#include "cli/watch.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <utility>

#include <unistd.h>

#include "cli/terminal.h"
#include "core/base/progress_text.h"

namespace fmplan::cli {
namespace {

// A signal handler can reach nothing else; threads ask for the first.
std::atomic<bool> interrupted = false;
std::atomic<void (*)(int)> handler_before = SIG_DFL;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<void (*)(int)>::is_always_lock_free);

void remember(int signal) {
  interrupted = true;
  std::signal(signal, handler_before);
}

}  // namespace

bool shows_progress(const Options& options) { return !options.quiet && is_terminal(STDERR_FILENO); }

ProgressLine::ProgressLine(const Options& options, std::string what)
    : what_(std::move(what)), enabled_(shows_progress(options)), start_(Clock::now()), last_(start_) {}

ProgressLine::~ProgressLine() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

void ProgressLine::report(std::int64_t done, std::int64_t total) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  const bool begins = total != total_ || done < done_;
  done_ = done;
  total_ = total;
  if (begins) {
    start_ = now;
    done_before_ = done;
  }
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  const std::chrono::duration<double> elapsed = now - start_;
  const std::string line = "\r\x1b[K" + progress_text(what_, done, total_, elapsed.count());
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

InterruptibleProgress::InterruptibleProgress(const Options& options, std::string what)
    : ProgressLine(options, std::move(what)), before_(SIG_DFL), terminate_before_(SIG_DFL) {
  interrupted = false;
  before_ = std::signal(SIGINT, SIG_IGN);
  handler_before = before_;
  std::signal(SIGINT, remember);
  // A scheduler that takes a machine back says so with this one.
  terminate_before_ = std::signal(SIGTERM, remember);
}

InterruptibleProgress::~InterruptibleProgress() {
  std::signal(SIGINT, before_);
  std::signal(SIGTERM, terminate_before_);
}

bool InterruptibleProgress::stopped() const { return interrupted; }

}  // namespace fmplan::cli
