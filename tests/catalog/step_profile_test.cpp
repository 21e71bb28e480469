#include "core/catalog/step_profile.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/calibration/fit/step_hold_out.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"
#include "tests/calibration/measured_steps.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace step_profile_test {

using calibration::StepProfile;
using nlohmann::json;
using testing::HasSubstr;

/// Fitted to rows made up with the default habits on accelerators a little slow.
calibration::StepCalibration some_calibration() {
  StepProfile truth;
  truth.paces.values.fill(0.95);
  return calibration::calibrate_steps(calibration::measured_with(truth));
}

json document_of(const calibration::StepCalibration& found) {
  const std::vector<FittedRow> rows = {{.source_id = "one", .source_ref = "", .fingerprint = "aa"},
                                       {.source_id = "two", .source_ref = "", .fingerprint = "bb"},
                                       {.source_id = "one", .source_ref = "", .fingerprint = "cc"}};
  return json::parse(step_profile_json(found, rows, Date{20000}).dump());
}

StepProfile read(const json& document) {
  Issues issues;
  StepProfile profile = read_step_profile(document, "p#", issues);
  for (const Issue& issue : issues) ADD_FAILURE() << issue.where << ": " << issue.message;
  return profile;
}

TEST(StepProfileJson, IsReadBackAsItWasWritten) {
  const calibration::StepCalibration found = some_calibration();
  const StepProfile profile = read(document_of(found));
  ASSERT_EQ(profile.framework_habits.size(), found.fit.profile.framework_habits.size());
  // Six digits are written.
  for (const auto& [name, habits] : found.fit.profile.framework_habits)
    for (std::size_t i = 0; i < sim::kNumStepHabits; ++i)
      EXPECT_NEAR(profile.framework_habits.at(name).values[i], habits.values[i], 1e-5 * habits.values[i]) << name << i;
  for (const auto& [name, paces] : found.fit.profile.accelerator_paces)
    for (std::size_t i = 0; i < hardware::kNumPaces; ++i)
      EXPECT_NEAR(profile.accelerator_paces.at(name).values[i], paces.values[i], 1e-5) << name << i;
  EXPECT_EQ(profile.measured, found.fit.profile.measured);
  EXPECT_NEAR(profile.errors.quantiles.high_80, found.fit.profile.errors.quantiles.high_80, 1e-4);
  EXPECT_NEAR(profile.errors.correlation.noise, found.fit.profile.errors.correlation.noise, 1e-5);
}

TEST(StepProfileJson, ListsRowsBySourceWithTheirFingerprints) {
  const json rows = document_of(some_calibration())["rows"];
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["source_id"], "one");
  EXPECT_EQ(rows[0]["rows"], 2);
  EXPECT_EQ(rows[0]["fingerprints"], "aa cc");
}

TEST(ReadStepProfile, TellsEverythingThatIsWrong) {
  const json good = document_of(some_calibration());
  const struct {
    const char* path;
    json value;
    const char* where;
    const char* message;
  } kBad[] = {
      {"/of", "kernels", "p#/of", "write \"steps\""},
      {"/habits/one/straggler", "fast", "p#/habits/one/straggler", ""},
      {"/habits/one/straggler", -1, "p#/habits/one/straggler", ""},
      {"/habits/one/stragler", 1, "p#/habits/one/stragler", "did you mean \"straggler\""},
      {"/habits", 7, "p#/habits", ""},
      {"/paces/card", json::array(), "p#/paces/card", ""},
      {"/paces/card/memory", 0, "p#/paces/card/memory", "0.01"},
      {"/paces/generic/attention", 1e9, "p#/paces/generic/attention", ""},
      {"/measured/0/rows", 0, "p#/measured/0/rows", ""},
      {"/measured/0/rows", 2.5, "p#/measured/0/rows", ""},
      {"/measured/1/model", 0, "p#/measured/1/model", ""},
      {"/errors/quantiles/low_80", 1, "p#/errors/quantiles/low_80", ""},
      {"/errors/quantiles/low_95", 0.5, "p#/errors/quantiles/low_95", ""},
      {"/errors/correlation/noise", 2, "p#/errors/correlation/noise", ""},
      {"/errors/correlation/rates/layout", nullptr, "p#/errors/correlation/rates/layout", ""},
      {"/errors/uncertainty", "much", "p#/errors/uncertainty", ""},
      {"/errors", nullptr, "p#/errors", ""},
      {"/more", 1, "p#/more", ""},
  };
  for (const auto& bad : kBad) {
    json document = good;
    document[json::json_pointer(bad.path)] = bad.value;
    Issues issues;
    read_step_profile(document, "p#", issues);
    ASSERT_FALSE(issues.empty()) << bad.path;
    EXPECT_THAT(issues[0].where, HasSubstr(bad.where)) << bad.path;
    EXPECT_THAT(issues[0].message, HasSubstr(bad.message)) << bad.path;
  }
  json two = good;
  two["measured"][0]["rows"] = 0;
  two["errors"].erase("quantiles");
  Issues issues;
  read_step_profile(two, "p#", issues);
  EXPECT_EQ(issues.size(), 2u);
}

const Catalog& catalog() {
  static const Catalog kCatalog({source_dir() + "/catalogs"});
  return kCatalog;
}

TEST(ShippedStepProfile, IsWellFormed) {
  const StepProfile profile = *load_step_profile(catalog());
  EXPECT_FALSE(profile.measured.empty());
  EXPECT_GT(fitted_fingerprints(catalog()).size(), 100u);
  // A framework that rows were measured with has habits, unless nothing is known of it.
  for (const calibration::MeasuredSteps& entry : profile.measured) {
    EXPECT_TRUE(profile.framework_habits.contains(entry.place.framework) ||
                entry.place.framework == calibration::kUnknownFramework);
    EXPECT_TRUE(profile.accelerator_paces.contains(entry.place.chip));
  }
}

}  // namespace step_profile_test
}  // namespace fmplan::catalog
