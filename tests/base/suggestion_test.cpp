#include "core/base/suggestion.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fmplan {
namespace suggestion_test {

TEST(EditDistance, CountsSingleEditsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("tensor", "tensor"), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);  // k→s, e→i, +g
  EXPECT_EQ(edit_distance("tokens", "tokesn"), 1);   // one swap
  EXPECT_EQ(edit_distance("Tensor", "tENSOR"), 0);   // without regard to case
  EXPECT_EQ(edit_distance("ca", "abc"), 3);          // optimal string alignment: no edit inside a swapped pair
}

RC_GTEST_PROP(EditDistance, IsSymmetricAndZeroOnlyForEqualWords, (const std::string& a, const std::string& b)) {
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
  RC_ASSERT(edit_distance(a, a) == 0);
}

const std::vector<std::string>& keys() {
  static const std::vector<std::string> kKeys = {"tokens", "sequence_length", "global_batch_size", "precision",
                                                 "parallel"};
  return kKeys;
}

TEST(NearestName, FindsWhatWasMisspelt) {
  EXPECT_EQ(nearest_name("tokns", keys()), "tokens");
  EXPECT_EQ(nearest_name("Tokens", keys()), "tokens");
  EXPECT_EQ(nearest_name("seqence_lenght", keys()), "sequence_length");
  EXPECT_EQ(nearest_name("seq", keys()), "sequence_length");  // the beginning of a longer name
  EXPECT_EQ(nearest_name("global_batch_size_sequences", keys()), "global_batch_size");
}

// "num_heads" has fewer letters to change, but another meaning.
TEST(NearestName, TakesTheOneNameThatTheWordIsAPartOf) {
  EXPECT_EQ(nearest_name("kv_heads", {"num_heads", "num_kv_heads", "num_layers"}), "num_kv_heads");
  EXPECT_EQ(nearest_name("batch", {"global_batch_size", "tokens"}), "global_batch_size");
  EXPECT_EQ(nearest_name("size", {"hidden_size", "vocabulary_size"}), "") << "of two, which?";
  EXPECT_EQ(nearest_name("spares", {"spare_nodes", "start", "share"}), "spare_nodes") << "of several, written as one";
  EXPECT_EQ(nearest_name("atch", {"global_batch_size"}), "") << "a part lies between separators";
  EXPECT_EQ(nearest_name("tp", {"pipeline", "tensor", "zero_stage"}), "tensor") << "what engineers call it";
  EXPECT_EQ(nearest_name("tp", {"pipeline", "zero_stage"}), "");
}

TEST(NearestName, SaysNothingWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("price", keys()), "");
  EXPECT_EQ(nearest_name("xyz", keys()), "");
  EXPECT_EQ(nearest_name("tokens", {}), "");
}

// By letters llama-13b is nearer to "llama3" than any Llama 3 is.
TEST(NearestName, KeepsTheNumbersOfAWord) {
  const std::vector<std::string> models = {"llama-13b", "llama-33b", "llama-3-70b", "llama-3-8b", "llama-3.1-8b"};
  EXPECT_EQ(nearest_name("llama3", models), "llama-3-70b");
  EXPECT_EQ(nearest_name("llama-3.1", models), "llama-3.1-8b");
  EXPECT_EQ(nearest_name("LLaMA33", models), "llama-33b");
  EXPECT_EQ(nearest_name("llama-31b", models), "llama-13b") << "no name has that number: two letters were swapped";
  EXPECT_EQ(did_you_mean("llama3", models), "; did you mean \"llama-3-70b\", \"llama-3-8b\" or \"llama-3.1-8b\"?");
  EXPECT_EQ(did_you_mean("p5", {"p5.48xlarge", "p4d.24xlarge", "p5.4xlarge", "p5e.48xlarge", "p5en.48xlarge", "p5f"}),
            "; did you mean \"p5.48xlarge\", \"p5.4xlarge\", \"p5e.48xlarge\", \"p5en.48xlarge\" or another of these?");
}

// Llama 65b is one digit from "llama-405b" and another model.
TEST(NearestName, PrefersTheSameSize) {
  const std::vector<std::string> models = {"llama-2-7b", "llama-3-70b",  "llama-3-8b",  "llama-3.1-405b",
                                           "llama-65b",  "qwen2.5-0.5b", "qwen2.5-14b", "mixtral-8x7b"};
  EXPECT_EQ(nearest_name("llama-3-405b", models), "llama-3.1-405b");
  EXPECT_EQ(nearest_name("llama-405b", models), "llama-3.1-405b");
  EXPECT_EQ(nearest_name("llama-2-8b", models), "llama-3-8b");
  EXPECT_EQ(nearest_name("qwen2-0.5B", models), "qwen2.5-0.5b");
  EXPECT_EQ(nearest_name("llama-3.1-400b", models), "llama-3.1-405b") << "no name has that size";
}

TEST(NearestName, TiesGoToTheFirst) { EXPECT_EQ(nearest_name("b200", {"a200", "c200"}), "a200"); }

TEST(NearestName, StaysCheapForAHostileWord) {
  // The table of distances is cut at 200 characters; a megabyte must not cost 10¹² steps.
  EXPECT_TRUE(nearest_name(std::string(1 << 20, 'x'), {std::string(1 << 20, 'y'), "tokens"}).empty());
}

TEST(DidYouMean, CompletesASentenceOrIsEmpty) {
  EXPECT_EQ(did_you_mean("tokns", keys()), "; did you mean \"tokens\"?");
  EXPECT_EQ(did_you_mean("price", keys()), "");
}

}  // namespace suggestion_test
}  // namespace fmplan
