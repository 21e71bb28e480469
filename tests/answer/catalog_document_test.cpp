#include "core/answer/catalog_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"

namespace fmplan::answer {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

ItemName item(const char* kind, const char* name) { return {&catalog::catalog_kind(kind), name}; }

TEST(ItemsDocument, MarksWhatIsNotConfirmedAndNumbersTheSources) {
  const Document document = items_document(catalog::Catalog::shipped(), {item("accelerators", "h100-sxm5-80gb")});
  const Table& table = document.tables.at(0);
  EXPECT_THAT(table.rows, Contains(ElementsAre("memory", "80 GB", "", "1")));
  EXPECT_THAT(table.rows, Contains(ElementsAre("sustained_clock", "0.874", "?", testing::_)));
  EXPECT_THAT(table.notes, Contains(HasSubstr("? not confirmed")));
}

TEST(ItemsDocument, IsTheFileItselfAsJsonInTheFilesOrder) {
  const Document document = items_document(catalog::Catalog::shipped(), {item("instances", "p5.48xlarge")});
  EXPECT_EQ(document.json.members()[0].key, "version");
  EXPECT_EQ(nlohmann::json::parse(document.json.dump()), catalog::Catalog::shipped().raw("instances", "p5.48xlarge"));
}

TEST(ItemsDocument, HasOneRowPerPricePoint) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const Document document = items_document(catalog, {item("prices", "p5.48xlarge")});
  EXPECT_EQ(document.tables.at(1).title, "points");
  EXPECT_EQ(document.tables.at(1).rows.size(), catalog.price_list("p5.48xlarge")->points.size());
}

TEST(KindsDocument, CountsTheItemsOfEachKind) {
  const Document document = kinds_document(catalog::Catalog::shipped());
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("accelerators", "25", testing::_)));
  EXPECT_EQ(document.tables.at(0).rows.size(), catalog::catalog_kinds().size());
}

TEST(ListDocument, TellsHowManyValuesAreNotConfirmed) {
  const Document document = list_document(catalog::Catalog::shipped(), catalog::catalog_kind("failures"));
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("llama-3-405b", testing::_, "yes")));
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("rsc-1", testing::_, "no")));
}

}  // namespace
}  // namespace fmplan::answer
