#include "app/process.h"
#include "cli/measurements/commands.h"

int main(int argc, char** argv) { return fmplan::app::run_process(argc, argv, fmplan::cli::measurement_commands()); }
