#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

namespace fmplan::catalog {

/// A folder of catalogue items that lives as long as the test.
class CatalogFolder {
 public:
  CatalogFolder() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::filesystem::path(testing::TempDir()) /
            (std::string("fmplan-") + test->test_suite_name() + "-" + test->name() + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(root_);
  }
  CatalogFolder(const CatalogFolder&) = delete;
  CatalogFolder& operator=(const CatalogFolder&) = delete;
  ~CatalogFolder() { std::filesystem::remove_all(root_); }

  const std::filesystem::path& root() const { return root_; }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file, std::ios::binary) << text;
  }
  void clear() const {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }

 private:
  std::filesystem::path root_;
};

}  // namespace fmplan::catalog
