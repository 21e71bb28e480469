#include "api/answer_cache.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace fmplan::api {
namespace answer_cache_test {

TEST(AnswerCache, KnowsWhatItWasToldAndNothingElse) {
  AnswerCache cache(1000);
  cache.keep("plan 1", "one");
  EXPECT_EQ(cache.find("plan 1"), "one");
  EXPECT_EQ(cache.find("plan 1 "), std::nullopt) << "another text, though it may mean the same";
  EXPECT_EQ(cache.find("step 1"), std::nullopt);
  EXPECT_EQ(cache.bytes(), 9u);
}

// Twenty bytes each: room for ten.  The first is asked again, so the second is the one asked longest ago.
TEST(AnswerCache, ForgetsWhatNobodyAskedForLongest) {
  AnswerCache cache(200);
  for (char name = 'a'; name <= 'j'; ++name) cache.keep(std::string(10, name), "0123456789");
  EXPECT_EQ(cache.bytes(), 200u);
  ASSERT_TRUE(cache.find(std::string(10, 'a')));
  cache.keep(std::string(10, 'k'), "0123456789");
  EXPECT_TRUE(cache.find(std::string(10, 'a')));
  EXPECT_FALSE(cache.find(std::string(10, 'b')));
  EXPECT_TRUE(cache.find(std::string(10, 'c')));
  EXPECT_TRUE(cache.find(std::string(10, 'k')));
  EXPECT_EQ(cache.bytes(), 200u);
}

TEST(AnswerCache, KeepsNothingThatTakesATenthOfTheRoom) {
  AnswerCache cache(100);
  cache.keep("question", "0123456789");
  EXPECT_FALSE(cache.find("question"));
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(AnswerCache, AnswersManyThreadsWithTheirOwn) {
  AnswerCache cache(2000);  // too small for all, so that they push each other out
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&cache, thread] {
      for (int i = 0; i < 2000; ++i) {
        const std::string question = std::to_string((i * 7 + thread) % 50);
        if (const auto known = cache.find(question)) {
          EXPECT_EQ(*known, question + question);
        }
        cache.keep(question, question + question);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(cache.bytes(), 2000u);
}

}  // namespace answer_cache_test
}  // namespace fmplan::api
