#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace validation_command_test {

using nlohmann::json;
using testing::HasSubstr;

struct Kind {
  const char* name;
  const char* header;
  const char* unknown;  ///< a row of a GPU that the catalogue lacks
};

class EveryValidation : public testing::TestWithParam<Kind> {
 protected:
  ScratchFolder folder_;

  Ran validate(const std::string& text, const std::string& format) const {
    return run_words({"validate", GetParam().name, folder_.write("rows.csv", text), "--format", format});
  }
};

TEST_P(EveryValidation, HasNoAnswerWhereNoRowCouldBePredicted) {
  const std::string text = fmt::format("{}\n{}\n{}\n", GetParam().header, GetParam().unknown, GetParam().unknown);
  for (const char* format : {"table", "json", "md", "csv"}) {
    const Ran ran = validate(text, format);
    EXPECT_EQ(ran.code, kCannotRun) << format;
    EXPECT_THAT(ran.err, HasSubstr("error: none of 2 rows could be predicted")) << format;
    EXPECT_FALSE(ran.out.empty()) << format;
  }
  const json answer = json::parse(validate(text, "json").out);
  EXPECT_EQ(answer["predicted"], 0);
  ASSERT_EQ(answer["refused"].size(), 2u);
  EXPECT_NE(answer["refused"][0]["reason"], "");
}

TEST_P(EveryValidation, TellsAFileWithoutRowsFromRowsRefused) {
  const Ran ran = validate(std::string(GetParam().header) + "\n", "json");
  EXPECT_NE(ran.code, kOk);
  EXPECT_THAT(ran.err, HasSubstr("no rows"));
}

TEST_P(EveryValidation, NamesItsFilesAndItsSwitch) {
  const Ran ran = run_words({"validate", GetParam().name, "--help"});
  EXPECT_EQ(ran.code, kOk);
  for (const char* word : {"FILES", "--rows", "Example:"}) EXPECT_THAT(ran.out, HasSubstr(word));
  EXPECT_EQ(run_words({"validate", GetParam().name}).code, kInputError);
}

INSTANTIATE_TEST_SUITE_P(
    Validate, EveryValidation,
    testing::Values(Kind{"steps", "gpu,num_gpus,seq_len,layers,hidden,heads,measured_step_time_s",
                         "Voodoo 2,8,2048,24,2048,16,1"},
                    Kind{"memory", "gpu,num_gpus,outcome", "Voodoo 2,8,oom"},
                    Kind{"kernels", "gpu,backend,dtype,m,n,k,latency_ms", "voodoo-2,x,bfloat16,4096,4096,4096,0.18"},
                    Kind{"collectives", "gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us",
                         "Voodoo 2,a cluster nobody measured,4,8,all_reduce,1048576,70"},
                    Kind{"campaigns", "model,params_B,tokens_T,gpu,num_gpus,gpu_hours",
                         "LLaMA-65B,65.2,1.4,Voodoo 2,2048,1022362"}),
    [](const auto& param) { return std::string(param.param.name); });

}  // namespace validation_command_test
}  // namespace fmplan::cli
