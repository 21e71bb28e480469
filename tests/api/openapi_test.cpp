// The published document against what is served.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/api/tested_service.h"

namespace fmplan::api {
namespace openapi_test {

using nlohmann::json;
using testing::HasSubstr;

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
    if (!route.doc.body_types.empty()) {
      std::string query;
      for (const QueryParameter& parameter : route.doc.query_parameters)
        if (!parameter.example.empty()) query += (query.empty() ? "" : "&") + parameter.name + "=" + parameter.example;
      for (const std::string& type : route.doc.body_types) {
        const Response response = (*service).answer({.method = "POST",
                                                     .path = route.doc.path,
                                                     .query = query,
                                                     .headers = {{"content-type", type}},
                                                     .body = route.doc.example});
        EXPECT_EQ(response.status, 200) << route.doc.path << " " << type << response.body;
      }
      continue;
    }
    if (route.doc.body_schema.empty()) continue;
    EXPECT_FALSE(route.doc.example.empty()) << route.doc.path;
    const int status = service.post(route.doc.path, route.doc.example).status;
    EXPECT_TRUE(status == 200 || status == 202) << route.doc.path;
  }
}

}  // namespace openapi_test
}  // namespace fmplan::api
