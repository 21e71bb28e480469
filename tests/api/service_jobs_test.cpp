// What takes long: made, watched, cancelled and read through the service.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/api/tested_service.h"

namespace fmplan::api {
namespace service_jobs_test {

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
  for (std::string line; std::getline(lines, line);) {
    const json row = json::parse(line);
    if (row.contains("inputs")) nodes.push_back(row.at("inputs").at("cluster.nodes").dump());
  }
  EXPECT_THAT(nodes, ElementsAre("8", "16", "32"));
}

/// A job that is done, of a question.
std::string done(TestedService& service, const std::string& kind, const json& question) {
  const Response made = service.post("/v1/jobs", json{{"kind", kind}, {"question", question}}.dump());
  EXPECT_EQ(made.status, 202) << made.body;
  const std::string id = json::parse(made.body).at("id");
  EXPECT_EQ(service.ended(id).at("state"), "done");
  return "/v1/jobs/" + id + "/result";
}

// Head, rows and counts, as fmplan sweep writes them: merge and --resume read them.
TEST(Service, TellsASweepAsJsonLinesAndCsv) {
  TestedService service;
  const json question = {{"scenario", good()},
                         {"set", {{"cluster.nodes", "8,16,32"}}},
                         {"columns", "days"},
                         {"where", "days<30"},
                         {"fail_if", {"days>1000"}}};
  const std::string place = done(service, "sweep", question);
  const json answer = json::parse(service.get(place).body);
  std::istringstream lines(service.ask("GET", place, "format=jsonl").body);
  std::vector<json> parts;
  for (std::string line; std::getline(lines, line);) parts.push_back(json::parse(line));
  ASSERT_EQ(parts.size(), answer.at("points").size() + 2);
  EXPECT_EQ(parts.front().at("sweep").at("fingerprint"), answer.at("fingerprint"));
  for (std::size_t i = 0; i < answer.at("points").size(); ++i) EXPECT_EQ(parts[i + 1], answer.at("points")[i]);
  EXPECT_EQ(parts.back().at("counts"), answer.at("counts"));
  // What is left out is none of the rows.
  EXPECT_EQ(answer.at("counts").at("left_out"), 1);
  const Response csv = service.ask("GET", place, "format=csv");
  EXPECT_EQ(csv.content_type, "text/csv; charset=utf-8");
  EXPECT_THAT(csv.body, testing::StartsWith("cluster.nodes,status,reason,note,warnings,days"));
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv.body, '\n')), 1 + answer.at("points").size());
}

// The same files as POST /v1/export makes of the same question.
TEST(Service, GivesTheFilesOfAProgrammeThatWasAJob) {
  TestedService service;
  const json programme = json::parse(service.get("/v1/scenarios/two-teams").body);
  const json question = {{"programme", programme}, {"trials", 50}, {"no_proof", true}};
  const std::string place = done(service, "programme", question);
  for (const std::string form : {"focus", "xlsx"}) {
    const Response file = service.ask("GET", place, "format=" + form);
    EXPECT_EQ(file.status, 200) << file.body;
    EXPECT_TRUE(file.body == service.post("/v1/export/" + form, question.dump()).body) << form;
    EXPECT_THAT(header_of(file, "Content-Disposition"), testing::StartsWith("attachment"));
  }
  EXPECT_THAT(service.ask("GET", place, "format=html").body, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(json::parse(service.ask("GET", place, "format=jsonl").body), json::parse(service.get(place).body));
}

TEST(Service, TellsTheFormsThatAnAnswerHas) {
  TestedService service;
  const std::string place = done(service, "plan", good());
  EXPECT_EQ(service.ask("GET", place, "format=xlsx").body, service.post("/v1/export/xlsx", good().dump()).body);
  EXPECT_THAT(service.ask("GET", place, "format=csv").body, testing::StartsWith("version,"));
  const Response focus = service.ask("GET", place, "format=focus");
  EXPECT_EQ(focus.status, 422);
  EXPECT_THAT(focus.body, HasSubstr("but csv, html, json, jsonl, xlsx"));
  EXPECT_THAT(pointers(focus), ElementsAre("format"));
  const Response none = service.ask("GET", place, "format=xslx");
  EXPECT_EQ(none.status, 422);
  EXPECT_THAT(none.body, HasSubstr("did you mean \\\"xlsx\\\"?"));
  const std::string of_explain = done(service, "explain", json{{"keys", {"days"}}});
  EXPECT_EQ(service.ask("GET", of_explain, "format=csv").status, 200);
  EXPECT_EQ(service.ask("GET", of_explain, "format=xlsx").status, 422);
}

// Nothing of a page that was saved can call home, whatever stood in the scenario.
TEST(Service, ShowsAPageUnderItsOwnRules) {
  TestedService service;
  json scenario = good();
  scenario["name"] = "<script>alert(1)</script>";
  const std::string place = done(service, "plan", scenario);
  const Response page = service.ask("GET", place, "format=html");
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(header_of(page, "Content-Security-Policy"), HasSubstr("default-src 'none'"));
  EXPECT_THAT(page.body, testing::Not(HasSubstr("<script")));
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

}  // namespace service_jobs_test
}  // namespace fmplan::api
