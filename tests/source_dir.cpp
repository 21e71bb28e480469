#include "tests/source_dir.h"

namespace fmplan {

const std::string& source_dir() {
  static const std::string kFolder = FMPLAN_SOURCE_DIR;
  return kFolder;
}

}  // namespace fmplan
