// Questions asked of the service as a client would, but without a socket.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/answer/report_document.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/scenario/scenario_json.h"
#include "tests/api/tested_service.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/scenario/changed_scenario.h"

namespace fmplan::api {
namespace service_test {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

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

// 256 nodes take 114.5 days and 512 take 60.6: of two bounds the first holds of neither, the second of one point.
TEST(Service, TellsOfASweepWhichBoundsArePassedByHowManyPoints) {
  TestedService service;
  const json answer = json::parse(service
                                      .post("/v1/sweep", json{{"scenario", scenario_file()},
                                                              {"set", {{"cluster.nodes", {256, 512}}}},
                                                              {"fail_if", {"days>1000", "days>100"}}}
                                                             .dump())
                                      .body);
  ASSERT_EQ(answer.at("gates").size(), 2u);
  EXPECT_EQ(answer["gates"][0].at("exceeded"), false);
  EXPECT_EQ(answer["gates"][0].at("told"), "");
  EXPECT_EQ(answer["gates"][1].at("exceeded"), true);
  EXPECT_EQ(answer["gates"][1].at("told"), "1 of 2 points exceed days>100");
}

// 256 nodes take 114.5 days, 192 some 150: the fewest that keep 120 days are 256, which cost more than a dollar.
TEST(Service, JudgesTheAnswerOfASolution) {
  TestedService service;
  const json answer = json::parse(service
                                      .post("/v1/solve", json{{"scenario", scenario_file()},
                                                              {"vary", "cluster.nodes=192,256"},
                                                              {"until", "days<=133"},
                                                              {"fail_if", {"cost>1", "days>133"}}}
                                                             .dump())
                                      .body);
  EXPECT_EQ(answer.at("answer").at("inputs").at("cluster.nodes"), 256) << answer.at("answer").dump().substr(0, 300);
  ASSERT_EQ(answer.at("gates").size(), 2u);
  EXPECT_EQ(answer["gates"][0].at("exceeded"), true);
  EXPECT_THAT(answer["gates"][0].at("told").get<std::string>(), HasSubstr("cost>1"));
  EXPECT_EQ(answer["gates"][1].at("exceeded"), false);
}

TEST(Service, LooksAtAMarket) {
  TestedService service;
  const json answer = json::parse(
      service
          .post("/v1/market",
                json{{"scenario", scenario_file()}, {"on", "p5.48xlarge"}, {"nodes", "192,256"}, {"until", "days<=131"}}
                    .dump())
          .body);
  ASSERT_EQ(answer.at("lines").size(), 1u);
  EXPECT_EQ(answer["lines"][0].at("instance"), "p5.48xlarge");
  EXPECT_EQ(answer["lines"][0].at("nodes"), 256);
}

TEST(Service, JudgesBoundsWhereAFigureIsExplained) {
  TestedService service;
  for (const char* const path : {"/v1/plan", "/v1/step"}) {
    const json answer = json::parse(
        service.post(path, json{{"scenario", scenario_file()}, {"fail_if", "days>1"}, {"explain", "step_time"}}.dump())
            .body);
    EXPECT_TRUE(answer.contains("explanations")) << path;
    EXPECT_EQ(answer.at("gates")[0].at("exceeded"), true) << path;
  }
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
  const json answer = json::parse(service.post("/v1/plan", json{{"scenario", good()}}.dump()).body);
  EXPECT_THAT(pointers(service.post("/v1/compare",
                                    json{{"sides", {answer, good()}}, {"with", {{{"cluster.nodes", 3}}}}}.dump())),
              ElementsAre("/with/0"));
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
      {"/v1/market", {{"scenario", scenario_file()}, {"on", "q5*"}}, "/on", "q5"},
      {"/v1/solve", {{"budget", "three"}, {"on", "p5.48xlarge"}}, "/budget", "three"},
      {"/v1/compare", {{"sides", json::array()}}, "/sides", "compared with nothing"},
      {"/v1/compare",
       {{"sides", json::array()}, {"with", {{{"cluster.nodes", 3}}}}},
       "/sides",
       "compared with nothing"},
      {"/v1/compare", {{"sides", json::array()}, {"set", {{"cluster.nodes", 3}}}}, "/sides", "compared with nothing"},
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
  const Response vantage = service.post("/v1/export/vantage", question.dump());
  EXPECT_EQ(json::parse(vantage.body).at("periods").at(0).at("amount"), 107520.0);
  EXPECT_THAT(header_of(vantage, "X-Fmplan-Warning-Texts"), HasSubstr("Not confirmed"));
  json newer = question;
  newer["focus_version"] = "1.4";
  const Response of_14 = service.post("/v1/export/focus", newer.dump());
  EXPECT_THAT(of_14.body, HasSubstr("ServiceProviderName"));
  EXPECT_THAT(header_of(of_14, "X-Fmplan-Warning-Texts"), HasSubstr("Not verified"));
  newer["focus_version"] = "2";
  EXPECT_THAT(pointers(service.post("/v1/export/focus", newer.dump())), ElementsAre("/focus_version"));
  const Response late =
      service.post("/v1/export/aws-budgets", json{{"programme", programme}, {"from", "1999-01"}}.dump());
  EXPECT_EQ(late.status, 422);
  EXPECT_THAT(pointers(late), ElementsAre("/from"));
  json other = question;
  other["from"] = "2026-03";
  other["focus_version"] = "1.4";
  EXPECT_THAT(pointers(service.post("/v1/export/vantage", other.dump())), ElementsAre("/from", "/focus_version"));
  EXPECT_THAT(pointers(service.post("/v1/export/focus", other.dump())), ElementsAre("/from"));
}

// As --set does: a day or a number that moves, for instance what a remedy of the program's own says.
TEST(Service, MovesDatesAndNumbersOfAProgramme) {
  TestedService service;
  const json programme = json::parse(service.get("/v1/scenarios/two-teams").body);
  const auto asked = [&](const json& set) {
    const json question = {
        {"programme", programme}, {"set", set}, {"trials", 20}, {"no_proof", true}, {"no_remedies", true}};
    return json::parse(service.post("/v1/programme", question.dump()).body).at("programme").at("pools").at(0);
  };
  const json& delivery = programme.at("pools").at(0).at("deliveries").at(0);
  const json moved = asked({{"pools.shared.deliveries.0.on", "+3d"}, {"pools.shared.deliveries.0.nodes", "+2"}});
  EXPECT_EQ(moved.at("deliveries").at(0).at("nodes"), delivery.at("nodes").get<int>() + 2);
  EXPECT_NE(moved.at("deliveries").at(0).at("on"), delivery.at("on"));
}

// The same bytes from a scenario, from what plan answered, and from that inside a question.
TEST(Service, MakesAWorkbookOfAScenarioOrOfAnAnswer) {
  TestedService service;
  const json scenario = scenario_file();
  const Response of_scenario = service.post("/v1/export/xlsx", scenario.dump());
  ASSERT_EQ(of_scenario.status, 200) << of_scenario.body;
  EXPECT_EQ(of_scenario.body.substr(0, 2), "PK");
  const std::string plan = service.post("/v1/plan", scenario.dump()).body;
  EXPECT_EQ(service.post("/v1/export/xlsx", plan).body, of_scenario.body);
  EXPECT_EQ(service.post("/v1/export/xlsx", json{{"answer", json::parse(plan)}}.dump()).body, of_scenario.body);
  const json changed = {{"scenario", scenario}, {"set", {{"cluster.nodes", 128}}}};
  const Response of_changed = service.post("/v1/export/xlsx", changed.dump());
  EXPECT_EQ(of_changed.status, 200) << of_changed.body;
  EXPECT_NE(of_changed.body, of_scenario.body);
  EXPECT_EQ(service.post("/v1/export/xlsx", service.post("/v1/plan", changed.dump()).body).body, of_changed.body);
  const std::string sweep =
      service.post("/v1/sweep", json{{"scenario", scenario}, {"set", {{"cluster.nodes", "128,256"}}}}.dump()).body;
  EXPECT_EQ(service.post("/v1/export/xlsx", sweep).body.substr(0, 2), "PK");
}

TEST(Service, TellsWhatNoWorkbookIsMadeOf) {
  TestedService service;
  const auto refused = [&service](const json& question) {
    const Response response = service.post("/v1/export/xlsx", question.dump());
    EXPECT_EQ(response.status, 422) << response.body;
    return pointers(response);
  };
  json answer = json::parse(service.post("/v1/plan", scenario_file().dump()).body);
  EXPECT_THAT(refused({{"set", {{"cluster.nodes", 1}}}}), ElementsAre("/programme"));
  EXPECT_THAT(refused({{"scenario", good()}, {"trials", 5}, {"drop", "x"}}), ElementsAre("/drop", "/trials"));
  EXPECT_THAT(refused({{"answer", answer}, {"seed", 3}}), ElementsAre("/seed"));
  answer["step"]["mfu"] = "high";
  EXPECT_THAT(refused(answer), ElementsAre("/step/mfu"));
  EXPECT_THAT(refused({{"answer", answer}}), ElementsAre("/answer/step/mfu"));
  json scenario = good();
  scenario["cluster"]["nodse"] = 3;
  EXPECT_THAT(refused(scenario), ElementsAre("/cluster/nodse"));
  EXPECT_EQ(service.post("/v1/export/focus", good().dump()).status, 422);
}

// What a project leaves out stays out: null is no scenario.
TEST(Service, GivesProgrammesAsTheirFilesHaveThem) {
  TestedService service;
  EXPECT_EQ(json::parse(service.get("/v1/scenarios/two-teams").body),
            text::read_json_file(kRoot / "programmes/two-teams.json"));
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

}  // namespace service_test
}  // namespace fmplan::api
