// A program of somebody else's: it finds fmplan by find_package and sees nothing but the installed headers.

#include <cmath>
#include <filesystem>
#include <iostream>

#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"

// usage: consumer CATALOG_DIR.  Prints the time to move 1 TB at 400 Gbit/s (20 s) and the memory of an H100.
int main(int, char** argv) {
  using namespace fmplan;
  const auto bandwidth = parse_bandwidth("400 Gbit/s");
  if (!bandwidth || std::abs((1 * terabyte / *bandwidth) / second - 20) > 1e-12) return 1;
  const catalog::Catalog catalog({std::filesystem::path(argv[1])});
  std::cout << time_text(1 * terabyte / *bandwidth) << ", " << data_text(catalog.accelerator("h100-sxm5-80gb").memory)
            << "\n";
  return 0;
}
