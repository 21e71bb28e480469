#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace validate_deltas_test {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kHeader =
    "row_id,source_id,model_name,params_B,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,gpu,"
    "interconnect_or_system,num_gpus,gpus_per_node,global_batch_seqs,micro_batch,tp,pp,dp,sequence_parallel,recompute,"
    "precision,attention_impl,framework,measured_step_time_s,measured_peak_mem_GB\n";
/// Korthikanti et al. 2022, Table 5, 22B: full recomputation, and none of it with sequence parallelism.
constexpr const char* kFull =
    "full,korthikanti2022,megatron-22B,22,48,6144,24576,64,64,51200,2048,A100-80GB-SXM,Selene: DGX A100,"
    "8,8,4,4,8,1,1,no,full,FP16 mixed,unfused,Megatron-LM,1.42,\n";
constexpr const char* kSelective =
    "selective,korthikanti2022,megatron-22B,22,48,6144,24576,64,64,51200,2048,A100-80GB-SXM,Selene: DGX A100,"
    "8,8,4,4,8,1,1,yes,selective,FP16 mixed,unfused,Megatron-LM,1.10,\n";
constexpr const char* kPairs = "pair_id,what_changed,base_row,changed_row,time_ratio,noise_ln,mem_ratio\n";

struct Files {
  ScratchFolder folder;
  std::string pairs(const std::string& lines) const { return folder.write("pairs.csv", kPairs + lines); }
  std::string rows() const { return folder.write("rows.csv", std::string(kHeader) + kFull + kSelective); }
};

// 1.10 s after 1.42 s is 0.775 times as long: the sign is right where the prediction is below 1, and the error is that
// of the ratio.  The other way round every number is the inverse.
TEST(ValidateDeltas, HoldsThePredictedRatioAgainstTheMeasuredOne) {
  const Files files;
  const Ran ran = run_words({"validate", "deltas",
                             files.pairs("there,recompute full -> selective,full,selective,0.775,0.02,\n"
                                         "back,recompute selective -> full; tp 8 -> 8,selective,full,1.29,0.5,\n"),
                             files.rows(), "--rows", "--format", "json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["predicted"], 2);
  const json& there = answer["row_results"][0];
  const json& back = answer["row_results"][1];
  const double ratio = there["shipped"]["ratio"].get<double>();
  EXPECT_LT(ratio, 1);
  EXPECT_NEAR(back["shipped"]["ratio"].get<double>() * ratio, 1, 1e-12);
  EXPECT_NEAR(back["shipped"]["low_80"].get<double>() * there["shipped"]["high_80"].get<double>(), 1, 1e-12);
  EXPECT_EQ(there["option"], "recompute");
  EXPECT_EQ(back["option"], "recompute, tensor");
  EXPECT_TRUE(there["counted"].get<bool>());  // |ln 0.775| = 0.25 > 0.02
  EXPECT_FALSE(back["counted"].get<bool>());  // |ln 1.29| = 0.25 < 0.5
  EXPECT_THAT(there["shipped"]["most_changed"].get<std::string>(), HasSubstr("recompute -"));
  EXPECT_EQ(answer["shipped"]["counted"], 1);
  EXPECT_EQ(answer["shipped"]["sign_right"], 1.0);
  const double points = 50 * (std::abs(ratio - 0.775) + std::abs(1 / ratio - 1.29));
  EXPECT_NEAR(answer["shipped"]["mean_points"].get<double>(), points, 1e-9);
}

// The fits without a pair's source see the rows of --fit, but for sources left out.
TEST(ValidateDeltas, FitsToOtherRowsToo) {
  const Files files;
  std::string other = std::string(kHeader) + kFull;
  other.replace(other.find("korthikanti2022"), 15, "somebody");
  other.replace(other.find("1.42"), 4, "1.50");
  const std::string more = files.folder.write("more.csv", other);
  const std::string pairs = files.pairs("a,recompute full -> selective,full,selective,0.775,0.02,\n");
  const auto held_out = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"validate", "deltas", pairs, files.rows(), "--format", "json", "--quiet"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = run_words(all);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out)["held_out"];
  };
  EXPECT_EQ(held_out({"--fit", more})["pairs"], 1);
  EXPECT_TRUE(held_out({"--fit", more, "--leave-out", "somebody"}).is_null());
}

// Of one source alone nothing is left to fit to, and the answer says so.
TEST(ValidateDeltas, SaysWhereNoOtherSourceIsLeft) {
  const Files files;
  const std::string pairs = files.pairs("a,recompute full -> selective,full,selective,0.775,0.02,\n");
  const Ran alone = run_words({"validate", "deltas", pairs, files.rows(), "--format", "json", "--quiet"});
  ASSERT_EQ(alone.code, 0) << alone.err;
  EXPECT_TRUE(json::parse(alone.out)["held_out"].is_null());
  const Ran warned = run_words({"validate", "deltas", pairs, files.rows()});
  EXPECT_THAT(warned.out + warned.err, HasSubstr("give others with --fit"));
}

TEST(ValidateDeltas, SaysWhatIsWrongWithAPair) {
  const Files files;
  const auto reason = [&](const std::string& line) {
    const Ran ran = run_words({"validate", "deltas", files.pairs(line + "\nok,tp,full,selective,0.8,,\n"), files.rows(),
                               "--format", "json", "--quiet"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const json answer = json::parse(ran.out);
    return answer["refused"].size() == 1 ? answer["refused"][0]["reason"].get<std::string>() : answer.dump();
  };
  EXPECT_EQ(reason("a,tp,full,selective,fast,,"), "time_ratio is \"fast\"; a number greater than 0 was expected");
  EXPECT_EQ(reason("a,tp,full,selective,0,,"), "time_ratio is \"0\"; a number greater than 0 was expected");
  EXPECT_EQ(reason("a,tp,full,selective,,,"),
            "time_ratio is empty; the changed row's time over the base row's was expected");
  EXPECT_EQ(reason("a,tp,full,selective,1,-1,"), "noise_ln is \"-1\"; a number of at least 0 was expected");
  EXPECT_EQ(reason("a,tp,full,full,1,,"), "base_row and changed_row are both \"full\"; two rows were expected");
  EXPECT_EQ(reason("a,tp,full,nowhere,1,,"), "no row is called \"nowhere\"");
}

TEST(ValidateDeltas, RefusesFilesThatAreNone) {
  const Files files;
  const std::string pairs = files.pairs("a,tp,full,selective,0.8,,\n");
  const std::string no_ids = files.folder.write("no_ids.csv", "gpu,num_gpus\nH100,8\n");
  const Ran ran = run_words({"validate", "deltas", pairs, no_ids});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("no_ids.csv:1: has no column \"row_id\"; pairs name their rows by it"));
  const std::string twice = files.folder.write("twice.csv", std::string(kHeader) + kFull + kFull);
  EXPECT_THAT(run_words({"validate", "deltas", pairs, twice}).err,
              HasSubstr("twice.csv:3: row_id \"full\" stands in line 2 too"));
  const std::string bare = files.folder.write("bare.csv", "pair_id,base_row,changed_row\n");
  EXPECT_THAT(run_words({"validate", "deltas", bare, files.rows()}).err,
              HasSubstr("bare.csv:1: has no column \"time_ratio\""));
}

}  // namespace validate_deltas_test
}  // namespace fmplan::cli
