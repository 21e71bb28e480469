#include "app/process.h"

int main(int argc, char** argv) { return fmplan::app::run_process(argc, argv, {}); }
