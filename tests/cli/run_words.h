#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/measurements/commands.h"
#include "cli/run.h"
#include "tests/source_dir.h"

namespace fmplan::cli {

/// What the program did: its exit code, what it wrote to stdout and to stderr.
struct Ran {
  int code = 0;
  std::string out, err;
};

/// Runs `fmplan WORDS…`.
inline Ran run_words(const std::vector<std::string>& words) {
  std::vector<const char*> argv = {"fmplan"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  ran.code = run_fmplan(static_cast<int>(argv.size()), argv.data(), measurement_commands());
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

/// A folder of its own that goes when the test does.
class ScratchFolder {
 public:
  ScratchFolder() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) / (std::string("fmplan-cli-") + test->test_suite_name() + "-" +
                                                         test->name() + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path(name);
  }
  static std::string read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::filesystem::path path_;
};

/// A scenario that comes with the program.
inline std::string shipped_scenario(const std::string& name) { return source_dir() + "/scenarios/" + name; }

}  // namespace fmplan::cli
