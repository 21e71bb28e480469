#include "core/evidence/step_cases.h"

#include <gtest/gtest.h>

namespace fmplan::evidence {
namespace step_cases_test {

StepRow some_row() {
  StepRow row;
  row.line = 2;
  row.source_id = "one";
  row.gpu = "H100";
  row.num_gpus = 16;
  row.step_time_s = 1.5;
  return row;
}

TEST(StepFingerprint, IsOfWhatWasConfiguredAndMeasured) {
  const StepRow row = some_row();
  EXPECT_EQ(step_fingerprint(row).size(), 12u);
  StepRow elsewhere = row;
  elsewhere.line = 99;
  elsewhere.source_id = "copied";
  elsewhere.notes = "again";
  EXPECT_EQ(step_fingerprint(elsewhere), step_fingerprint(row));
  StepRow other = row;
  other.step_time_s = 1.5000001;
  EXPECT_NE(step_fingerprint(other), step_fingerprint(row));
  other = row;
  other.tensor = 8;
  StepRow shifted = row;
  shifted.pipeline = 8;
  EXPECT_NE(step_fingerprint(other), step_fingerprint(shifted));
}

}  // namespace step_cases_test
}  // namespace fmplan::evidence
