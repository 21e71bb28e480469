#pragma once

#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "api/service.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::api {

inline const std::filesystem::path kRoot = source_dir();

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
  nlohmann::json ended(const std::string& id) {
    for (;;) {
      const nlohmann::json job = nlohmann::json::parse(get("/v1/jobs/" + id).body);
      if (job.at("state") != "queued" && job.at("state") != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  Service& operator*() { return *service_; }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<Service> service_;
};

inline std::string header_of(const Response& response, std::string_view name) {
  for (const Header& header : response.headers)
    if (header.name == name) return header.value;
  return {};
}

inline nlohmann::json scenario_file(const std::string& name = "llama3-70b-p5") {
  return text::read_json_file(kRoot / "scenarios" / (name + ".json"));
}

inline nlohmann::json good() { return nlohmann::json::parse(scenario::kGoodScenario); }

inline std::vector<std::string> pointers(const Response& response) {
  std::vector<std::string> result;
  const nlohmann::json body = nlohmann::json::parse(response.body);
  for (const nlohmann::json& error : body.value("errors", nlohmann::json::array()))
    result.push_back(error.at("pointer"));
  return result;
}

}  // namespace fmplan::api
