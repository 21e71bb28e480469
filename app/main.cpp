#include <csignal>

#include <unistd.h>

#include "app/mcp_command.h"
#include "app/serve_command.h"
#include "cli/run.h"

namespace {

/// Files are written beside their place and renamed, so that stopping anywhere leaves no half of one.
void stop(int) { _exit(fmplan::cli::kInterrupted); }

}  // namespace

#ifdef FMPLAN_JEMALLOC
/// Read by jemalloc: what is freed goes back to the system a second later (chosen), by a thread of its own.  A server
/// that was sent a large file yesterday does not hold its memory today.
extern "C" const char* malloc_conf;  // NOLINT(readability-identifier-naming): jemalloc's word
const char* malloc_conf = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0";
#endif

int main(int argc, char** argv) {
  std::signal(SIGINT, stop);
  // A closed pipe then shows as an error of the write, which `fmplan … | head` ends on without a word.
  std::signal(SIGPIPE, SIG_IGN);
  // A limit on the size of files shows as an error of the write, too, after which what was begun is removed.
  std::signal(SIGXFSZ, SIG_IGN);
  return fmplan::cli::run_fmplan(
      argc, argv,
      {{"For other programs", fmplan::app::add_serve_command}, {"For other programs", fmplan::app::add_mcp_command}});
}
