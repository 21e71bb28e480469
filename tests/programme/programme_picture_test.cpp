#include "core/programme/programme_picture.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programme/programme_answer.h"
#include "tests/programme/programmes.h"
#include "tests/source_dir.h"

namespace fmplan::programme {
namespace programme_picture_test {

using testing::ElementsAre;
using testing::FieldsAre;
using Kind = picture::GanttMarkKind;

const Date kStart = *parse_date("2026-03-01");

/// 127 nodes from the first day on, of which 63 go back on day 14, bought in a way.
picture::Gantt drawn(const std::string& kind) {
  scenario::Pool pool = pool_of("p5", kStart, 127, 39.33);
  pool.kind = kind;
  pool.returns = {{.on = {kStart.days_since_epoch + 14}, .nodes = 63}};
  const auto programme = std::make_shared<const scenario::Programme>(programme_of(kStart, 28, {pool}));
  const catalog::Catalog catalog({std::filesystem::path(source_dir()) / "catalogs"});
  ProgrammeAnswer answer;
  answer.study.programme = programme;
  answer.study.simulation.pools.resize(1);
  answer.blocks = blocks_to_buy(*programme, catalog);
  return gantt_of(answer);
}

// 11:30 UTC is 690 of 1,440 minutes, 0.479 days [EC2 user guide, "Capacity Blocks for ML", copy of 2026-02]: blocks
// that are held for 14 and for 28 days end on the mornings of days 14 and 28.
TEST(ProgrammePicture, MarksWhereBlocksEnd) {
  constexpr double kMorning = 690.0 / 1440;
  EXPECT_THAT(
      drawn("capacity_block").marks,
      ElementsAre(FieldsAre(0, 0, "p5 +127, blocks from 11:30 UTC", Kind::kDelivery),
                  FieldsAre(14, 14, "p5 −63", Kind::kReturn),
                  FieldsAre(14 + kMorning, 14 + kMorning, "p5: block of 63 nodes ends 11:30 UTC", Kind::kBlockEnd),
                  FieldsAre(28 + kMorning, 28 + kMorning, "p5: block of 64 nodes ends 11:30 UTC", Kind::kBlockEnd)));
}

TEST(ProgrammePicture, MarksNoBlockOfWhatIsBoughtOtherwise) {
  EXPECT_THAT(drawn("on_demand").marks,
              ElementsAre(FieldsAre(0, 0, "p5 +127", Kind::kDelivery), FieldsAre(14, 14, "p5 −63", Kind::kReturn)));
}

}  // namespace programme_picture_test
}  // namespace fmplan::programme
