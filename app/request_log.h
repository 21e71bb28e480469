#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/service.h"

namespace fmplan::app {

/// A log of requests on stderr, a line of JSON each: {"time": …, "id": …, "method": …, "route": …, "status": …, …}.
/// Nothing in it is a client's text, but for a trace's name.
class RequestLog {
 public:
  RequestLog();
  ~RequestLog();

  void add(const api::AnsweredRequest& request);
  /// Something that is no request's: {"time": …, "message": …}.
  void tell(const std::string& message);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmplan::app
