#include "core/answer/notice_text.h"

#include <cctype>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::answer {
namespace notice_text_test {

using plan::Notice;
using plan::NoticeKind;

TEST(NoticeText, PutsValuesWhereTheirNamesStand) {
  const Notice notice{.kind = NoticeKind::kOutOfMemory,
                      .values = {{"peak", 92.5e9 * byte},
                                 {"capacity", 80e9 * byte},
                                 {"chance", Ratio{0.03}},
                                 {"largest_part", std::string("activations")}}};
  EXPECT_EQ(notice_text(notice),
            "Out of memory: 92.5 GB per accelerator of 80.0 GB, a chance of 3.0 % that it fits; largest part: "
            "activations.");
}

TEST(NoticeText, PutsAReasonIntoItsSentence) {
  const Notice notice{.kind = NoticeKind::kSomeTrialsEndless,
                      .values = {{"endless", std::int64_t{3}}, {"trials", std::int64_t{100}}},
                      .parts = {{.kind = NoticeKind::kSparesRunOut, .values = {{"spares", std::int64_t{2}}}}}};
  EXPECT_EQ(notice_text(notice),
            "3 of 100 trials do not finish: 2 spare nodes run out, and failed ones neither come back nor are replaced. "
            "The figures are of those that do.");
}

TEST(NoticeText, OfEveryKindHasWordsAndACodeOfItsOwn) {
  for (const NoticeKind kind : plan::kNoticeCodes.values) EXPECT_FALSE(notice_template(kind).empty());
  for (const std::string_view code : plan::kNoticeCodes.texts) {
    EXPECT_EQ(std::ranges::count(plan::kNoticeCodes.texts, code), 1) << code;
    for (const char c : code) EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) || c == '_') << code;
  }
}

TEST(NoticeJson, CarriesCodePlaceAndValuesInSi) {
  const Notice notice{.kind = NoticeKind::kDeadlineMissed,
                      .place = "/run/deadline",
                      .values = {{"deadline", Date{20000}},
                                 {"chance", Ratio{0.25}},
                                 {"confidence", Ratio{0.9}},
                                 {"ends", Date{20001}},
                                 {"late", Date{20011}}}};
  EXPECT_EQ(notice_json(notice, "obstacle").dump(),
            R"({"code":"deadline_missed","severity":"obstacle","place":"/run/deadline",)"
            R"("values":{"deadline":"2024-10-04","chance":0.25,"confidence":0.9,"ends":"2024-10-05",)"
            R"("late":"2024-10-15"},"parts":[],)"
            R"("text":"The deadline 2024-10-04 is missed: kept with a chance of 25.0 %, 90.0 % asked; ready on )"
            R"(2024-10-05 (P50), 9 in 10 by 2024-10-15."})");
  const Notice slow{.kind = NoticeKind::kStepsWaitForData,
                    .values = {{"share", Ratio{0.25}}, {"needed", 2e9 * byte_per_second}}};
  EXPECT_EQ(notice_json(slow, "warning").at("values").dump(), R"({"share":0.25,"needed_bytes_per_s":2000000000.0})");
}

}  // namespace notice_text_test
}  // namespace fmplan::answer
