#pragma once

/// @file
/// What routes share.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "api/answer_cache.h"
#include "api/http_server.h"
#include "api/job_runner.h"
#include "api/job_store.h"
#include "api/metrics.h"
#include "api/question.h"
#include "api/route.h"
#include "api/service_options.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/catalog/catalog.h"

namespace fmplan::api {

/// A bundled scenario or programme.
struct Bundled {
  std::string name;  ///< "llama3-70b-p5"
  bool is_programme = false;
  std::string title;
  std::string text;  ///< JSON; of a programme with its scenarios in place of their files
};

/// An answer other than by returning: what is wrong with a request, found deep inside.
struct Refusal {
  int status = 400;
  std::string detail;
  Issues issues{};
  std::vector<Header> headers{};
};

/// Threads that tell of jobs as they change, one for each client that listens.
class Listeners {
 public:
  /// Runs `listen` in a thread of its own; false, and nothing is run, where too many are.
  bool add(std::function<void()> listen);
  /// Waits for all of them.  @pre what they listen to ends.
  ~Listeners();

 private:
  static constexpr int kMost = 100;  // chosen: as many windows of an office

  std::mutex mutex_;
  std::condition_variable one_less_;
  int count_ = 0;
};

struct ServiceState {
  ServiceOptions options;
  catalog::Catalog catalog;
  std::vector<Bundled> bundled{};
  Metrics metrics{};
  std::atomic<bool> stopping = false;
  std::atomic<std::int64_t> questions_answered = 0;
  std::atomic<std::int64_t> answers_known = 0;  ///< of them those that were asked before
  AnswerCache answers{options.known_answer_bytes};
  std::function<const ServerCounts*()> server_counts{};
  std::string openapi{};
  std::unique_ptr<JobStore> store{};
  std::unique_ptr<JobRunner> runner{};  ///< after what its work uses, so that it ends before
  std::unique_ptr<Listeners> listeners = std::make_unique<Listeners>();
};

/// The seconds of an answer are counted, and an end is put to it where it takes too long or the server stops.
class AnswerWatch final : public JobWatcher {
 public:
  AnswerWatch(const ServiceState& state, double most_s)
      : state_(state),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(most_s))) {}

  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return state_.stopping || Clock::now() > end_; }

 private:
  using Clock = std::chrono::steady_clock;

  const ServiceState& state_;
  Clock::time_point end_;
};

/// @throws Refusal: 415 for other media.
void require_json(const Request& request);

/// The JSON body of a request.  @throws Refusal: 415 for other media, 400 for what is no JSON.
nlohmann::json json_body(const Request& request);

/// Calls `answer`; what the input has wrong is a Refusal with 422, its places pointers into `body`.
template <class Answer>
auto answered(const QuestionKind& kind, const nlohmann::json& body, const Answer& answer) {
  std::optional<Asked> asked;
  try {
    asked.emplace(read_question(kind, body));
  } catch (const InputError& error) {
    throw Refusal{422, "the question cannot be read", error.issues()};
  }
  try {
    return answer(*asked);
  } catch (const InputError& error) {
    throw Refusal{422, "the question cannot be answered as it is", in_body(error.issues(), kind, body)};
  }
}

/// The owner of what a request makes: that of its token, or "" where nobody needs one.
std::string owner_of(const ServiceState& state, const Request& request);

/// "abc…" in quotes: the same for the same bytes.
std::string entity_tag(std::string_view body);

/// Bytes that do not change while the server runs: whoever has them need not get them again.
Response with_tag(const Request& request, std::string body);

/// The answer with its judged bounds, as it is sent.
std::string with_gates(const QuestionAnswer& answer);

/// Hands in a job.  @throws Refusal: 409, 503
Response submit_job(ServiceState& state, const Request& request, const QuestionKind& kind, const nlohmann::json& body);

/// What a job's thread does.
std::string work_of_job(const ServiceState& state, const Job& job, JobProgress& progress);

// One for each resource, api/route_<resource>.cpp.
std::vector<Route> question_routes(ServiceState& state);
std::vector<Route> job_routes(ServiceState& state);
std::vector<Route> export_routes(ServiceState& state);
std::vector<Route> import_routes(ServiceState& state);
std::vector<Route> catalog_routes(ServiceState& state);
std::vector<Route> scenario_routes(ServiceState& state);
std::vector<Route> server_routes(ServiceState& state);
std::vector<Route> page_routes(ServiceState& state);

}  // namespace fmplan::api
