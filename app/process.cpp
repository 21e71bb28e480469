#include "app/process.h"

#include <csignal>

#include <unistd.h>

#include "cli/run.h"

namespace fmplan::app {
namespace {

/// Files are written beside their place and renamed, so that stopping anywhere leaves no half of one.
void stop(int) { _exit(cli::kInterrupted); }

}  // namespace

int run_process(int argc, const char* const* argv, const std::vector<cli::OwnCommand>& own) {
  std::signal(SIGINT, stop);
  // A closed pipe then shows as an error of the write, which `fmplan … | head` ends on without a word.
  std::signal(SIGPIPE, SIG_IGN);
  // A limit on the size of files shows as an error of the write, too, after which what was begun is removed.
  std::signal(SIGXFSZ, SIG_IGN);
  return cli::run_fmplan(argc, argv, own);
}

}  // namespace fmplan::app
