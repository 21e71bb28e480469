// Who may ask, how often, and by which name.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "api/access.h"
#include "core/base/issue.h"
#include "tests/api/tested_service.h"

namespace fmplan::api {
namespace access_test {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Service, WantsATokenWhereThereAreAny) {
  TestedService service([](ServiceOptions& options) {
    options.tokens = {{"portal", "0123456789abcdef"}, {"other", "fedcba9876543210"}};
    options.requests_per_s = 1;
    options.burst_s = 3;
  });
  const Response none = service.get("/v1/catalog");
  EXPECT_EQ(none.status, 401);
  EXPECT_EQ(header_of(none, "WWW-Authenticate"), "Bearer");
  EXPECT_EQ(service.get("/v1/catalog", {{"authorization", "Bearer 0123456789abcdeX"}}).status, 401);
  EXPECT_EQ(service.get("/v1/catalog", {{"authorization", "Basic 0123456789abcdef"}}).status, 401);
  EXPECT_EQ(service.get("/healthz").status, 200);
  const std::vector<Header> portal = {{"authorization", "Bearer 0123456789abcdef"}};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(service.get("/v1/catalog", portal).status, 200);
  const Response fast = service.get("/v1/catalog", portal);
  EXPECT_EQ(fast.status, 429);
  EXPECT_EQ(header_of(fast, "Retry-After"), "1");
  EXPECT_EQ(service.get("/v1/catalog", {{"authorization", "Bearer fedcba9876543210"}}).status, 200);
}

// A page whose name was made to lead to 127.0.0.1 may not ask what its reader may.
TEST(Service, AnswersNobodyElsesNameWithoutTokens) {
  TestedService service;
  EXPECT_EQ(service.get("/v1/catalog", {{"host", "127.0.0.1:8080"}}).status, 200);
  EXPECT_EQ(service.get("/v1/catalog", {{"host", "evil.example:8080"}}).status, 421);
  EXPECT_EQ(service.get("/healthz", {{"host", "evil.example"}}).status, 200);  // says nothing of anybody
  TestedService guarded([](ServiceOptions& options) { options.tokens = {{"portal", "0123456789abcdef"}}; });
  EXPECT_EQ(
      guarded.get("/v1/catalog", {{"host", "plans.example"}, {"authorization", "Bearer 0123456789abcdef"}}).status,
      200);
}

TEST(NamesThisMachine, IsTrueOfTheLoopbackAlone) {
  for (const char* const host : {"localhost", "localhost:8080", "127.0.0.1:1", "127.1.2.3", "[::1]", "[::1]:8080"})
    EXPECT_TRUE(names_this_machine(host)) << host;
  for (const char* const host :
       {"", "example.com", "localhost.example.com", "127.0.0.1.example.com", "[::2]:80", "[::1", "10.0.0.1", "0.0.0.0"})
    EXPECT_FALSE(names_this_machine(host)) << host;
}

TEST(ReadTokens, TakesLinesOfANameAndASecret) {
  const std::vector<Token> tokens =
      read_tokens("# who may ask\nportal 0123456789abcdef\r\n\nother fedcba9876543210", "f");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].name, "portal");
  EXPECT_EQ(tokens[0].secret, "0123456789abcdef");
  EXPECT_EQ(tokens[1].secret, "fedcba9876543210");
}

TEST(ReadTokens, SaysWhatIsWrongWithoutTheSecret) {
  try {
    read_tokens("portal\nshort secret\na 0123456789abcdef\na fedcba9876543210\nb too many words0", "tokens.txt");
    FAIL();
  } catch (const InputError& error) {
    std::vector<std::string> places;
    for (const Issue& issue : error.issues()) {
      places.push_back(issue.where);
      EXPECT_THAT(issue.message, testing::Not(HasSubstr("secret\"")));
      EXPECT_THAT(issue.message, testing::Not(HasSubstr("fedcba")));
    }
    EXPECT_THAT(places, ElementsAre("tokens.txt:1", "tokens.txt:2", "tokens.txt:4", "tokens.txt:5"));
  }
  EXPECT_THROW(read_tokens("# nobody\n", "f"), InputError);
}

TEST(EqualInConstantTime, IsEquality) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
  EXPECT_FALSE(equal_in_constant_time("", std::string_view("\0", 1)));
}

// 2 a second with 3 saved up: three at once, the fourth half a second later.
TEST(RateLimit, SavesUpAndGivesOut) {
  RateLimit limit(2, 1.5);
  const RateLimit::Clock::time_point start{};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(limit.wait_s("a", start), std::nullopt);
  EXPECT_DOUBLE_EQ(limit.wait_s("a", start).value(), 0.5);
  EXPECT_EQ(limit.wait_s("b", start), std::nullopt);
  EXPECT_EQ(limit.wait_s("a", start + std::chrono::milliseconds(500)), std::nullopt);
  EXPECT_NE(limit.wait_s("a", start + std::chrono::milliseconds(500)), std::nullopt);
}

}  // namespace access_test
}  // namespace fmplan::api
