#include "core/answer/catalog_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"

namespace fmplan::answer {
namespace catalog_document_test {

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

TEST(ItemsNamed, AreOfEveryKindUnlessOneIsSaid) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  std::vector<std::string> kinds;
  for (const ItemName& found : items_named(catalog, "p5.48xlarge")) kinds.emplace_back(found.kind->folder);
  EXPECT_THAT(kinds, testing::IsSupersetOf({"instances", "prices"}));
  const std::vector<ItemName> one = items_named(catalog, "prices/p5.48xlarge");
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one.front().kind->folder, "prices");
  for (const char* unknown : {"p5.48xlage", "instances/p5.48xlage"}) {
    try {
      items_named(catalog, unknown);
      FAIL() << unknown;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("p5.48xlarge")) << unknown;
    }
  }
}

TEST(CheckDocument, CountsEveryItemOfEveryKind) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  std::size_t num_items = 0;
  for (const catalog::CatalogKind& kind : catalog::catalog_kinds()) num_items += catalog.names(kind.folder).size();
  EXPECT_EQ(nlohmann::json::parse(check_document(catalog, false).json.dump()).at("items"), num_items);
}

TEST(KindsDocument, CountsTheItemsOfEachKind) {
  const Document document = kinds_document(catalog::Catalog::shipped());
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("accelerators", "26", testing::_)));
  EXPECT_EQ(document.tables.at(0).rows.size(), catalog::catalog_kinds().size());
}

TEST(ListDocument, TellsHowManyValuesAreNotConfirmed) {
  const Document document = list_document(catalog::Catalog::shipped(), catalog::catalog_kind("failures"));
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("llama-3-405b", testing::_, "yes")));
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("rsc-1", testing::_, "no")));
}

// What one chooses a machine by, as its items have it.
TEST(ListDocument, TellsWhatInstancesHave) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const Document document = list_document(catalog, catalog::catalog_kind("instances"));
  EXPECT_EQ(document.json.at("items").size(), catalog.names("instances").size());
  for (const text::Json& item : document.json.at("items").elements()) {
    const hardware::Instance& instance = catalog.instance(item.at("name").as_text());
    EXPECT_EQ(item.at("accelerator").as_text(), instance.accelerator.name);
    EXPECT_EQ(item.at("memory_bytes").as_double(), instance.accelerator.memory / byte);
    if (!catalog.price_list(instance.name)) {
      EXPECT_TRUE(item.at("price").is_null()) << instance.name;
    }
  }
  EXPECT_THAT(document.tables.at(0).rows,
              Contains(ElementsAre("p5.48xlarge", "8 h100-sxm5-80gb", "80.0 GB", "EFA v2, 50.0 GB/s", "55.04 $/h",
                                   "on_demand, us-east-1, 2026-07-20", "yes")));
}

TEST(SearchDocument, FindsItemsOfAnyKindByAllWords) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const Document document = search_document(catalog, {"LLAMA", "405b"});
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("models", "llama-3.1-405b", "Llama 3.1 405B")));
  EXPECT_THAT(document.tables.at(0).rows, Contains(ElementsAre("failures", "llama-3-405b", testing::_)));
  // Of a machine by what is in it, and so its prices.
  const Document of_h100 = search_document(catalog, {"h100"});
  EXPECT_THAT(of_h100.tables.at(0).rows, Contains(ElementsAre("instances", "p5.48xlarge", testing::_)));
  EXPECT_THAT(of_h100.tables.at(0).rows, Contains(ElementsAre("prices", "p5.48xlarge", testing::_)));
}

TEST(SearchDocument, SaysWhatMayBeMeant) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  try {
    search_document(catalog, {"trainim1"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"trainium1\""));
  }
}

}  // namespace catalog_document_test
}  // namespace fmplan::answer
