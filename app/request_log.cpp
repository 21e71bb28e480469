#include "app/request_log.h"

#include <fmt/chrono.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>

#include "core/text/json_writer.h"

namespace fmplan::app {
namespace {

/// "2026-03-01T12:00:00.123Z"
std::string now_text() {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:}{:%S}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     now.time_since_epoch());
}

}  // namespace

struct RequestLog::Impl {
  Impl() { logger.set_pattern("%v"); }

  spdlog::logger logger{"requests", std::make_shared<spdlog::sinks::stderr_sink_mt>()};
};

RequestLog::RequestLog() : impl_(std::make_unique<Impl>()) {}
RequestLog::~RequestLog() = default;

void RequestLog::add(const api::AnsweredRequest& request) {
  constexpr double kMillisecondsPerSecond = 1000;
  text::Json line = {{"time", now_text()},
                     {"id", request.id},
                     {"method", request.method},
                     {"route", request.route},
                     {"status", request.status},
                     {"ms", text::Json(std::round(request.seconds * kMillisecondsPerSecond * 1000) / 1000)},
                     {"bytes", request.bytes}};
  if (!request.owner.empty()) line["owner"] = request.owner;
  if (!request.trace.empty()) line["traceparent"] = request.trace;
  impl_->logger.info(line.dump());
}

void RequestLog::tell(const std::string& message) {
  impl_->logger.info(text::Json{{"time", now_text()}, {"message", message}}.dump());
}

}  // namespace fmplan::app
