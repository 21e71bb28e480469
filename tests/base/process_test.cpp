#include "core/base/process.h"

#include <gtest/gtest.h>

namespace fmplan {
namespace process_test {

Finished shell(const std::string& script, std::string_view input = {}) {
  return run_program({.words = {"sh", "-c", script}, .input = input});
}

TEST(RunProgram, TellsWhatItWroteAndReturned) {
  const Finished finished = shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(finished.end, ProgramEnd::kEnded);
  EXPECT_EQ(finished.code, 7);
  EXPECT_EQ(finished.signal, 0);
  EXPECT_EQ(finished.out, "out\n");
  EXPECT_EQ(finished.err, "err\n");
  const Finished killed = shell("kill -9 $$");
  EXPECT_FALSE(killed.code);
  EXPECT_EQ(killed.signal, 9);
}

// More than a pipe holds, on both channels at once.
TEST(RunProgram, ReadsBothChannelsToTheirEnd) {
  const Finished finished = shell("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero");
  EXPECT_EQ(finished.out.size(), 300000U);
  EXPECT_EQ(finished.err.size(), 300000U);
}

TEST(RunProgram, GivesItsInputOrNone) {
  const std::string text(200'000, 'x');
  EXPECT_EQ(shell("cat", text).out, text);
  EXPECT_EQ(shell("cat").out, "");
}

TEST(RunProgram, SaysWhyThereIsNone) {
  EXPECT_EQ(run_program({.words = {"no-such-program-of-fmplan"}}).end, ProgramEnd::kNotThere);
  const Finished folder = run_program({.words = {"/tmp"}});
  EXPECT_EQ(folder.end, ProgramEnd::kNotStarted);
  EXPECT_FALSE(folder.error.empty());
}

TEST(RunProgram, EndsWhatHangsWritesTooMuchOrIsStopped) {
  Program program{.words = {"sh", "-c", "echo begun; sleep 600"}};
  program.guard = std::chrono::milliseconds(1500);
  const Finished late = run_program(program);
  EXPECT_EQ(late.end, ProgramEnd::kGuard);
  EXPECT_EQ(late.signal, 9);
  EXPECT_EQ(late.out, "begun\n");
  struct Stopper final : JobWatcher {
    void report(std::int64_t, std::int64_t) override {}
    bool stopped() const override { return true; }
  } stopper;
  program.guard.reset();
  EXPECT_EQ(run_program(program, stopper).end, ProgramEnd::kStopped);
  EXPECT_EQ(run_program({.words = {"yes"}, .most_output = 1'000'000}).end, ProgramEnd::kTooMuch);
}

}  // namespace process_test
}  // namespace fmplan
