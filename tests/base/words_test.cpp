#include "core/base/words.h"

#include <gtest/gtest.h>

namespace fmplan {
namespace words_test {

TEST(ShellWord, IsQuotedWhereAShellWouldReadIt) {
  EXPECT_EQ(shell_word("--set"), "--set");
  EXPECT_EQ(shell_word("cluster.nodes=64..512:64"), "cluster.nodes=64..512:64");
  EXPECT_EQ(shell_word("days<=60"), "'days<=60'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word("1T..15T:#64"), "'1T..15T:#64'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace words_test
}  // namespace fmplan
