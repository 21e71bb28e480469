#pragma once

/// @file
/// Budget tools' questions answered: routes, access, limits, jobs and what is counted of them, without a socket.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "api/http_message.h"
#include "api/http_server.h"
#include "api/route.h"
#include "api/service_options.h"

namespace fmplan::api {

class Service {
 public:
  /// Reads the catalogues, the bundled scenarios and the jobs' file.  @throws InputError for what is wrong with these.
  explicit Service(const ServiceOptions& options);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// What an HttpServer asks.
  ServerHandlers handlers();
  /// Answers one request.
  Response answer(const Request& request);

  const std::vector<Route>& routes() const;
  /// The OpenAPI 3.1 document.
  const std::string& openapi() const;

  /// Told by whoever owns the server, whose connections are among what is counted.
  void count(const ServerCounts& counts);
  /// No new work; what runs is told to stop, jobs are queued again.  @returns whether all work has ended; if not, the
  /// process must end without destroying this.
  bool stop(std::chrono::milliseconds limit = std::chrono::milliseconds(5000));

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// "http://…/openapi.json" without a server: what `fmplan serve --openapi` writes.
std::string openapi_text();

}  // namespace fmplan::api
