#include "core/evidence/measured_step.h"

#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/flop_count.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace measured_step_test {

using testing::HasSubstr;

// 22B parameters and 4 · 2048 tokens are 1.1 PFLOP, which eight A100 do not do in a nanosecond.
TEST(MeasuredStep, IsNoFasterThanTheAcceleratorsPeak) {
  StepRow row = row_of_22b();
  const StepQuestion question = question_of(row);
  row.step_time_s = 1.42;
  EXPECT_TRUE(std::holds_alternative<MeasuredStep>(measured_step(row, question, shipped().report_readings())));
  row.step_time_s = 1e-9;
  const auto refused = measured_step(row, question, shipped().report_readings());
  ASSERT_TRUE(std::holds_alternative<StepRefusal>(refused));
  EXPECT_THAT(std::get<StepRefusal>(refused).reason, HasSubstr("faster than the accelerators' highest peak"));
}

TEST(MeasuredStep, IsNotOfAcceleratorsBelowTheirPower) {
  StepRow row = row_of_22b();
  row.notes = "GPUs power limited to 400 W";
  const auto refused = measured_step(row, question_of(row), shipped().report_readings());
  EXPECT_EQ(std::get<StepRefusal>(refused).reason,
            "its accelerators ran below their usual power, which is not modelled");
}

// 4 sequences of 2048 on 8 GPUs are 1024 tokens a GPU: at 512 tokens/s they take 2 s.
TEST(MeasuredStep, IsStatedElseFromTokensElseFromFlop) {
  StepRow row = row_of_22b();
  const StepQuestion question = question_of(row);
  const auto seconds = [&] {
    return std::get<MeasuredStep>(measured_step(row, question, shipped().report_readings())).time / second;
  };
  EXPECT_DOUBLE_EQ(seconds(), 1.42);
  row.step_time_s.reset();
  row.tokens_per_s_per_gpu = 512;
  EXPECT_DOUBLE_EQ(seconds(), 2);
  row.tokens_per_s_per_gpu.reset();
  row.tflops_per_gpu = 100;
  EXPECT_THAT(std::get<StepRefusal>(measured_step(row, question, shipped().report_readings())).reason,
              HasSubstr("not by which convention"));
  row.flop_definition = "attention not halved";
  const double per_token = training_flop_per_token(question.model, 2048, model::FlopConvention::kNonCausal) / flop;
  EXPECT_NEAR(seconds(), 1024 * per_token / 100e12, 1e-12);
  // What Megatron-Core logs is its own count, which halves the scores of 4·6144·2048 FLOP a layer and token, three
  // times over: 6·48·6144·2048 less.
  row.flop_definition = "as logged by Megatron-Core";
  const double halved = training_flop_per_token(question.model, 2048, model::FlopConvention::kMegatronCausal) / flop;
  EXPECT_NEAR(per_token - halved, 6.0 * 48 * 6144 * 2048, 1e-3 * per_token);
  EXPECT_NEAR(seconds(), 1024 * halved / 100e12, 1e-12);
  row.flop_definition = "attention not halved";
  row.tflops_per_gpu.reset();
  row.mfu = 0.5;  // of 312 TFLOP/s
  EXPECT_NEAR(seconds(), 1024 * per_token / 156e12, 1e-12);
  row.mfu.reset();
  EXPECT_THAT(std::get<StepRefusal>(measured_step(row, question, shipped().report_readings())).reason,
              HasSubstr("no time, rate"));
}

// Utilisation is reported by FLOP of whole sequences, whatever attention stays inside.
TEST(MeasuredStep, CountsWholeSequencesOfPackedDocuments) {
  StepRow row = row_of_22b();
  row.step_time_s.reset();
  row.tflops_per_gpu = 100;
  row.flop_definition = "attention not halved";
  StepQuestion question = question_of(row);
  const auto measured = [&] {
    return std::get<MeasuredStep>(measured_step(row, question, shipped().report_readings()));
  };
  const Seconds whole = measured().time;
  question.model.document_length = 128;
  EXPECT_EQ(measured().time, whole);
}

}  // namespace measured_step_test
}  // namespace fmplan::evidence
