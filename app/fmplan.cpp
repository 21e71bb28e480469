#include "app/process.h"

#ifdef FMPLAN_JEMALLOC
/// jemalloc reads its options here (its manual, "Tuning").  A plan touches 2 MiB of heap and ends: as one huge page
/// that is one page fault in place of five hundred (bench/RESULTS.md).
extern "C" const char* malloc_conf;  // NOLINT(readability-identifier-naming): jemalloc's word
const char* malloc_conf = "thp:always";
#endif

int main(int argc, char** argv) { return fmplan::app::run_process(argc, argv, {}); }
