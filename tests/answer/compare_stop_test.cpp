#include <atomic>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "core/answer/compare_document.h"
#include "core/answer/compare_side.h"
#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace compare_stop_test {

/// Stops once so many plans have been made.
class StopAfter final : public JobWatcher {
 public:
  explicit StopAfter(std::int64_t most) : most_(most) {}

  void report(std::int64_t done, std::int64_t total) override {
    done_ = done;
    total_ = total;
  }
  bool stopped() const override { return done_ >= most_; }

  std::int64_t done() const { return done_; }
  std::int64_t total() const { return total_; }

 private:
  std::int64_t most_;
  std::atomic<std::int64_t> done_ = 0, total_ = 0;
};

class CompareStop : public testing::Test {
 protected:
  CompareStop() {
    nlohmann::json document = text::read_json_file(source_dir() + "/scenarios/llama3-70b-p5.json");
    sides_.push_back(planned_side(document, catalog_, std::nullopt));
    document["cluster"]["nodes"] = 128;
    document["training"]["tokens"] = "1T";
    document["run"]["spare_nodes"] = 3;
    sides_.push_back(planned_side(document, catalog_, std::nullopt));
    name_apart(sides_);
  }

  catalog::Catalog catalog_{{std::filesystem::path(source_dir()) / "catalogs"}};
  std::vector<Compared> sides_;
};

// Three changes make eight sets, of which the one with all is planned first.
TEST_F(CompareStop, TellsOfEverySetOfChanges) {
  StopAfter never(1000);
  const Document document = compare_document(sides_, catalog_, 1, 1, never);
  EXPECT_EQ(never.total(), 7);
  EXPECT_EQ(never.done(), 7);
  EXPECT_EQ(document.json.dump().find("it was stopped"), std::string::npos);
}

TEST_F(CompareStop, KeepsTheFiguresWhereItIsStoppedBeforeTheReasons) {
  StopAfter soon(3);
  const Document document = compare_document(sides_, catalog_, 1, 1, soon);
  EXPECT_EQ(soon.done(), 3) << "no further set is planned";
  const std::string text = document.json.dump();
  EXPECT_NE(text.find("it was stopped before every set of changes was planned"), std::string::npos);
  EXPECT_NE(text.find("/run/wall_clock_days/mean"), std::string::npos) << "what was known is told";
}

}  // namespace compare_stop_test
}  // namespace fmplan::answer
