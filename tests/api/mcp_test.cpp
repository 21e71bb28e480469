// Messages of an agent and the replies to them.

#include "api/mcp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/text/json_text.h"
#include "tests/scenario/changed_scenario.h"

namespace fmplan::api {
namespace mcp_test {

using nlohmann::json;
using testing::HasSubstr;

class McpTest : public testing::Test {
 protected:
  json reply(const json& message) { return json::parse(server_.reply(message.dump()).value()); }
  json call(const std::string& tool, const json& arguments) {
    return reply({{"jsonrpc", "2.0"},
                  {"id", "a"},
                  {"method", "tools/call"},
                  {"params", {{"name", tool}, {"arguments", arguments}}}});
  }
  json error_of(const std::string& message) { return json::parse(server_.reply(message).value()).at("error"); }

  const catalog::Catalog catalog_ = catalog::Catalog::shipped("");
  McpServer server_{catalog_, 1};
};

TEST_F(McpTest, GreetsAndTellsItsVersion) {
  const json greeting = reply({{"jsonrpc", "2.0"},
                               {"id", 1},
                               {"method", "initialize"},
                               {"params", {{"protocolVersion", "2025-06-18"}, {"capabilities", json::object()}}}});
  EXPECT_EQ(greeting.at("id"), 1);
  EXPECT_EQ(greeting.at("result").at("protocolVersion"), "2025-06-18");
  EXPECT_TRUE(greeting["result"].at("capabilities").contains("tools"));
  EXPECT_EQ(greeting["result"].at("serverInfo").at("name"), "fmplan");
}

TEST_F(McpTest, SaysNothingToNotifications) {
  EXPECT_EQ(server_.reply(R"({"jsonrpc": "2.0", "method": "notifications/initialized"})"), std::nullopt);
  EXPECT_EQ(reply({{"jsonrpc", "2.0"}, {"id", 2}, {"method", "ping"}}).at("result"), json::object());
}

TEST_F(McpTest, ListsEveryQuestionWithASchemaThatStandsAlone) {
  const json tools = reply({{"jsonrpc", "2.0"}, {"id", 3}, {"method", "tools/list"}}).at("result").at("tools");
  EXPECT_EQ(tools.size(), 13u);
  for (const json& tool : tools) {
    const json& schema = tool.at("inputSchema");
    EXPECT_EQ(schema.at("type"), "object");
    const std::function<void(const json&)> look = [&](const json& value) {
      if (value.is_object() && value.contains("$ref") && value["$ref"].is_string()) {
        EXPECT_TRUE(schema.contains(json::json_pointer(value["$ref"].get<std::string>().substr(1)))) << value["$ref"];
      }
      if (value.is_structured())
        for (const json& inner : value) look(inner);
    };
    look(schema);
  }
  EXPECT_TRUE(tools[0]["inputSchema"].at("$defs").at("scenario").at("properties").contains("cluster"));
}

TEST_F(McpTest, AnswersAQuestionAsTextAndAsStructure) {
  const json result = call("memory", {{"scenario", scenario::changed_scenario({})}}).at("result");
  EXPECT_EQ(result.at("isError"), false);
  EXPECT_EQ(json::parse(result.at("content")[0].at("text").get<std::string>()), result.at("structuredContent"));
  EXPECT_TRUE(result["structuredContent"].contains("obstacles"));
}

TEST_F(McpTest, TellsTheAgentWhatToMend) {
  const json wrong = call("plan", {{"scenario", scenario::changed_scenario({"cluster.nodse=3"})}}).at("result");
  EXPECT_EQ(wrong.at("isError"), true);
  EXPECT_THAT(wrong.at("content")[0].at("text").get<std::string>(), HasSubstr("/scenario/cluster/nodse"));
  EXPECT_EQ(call("plan", {{"scenraio", 1}}).at("result").at("isError"), true);
  const json none = call("plna", json::object()).at("error");
  EXPECT_EQ(none.at("code"), -32602);
  EXPECT_THAT(none.at("message").get<std::string>(), HasSubstr("did you mean \"plan\""));
}

TEST_F(McpTest, RefusesWhatIsNoMessage) {
  EXPECT_EQ(error_of("{").at("code"), -32700);
  EXPECT_EQ(error_of(std::string(100'000, '[')).at("code"), -32700);
  EXPECT_EQ(error_of("[]").at("code"), -32600);
  EXPECT_EQ(error_of(R"({"id": 1, "method": "ping"})").at("code"), -32600);
  EXPECT_EQ(error_of(R"({"jsonrpc": "2.0", "id": {}, "method": "ping"})").at("code"), -32600);
  EXPECT_EQ(error_of(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/lits"})").at("code"), -32601);
  EXPECT_EQ(error_of(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []})").at("code"), -32602);
}

}  // namespace mcp_test
}  // namespace fmplan::api
