// Questions asked of the service as a client would, but without a socket.

#include "api/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <latch>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "api/http_message.h"
#include "core/answer/report_document.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/scenario/changed_scenario.h"

namespace fmplan::api {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

const std::filesystem::path kRoot = FMPLAN_SOURCE_DIR;

/// A service whose jobs lie in a folder of its own.
class TestedService {
 public:
  explicit TestedService(const std::function<void(ServiceOptions&)>& change = {}) {
    std::string name = (std::filesystem::temp_directory_path() / "fmplan-service-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    ServiceOptions options;
    options.job_file = folder_ / "jobs.sqlite";
    options.clock = [] { return std::int64_t{1'700'000'000}; };
    if (change) change(options);
    service_ = std::make_unique<Service>(options);
  }
  ~TestedService() {
    EXPECT_TRUE(service_->stop());
    service_.reset();
    std::filesystem::remove_all(folder_);
  }
  TestedService(const TestedService&) = delete;
  TestedService& operator=(const TestedService&) = delete;

  Response get(const std::string& path, std::vector<Header> headers = {}) {
    return service_->answer({.method = "GET", .path = path, .query = {}, .headers = std::move(headers)});
  }
  Response ask(const std::string& method, const std::string& path, const std::string& query = "") {
    return service_->answer({.method = method, .path = path, .query = query});
  }
  Response post(const std::string& path, const std::string& body, std::vector<Header> headers = {}) {
    headers.push_back({"content-type", "application/json"});
    return service_->answer({.method = "POST", .path = path, .query = {}, .headers = std::move(headers), .body = body});
  }
  /// The job as soon as it has ended.
  json ended(const std::string& id) {
    for (;;) {
      const json job = json::parse(get("/v1/jobs/" + id).body);
      if (job.at("state") != "queued" && job.at("state") != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  Service& operator*() { return *service_; }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<Service> service_;
};

std::string header_of(const Response& response, std::string_view name) {
  for (const Header& header : response.headers)
    if (header.name == name) return header.value;
  return {};
}

json scenario_file(const std::string& name = "llama3-70b-p5") {
  return text::read_json_file(kRoot / "scenarios" / (name + ".json"));
}

json good() { return json::parse(scenario::kGoodScenario); }

std::vector<std::string> pointers(const Response& response) {
  std::vector<std::string> result;
  const json body = json::parse(response.body);
  for (const json& error : body.value("errors", json::array())) result.push_back(error.at("pointer"));
  return result;
}

// The command prints plan_document() with the neighbours and what decides, in the same two spaces.
TEST(Service, AnswersAPlanInTheBytesOfTheCommand) {
  TestedService service;
  const catalog::Catalog catalog = catalog::Catalog::shipped("");
  const json document = scenario_file();
  const plan::Scenario scenario = scenario::read_scenario(document, catalog, std::nullopt);
  const plan::Report report = evaluate(scenario);
  const answer::Document expected = answer::plan_document(report, {document, catalog.version(), 1},
                                                          {neighbours(scenario, report), deciding_assumptions(report)});
  const Response response = service.post("/v1/plan", document.dump());
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, expected.json.dump(2) + "\n");
  EXPECT_EQ(service.post("/v1/plan", json{{"scenario", document}}.dump()).body, response.body);
}

TEST(Service, SetsValuesAsTheCommandLineDoes) {
  TestedService service;
  json changed = scenario_file();
  changed["cluster"]["nodes"] = 128;
  EXPECT_EQ(
      service.post("/v1/step", json{{"scenario", scenario_file()}, {"set", {{"cluster.nodes", 128}}}}.dump()).body,
      service.post("/v1/step", changed.dump()).body);
}

TEST(Service, AnswersWithAPlanThatCannotRunToo) {
  TestedService service;
  const Response response =
      service.post("/v1/plan", json{{"scenario", scenario_file()}, {"set", {{"training.parallel.tensor", 2}}}}.dump());
  EXPECT_EQ(response.status, 200);
  const json report = json::parse(response.body);
  EXPECT_EQ(report.at("can_run"), false);
  EXPECT_FALSE(report.at("obstacles").empty());
}

TEST(Service, TellsWhichBoundsAreExceeded) {
  TestedService service;
  const json report = json::parse(
      service.post("/v1/plan", json{{"scenario", scenario_file()}, {"fail_if", {"days>1", "days>1000000"}}}.dump())
          .body);
  ASSERT_EQ(report.at("gates").size(), 2u);
  EXPECT_EQ(report["gates"][0].at("exceeded"), true);
  EXPECT_THAT(report["gates"][0].at("told").get<std::string>(), HasSubstr("days>1"));
  EXPECT_EQ(report["gates"][1].at("exceeded"), false);
}

TEST(Service, SaysOfBrokenScenariosWhatTheReaderSays) {
  TestedService service;
  const catalog::Catalog catalog = catalog::Catalog::shipped("");
  ASSERT_GE(scenario::broken_scenarios().size(), 60u);
  for (const scenario::BrokenScenario& broken : scenario::broken_scenarios()) {
    SCOPED_TRACE(broken.claim);
    const json document = scenario::changed_scenario(broken.changes);
    Issues expected;
    try {
      scenario::read_scenario(document, catalog, std::nullopt);
    } catch (const InputError& error) {
      expected = error.issues();
    }
    const Response response = service.post("/v1/memory", document.dump());
    EXPECT_EQ(response.status, 422);
    EXPECT_EQ(response.content_type, "application/problem+json");
    const json errors = json::parse(response.body).at("errors");
    ASSERT_EQ(errors.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(errors[i].at("pointer"), expected[i].where);
      EXPECT_EQ(errors[i].at("detail"), expected[i].message);
    }
  }
}

TEST(Service, PlacesProblemsWhereTheyStandInTheBody) {
  TestedService service;
  json scenario = good();
  scenario["cluster"]["nodse"] = 3;
  const Response whole =
      service.post("/v1/plan", json{{"scenario", scenario}, {"set", {{"training.tokenz", "1T"}}}}.dump());
  EXPECT_EQ(whole.status, 422);
  EXPECT_THAT(pointers(whole), testing::UnorderedElementsAre("/set/training.tokenz", "/scenario/cluster/nodse"));
  EXPECT_EQ(json::parse(whole.body).at("errors").back().at("suggestion"), "nodes");
  EXPECT_THAT(pointers(service.post("/v1/plan", scenario.dump())), ElementsAre("/cluster/nodse"));
  EXPECT_THAT(pointers(service.post("/v1/plan", json{{"scenario", good()}, {"fail_if", "dyas>3"}}.dump())),
              ElementsAre("/fail_if"));
  EXPECT_THAT(pointers(service.post("/v1/compare", json{{"sides", {good(), scenario}}}.dump())),
              ElementsAre("/sides/1/cluster/nodse"));
  EXPECT_THAT(
      pointers(service.post("/v1/compare", json{{"sides", {good()}}, {"with", {{{"cluster.nodse", 3}}}}}.dump())),
      ElementsAre("/with/0/cluster/nodse"));
}

struct BadQuestion {
  const char* path;
  json body;
  const char* pointer;
  const char* part;
};

TEST(Service, SaysWhatIsWrongWithAQuestion) {
  TestedService service;
  const std::vector<BadQuestion> questions = {
      {"/v1/plan", {{"scenario", good()}, {"sets", {{"a", 1}}}}, "/sets", "did you mean \"set\""},
      {"/v1/plan", {{"scenario", "llama.json"}}, "/scenario", "is not a scenario, which is an object"},
      {"/v1/plan", {{"scenario", good()}, {"seed", -1}}, "/seed", "whole number from 0"},
      {"/v1/plan", {{"scenario", good()}, {"set", {1}}}, "/set", "is not an object of paths"},
      {"/v1/run", {{"scenario", good()}, {"trials", 0}}, "/trials", "not from 1 to"},
      {"/v1/search", {{"scenario", good()}, {"objective", "speed"}}, "/objective", "step_time"},
      {"/v1/sweep", {{"scenario", good()}}, "/set", "is missing"},
      {"/v1/sweep", {{"scenario", good()}, {"set", {{"cluster.nodes", "64..32"}}}}, "/set", "64..32"},
      {"/v1/solve", {{"until", "days<3"}}, "/scenario", "is missing"},
      {"/v1/solve", {{"budget", "three"}, {"on", "p5.48xlarge"}}, "/budget", "three"},
      {"/v1/compare", {{"sides", json::array()}}, "/sides", "compared with nothing"},
      {"/v1/scale", json::object(), "", "compute"},
      {"/v1/scale", {{"compute", "lots"}}, "/compute", "cannot read \"lots\""},
      {"/v1/network", {{"cluster", "p5.48xlagre"}}, "", "p5.48xlarge"},
      {"/v1/network", {{"cluster", "p5.48xlarge"}, {"bytes", {"many"}}}, "/bytes", "is no size"},
      {"/v1/explain", {{"keys", "dyas"}}, "/keys", "days"},
      {"/v1/programme", {{"programme", {{"pools", 1}}}}, "", ""},
      {"/v1/jobs", {{"kind", "plna"}, {"question", good()}}, "/kind", "did you mean \"plan\""},
      {"/v1/jobs", {{"kind", "plan"}}, "/question", "is missing"},
  };
  for (const BadQuestion& question : questions) {
    SCOPED_TRACE(std::string(question.path) + " " + question.body.dump().substr(0, 200));
    const Response response = service.post(question.path, question.body.dump());
    EXPECT_EQ(response.status, 422);
    const json errors = json::parse(response.body).value("errors", json::array());
    ASSERT_FALSE(errors.empty()) << response.body;
    if (*question.pointer) {
      EXPECT_EQ(errors[0].at("pointer"), question.pointer);
    }
    EXPECT_THAT(errors[0].at("detail").get<std::string>(), HasSubstr(question.part));
  }
}

// How long a sweep will take is estimated of a scenario that nobody has read yet.
TEST(Service, EstimatesTheWorkOfScenariosThatAreNone) {
  TestedService service;
  for (const char* const training : {"[]", "3", "null", R"({"parallel": []})", R"([{"parallel": "auto"}])"}) {
    const json scenario = {{"version", 1}, {"training", json::parse(training)}};
    const Response swept =
        service.post("/v1/sweep", json{{"scenario", scenario}, {"set", {{"cluster.nodes", {1, 2}}}}}.dump());
    EXPECT_EQ(swept.status, 200) << training << swept.body;  // every point says what is wrong with it
    EXPECT_EQ(json::parse(swept.body).at("points").size(), 2u) << training;
    EXPECT_EQ(json::parse(swept.body).at("points")[0].at("status"), "refused") << swept.body.substr(0, 2000);
  }
}

TEST(Service, ReadsNoFilesThatAQuestionNames) {
  TestedService service;
  for (const char* const set : {R"({"model": "config.json"})", R"({"training.anchor": "validation/steps.csv"})"}) {
    const Response response = service.post("/v1/plan", json{{"scenario", good()}, {"set", json::parse(set)}}.dump());
    EXPECT_EQ(response.status, 422);
    EXPECT_THAT(response.body, HasSubstr("none is read here"));
  }
  json programme = text::read_json_file(kRoot / "programmes/two-teams.json");
  programme["organisations"][0]["projects"][0]["scenario"] = "../scenarios/llama3-70b-p5.json";
  EXPECT_EQ(service.post("/v1/programme", programme.dump()).status, 422);
}

TEST(Service, RefusesWhatItCannotRead) {
  TestedService service;
  const auto status = [&service](const std::string& body, const std::string& type) {
    return (*service)
        .answer({.method = "POST", .path = "/v1/plan", .query = {}, .headers = {{"content-type", type}}, .body = body})
        .status;
  };
  EXPECT_EQ(status("{}", "text/plain"), 415);
  EXPECT_EQ(status("{}", ""), 415);
  EXPECT_EQ(status("{", "application/json"), 400);
  EXPECT_EQ(status(std::string(100'000, '['), "application/json; charset=utf-8"), 400);
  EXPECT_EQ(status("{\"a\": \"\xff\"}", "application/json"), 400);
  EXPECT_EQ(status("{\"a\": 1, \"a\": 2}", "application/json"), 400);
  EXPECT_EQ(status(good().dump(), "application/merge-patch+json"), 200);
}

TEST(Service, TellsTheNearestPathAndTheMethodsOfAPath) {
  TestedService service;
  const Response none = service.get("/v1/plam");
  EXPECT_EQ(none.status, 404);
  EXPECT_THAT(none.body, HasSubstr("/v1/plan"));
  const Response method = service.ask("PUT", "/v1/jobs");
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(header_of(method, "Allow"), "POST, GET, HEAD");
  EXPECT_EQ(service.get("/v1/scenarios/llama3-70b-p6").status, 404);
  EXPECT_THAT(service.get("/v1/scenarios/llama3-70b-p6").body, HasSubstr("llama3-70b-p5"));
  EXPECT_EQ(service.get("/v1/scenarios/../../README.md").status, 404);
  EXPECT_EQ(service.get("/v1/catalog/instances/../../README").status, 404);
}

TEST(Service, GivesTheCatalogueOnceToWhoKeepsIt) {
  TestedService service;
  const Response first = service.get("/v1/catalog/instances/p5.48xlarge");
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(json::parse(first.body).at("name"), "p5.48xlarge");
  const std::string tag = header_of(first, "ETag");
  const Response again = service.get("/v1/catalog/instances/p5.48xlarge", {{"if-none-match", "W/\"x\", " + tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(service.get("/v1/catalog/instances/p5.48xlarge", {{"if-none-match", "\"other\""}}).status, 200);
  EXPECT_EQ(service.get("/v1/catalog/instances/p5.48xlagre").status, 404);
  EXPECT_EQ(service.get("/v1/catalog/machines").status, 404);
  EXPECT_EQ(service.get("/v1/catalog").status, 200);
}

TEST(Service, PlansEveryBundledScenarioAndProgramme) {
  TestedService service;
  const json list = json::parse(service.get("/v1/scenarios").body).at("scenarios");
  EXPECT_GE(list.size(), 10u);
  for (const json& entry : list) {
    const std::string name = entry.at("name");
    SCOPED_TRACE(name);
    const json document = json::parse(service.get("/v1/scenarios/" + name).body);
    if (entry.at("kind") == "scenario") {
      EXPECT_EQ(service.post("/v1/memory", document.dump()).status, 200);
    } else {
      const Response response =
          service.post("/v1/programme",
                       json{{"programme", document}, {"trials", 20}, {"no_proof", true}, {"no_remedies", true}}.dump());
      EXPECT_EQ(response.status, 200) << response.body;
    }
  }
}

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

TEST(Service, WritesFilesForBudgetTools) {
  TestedService service;
  const json programme = json::parse(service.get("/v1/scenarios/two-teams").body);
  const json question = {{"programme", programme}, {"trials", 50}, {"no_proof", true}};
  const Response focus = service.post("/v1/export/focus", question.dump());
  EXPECT_EQ(focus.status, 200) << focus.body;
  EXPECT_EQ(focus.content_type, "text/csv; charset=utf-8");
  EXPECT_THAT(focus.body, HasSubstr("BilledCost"));
  EXPECT_EQ(header_of(focus, "Content-Disposition"), "attachment; filename=\"fmplan.csv\"");
  const Response workbook = service.post("/v1/export/xlsx", question.dump());
  EXPECT_EQ(workbook.body.substr(0, 2), "PK");  // a ZIP file
  EXPECT_THAT(service.post("/v1/export/ics", question.dump()).body, testing::StartsWith("BEGIN:VCALENDAR"));
  const Response late =
      service.post("/v1/export/aws-budgets", json{{"programme", programme}, {"from", "1999-01"}}.dump());
  EXPECT_EQ(late.status, 422);
  EXPECT_THAT(pointers(late), ElementsAre("/from"));
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

TEST(Service, LetsListedPagesReadItsAnswers) {
  TestedService service([](ServiceOptions& options) { options.origins = {"https://portal.example"}; });
  EXPECT_EQ(header_of(service.get("/healthz", {{"origin", "https://portal.example"}}), "Access-Control-Allow-Origin"),
            "https://portal.example");
  EXPECT_EQ(header_of(service.get("/healthz", {{"origin", "https://else.example"}}), "Access-Control-Allow-Origin"),
            "");
  EXPECT_EQ(header_of(service.get("/healthz"), "X-Content-Type-Options"), "nosniff");
}

TEST(Service, LogsNothingThatAClientWrote) {
  std::vector<AnsweredRequest> log;
  TestedService service([&log](ServiceOptions& options) {
    options.log = [&log](const AnsweredRequest& request) { log.push_back(request); };
  });
  (*service).answer({.method = "EVIL",
                     .path = "/secret/path",
                     .query = {},
                     .headers = {{"traceparent", "not a trace\nof anything"}},
                     .id = "7"});
  ASSERT_EQ(log.size(), 1u);
  EXPECT_EQ(log[0].method, "other");
  EXPECT_EQ(log[0].route, "none");
  EXPECT_EQ(log[0].trace, "");
  service.get("/healthz", {{"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}});
  EXPECT_EQ(log[1].trace, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
}

TEST(Service, CountsWhatItAnswers) {
  TestedService service;
  service.get("/healthz");
  service.get("/healthz");
  const std::string text = service.get("/metrics").body;
  EXPECT_THAT(text, HasSubstr("fmplan_http_requests_total{route=\"/healthz\",status=\"200\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("fmplan_http_request_duration_seconds_bucket{route=\"/healthz\",le=\"+Inf\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("fmplan_jobs_queued 0\n"));
}

TEST(OpenApi, HasEveryRouteAndNoOther) {
  TestedService service;
  const json document = json::parse((*service).openapi());
  EXPECT_EQ(document.at("openapi"), "3.1.0");
  // The files of the page are no part of it: a browser's, and no answers.
  std::set<std::string> described, served;
  for (const auto& [path, operations] : document.at("paths").items())
    for (const auto& [method, operation] : operations.items()) described.insert(method + " " + path);
  for (const Route& route : (*service).routes()) {
    if (route.doc.for_browsers) {
      EXPECT_TRUE(route.doc.path == "/" || route.doc.path.starts_with("/page/")) << route.doc.path;
      continue;
    }
    std::string method = route.doc.method;
    for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    served.insert(method + " " + route.doc.path);
  }
  EXPECT_EQ(described, served);
  EXPECT_EQ(service.get("/openapi.json").body, (*service).openapi());
  EXPECT_EQ(openapi_text(), (*service).openapi());
}

// What a project leaves out stays out: null is no scenario.
TEST(Service, GivesProgrammesAsTheirFilesHaveThem) {
  TestedService service;
  EXPECT_EQ(json::parse(service.get("/v1/scenarios/two-teams").body),
            text::read_json_file(kRoot / "programmes/two-teams.json"));
}

TEST(OpenApi, HasNoSchemaThatNothingOfItIsMadeOf) {
  const std::string text = openapi_text();
  const json document = json::parse(text);
  for (const auto& [name, schema] : document.at("components").at("schemas").items())
    EXPECT_THAT(text, HasSubstr("\"#/components/schemas/" + name)) << name;
}

TEST(OpenApi, RefersToNothingThatIsNotThere) {
  const json document = json::parse(openapi_text());
  const std::function<void(const json&)> look = [&](const json& value) {
    if (value.is_object() && value.contains("$ref") && value["$ref"].is_string()) {
      const std::string reference = value["$ref"];
      ASSERT_TRUE(reference.starts_with("#/")) << reference;
      EXPECT_TRUE(document.contains(json::json_pointer(reference.substr(1)))) << reference;
    }
    if (value.is_structured())
      for (const json& inner : value) look(inner);
  };
  look(document);
}

TEST(OpenApi, HasExamplesThatAreAnswered) {
  TestedService service;
  for (const Route& route : (*service).routes()) {
    if (route.doc.body_schema.empty()) continue;
    EXPECT_FALSE(route.doc.example.empty()) << route.doc.path;
    const int status = service.post(route.doc.path, route.doc.example).status;
    EXPECT_TRUE(status == 200 || status == 202) << route.doc.path;
  }
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

}  // namespace
}  // namespace fmplan::api
