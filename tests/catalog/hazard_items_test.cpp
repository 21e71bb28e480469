#include "core/catalog/hazard_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "tests/catalog/catalog_folder.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace hazard_items_test {

using testing::HasSubstr;
using testing::SizeIs;

const Catalog& shipped() {
  static const Catalog kCatalog({source_dir() + "/catalogs"});
  return kCatalog;
}

// s·f/(s·f + 1 − s) = 13 % of failures meet the 1.2 % of lemons.
TEST(ShippedHazards, HoldTheFactorThatMakesLemonsMeetTheirShareOfFailures) {
  const double share = shipped().hazard_figure("lemons", "share").value;
  const double factor = shipped().hazard_figure("lemons", "factor").value;
  EXPECT_DOUBLE_EQ(share * factor / (share * factor + 1 - share), 0.13);
}

TEST(ShippedHazards, SayWhoPublishedThemAndWhetherThatWasSeen) {
  EXPECT_THAT(shipped().hazard_figure("maintenance", "events").source, HasSubstr("arXiv 2407.21783"));
  EXPECT_EQ(shipped().hazard_figure("groups", "repair").source,
            "mean repair time of 22 HPC systems of LANL (by way of a summary), unconfirmed");
  EXPECT_EQ(shipped().hazard_figure("groups", "repair").value, 355 * minute / second);
}

// Two minutes on EC2, half a minute on Compute Engine and Azure; of others, nobody knows, and the shortest counts.
TEST(ShippedHazards, KnowTheNoticeOfEachProvider) {
  const auto notice = [](const char* provider) { return shipped().hazard_figure_of(provider, "preemption", "notice"); };
  EXPECT_EQ(notice("AWS").value, 120);
  EXPECT_THAT(notice("AWS").source, HasSubstr("EC2 Spot"));
  EXPECT_EQ(notice("GCP").value, 30);
  EXPECT_THAT(notice("GCP").source, HasSubstr("Compute Engine"));
  EXPECT_EQ(notice("Azure").value, 30);
  for (const char* other : {"OCI", "user", ""}) {
    EXPECT_EQ(notice(other).value, 30);
    EXPECT_THAT(notice(other).source, testing::AllOf(HasSubstr("was not seen"), HasSubstr("unconfirmed")));
  }
  EXPECT_EQ(shipped().hazard_figure_of("GCP", "replica", "stall"), shipped().hazard_figure("replica", "stall"));
}

TEST(HazardFigure, IsTheOverlaysWhereItHasTheItem) {
  const CatalogFolder folder;
  folder.write("hazards/replica.json", R"({"name": "replica", "stall": "90 s",
    "provenance": {"source": "own runs", "date": "2026-01-01", "confirmed": true}})");
  const Catalog catalog({source_dir() + "/catalogs", folder.root()});
  EXPECT_EQ(catalog.hazard_figure("replica", "stall"), (HazardFigure{90, "own runs"}));
  EXPECT_THROW(catalog.hazard_figure("replica", "share"), InputError);
  EXPECT_THROW(catalog.hazard_figure("meteorites", "share"), InputError);
}

TEST(ReadHazard, RefusesWhatIsNoFigure) {
  for (const char* item :
       {R"({"name": "x"})", R"({"name": "x", "share": 2})", R"({"name": "x", "stall": 3})",
        R"({"name": "x", "factor": 0})", R"({"name": "x", "notice": "30 s", "notice_of": {"AWS": 2}})",
        R"({"name": "x", "notice": "30 s", "notice_of": "AWS"})", R"({"name": "x", "share": 0.1, "odds": 0.1})"}) {
    Issues issues;
    read_hazard(nlohmann::json::parse(item), "", issues);
    EXPECT_THAT(issues, SizeIs(1)) << item;
  }
}

}  // namespace hazard_items_test
}  // namespace fmplan::catalog
