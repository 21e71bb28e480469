#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "api/access.h"

namespace fmplan::api {

/// A request that was answered, as it is logged: nothing in it came from the client but a trace's name, whose form is
/// checked.
struct AnsweredRequest {
  std::string id;
  std::string method;
  std::string route;  ///< "/v1/catalog/{kind}", or "none"
  std::string owner;  ///< of the token; empty: nobody asked for one
  std::string trace;  ///< `traceparent` of W3C's Trace Context; empty: none
  int status = 0;
  double seconds = 0;
  std::size_t bytes = 0;
};

struct ServiceOptions {
  std::string catalog_dir{};           ///< laid over the shipped catalogues; empty: none
  std::vector<Token> tokens{};         ///< none: whoever reaches the server may ask
  double requests_per_s = 100;         ///< of one owner, where there are tokens
  double burst_s = 2;                  ///< that these are saved up for
  std::vector<std::string> origins{};  ///< of pages that browsers may ask from
  std::filesystem::path job_file;      ///< made if it is not there
  int job_threads = 1;
  double at_once_s = 0.2;                     ///< work that is estimated to take longer becomes a job
  double most_at_once_s = 30;                 ///< after which an answer that was thought to be near is given up
  double most_job_s = 6 * 3600;               ///< estimated: longer ones are refused
  std::size_t known_answer_bytes = 16 << 20;  ///< of answers kept for those who ask the same again (chosen: some 500)
  std::int64_t keep_jobs_s = 7 * 86400;       ///< after their end
  std::int64_t keep_job_bytes = std::int64_t{1} << 30;
  std::function<void(const AnsweredRequest&)> log{};
  std::function<void(const std::string&)> tell{};  ///< what went wrong beside a request
  std::function<std::int64_t()> clock{};           ///< seconds since 1970, UTC
};

}  // namespace fmplan::api
