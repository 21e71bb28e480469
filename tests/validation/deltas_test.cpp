#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/measurements/commands.h"
#include "cli/run.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan {
namespace deltas_test {

const std::filesystem::path kRoot = source_dir();

/// What `fmplan validate deltas` prints of the bundled pairs.
std::string validate(const std::string& format) {
  const std::string pairs = (kRoot / "validation/deltas/pairs.csv").string();
  const std::string rows = (kRoot / "validation/deltas/rows.csv").string();
  const std::vector<const char*> argv = {"fmplan",     "validate", "deltas",       pairs.c_str(),
                                         rows.c_str(), "--format", format.c_str(), "--quiet"};
  testing::internal::CaptureStdout();
  EXPECT_EQ(cli::run_fmplan(static_cast<int>(argv.size()), argv.data(), cli::measurement_commands()), 0);
  return testing::internal::GetCapturedStdout();
}

TEST(MeasuredPairs, AreReportedAsTheResultsPageSays) {
  const std::filesystem::path file = kRoot / "validation/DELTAS.md";
  const std::string page =
      "# Differences between plans\n\nPredicted against measured changes of step time of the bundled pairs, `fmplan "
      "validate deltas validation/deltas/pairs.csv validation/deltas/rows.csv`, made by the tests "
      "(`FMPLAN_UPDATE_RESULTS=1 scripts/test -R MeasuredPairs`), which also hold it against this file. The fits that "
      "hold a pair's source out see the other rows of these pairs alone, some fifty of those that the shipped "
      "profile was fitted to; [step_differences.md](../docs/models/step_differences.md) has the same of all pairs and "
      "all rows.\n\n" +
      validate("md");
  if (std::getenv("FMPLAN_UPDATE_RESULTS")) text::write_text_file(file, page);
  EXPECT_EQ(text::read_text_file(file), page) << "run again with FMPLAN_UPDATE_RESULTS=1 if the change is meant";
}

}  // namespace deltas_test
}  // namespace fmplan
