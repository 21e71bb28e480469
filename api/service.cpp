#include "api/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "api/openapi.h"
#include "api/problem.h"
#include "api/service_state.h"
#include "core/base/fingerprint.h"
#include "core/text/json_text.h"

namespace fmplan::api {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

/// Headers of every answer that has no such header of its own (OWASP's list for interfaces that browsers may reach).
const std::vector<Header> kSafety = {{"X-Content-Type-Options", "nosniff"},
                                     {"Referrer-Policy", "no-referrer"},
                                     {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"}};

bool is_json(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
}

/// A trace's name as W3C's Trace Context has it: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".
bool is_trace(std::string_view text) {
  constexpr std::size_t kLength = 55;  // of version 00
  const auto is_one = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == '-'; };
  return text.size() == kLength && std::ranges::all_of(text, is_one);
}

/// A programme's scenarios in place of the files that it names.
void take_in_files(json& programme, const std::filesystem::path& folder) {
  for (json& organisation : programme["organisations"])
    for (json& project : organisation["projects"])
      if (const auto scenario = project.find("scenario"); scenario != project.end() && scenario->is_string())
        *scenario = text::read_json_file(folder / scenario->get<std::string>());
}

std::vector<Bundled> read_bundled(const std::filesystem::path& beside) {
  std::vector<Bundled> all;
  for (const bool is_programme : {false, true}) {
    const std::filesystem::path folder = beside / (is_programme ? "programmes" : "scenarios");
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (entry.path().extension() != ".json") continue;
      Bundled one;
      one.name = entry.path().stem().string();
      one.is_programme = is_programme;
      json document = text::read_json_file(entry.path());
      one.title = document.value("name", one.name);
      one.text = text::read_text_file(entry.path());
      if (is_programme) {
        take_in_files(document, folder);
        one.text = document.dump(2) + "\n";
      }
      all.push_back(std::move(one));
    }
  }
  std::ranges::sort(all, {}, &Bundled::name);
  return all;
}

std::vector<Route> all_routes(ServiceState& state) {
  std::vector<Route> routes;
  for (auto part : {question_routes, job_routes, export_routes, import_routes, catalog_routes, scenario_routes,
                    server_routes, page_routes})
    for (Route& route : part(state)) routes.push_back(std::move(route));
  return routes;
}

}  // namespace

void require_json(const Request& request) {
  const std::string_view type = request.header("content-type");
  if (!is_json(type))
    throw Refusal{415, type.empty() ? "no Content-Type says what the body is; send Content-Type: application/json"
                                    : "the body is of another Content-Type than application/json"};
}

json json_body(const Request& request) {
  require_json(request);
  try {
    return text::parse_json(request.body, "body");
  } catch (const InputError& error) {
    Issues issues = error.issues();
    // "body#/a": the second key of that name.
    for (Issue& issue : issues) issue.where = issue.where.starts_with("body#") ? issue.where.substr(5) : "";
    throw Refusal{400, "the body is no JSON that can be read", std::move(issues)};
  }
}

std::string owner_of(const ServiceState& state, const Request& request) {
  return token_owner(state.options.tokens, request.header("authorization")).value_or("");
}

std::string entity_tag(std::string_view body) { return fmt::format("\"{:016x}\"", fnv1a_64(body)); }

Response with_tag(const Request& request, std::string body) {
  const std::string tag = entity_tag(body);
  const std::vector<Header> headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}};
  const std::string_view known = request.header("if-none-match");
  if (known == "*" || known.find(tag) != std::string_view::npos) return {.status = 304, .headers = headers};
  return {.body = std::move(body), .headers = headers};
}

struct Service::Impl {
  explicit Impl(const ServiceOptions& asked)
      : state{.options = asked, .catalog = catalog::Catalog::shipped(asked.catalog_dir)},
        limit(state.options.requests_per_s, state.options.burst_s) {
    state.bundled = read_bundled(state.catalog.roots().front().parent_path());
    routes = all_routes(state);
    state.openapi = openapi_document(routes).dump(2) + "\n";
    state.store = std::make_unique<JobStore>(state.options.job_file, state.options.clock());
    state.runner = std::make_unique<JobRunner>(
        *state.store, [this](const Job& job, JobProgress& progress) { return work_of_job(state, job, progress); },
        JobRunnerOptions{.num_threads = state.options.job_threads,
                         .clock = state.options.clock,
                         .fingerprint = state.catalog.version(),
                         .log = state.options.tell});
    state.server_counts = [this] { return counts; };
  }

  /// Who asks; a refusal where nobody may.
  std::optional<Response> unknown(const Request& request, std::string& owner) {
    if (state.options.tokens.empty()) {
      const std::string_view host = request.header("host");
      if (host.empty() || names_this_machine(host)) return std::nullopt;
      return problem(421, "without tokens this server answers to localhost alone; give it a file of tokens", request);
    }
    const auto found = token_owner(state.options.tokens, request.header("authorization"));
    if (!found) {
      Response response = problem(401, "a token is needed: Authorization: Bearer SECRET", request);
      response.headers.push_back({"WWW-Authenticate", "Bearer"});
      return response;
    }
    owner = *found;
    return std::nullopt;
  }

  /// The same, and one where the owner asks too often.
  std::optional<Response> refused(const Request& request, std::string& owner) {
    if (std::optional<Response> refusal = unknown(request, owner)) return refusal;
    if (state.options.tokens.empty()) return std::nullopt;
    const auto wait_s = limit.wait_s(owner, Clock::now());
    if (!wait_s) return std::nullopt;
    Response response =
        problem(429, fmt::format("more than {} requests a second", state.options.requests_per_s), request);
    response.headers.push_back({"Retry-After", fmt::format("{}", static_cast<int>(*wait_s) + 1)});
    return response;
  }

  Response handled(const Dispatch& found, const Request& request) {
    try {
      return found.route->handle(request, found.values);
    } catch (const Refusal& refusal) {
      Response response = problem(refusal.status, refusal.detail, request, refusal.issues);
      response.headers.insert(response.headers.end(), refusal.headers.begin(), refusal.headers.end());
      return response;
    } catch (const JobStopped&) {
      Response response = problem(503, "it took too long, or the server stops; hand it in as a job", request);
      response.headers.push_back({"Retry-After", "60"});
      return response;
    } catch (const std::exception& error) {
      // What went wrong inside is for the log: it may name files.
      if (state.options.tell) state.options.tell(fmt::format("request {}: {}", request.id, error.what()));
      return problem(500, "something went wrong inside; the log of the server has more", request);
    }
  }

  /// A page of another origin may not send files without being listed: as plain text, it needs nobody's leave to.
  std::optional<Response> refused_page(const Request& request) const {
    const std::string_view origin = request.header("origin");
    if (origin.empty() || std::ranges::find(state.options.origins, origin) != state.options.origins.end())
      return std::nullopt;
    const std::string_view address = origin.substr(std::min(origin.size(), origin.find("://") + 3));
    if (origin.find("://") != std::string_view::npos && address == request.header("host")) return std::nullopt;
    return problem(403, "pages of other origins may not send files; --origin lists those that may", request);
  }

  /// Whoever may not ask is told before the file comes.
  UploadTerms upload_terms(const Request& request) {
    const auto route = std::ranges::find_if(routes, [&request](const Route& one) {
      return one.doc.most_file_bytes > 0 && one.doc.path == request.path && one.doc.method == request.method;
    });
    if (route == routes.end()) return {};
    const Clock::time_point start = Clock::now();
    std::string owner;
    std::optional<Response> refusal = unknown(request, owner);
    if (!refusal) refusal = refused_page(request);
    if (refusal) finish(request, route->doc.path, owner, start, *refusal);
    return {.most_bytes = route->doc.most_file_bytes, .refusal = std::move(refusal)};
  }

  /// Pages of listed origins may read answers.
  void allow_origin(const Request& request, Response& response) const {
    const auto origin = std::ranges::find(state.options.origins, request.header("origin"));
    if (origin == state.options.origins.end()) return;
    response.headers.push_back({"Access-Control-Allow-Origin", *origin});
    response.headers.push_back({"Vary", "Origin"});
    response.headers.push_back({"Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key"});
    response.headers.push_back({"Access-Control-Allow-Methods", "GET, POST, DELETE"});
  }

  Response answer(const Request& request) {
    const Clock::time_point start = Clock::now();
    const Dispatch found = dispatch(routes, request);
    std::string owner;
    Response response;
    const bool asks_first = request.method == "OPTIONS" && !request.header("origin").empty();
    const bool open = found.route && found.route->doc.open;
    if (asks_first)
      response = {.status = 204};
    else if (auto refusal = open ? std::nullopt : refused(request, owner))
      response = std::move(*refusal);
    else
      response = found.route ? handled(found, request) : found.refusal;
    finish(request, found.route ? found.route->doc.path : "none", owner, start, response);
    return response;
  }

  void finish(const Request& request, const std::string& route, const std::string& owner, Clock::time_point start,
              Response& response) {
    for (const Header& header : kSafety)
      if (std::ranges::find(response.headers, header.name, &Header::name) == response.headers.end())
        response.headers.push_back(header);
    if (!request.id.empty()) response.headers.push_back({"X-Request-Id", request.id});
    allow_origin(request, response);
    const std::string_view trace = request.header("traceparent");
    if (is_trace(trace)) response.headers.push_back({"traceparent", std::string(trace)});
    const std::chrono::duration<double> passed = Clock::now() - start;
    state.metrics.add(route, response.status, passed.count());
    if (!state.options.log) return;
    static const std::vector<std::string> kMethods = {"GET", "HEAD", "POST", "DELETE", "OPTIONS"};
    const bool is_known = std::ranges::find(kMethods, request.method) != kMethods.end();
    state.options.log({.id = request.id,
                       .method = is_known ? request.method : "other",
                       .route = route,
                       .owner = owner,
                       .trace = is_trace(trace) ? std::string(trace) : "",
                       .status = response.status,
                       .seconds = passed.count(),
                       .bytes = response.body.size()});
  }

  Response failure(int status, const Request& request) {
    // By status: what the server itself refuses.
    const std::vector<std::pair<int, std::string>> details = {
        {400, "this is no request that can be read"},
        {413, fmt::format("the body is larger than {} MiB, the most that is taken here", request.most_bytes >> 20)},
        {431, "the header is larger than 8 KiB"},
        {503, "too many requests wait, or files come, already"}};
    const auto detail = std::ranges::find(details, status, &std::pair<int, std::string>::first);
    Response response =
        problem(status, detail == details.end() ? "something went wrong inside" : detail->second, request);
    if (status == 503) response.headers.push_back({"Retry-After", "1"});
    std::string nobody;
    finish(request, "none", nobody, Clock::now(), response);
    return response;
  }

  ServiceState state;
  std::vector<Route> routes;
  RateLimit limit;
  const ServerCounts* counts = nullptr;
};

Service::Service(const ServiceOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Service::~Service() = default;

ServerHandlers Service::handlers() {
  return {.answer = [this](const Request& request) { return impl_->answer(request); },
          .at_once = [this](const Request& request) -> std::optional<Response> {
            if (request.path != "/healthz" && request.path != "/readyz") return std::nullopt;
            return impl_->answer(request);
          },
          .failure = [this](int status, const Request& request) { return impl_->failure(status, request); },
          .upload = [this](const Request& request) { return impl_->upload_terms(request); }};
}

Response Service::answer(const Request& request) { return impl_->answer(request); }
const std::vector<Route>& Service::routes() const { return impl_->routes; }
const std::string& Service::openapi() const { return impl_->state.openapi; }
void Service::count(const ServerCounts& counts) { impl_->counts = &counts; }

bool Service::stop(std::chrono::milliseconds limit) {
  impl_->state.stopping = true;
  return impl_->state.runner->stop(limit);
}

std::string openapi_text() {
  ServiceState state{.options = {}, .catalog = catalog::Catalog::shipped("")};
  return openapi_document(all_routes(state)).dump(2) + "\n";
}

}  // namespace fmplan::api
