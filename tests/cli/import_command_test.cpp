#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace import_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::string kConfigs = source_dir() + "/tests/data/hf/";

// What is imported is a model of a scenario: the plan is the one that the config.json itself gives.
TEST(ImportHfConfig, GivesAModelThatAScenarioTakes) {
  for (const char* name :
       {"qwen3-8b", "mixtral-8x7b", "llama-3.2-1b", "gpt-oss-20b", "deepseek-v2-lite", "gemma-2-9b"}) {
    SCOPED_TRACE(name);
    const ScratchFolder folder;
    const std::string imported = folder.path("model.json");
    const Ran ran = run_words(
        {"import", "hf-config", kConfigs + name + ".json", "--name", name, "--format", "json", "-o", imported});
    ASSERT_EQ(ran.code, kOk) << ran.err;
    const auto plan_with = [&](const json& model) {
      json document = json::parse(scenario::kGoodScenario);
      document["training"]["parallel"] = "auto";
      document["name"] = "same";
      document["model"] = model;
      const Ran plan = run_words({"plan", folder.write("scenario.json", document.dump()), "--format", "json"});
      EXPECT_EQ(plan.code, kOk) << plan.err;
      json report = text::parse_json(plan.out, "stdout");
      report.erase("scenario");
      report["model"].erase("name");
      return report;
    };
    const json as_path = plan_with("model.json");
    EXPECT_EQ(as_path, plan_with(text::read_json_file(imported)));
    EXPECT_EQ(as_path, plan_with(kConfigs + name + ".json"));
    EXPECT_EQ(as_path, plan_with(text::read_json_file(kConfigs + name + ".json")));
  }
}

TEST(ImportHfConfig, ShowsWhatItCounted) {
  const Ran ran = run_words({"import", "hf-config", kConfigs + "qwen3-8b.json"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("qwen3-8b"), HasSubstr("8190735360"), HasSubstr("36")));
}

TEST(ImportHfConfig, RefusesWhatItCannotCount) {
  const ScratchFolder folder;
  const std::string answer = folder.path("model.json");
  const std::pair<const char*, const char*> cases[] = {
      {R"({"model_type": "mamba"})", "error: /model_type: \"mamba\" is no architecture"},
      {R"({"model_type": "llama", "hidden_size": "4096"})", "error: /hidden_size: \"4096\" is not a whole number"},
      {"[]", "is not an object"},
      {"{", "not valid JSON"},
      {R"({"model_type": "llama", "hidden_size": 1000000000, "num_hidden_layers": 1000, "num_attention_heads": 8,
           "vocab_size": 1000000000, "intermediate_size": 1000000000})",
       "parameters, more than"}};
  for (const auto& [text, message] : cases) {
    const Ran ran =
        run_words({"import", "hf-config", folder.write("config.json", text), "--format", "json", "-o", answer});
    EXPECT_EQ(ran.code, kInputError) << text;
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(answer));
  }
  EXPECT_EQ(run_words({"import", "hf-config", folder.path("none.json")}).code, kInputError);
  EXPECT_EQ(run_words({"import"}).code, kInputError);
}

}  // namespace import_command_test
}  // namespace fmplan::cli
