#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "core/base/quantity_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace page_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Most bytes of a page: what a mail takes without a word.
constexpr std::size_t kMostBytes = 300'000;

std::string page_of(std::vector<std::string> words) {
  const ScratchFolder folder;
  words.insert(words.begin() + 1, shipped_scenario("llama3-70b-p5.json"));
  words.insert(words.end(), {"-o", folder.path("page.html"), "--quiet"});
  EXPECT_EQ(run_words(words).code, kOk);
  return ScratchFolder::read(folder.path("page.html"));
}

/// The first element that is not closed, or closed without being open; empty if the text is well-formed.
std::string unbalanced(const std::string& text) {
  std::vector<std::string> open;
  std::size_t at = text.find("<html");
  for (at = text.find('<', at); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return text.substr(at, 40);
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.ends_with('/')) continue;
    const bool closes = tag.starts_with('/');
    const std::string name = tag.substr(closes ? 1 : 0, tag.find_first_of(" \n") - (closes ? 1 : 0));
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return tag;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

struct Case {
  std::vector<std::string> words;
  std::vector<std::string> shows;
};

/// Every command with a page of its own.
std::vector<Case> cases() {
  return {{{"plan"},
           {"80 %: ", "Step time by cause", "Memory per GPU", "Cost by month", "Cost by cause",
            "Days on other numbers of nodes", "What decides most", "<h2>Assumptions</h2>", "class=\"marked\""}},
          {{"run", "--trials", "50"}, {"Simulated run", "What would help most", "<h2>Assumptions</h2>"}},
          {{"compare", "--with", "cluster.nodes=128"},
           {"cluster.nodes=128: ", " days more at P50", "Why, by cause: cost", "Assumptions of ", "class=\"marked\""}},
          {{"solve", "--vary", "cluster.nodes=128..512:64", "--until", "days<=100"},
           {"fewest cluster.nodes", "Step time by cause", "<h2>Assumptions</h2>"}},
          {{"sweep", "--set", "cluster.nodes=64..256:64"}, {"money against days", "4 points: 4 ok"}},
          {{"step"}, {"Step time by cause"}}};
}

TEST(Page, IsWellFormedSmallAndLoadsNothing) {
  for (const Case& one : cases()) {
    std::string text = page_of(one.words);
    SCOPED_TRACE(one.words.front());
    EXPECT_EQ(unbalanced(text), "");
    EXPECT_LT(text.size(), kMostBytes);
    for (const std::string& shown : one.shows) EXPECT_THAT(text, HasSubstr(shown));
    EXPECT_THAT(text, AllOf(HasSubstr("prefers-color-scheme: dark"), HasSubstr("@media print"), HasSubstr("size: A4"),
                            HasSubstr("fmplan "), Not(HasSubstr("<script"))));
    // The one address is the name of SVG's namespace, which nothing loads; in text an address may be named.
    const std::string name = "xmlns=\"http://www.w3.org/2000/svg\"";
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) text.erase(at, name.size());
    for (const char* word : {"=\"http", "src=", "href=", "@import", "javascript:"})
      EXPECT_THAT(text, Not(HasSubstr(word)));
  }
}

TEST(Page, OfThePlanDrawsTheNumbersOfItsReport) {
  const std::string page = page_of({"plan"});
  const auto report =
      nlohmann::json::parse(run_words({"plan", shipped_scenario("llama3-70b-p5.json"), "--format", "json"}).out);
  const double total = report["step"]["step_time_s"];
  for (const auto& [part, seconds] : report["step"]["breakdown_s"].items()) {
    if (seconds.get<double>() <= 0) continue;
    EXPECT_THAT(page, HasSubstr(fmt::format(">{}, {}</text>", time_text(seconds.get<double>() * second),
                                            ratio_text(seconds.get<double>() / total))))
        << part;
  }
  for (const auto& [part, bytes] : report["memory"]["per_gpu_bytes"].items()) {
    if (bytes.get<double>() <= 0) continue;
    EXPECT_THAT(page, HasSubstr(">" + data_text(bytes.get<double>() * byte) + "</text>")) << part;
  }
  // The report's amounts are rounded to cents, so that what lies at half a dollar may round either way behind them.
  for (const auto& component : report["cost"]["components"]) {
    const double amount = std::stod(component["amount"].get<std::string>());
    const auto shown = [&](double dollars) { return HasSubstr(">" + money_text(dollars * dollar) + "</text>"); };
    EXPECT_THAT(page, testing::AnyOf(shown(amount - 0.005), shown(amount + 0.005)));
  }
  for (const auto& other : report["neighbours"])
    EXPECT_THAT(page, HasSubstr(fmt::format(">{} nodes and 2 spares</text>", other.at("nodes_held").get<int>())));
}

TEST(Page, OfAPlanThatCannotRunSaysWhy) {
  const ScratchFolder folder;
  const Ran ran = run_words({"plan", shipped_scenario("llama3-70b-p5.json"), "--set", "training.parallel.tensor=1",
                             "-o", folder.path("page.html")});
  EXPECT_EQ(ran.code, kCannotRun);
  EXPECT_THAT(ScratchFolder::read(folder.path("page.html")),
              AllOf(HasSubstr("cannot run"), HasSubstr("class=\"warning\"")));
}

}  // namespace page_test
}  // namespace fmplan::cli
