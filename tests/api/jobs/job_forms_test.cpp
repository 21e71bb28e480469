#include "api/job_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::api {
namespace job_forms_test {

using testing::ElementsAre;

TEST(JobForms, AreFoundWhereTheyWerePut) {
  const std::string packed = packed_forms({{"json", "{\"a\": 1}\n"}, {"csv", ""}, {"xlsx", std::string("PK\0\n", 4)}});
  const std::string line = "forms json=9 csv=0 xlsx=4\n";
  ASSERT_EQ(packed.substr(0, line.size()), line);
  const auto begin = static_cast<std::int64_t>(line.size());
  EXPECT_THAT(places_of_forms(packed, std::ssize(packed)),
              ElementsAre(FormPlace{"json", begin, begin + 9}, FormPlace{"csv", begin + 9, begin + 9},
                          FormPlace{"xlsx", begin + 9, begin + 13}));
  EXPECT_EQ(packed.substr(line.size() + 9), std::string("PK\0\n", 4));
}

// Answers of before, and what promises other bytes than there are.
TEST(JobForms, OfAnotherTextIsJsonAlone) {
  for (const std::string text :
       {"{\"a\": 1}\n", "", "forms", "forms json=2", "forms json=3\n{}", "forms json=1\n{}", "forms json=-1\n{}",
        "forms json\n{}", "forms json=99999999999999999999\n{}", "forms json=2 \n{}", "formsjson=2\n{}"})
    EXPECT_THAT(places_of_forms(text, std::ssize(text)), ElementsAre(FormPlace{"json", 0, std::ssize(text)})) << text;
}

}  // namespace job_forms_test
}  // namespace fmplan::api
