// Files of other tools over the interface: the command's bytes, and what is said of those that cannot be taken in.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "api/import_examples.h"
#include "core/imports/import_kind.h"
#include "tests/api/tested_service.h"
#include "tests/cli/run_words.h"

namespace fmplan::api {
namespace import_test {

using imports::ImportKind;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Response import_file(TestedService& service, const std::string& kind, const std::string& query, const std::string& file,
                     const std::string& type = "application/octet-stream") {
  return (*service).answer({.method = "POST",
                            .path = "/v1/import/" + kind,
                            .query = query,
                            .headers = {{"content-type", type}},
                            .body = {},
                            .file = std::make_shared<std::istringstream>(file)});
}

json error_of(const Response& response, std::size_t i = 0) { return json::parse(response.body).at("errors").at(i); }

/// What `fmplan import KIND file …` prints of a file with this name.
std::string printed(const std::string& kind, const std::vector<std::string>& options, const std::string& file) {
  const cli::ScratchFolder folder;
  folder.write("file", file);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path(""));
  std::vector<std::string> words = {"import", kind, "file", "--format", "json"};
  words.insert(words.end(), options.begin(), options.end());
  const cli::Ran ran = cli::run_words(words);
  std::filesystem::current_path(before);
  EXPECT_EQ(ran.code, 0) << kind << ": " << ran.err;
  return ran.out;
}

TEST(Imports, AreToTheByteWhatTheCommandPrints) {
  TestedService service;
  const auto same = [&](const std::string& kind, const std::string& query, const std::vector<std::string>& options,
                        const std::string& file) {
    const Response response = import_file(service, kind, query, file);
    EXPECT_EQ(response.status, 200) << kind << ": " << response.body;
    EXPECT_EQ(response.body, printed(kind, options, file)) << kind;
  };
  const auto text = [](const char* file) { return text::read_text_file(kRoot / file); };
  same("hf-config", "", {}, text("tests/data/hf/qwen3-8b.json"));
  same("hf-config", "name=my%20model", {"--name", "my model"}, text("tests/data/hf/mixtral-8x7b.json"));
  same("megatron-log", "instance=p5.48xlarge", {"--instance", "p5.48xlarge"}, text("tests/data/logs/megatron.log"));
  same("megatron-log", "instance=p5.48xlarge&precision=FP8&source=mine",
       {"--instance", "p5.48xlarge", "--precision=FP8", "--source=mine"}, text("tests/data/logs/megatron.log"));
  same("torchtitan-log", "instance=p5.48xlarge", {"--instance", "p5.48xlarge"}, text("tests/data/logs/torchtitan.log"));
  same("nemo-log", "instance=p5.48xlarge", {"--instance", "p5.48xlarge"}, text("tests/data/logs/nemo.log"));
  same("nccl-tests", "instance=p5.48xlarge&nodes=2&collective=all_reduce",
       {"--instance", "p5.48xlarge", "--nodes", "2", "--collective", "all_reduce"},
       text("tests/golden/inputs/all_reduce.log"));
  same("swf", "", {}, text("tests/golden/inputs/jobs.swf"));
  same("swf", "start=2026-02-01&processors-per-node=2&nodes=99",
       {"--start=2026-02-01", "--processors-per-node=2", "--nodes=99"}, text("tests/golden/inputs/jobs.swf"));
  same("sacct", "nodes=16&name=queue", {"--nodes", "16", "--name", "queue"}, text("tests/golden/inputs/jobs.sacct"));
  same("demand", "start=2026-03-01", {"--start", "2026-03-01"}, text("tests/golden/inputs/wishes.csv"));
  same("skypilot", "on=2026-03-01&region=us-east-1&region=us-west-2",
       {"--on", "2026-03-01", "--region", "us-east-1", "--region", "us-west-2"}, text("tests/golden/inputs/vms.csv"));
  for (const ImportKind& kind : imports::import_kinds()) {
    const ImportExample& example = import_example(kind.name);
    std::string query;
    std::vector<std::string> options;
    for (const auto& [name, value] : example.options) {
      query += (query.empty() ? "" : "&") + std::string(name) + "=" + std::string(value);
      options.push_back("--" + std::string(name) + "=" + std::string(value));
    }
    same(std::string(kind.name), query, options, std::string(example.file));
  }
}

TEST(Imports, TakeTheCommandsOptionsAndNoOthers) {
  TestedService service;
  for (const auto& [query, parameter, told] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"regoin=us-east-1", "regoin", "did you mean \"region\""},
           {"on=2026-03-01&on=2026-04-01", "on", "more than once"},
           {"on=tomorrow", "on", "\"tomorrow\" is no day"},
           {"", "on", "is missing"},
           {"on=2026-03-01&region=nowhere", "region", "\"nowhere\" is the region of no row"},
           {"format=csv", "format", "unknown parameter"},
           {"output=/tmp/x", "output", "unknown parameter"},
           {"catalog=/etc", "catalog", "unknown parameter"},
           {"on=%zz", "", "cannot be decoded"},
           {"source=%FF", "", "cannot be decoded"}}) {
    const Response response =
        import_file(service, "skypilot", query, text::read_text_file(kRoot / "tests/golden/inputs/vms.csv"));
    EXPECT_EQ(response.status, 422) << query;
    EXPECT_EQ(error_of(response).at("pointer"), parameter) << query;
    EXPECT_THAT(error_of(response).at("detail").get<std::string>(), HasSubstr(told)) << query;
  }
  EXPECT_EQ(error_of(import_file(service, "skypilot", "regoin=x", "")).at("suggestion"), "region");
  // All at once.
  EXPECT_THAT(pointers(import_file(service, "swf", "nodes=0&start=x&processors-per-node=y", "")),
              ElementsAre("nodes", "processors-per-node", "start"));
  EXPECT_THAT(pointers(import_file(service, "swf", "nods=1&starts=x", "")), ElementsAre("nods", "starts"));
  EXPECT_THAT(pointers(import_file(service, "sacct", "instance=p5.48xlrge", "")), ElementsAre("instance"));
}

TEST(Imports, SayInWhichLineAFileIsWrong) {
  TestedService service;
  const auto line = [](const Response& response, std::size_t i = 0) { return error_of(response, i).value("line", 0); };
  const Response swf = import_file(service, "swf", "", "; UnixStartTime: 1\n1 2 3\n\n4 5\n");
  EXPECT_EQ(swf.status, 422);
  EXPECT_EQ(error_of(swf).at("pointer"), "");
  EXPECT_THAT(error_of(swf).at("detail").get<std::string>(), HasSubstr("has 3 fields"));
  EXPECT_EQ(line(swf), 2);
  EXPECT_EQ(line(swf, 1), 4);
  EXPECT_EQ(line(import_file(service, "sacct", "", "JobID|NNodes|Submit|Elapsed\n1|x|2025-03-01T12:00:00|01:00\n")), 2);
  EXPECT_EQ(line(import_file(service, "demand", "start=2026-03-01", "organisation,project,nodes,days\na,b,0,1\n")), 2);
  EXPECT_EQ(line(import_file(service, "nccl-tests", "instance=p5.48xlarge&nodes=2", "8 2 float\n")), 1);
  EXPECT_EQ(line(import_file(service, "skypilot", "on=2026-03-01", "InstanceType,Price\n")), 1);
  const Response broken = import_file(service, "hf-config", "", "{\n  \"model_type\": llama\n}");
  EXPECT_EQ(broken.status, 422);
  EXPECT_EQ(line(broken), 2);
  EXPECT_EQ(error_of(import_file(service, "hf-config", "", R"({"a": 1, "a": 2})")).at("pointer"), "/a");
  EXPECT_EQ(error_of(import_file(service, "hf-config", "", R"({"model_type": "mamba"})")).at("pointer"), "/model_type");
  // A file as a whole is in no line.
  const Response other = import_file(service, "megatron-log", "", "nothing of a training\n");
  EXPECT_EQ(other.status, 422);
  EXPECT_FALSE(error_of(other).contains("line"));
  EXPECT_THAT(error_of(other).at("detail").get<std::string>(), HasSubstr("holds no iteration of Megatron-LM"));
}

TEST(Imports, AreOfTheirMediaTypes) {
  TestedService service;
  const std::string file(import_example("demand").file);
  for (const auto& [type, status] : std::vector<std::pair<std::string, int>>{{"text/csv", 200},
                                                                             {"text/csv; charset=utf-8", 200},
                                                                             {"text/plain", 200},
                                                                             {"application/octet-stream", 200},
                                                                             {"application/json", 415},
                                                                             {"application/x-www-form-urlencoded", 415},
                                                                             {"", 415}})
    EXPECT_EQ(import_file(service, "demand", "start=2026-03-01", file, type).status, status) << type;
}

struct Hostile {
  const char* claim;
  std::string file;
};

// Nothing but an answer or a problem comes of them, in UTF-8 and not as long as the file.
TEST(Imports, OutliveHostileFiles) {
  TestedService service;
  std::string everything;
  for (int i = 0; i < 256; ++i) everything += static_cast<char>(i);
  const std::vector<Hostile> files = {{"nothing", ""},
                                      {"NUL bytes", std::string(100'000, '\0')},
                                      {"lines of NUL bytes", "a\0b\n\0\0\n" + std::string("\0|\0,\0\n", 6)},
                                      {"a line of 10 MB", std::string(10'000'000, 'x')},
                                      {"a line of 10 MB of digits", "1 1 float " + std::string(10'000'000, '1')},
                                      {"fields of 10 MB", std::string(5'000'000, ',') + std::string(5'000'000, '|')},
                                      {"100,000 brackets", std::string(100'000, '[')},
                                      {"100,000 objects", std::string(100'000, '{')},
                                      {"1,000,000 empty lines", std::string(1'000'000, '\n')},
                                      {"every byte there is", everything},
                                      {"no UTF-8 in a header", "JobID|NNodes|Submit|Elaps\xff\n1\n"},
                                      {"a packed file", "\x1f\x8b\x08" + everything},
                                      {"a quote that never closes", "organisation,project\n\"" + everything}};
  for (const ImportKind& kind : imports::import_kinds()) {
    std::string query;
    for (const auto& [name, value] : import_example(kind.name).options)
      query += std::string(name) + "=" + std::string(value) + "&";
    for (const Hostile& hostile : files) {
      const Response response = import_file(service, std::string(kind.name), query, hostile.file);
      EXPECT_EQ(response.status, 422) << kind.name << ", " << hostile.claim;
      EXPECT_TRUE(json::accept(response.body)) << kind.name << ", " << hostile.claim;
      EXPECT_LT(response.body.size(), 100'000u) << kind.name << ", " << hostile.claim;
    }
  }
}

// What costs more memory than its bytes has a bound of its own.
TEST(Imports, AreRefusedWhereReadingThemWouldTakeMuch) {
  TestedService service;
  std::string prices = "InstanceType,Price,Region\n", ranks;
  for (int i = 0; i < 200'001; ++i) {
    prices += "a,,b\n";
    ranks += std::to_string(i) + ": iteration 1/ 9 | elapsed time per iteration (ms): 1 |\n";
  }
  const auto told = [&](const std::string& kind, const std::string& query, const std::string& file) {
    const Response response = import_file(service, kind, query, file);
    EXPECT_EQ(response.status, 422) << kind;
    return error_of(response).at("detail").get<std::string>();
  };
  EXPECT_THAT(told("skypilot", "on=2026-03-01", prices), HasSubstr("more than 200000 lines"));
  EXPECT_THAT(told("megatron-log", "", ranks), HasSubstr("more than 200000 ranks"));
  EXPECT_THAT(told("sacct", "", std::string(1001, '|')), HasSubstr("more than 1000 fields"));
  EXPECT_THAT(told("demand", "start=2026-03-01", std::string(10'001, ',')), HasSubstr("more than 10000 fields"));
}

// A user's name that is no text would make the answer no JSON.
TEST(Imports, AnswerInUtf8WhateverTheFileHas) {
  TestedService service;
  const Response response = import_file(service, "sacct", "",
                                        "JobID|User|Account|NNodes|Submit|Elapsed\n"
                                        "1|a\xff|b\xc3|4|2025-03-01T12:00:00|02:00:00\n");
  EXPECT_TRUE(json::accept(response.body)) << response.body;
}

TEST(Imports, AreRefusedBeforeTheyComeToWhoMayNotSendThem) {
  const Request request{.method = "POST", .path = "/v1/import/swf", .query = {}, .headers = {{"host", "localhost:1"}}};
  const auto refused = [&request](TestedService& service, std::vector<Header> more) {
    Request asked = request;
    asked.headers.insert(asked.headers.end(), more.begin(), more.end());
    const UploadTerms terms = (*service).handlers().upload(asked);
    EXPECT_GT(terms.most_bytes, 0u);
    return terms.refusal ? terms.refusal->status : 0;
  };
  TestedService open([](ServiceOptions& options) { options.origins = {"https://portal.example.org"}; });
  EXPECT_EQ(refused(open, {}), 0);
  EXPECT_EQ(refused(open, {{"origin", "http://localhost:1"}}), 0);  // its own page
  EXPECT_EQ(refused(open, {{"origin", "https://portal.example.org"}}), 0);
  EXPECT_EQ(refused(open, {{"origin", "https://elsewhere.example.org"}}), 403);
  EXPECT_EQ(refused(open, {{"origin", "null"}}), 403);
  TestedService closed([](ServiceOptions& options) { options.tokens = read_tokens("ann 0123456789abcdef\n", "t"); });
  EXPECT_EQ(refused(closed, {}), 401);
  EXPECT_EQ(refused(closed, {{"authorization", "Bearer 0123456789abcdef"}}), 0);
  // Other paths take no files.
  EXPECT_EQ((*open).handlers().upload({.method = "POST", .path = "/v1/plan", .query = {}}).most_bytes, 0u);
  EXPECT_EQ((*open).handlers().upload({.method = "GET", .path = "/v1/import/swf", .query = {}}).most_bytes, 0u);
}

}  // namespace import_test
}  // namespace fmplan::api
