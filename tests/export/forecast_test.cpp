#include "core/export/forecast.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::exports {
namespace forecast_test {

using testing::HasSubstr;

TEST(IsDataset, WhatDoesNotBeginAsJsonDoes) {
  for (const char* text : {"BilledCost,EffectiveCost\n", "", "  \n", "\"BilledCost\",x"})
    EXPECT_TRUE(is_dataset(text)) << text;
  for (const char* text : {"{\"pools\": []}", " \n\t[1]", "{"}) EXPECT_FALSE(is_dataset(text)) << text;
}

TEST(ForecastOfProgramme, SaysWhatWasGivenInstead) {
  struct Bad {
    const char* text;
    const char* why;
  };
  for (const Bad& bad : {Bad{"[]", "is no programme"}, Bad{R"({"fmplan_version": "1"})", "is a saved answer"},
                         Bad{R"({"model": "llama-3-8b"})", "is a scenario"}}) {
    try {
      forecast_of_programme("plan.json", bad.text, catalog::Catalog::shipped(), {}, {});
      FAIL() << bad.text;
    } catch (const InputError& error) {
      EXPECT_EQ(error.issues().front().where, "plan.json");
      EXPECT_THAT(error.what(), HasSubstr(bad.why));
    }
  }
}

}  // namespace forecast_test
}  // namespace fmplan::exports
