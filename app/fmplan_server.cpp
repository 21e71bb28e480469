#include "app/mcp_command.h"
#include "app/process.h"
#include "app/serve_command.h"

#ifdef FMPLAN_JEMALLOC
/// Read by jemalloc: what is freed goes back to the system a second later (chosen), by a thread of its own.  A server
/// that was sent a large file yesterday does not hold its memory today.
extern "C" const char* malloc_conf;  // NOLINT(readability-identifier-naming): jemalloc's word
const char* malloc_conf = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0";
#endif

int main(int argc, char** argv) {
  return fmplan::app::run_process(argc, argv,
                                  {{"serve", fmplan::app::add_serve_command}, {"mcp", fmplan::app::add_mcp_command}});
}
