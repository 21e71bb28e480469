#include "core/answer/usual_buying.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::answer {
namespace usual_buying_test {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BuyingSets, FillInWhatIsNotStatedAndTheCatalogueKnows) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const UsualBuying usual{"us-east-1", "capacity_block"};
  EXPECT_THAT(buying_sets(usual, "p5.48xlarge", {}, catalog),
              ElementsAre("price.region=us-east-1", "price.kind=capacity_block"));
  EXPECT_THAT(buying_sets(usual, "p5.48xlarge", {"price.kind=on_demand"}, catalog),
              ElementsAre("price.region=us-east-1"));
  EXPECT_THAT(buying_sets({}, "p5.48xlarge", {}, catalog), IsEmpty());
  // A price of one's own is of no region.
  EXPECT_THAT(buying_sets(usual, "p5.48xlarge", {"price.per_node_hour=40"}, catalog), IsEmpty());
  EXPECT_THAT(buying_sets({"nowhere-1", "as_a_gift"}, "p5.48xlarge", {}, catalog), IsEmpty());
  EXPECT_THAT(buying_sets(usual, "no-such-machine", {}, catalog), IsEmpty());
}

}  // namespace usual_buying_test
}  // namespace fmplan::answer
