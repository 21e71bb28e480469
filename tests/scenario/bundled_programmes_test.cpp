// The programmes of programmes/.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/scenario/pool_capacity.h"
#include "core/scenario/programme_json.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::scenario {
namespace bundled_programmes_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::SizeIs;

const fs::path kFolder = source_dir() + "/programmes";

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

Programme bundled(const std::string& name) {
  return read_programme(text::read_json_file(kFolder / (name + ".json")), catalog(), kFolder);
}

TEST(BundledProgrammes, AreReadAndWritten) {
  int read = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(kFolder)) {
    const Programme programme = bundled(file.path().stem());
    const nlohmann::json written = nlohmann::json::parse(programme_json(programme).dump());
    EXPECT_EQ(read_programme(written, catalog(), kFolder), programme) << file.path();
    ++read;
  }
  EXPECT_EQ(read, 4);
}

// Twelve organisations share 127 P5 and 24 Trn1 to the last node, from one day on.
TEST(GeniacCycle2, HasThePublishedSizes) {
  const Programme programme = bundled("geniac-cycle2");
  EXPECT_THAT(programme.organisations, SizeIs(12));
  std::map<std::string, int> nodes;
  for (const Organisation& organisation : programme.organisations)
    for (const Project& project : organisation.projects) {
      ASSERT_THAT(project.nodes, SizeIs(1));
      ASSERT_THAT(project.pools, SizeIs(1));
      EXPECT_TRUE(project.dedicated);
      nodes[project.pools.front()] += project.nodes.front();
    }
  EXPECT_EQ(nodes, (std::map<std::string, int>{{"p5-tokyo", 127}, {"trn1", 24}}));
  for (const Pool& pool : programme.pools) {
    EXPECT_THAT(pool.deliveries, SizeIs(1));
    EXPECT_EQ(pool.deliveries.front().nodes, nodes[pool.name]);
    EXPECT_EQ(pool.deliveries.front().on, programme.start);
  }
  EXPECT_EQ(programme.end.days_since_epoch - programme.start.days_since_epoch, 182);
}

// 127 × 182 × 24 × 39.33 and 24 × 182 × 24 × 21.50.
TEST(GeniacCycle2, CostsWhatItsPoolsDo) {
  const Programme programme = bundled("geniac-cycle2");
  EXPECT_EQ(money_decimal(*held_money(programme.pools[0], programme.end)), "21817766.88");
  EXPECT_EQ(money_decimal(*held_money(programme.pools[1], programme.end)), "2253888.00");
}

TEST(GeniacCycle2, HasNoPriceInTheCatalogue) {
  const Programme programme = bundled("geniac-cycle2-catalogue-prices");
  for (const Pool& pool : programme.pools) EXPECT_FALSE(held_money(pool, programme.end)) << pool.name;
  const Programme priced = bundled("geniac-cycle2");
  EXPECT_EQ(programme.organisations, priced.organisations);
}

// Every note says which of both it is, so that no assumption is taken for a published figure.
TEST(GeniacCycle2, TellsFactsFromAssumptions) {
  const std::string notes = bundled("geniac-cycle2").notes;
  std::size_t begin = 0;
  while (begin < notes.size()) {
    const std::size_t end = std::min(notes.find('\n', begin), notes.size());
    const std::string note = notes.substr(begin, end - begin);
    EXPECT_TRUE(note.starts_with("Fact: ") || note.starts_with("Assumption: ")) << note;
    begin = end + 1;
  }
  EXPECT_THAT(notes, HasSubstr("no number stands for a company"));
}

// 960 + 480 + 1152 node-hours are 40 + 20 + 48 = 108 node-days, of 4 × 28 = 112.
TEST(TwoTeams, FillAllButADay) {
  const Programme programme = bundled("two-teams");
  double node_hours = 0;
  for (const Organisation& organisation : programme.organisations)
    for (const Project& project : organisation.projects) node_hours += *project.phases.front().node_hours;
  EXPECT_EQ(node_hours, 108 * 24);
  EXPECT_EQ(held_node_hours(programme.pools.front(), programme.end), 112 * 24);
  EXPECT_EQ(money_decimal(*held_money(programme.pools.front(), programme.end)), "107520.00");
}

}  // namespace bundled_programmes_test
}  // namespace fmplan::scenario
