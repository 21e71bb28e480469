// What takes long: made, watched, cancelled and read through the service.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/api/tested_service.h"

namespace fmplan::api {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Service, ShowsJobsToTheirOwnersAlone) {
  TestedService service([](ServiceOptions& options) {
    options.tokens = {{"portal", "0123456789abcdef"}, {"other", "fedcba9876543210"}};
  });
  const std::vector<Header> portal = {{"authorization", "Bearer 0123456789abcdef"}};
  const std::vector<Header> other = {{"authorization", "Bearer fedcba9876543210"}};
  const std::string body = json{{"kind", "memory"}, {"question", good()}}.dump();
  const Response made = service.post("/v1/jobs", body, portal);
  ASSERT_EQ(made.status, 202);
  const std::string where = header_of(made, "Location");
  EXPECT_EQ(service.get(where, portal).status, 200);
  EXPECT_EQ(service.get(where, other).status, 404);
  EXPECT_EQ(json::parse(service.get("/v1/jobs", portal).body).at("jobs").size(), 1u);
  EXPECT_EQ(json::parse(service.get("/v1/jobs", other).body).at("jobs").size(), 0u);
}

TEST(Service, AnswersAJobAsItAnswersAtOnce) {
  TestedService service;
  const json question = {{"scenario", good()}, {"trials", 50}, {"no_changes", true}};
  const std::string at_once = service.post("/v1/run", question.dump()).body;
  const Response made = service.post("/v1/jobs", json{{"kind", "run"}, {"question", question}}.dump());
  ASSERT_EQ(made.status, 202);
  const std::string id = json::parse(made.body).at("id");
  EXPECT_EQ(header_of(made, "Location"), "/v1/jobs/" + id);
  const json job = service.ended(id);
  EXPECT_EQ(job.at("state"), "done");
  EXPECT_EQ(job.at("created"), "2023-11-14T22:13:20Z");  // 1,700,000,000 s
  EXPECT_EQ(service.get("/v1/jobs/" + id + "/result").body, at_once);
}

TEST(Service, MakesAJobOfWhatTakesLong) {
  TestedService service;
  const Response made = service.post(
      "/v1/sweep",
      json{{"scenario", good()}, {"set", {{"cluster.nodes", "8..2000:8"}}}, {"answer", "run"}, {"trials", 200}}.dump());
  ASSERT_EQ(made.status, 202);
  const std::string id = json::parse(made.body).at("id");
  EXPECT_EQ(service.get("/v1/jobs/" + id + "/result").status, 409);
  EXPECT_EQ(service.ask("DELETE", "/v1/jobs/" + id).status, 200);
  EXPECT_EQ(service.ended(id).at("state"), "cancelled");
  EXPECT_EQ(service.get("/v1/jobs/" + id + "/result").status, 409);
}

/// Keeps what is written.
class KeptBody final : public BodyWriter {
 public:
  bool write(std::string piece) override {
    const std::scoped_lock lock(mutex_);
    text_ += piece;
    return true;
  }
  void end() override { ended_.count_down(); }
  std::string whole() {
    ended_.wait();
    const std::scoped_lock lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::string text_;
  std::latch ended_{1};
};

TEST(Service, TellsWhoListensOfEveryChangeOfAJob) {
  TestedService service;
  const json question = {{"scenario", good()}, {"trials", 2000}};
  const std::string id =
      json::parse(service.post("/v1/jobs", json{{"kind", "run"}, {"question", question}}.dump()).body).at("id");
  const Response events = service.get("/v1/jobs/" + id + "/events");
  EXPECT_EQ(events.content_type, "text/event-stream");
  const auto body = std::make_shared<KeptBody>();
  events.stream(body);
  const std::string text = body->whole();
  EXPECT_THAT(text, HasSubstr("event: job\ndata: {"));
  const std::string last = text.substr(text.rfind("data: ") + 6);
  EXPECT_EQ(json::parse(last).at("state"), "done");
  EXPECT_EQ(service.get("/v1/jobs/0123/events").status, 404);
}

TEST(Service, KeepsWholeRowsOfSweeps) {
  TestedService service;
  const json question = {{"scenario", good()}, {"set", {{"cluster.nodes", "8,16,32"}}}};
  const std::string id =
      json::parse(service.post("/v1/jobs", json{{"kind", "sweep"}, {"question", question}}.dump()).body).at("id");
  EXPECT_EQ(service.ended(id).at("rows"), 3);
  const Response rows = service.ask("GET", "/v1/jobs/" + id + "/result", "format=jsonl");
  std::istringstream lines(rows.body);
  std::vector<std::string> nodes;
  for (std::string line; std::getline(lines, line);)
    nodes.push_back(json::parse(line).at("inputs").at("cluster.nodes").dump());
  EXPECT_THAT(nodes, ElementsAre("8", "16", "32"));
}

TEST(Service, MakesOneJobOfARequestThatCameTwice) {
  TestedService service;
  const std::string body = json{{"kind", "memory"}, {"question", good()}}.dump();
  const std::vector<Header> key = {{"idempotency-key", "a"}};
  const std::string id = json::parse(service.post("/v1/jobs", body, key).body).at("id");
  EXPECT_EQ(json::parse(service.post("/v1/jobs", body, key).body).at("id"), id);
  EXPECT_NE(json::parse(service.post("/v1/jobs", body).body).at("id"), id);
  EXPECT_EQ(service.post("/v1/jobs", json{{"kind", "step"}, {"question", good()}}.dump(), key).status, 409);
}

TEST(Service, FailsAJobWithWhatIsWrongInIt) {
  TestedService service;
  json scenario = good();
  scenario["cluster"]["nodse"] = 3;
  const std::string id =
      json::parse(service.post("/v1/jobs", json{{"kind", "plan"}, {"question", scenario}}.dump()).body).at("id");
  const json job = service.ended(id);
  EXPECT_EQ(job.at("state"), "failed");
  EXPECT_THAT(job.at("problem").get<std::string>(), HasSubstr("/cluster/nodse"));
}

}  // namespace
}  // namespace fmplan::api
