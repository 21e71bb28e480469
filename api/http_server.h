#pragma once

/// @file
/// A small HTTP/1.1 server for people who are not all friends: every length, time and number is bounded.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "api/http_message.h"

namespace fmplan::api {

/// How much a client may take.  The defaults are chosen: a scenario is a few kilobytes and its plan a few milliseconds.
struct ServerLimits {
  std::size_t header_bytes = 8 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t uploads = 64;  ///< bodies that are files, from their first byte to the end of their answer; beyond, 503
  std::size_t upload_bytes = 256 << 20;           ///< of all of them together; beyond, 503
  std::size_t connections = 2048;                 ///< beyond, a new one is closed at once
  std::size_t queued = 256;                       ///< requests that wait for a worker; beyond, 503
  int workers = 0;                                ///< threads that answer; 0: one per core
  std::chrono::milliseconds read_header{10'000};  ///< from the first byte of a request to the end of its header
  std::chrono::milliseconds read_body{30'000};
  std::chrono::milliseconds read_upload{120'000};  ///< 64 MiB at 4.5 Mbit/s
  std::chrono::milliseconds write{30'000};
  std::chrono::milliseconds idle{75'000};  ///< of a connection between requests
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  ///< 0: any that is free
  ServerLimits limits{};
  std::filesystem::path upload_folder{};  ///< of unnamed files; empty: that for temporary ones ($TMPDIR)
};

/// What the server counts of itself.
struct ServerCounts {
  std::atomic<std::int64_t> connections{0};  ///< open now
  std::atomic<std::int64_t> waiting{0};      ///< requests that wait for a worker
  std::atomic<std::int64_t> answering{0};    ///< requests that a worker answers
  std::atomic<std::int64_t> refused{0};      ///< connections closed because there were too many
};

/// What becomes of a body, as far as the header alone tells.
struct UploadTerms {
  std::size_t most_bytes = 0;         ///< above 0: it is taken to a file, which may have as many; else it is as others
  std::optional<Response> refusal{};  ///< told in place of reading it
};

/// What answers.  Each may be called from any thread.
struct ServerHandlers {
  /// Answers a request, on a worker.
  std::function<Response(const Request&)> answer;
  /// Answers at once, on the thread that reads; none: the request waits for a worker.  Must take next to no time.
  std::function<std::optional<Response>(const Request&)> at_once;
  /// The answer to a request that could not be read, or for which there is no worker: 400, 408, 413, 431, 503.
  std::function<Response(int status, const Request& request)> failure;
  /// Whether the body of a request is taken to a file, asked with the header alone; none: never.
  std::function<UploadTerms(const Request&)> upload;
};

/// Serves until it is stopped.  A header that is too long, a body beyond its limit (chunked ones are counted as they
/// come), a client that is too slow, and text that is no HTTP end the connection, after an answer where one can be
/// given.  Bodies that are files are answered one after the other, beside the other requests, so that what reading one
/// takes is taken once (Request::file).
class HttpServer {
 public:
  /// Binds and listens.  @throws std::runtime_error with the reason, for instance that the port is taken.
  HttpServer(ServerOptions options, ServerHandlers handlers);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The port it listens on.
  std::uint16_t port() const;
  const ServerCounts& counts() const;

  /// Answers until stop(); returns when every connection is closed.
  void run();
  /// From any thread: nothing new is accepted, idle connections are closed, what is being answered has `grace` to end.
  void stop(std::chrono::milliseconds grace);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmplan::api
