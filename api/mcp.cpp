#include "api/mcp.h"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "api/openapi.h"
#include "api/question.h"
#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/base/version.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"

namespace fmplan::api {
namespace {

using nlohmann::json;
using text::Json;

/// JSON-RPC 2.0, section 5.1.
enum RpcError : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kNoSuchMethod = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603
};

struct RpcProblem {
  RpcError code;
  std::string message;
};

std::string written(const Json& id, const char* key, Json value) {
  Json message = {{"jsonrpc", "2.0"}, {"id", id}};
  message[key] = std::move(value);
  return message.dump();
}

std::string problem_reply(const Json& id, const RpcProblem& problem) {
  return written(id, "error", {{"code", static_cast<int>(problem.code)}, {"message", problem.message}});
}

Json greeting() {
  return {{"protocolVersion", kMcpVersion},
          {"capabilities", {{"tools", {{"listChanged", false}}}}},
          {"serverInfo", {{"name", "fmplan"}, {"title", "fmplan"}, {"version", std::string(version())}}},
          {"instructions",
           "Plans the training of foundation models: nodes, days, memory, money and risk, each with an interval.  The "
           "schema of a scenario is that of the tool plan.  Answers carry what was assumed under assumptions, with "
           "sources; an unknown price is null and no zero.  The same question gets the same answer."}};
}

/// A tool's input stands alone: what the fields refer to is beside them.
Json input_schema(const QuestionKind& kind) {
  Json schema = question_schema(kind, "#/$defs/");
  Json definitions = Json::object();
  const bool in_full = kind.name == "plan" || kind.name == "programme";
  for (const char* const name : {"scenario", "programme"}) {
    const bool is_used = schema.dump().find(fmt::format("\"#/$defs/{}\"", name)) != std::string::npos;
    if (!is_used) continue;
    // In full once each: a list of tools is read whole by whoever asks.
    if (in_full)
      definitions[name] = schema_component(name, "#/$defs/");
    else
      definitions[name] = {{"type", "object"},
                           {"description", fmt::format("As the tool {} has it.",
                                                       std::string_view(name) == "scenario" ? "plan" : "programme")}};
  }
  if (!definitions.empty()) schema["$defs"] = std::move(definitions);
  return schema;
}

Json tools() {
  Json list = Json::array();
  for (const QuestionKind& kind : question_kinds())
    list.push_back({{"name", kind.name},
                    {"description", kind.summary},
                    {"inputSchema", input_schema(kind)},
                    {"annotations", {{"readOnlyHint", true}, {"idempotentHint", true}, {"openWorldHint", false}}}});
  return {{"tools", std::move(list)}};
}

Json told(const std::string& text, bool is_error) {
  return {{"content", Json::array({Json{{"type", "text"}, {"text", text}}})}, {"isError", is_error}};
}

/// What is wrong with a question, for an agent that can mend it.
Json told(const Issues& issues) {
  std::string text;
  for (const Issue& issue : issues)
    text += fmt::format("{}: {}\n", issue.where.empty() ? "/" : issue.where, issue.message);
  return told(text, true);
}

Json called(const json& params, const AnswerContext& context) {
  const auto text = [&params](const char* key) {
    const auto found = params.find(key);
    return found != params.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string name = text("name");
  const QuestionKind* const kind = question_kind(name);
  if (!kind) {
    std::vector<std::string> names;
    for (const QuestionKind& one : question_kinds()) names.emplace_back(one.name);
    throw RpcProblem{kInvalidParams, fmt::format("there is no tool \"{}\"{}", name, did_you_mean(name, names))};
  }
  const json arguments = params.value("arguments", json::object());
  std::optional<Asked> asked;
  try {
    asked.emplace(read_question(*kind, arguments));
  } catch (const InputError& error) {
    return told(error.issues());
  }
  try {
    const QuestionAnswer answer = kind->answer(*asked, context);
    Json result = told(answer.json, false);
    Json structured = text::json_of(nlohmann::ordered_json::parse(answer.json));
    Json gates = Json::array();
    for (const GateResult& gate : answer.gates)
      gates.push_back({{"condition", gate.condition}, {"exceeded", gate.exceeded}, {"told", gate.told}});
    if (!gates.empty()) structured["gates"] = std::move(gates);
    result["structuredContent"] = std::move(structured);
    return result;
  } catch (const InputError& error) {
    return told(in_body(error.issues(), *kind, arguments));
  } catch (const JobStopped&) {
    return told("stopped before the end", true);
  }
}

Json answered(const std::string& method, const json& params, const AnswerContext& context) {
  if (method == "initialize") return greeting();
  if (method == "ping") return Json::object();
  if (method == "tools/list") return tools();
  if (method == "tools/call") return called(params, context);
  throw RpcProblem{kNoSuchMethod,
                   fmt::format("there is no method \"{}\"{}", method,
                               did_you_mean(method, {"initialize", "ping", "tools/list", "tools/call"}))};
}

}  // namespace

std::optional<std::string> McpServer::reply(const std::string& message, const Watch& watch) {
  json request;
  try {
    request = text::parse_json(message, "message");
  } catch (const InputError& error) {
    return problem_reply(nullptr, {kParseError, error.issues().front().message});
  }
  const bool has_method =
      request.is_object() && request.value("jsonrpc", json()) == "2.0" && request.value("method", json()).is_string();
  const json id = request.is_object() ? request.value("id", json()) : json();
  const bool is_id = id.is_string() || id.is_number_integer();
  if (!has_method || (!id.is_null() && !is_id))
    return problem_reply(nullptr, {kInvalidRequest,
                                   "no request of JSON-RPC 2.0: {\"jsonrpc\": \"2.0\", \"id\": 1, "
                                   "\"method\": …}"});
  if (!is_id) return std::nullopt;  // a notification
  const Json told_id = text::json_of(id);
  const json params = request.value("params", json::object());
  try {
    if (!params.is_object()) throw RpcProblem{kInvalidParams, "params is no object"};
    return written(told_id, "result",
                   answered(request["method"].get<std::string>(), params,
                            {.catalog = catalog_, .threads = threads_, .watch = watch}));
  } catch (const RpcProblem& problem) {
    return problem_reply(told_id, problem);
  } catch (const std::exception& error) {
    return problem_reply(told_id, {kInternalError, error.what()});
  }
}

}  // namespace fmplan::api
