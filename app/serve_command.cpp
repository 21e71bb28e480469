#include "app/serve_command.h"

#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "api/http_server.h"
#include "api/service.h"
#include "app/request_log.h"
#include "cli/outer_commands.h"
#include "cli/output.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/text/json_text.h"

namespace fmplan::app {
namespace {

using std::chrono::milliseconds;

/// Of requests that are being answered when the server is told to stop, and then of jobs and of answers that are told
/// to stop: 5 s together (chosen), which service managers wait for at least.
constexpr milliseconds kGrace{2'500}, kJobsGrace{1'500}, kLook{50};
constexpr int kLooks = 10;  // half a second of them

struct ServeArguments {
  std::string listen = "127.0.0.1:8080";
  std::string token_file, jobs_file, rate;
  std::vector<std::string> origins;
  bool openapi = false;
};

struct Endpoint {
  std::string address;
  std::uint16_t port = 0;
};

/// "127.0.0.1:8080", "[::1]:8080"
Endpoint parse_endpoint(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto port = colon == std::string::npos ? std::nullopt : parse_count(text.substr(colon + 1));
  std::string address = text.substr(0, std::min(colon, text.size()));
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  constexpr std::int64_t kMostPort = 65535;
  if (!port || *port < 0 || *port > kMostPort || address.empty())
    throw InputError("--listen", fmt::format("\"{}\" is no address and port; write 127.0.0.1:8080", text));
  return {address, static_cast<std::uint16_t>(*port)};
}

bool is_loopback(const std::string& address) { return address.starts_with("127.") || address == "::1"; }

/// $XDG_STATE_HOME/fmplan/jobs.sqlite, else ~/.local/state/…
std::filesystem::path usual_jobs_file() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value ? value : "");
  };
  const std::string state = variable("XDG_STATE_HOME"), home = variable("HOME");
  if (state.empty() && home.empty())
    throw InputError("--jobs-file", "neither XDG_STATE_HOME nor HOME says where jobs are kept; give a file");
  const std::filesystem::path folder =
      (state.empty() ? std::filesystem::path(home) / ".local/state" : std::filesystem::path(state)) / "fmplan";
  std::filesystem::create_directories(folder);
  return folder / "jobs.sqlite";
}

api::ServiceOptions service_options(const ServeArguments& arguments, const cli::Options& options) {
  api::ServiceOptions service;
  service.catalog_dir = options.catalog_dir;
  service.origins = arguments.origins;
  if (!arguments.token_file.empty())
    service.tokens = api::read_tokens(text::read_text_file(arguments.token_file), arguments.token_file);
  if (!arguments.rate.empty()) {
    const auto rate = parse_count(arguments.rate);
    if (!rate || *rate < 1)
      throw InputError("--rate", fmt::format("\"{}\" is no whole number from 1 on; for example 100", arguments.rate));
    service.requests_per_s = static_cast<double>(*rate);
  }
  service.job_file = arguments.jobs_file.empty() ? usual_jobs_file() : std::filesystem::path(arguments.jobs_file);
  service.job_threads = std::max(1, thread_count(options.jobs) - 1);
  service.clock = [] {
    return static_cast<std::int64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count());
  };
  return service;
}

/// Signals that end the server are waited for by one thread; the others never see them.
sigset_t held_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

int serve(const ServeArguments& arguments, const cli::Options& options) {
  const Endpoint endpoint = parse_endpoint(arguments.listen);
  if (!is_loopback(endpoint.address) && arguments.token_file.empty())
    throw InputError("--listen", fmt::format("{} can be reached from other machines; add --token-file FILE, with lines "
                                             "of a name and a secret",
                                             endpoint.address));
  const sigset_t signals = held_signals();
  RequestLog log;
  api::ServiceOptions asked = service_options(arguments, options);
  if (!options.quiet) asked.log = [&log](const api::AnsweredRequest& request) { log.add(request); };
  asked.tell = [&log](const std::string& message) { log.tell(message); };
  api::Service service(asked);
  api::HttpServer server(
      {.address = endpoint.address, .port = endpoint.port, .limits = {.workers = thread_count(options.jobs)}},
      service.handlers());
  service.count(server.counts());
  const bool is_v6 = endpoint.address.find(':') != std::string::npos;
  cli::write_message(fmt::format("fmplan serve: http://{}{}{}:{} answers; /openapi.json describes it; Ctrl-C ends it",
                                 is_v6 ? "[" : "", endpoint.address, is_v6 ? "]" : "", server.port()));
  std::thread ending([&] {
    int signal = 0;
    sigwait(&signals, &signal);
    server.stop(kGrace);
  });
  server.run();
  ending.join();
  // Work that does not stop in time is queued again, and must not find what it uses gone.
  const bool jobs_ended = service.stop(kJobsGrace);
  for (int i = 0; i < kLooks && server.counts().answering > 0; ++i) std::this_thread::sleep_for(kLook);
  if (!jobs_ended || server.counts().answering > 0) std::quick_exit(cli::kOk);
  return cli::kOk;
}

}  // namespace

void add_serve_command(cli::Command& program, const cli::Options& options) {
  const auto arguments = std::make_shared<ServeArguments>();
  cli::Command& command = cli::add_outer_command(program, "serve");
  command.add_option("--listen ADDRESS:PORT", &arguments->listen,
                     "where to listen; port 0: any that is free [default: 127.0.0.1:8080]");
  command.add_option("--token-file FILE", &arguments->token_file,
                     "who may ask: lines of a name and a secret; needed beyond this machine");
  command.add_option("--rate N", &arguments->rate, "requests a second of one token [default: 100]");
  command.add_option("--jobs-file FILE", &arguments->jobs_file,
                     "where jobs and their answers are kept [default: ~/.local/state/fmplan/jobs.sqlite]");
  command.add_option("--origin URL", &arguments->origins,
                     "a page of this origin may ask from a browser; may be repeated [default: none]");
  command.add_option("--openapi", &arguments->openapi, "print the OpenAPI document instead");
  command.footer =
      "Examples:\n"
      "  fmplan serve\n"
      "  fmplan serve --listen 127.0.0.1:9000 --jobs-file jobs.sqlite\n"
      "  fmplan serve --listen 0.0.0.0:8080 --token-file tokens.txt\n"
      "  fmplan serve --openapi -o openapi.json\n"
      "Ctrl-C ends it: what is being answered is answered, and jobs are gone on with at the next start.";
  command.run = [arguments, &options] {
    if (!arguments->openapi) return serve(*arguments, options);
    if (options.output.empty())
      cli::write_stdout(api::openapi_text());
    else
      text::write_text_file(options.output, api::openapi_text());
    return static_cast<int>(cli::kOk);
  };
}

}  // namespace fmplan::app
