#include "core/evidence/launcher_prefix.h"

#include <string>

#include <gtest/gtest.h>

namespace fmplan::evidence {
namespace launcher_prefix_test {

TEST(LauncherPrefix, IsTakenOffWhateverIsStacked) {
  for (const std::string prefix :
       {"0: ", " 3: ", "00: ", "node1: ", "[1,0]<stdout>:", "        [1,0]<stdout>:", "[prterun-host-1@1,0]<stdout>: ",
        "Tue Mar  4 12:00:00 2025[1,0]<stdout>:", "(head, rank=0, pid=3808) [1,0]<stdout>:", "[2025-03-04 12:00:00] ",
        "2025-03-04T12:00:00.000000Z ", "2025-03-04 12:00:00,123 ", ""})
    for (const std::string line :
         {"   8   2   float   sum   -1   16.61   0.00", "#  Rank  0 Group  0 on h device  0"}) {
      const std::string text = without_colours("\x1b[32m" + prefix + line + "\x1b[0m");
      const std::string_view rest = without_launcher_prefix(text);
      EXPECT_EQ(rest.substr(rest.find_first_not_of(' ')), line.substr(line.find_first_not_of(' '))) << prefix;
    }
}

TEST(LauncherPrefix, LeavesOtherLinesAsTheyAre) {
  for (const std::string line :
       {"NCCL version 2.27.7+cuda12.8", "# a: b", "   1048576   262144   float", "", "   ", "host:1:1 [0] NCCL INFO x"})
    EXPECT_EQ(without_launcher_prefix(line), line);
}

TEST(Colours, AreTakenOutAndNothingElse) {
  EXPECT_EQ(without_colours("a\x1b[1;32mb\x1b[0mc"), "abc");
  EXPECT_EQ(without_colours("no\x1bthing[32m"), "no\x1bthing[32m");
  EXPECT_EQ(without_colours("\x1b["), "[");
}

}  // namespace launcher_prefix_test
}  // namespace fmplan::evidence
