#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <thread>
#include <variant>

#include "api/ask_many.h"
#include "api/job_forms.h"
#include "api/question_examples.h"
#include "api/service_state.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/text/json_writer.h"

namespace fmplan::api {
namespace {

using text::Json;

/// "2026-03-01T00:00:00Z"
std::string time_text(UtcSeconds seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

Json time_json(const std::optional<UtcSeconds>& seconds) { return seconds ? Json(time_text(*seconds)) : Json(); }

Json job_json(const JobStatus& job) {
  return {{"id", job.id},
          {"kind", job.kind},
          {"state", kJobStateNames.name(job.state)},
          {"cancel_asked", job.cancel_asked},
          {"progress", job.progress},
          {"seconds_left", job.seconds_left},
          {"attempts", job.attempts},
          {"rows", job.num_rows},
          {"catalog_fingerprint", job.fingerprint},
          {"created", time_text(job.created)},
          {"started", time_json(job.started)},
          {"ended", time_json(job.ended)},
          {"problem", job.problem}};
}

Response job_answer(int status, const JobStatus& job) {
  return {.status = status, .body = job_json(job).dump(2) + "\n", .headers = {{"Cache-Control", "no-store"}}};
}

std::string location(const std::string& id) { return "/v1/jobs/" + id; }

[[noreturn]] void no_such_job() { throw Refusal{404, "there is no such job, or it is forgotten by now"}; }

const std::string& id_of(const PathValues& values) { return values.front().second; }

Response show_job(ServiceState& state, const Request& request, const PathValues& values) {
  const auto job = state.store->status(owner_of(state, request), id_of(values));
  if (!job) no_such_job();
  return job_answer(200, *job);
}

Response cancel_job(ServiceState& state, const Request& request, const PathValues& values) {
  const auto job = state.store->cancel(owner_of(state, request), id_of(values), state.options.clock());
  if (!job) no_such_job();
  return job_answer(200, *job);
}

/// What a client that listens is told: each change of the job, and in quiet times a remark that keeps the way open
/// [HTML Living Standard, server-sent events].
void tell_of_job(ServiceState& state, const std::string& owner, const std::string& id, BodyWriter& writer) {
  constexpr std::chrono::seconds kQuiet{10};  // chosen: proxies close what is quiet for half a minute
  for (std::int64_t revision = 0; !state.stopping;) {
    const auto job = state.runner->wait_for_change(owner, id, revision, kQuiet);
    if (!job) break;
    const bool changed = job->revision > revision;
    const std::string event =
        changed ? fmt::format("id: {}\nevent: job\ndata: {}\n\n", job->revision, job_json(*job).dump()) : ": quiet\n\n";
    revision = job->revision;
    if (!writer.write(event) || is_ended(job->state)) break;
  }
  writer.end();
}

Response listen_to_job(ServiceState& state, const Request& request, const PathValues& values) {
  const std::string owner = owner_of(state, request), id = id_of(values);
  if (!state.store->status(owner, id)) no_such_job();
  return {.content_type = "text/event-stream",
          .headers = {{"Cache-Control", "no-store"}},
          .stream = [&state, owner, id](const std::shared_ptr<BodyWriter>& writer) {
            const bool heard =
                state.listeners->add([&state, owner, id, writer] { tell_of_job(state, owner, id, *writer); });
            if (!heard) writer->end();
          }};
}

std::string query_value(const Request& request, std::string_view name) {
  for (const auto& [key, value] : query_fields(request.query))
    if (key == name) return value;
  return {};
}

Response list_jobs(ServiceState& state, const Request& request) {
  constexpr int kUsual = 20;  // chosen: a screen
  const std::string cursor = query_value(request, "cursor"), most = query_value(request, "limit");
  const auto limit = most.empty() ? std::optional<std::int64_t>(kUsual) : parse_count(most);
  if (!limit || *limit < 1 || *limit > kMostJobsListed)
    throw Refusal{422,
                  "the list cannot be made",
                  {{"limit", fmt::format("\"{}\" is not a whole number from 1 to {}", most, kMostJobsListed)}}};
  try {
    const JobPage page = state.store->list(
        owner_of(state, request), cursor.empty() ? std::nullopt : std::optional(cursor), static_cast<int>(*limit));
    Json jobs = Json::array();
    for (const JobStatus& job : page.jobs) jobs.push_back(job_json(job));
    const Json json = {{"jobs", std::move(jobs)}, {"cursor", page.cursor}};
    return {.body = json.dump(2) + "\n", .headers = {{"Cache-Control", "no-store"}}};
  } catch (const InputError& error) {
    throw Refusal{422, "the list cannot be made", error.issues()};
  }
}

/// Bytes of a result read at a time.
constexpr std::size_t kPiece = std::size_t{1} << 20;

struct ResultForm {
  std::string_view name;
  std::string_view media_type;
  std::string_view file = {};  ///< what it is saved as; empty: it is shown
};

/// All that answers of some kind have.
constexpr ResultForm kForms[] = {
    {"json", "application/json"},
    {"jsonl", "application/jsonl"},
    {"csv", "text/csv; charset=utf-8", "fmplan.csv"},
    {"html", "text/html; charset=utf-8", "fmplan.html"},
    {"focus", "text/csv; charset=utf-8", "fmplan-focus.csv"},
    {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "fmplan.xlsx"}};

/// What a page of ours needs of a browser: its own style, and pictures that stand in it.
constexpr std::string_view kAnswerPageSecurity =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// Where a job's answer is a sweep's, which rows tell as they come.
bool has_rows(const JobStatus& job) { return job.kind == "sweep"; }

std::string all_rows(const ServiceState& state, const std::string& owner, const std::string& id) {
  std::string rows;
  for (std::int64_t from = 0;;) {
    const auto page = state.store->rows(owner, id, from, kPiece);
    if (!page) no_such_job();
    if (page->rows.empty()) return rows;
    for (const std::string& row : page->rows) rows += row + "\n";
    from = page->next;
  }
}

/// The bytes of one form of an answer that is there.
std::string stored_form(const ServiceState& state, const std::string& owner, const JobStatus& job,
                        std::string_view form) {
  const auto piece = [&](std::int64_t from, std::size_t most) {
    auto bytes = state.store->result(owner, job.id, from, most);
    if (!bytes || bytes->empty()) no_such_job();  // forgotten between two pieces
    return std::move(*bytes);
  };
  const std::vector<FormPlace> places = places_of_forms(piece(0, kMostFormsLine), job.result_bytes);
  const auto place = std::ranges::find(places, form, &FormPlace::name);
  if (place == places.end()) {
    std::vector<std::string> names;
    names.reserve(places.size() + 2);
    for (const FormPlace& one : places) names.push_back(one.name);
    if (has_rows(job)) names.insert(names.end(), {"csv", "jsonl"});
    std::ranges::sort(names);
    throw Refusal{422,
                  "the answer has no such form",
                  {{"format", fmt::format("this answer of {} has no form \"{}\", but {}", job.kind, form,
                                          fmt::join(names, ", "))}}};
  }
  std::string bytes;
  for (std::int64_t at = place->begin; at < place->end; at = place->begin + std::ssize(bytes))
    bytes += piece(at, std::min(kPiece, static_cast<std::size_t>(place->end - at)));
  return bytes;
}

/// Of a sweep, whatever became of it.
std::string rows_in_form(const ServiceState& state, const std::string& owner, const JobStatus& status,
                         std::string_view form) {
  if (status.fingerprint != state.catalog.version())
    throw Refusal{409, "the job was asked of another catalogue than the server has now; format=json has its answer"};
  const auto job = state.store->get(owner, status.id);
  if (!job) no_such_job();
  const Asked asked = read_question(*question_kind(job->kind), nlohmann::json::parse(job->question));
  const bool is_csv = form == "csv", is_whole = job->state == JobState::kDone;
  return sweep_rows(asked, {.catalog = state.catalog}, all_rows(state, owner, job->id),
                    is_csv ? RowsForm::kCsv : RowsForm::kJsonLines,
                    is_whole && !is_csv ? stored_form(state, owner, *job, "json") : "");
}

Response job_result(ServiceState& state, const Request& request, const PathValues& values) {
  const std::string owner = owner_of(state, request), asked = query_value(request, "format");
  const std::string_view format = asked.empty() ? "json" : std::string_view(asked);
  const auto* const form = std::ranges::find(kForms, format, &ResultForm::name);
  if (form == std::end(kForms)) {
    std::vector<std::string> names;
    for (const ResultForm& one : kForms) names.emplace_back(one.name);
    throw Refusal{422,
                  "there is no such form",
                  {{"format", fmt::format("\"{}\" is none of {}{}", format, fmt::join(names, ", "),
                                          did_you_mean(format, names))}}};
  }
  const auto job = state.store->status(owner, id_of(values));
  if (!job) no_such_job();
  Response response{.content_type = std::string(form->media_type)};
  if (!form->file.empty())
    response.headers.push_back({"Content-Disposition", fmt::format("attachment; filename=\"{}\"", form->file)});
  if (format == "html") response.headers.push_back({"Content-Security-Policy", std::string(kAnswerPageSecurity)});
  if (has_rows(*job) && (format == "csv" || format == "jsonl")) {
    response.body = rows_in_form(state, owner, *job, format);
    return response;
  }
  if (job->state == JobState::kFailed) throw Refusal{409, fmt::format("the job failed: {}", job->problem)};
  if (job->state != JobState::kDone)
    throw Refusal{409, fmt::format("the job is {}{}", kJobStateNames.name(job->state),
                                   has_rows(*job) ? "; its rows so far are ?format=jsonl or csv" : "")};
  response.body = stored_form(state, owner, *job, format);
  return response;
}

Response make_job(ServiceState& state, const Request& request) {
  const nlohmann::json body = json_body(request);
  const auto refuse = [](const std::string& pointer, std::string why) {
    throw Refusal{422, "the job cannot be read", {{pointer, std::move(why)}}};
  };
  if (!body.is_object()) refuse("", "is no object; write {\"kind\": \"run\", \"question\": {…}}");
  std::vector<std::string> names;
  for (const QuestionKind& kind : question_kinds()) names.emplace_back(kind.name);
  for (const auto& [key, value] : body.items())
    if (key != "kind" && key != "question") refuse("/" + key, "unknown key" + did_you_mean(key, {"kind", "question"}));
  const std::string name = body.value("kind", nlohmann::json()).is_string() ? body["kind"].get<std::string>() : "";
  const QuestionKind* const kind = question_kind(name);
  if (!kind) refuse("/kind", fmt::format("\"{}\" is no question{}", name, did_you_mean(name, names)));
  if (!body.contains("question")) refuse("/question", "is missing; give what POST /v1/" + name + " takes");
  return submit_job(state, request, *kind, body["question"]);
}

}  // namespace

Response submit_job(ServiceState& state, const Request& request, const QuestionKind& kind, const nlohmann::json& body) {
  const double work_s = answered(kind, body, [&](const Asked& asked) {
    return kind.work_s ? kind.work_s(asked, {.catalog = state.catalog}) : 0.0;
  });
  if (work_s > state.options.most_job_s)
    throw Refusal{422, fmt::format("it would take about {:.2g} hours, and {:.2g} are allowed; ask for less: fewer "
                                   "points, trials or plans",
                                   work_s / 3600, state.options.most_job_s / 3600)};
  const std::string_view key = request.header("idempotency-key");
  const std::int64_t now = state.options.clock();
  state.store->expire(now, state.options.keep_jobs_s, state.options.keep_job_bytes);
  const Submission submission =
      state.store->submit({.kind = std::string(kind.name),
                           .question = body.dump(),
                           .fingerprint = state.catalog.version(),
                           .owner = owner_of(state, request),
                           .idempotency_key = key.empty() ? std::nullopt : std::optional(std::string(key))},
                          now);
  if (const auto* const conflict = std::get_if<IdempotencyConflict>(&submission))
    throw Refusal{409, fmt::format("this Idempotency-Key stands for another question, job {}", conflict->earlier)};
  if (const auto* const full = std::get_if<QueueFull>(&submission))
    throw Refusal{.status = 503,
                  .detail = fmt::format("{} jobs wait already", full->num_queued),
                  .headers = {{"Retry-After", "60"}}};
  const JobStatus& job = std::get<Submitted>(submission).job;
  Response response = job_answer(202, job);
  response.headers.push_back({"Location", location(job.id)});
  return response;
}

std::string work_of_job(const ServiceState& state, const Job& job, JobProgress& progress) {
  const QuestionKind* const kind = question_kind(job.kind);
  if (!kind) throw std::runtime_error(fmt::format("a question of the kind {} is not known by this version", job.kind));
  const nlohmann::json body = nlohmann::json::parse(job.question);
  try {
    const Asked asked = read_question(*kind, body);
    std::vector<AnswerForm> forms(1);
    const QuestionAnswer answer =
        kind->answer(asked, {.catalog = state.catalog,
                             .watch = progress,
                             .row = [&](std::string row) { progress.add_row(std::move(row)); },
                             .form =
                                 [&](std::string_view name, std::string bytes) {
                                   forms.push_back({std::string(name), std::move(bytes)});
                                 }});
    if (answer.stopped) throw JobStopped();
    forms.front() = {"json", with_gates(answer)};
    return packed_forms(forms);
  } catch (const InputError& error) {
    std::string text;
    for (const Issue& issue : in_body(error.issues(), *kind, body))
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", issue.where, issue.message);
    throw std::runtime_error(text);
  }
}

bool Listeners::add(std::function<void()> listen) {
  const std::scoped_lock lock(mutex_);
  if (count_ >= kMost) return false;
  ++count_;
  std::thread([this, listen = std::move(listen)] {
    listen();
    const std::scoped_lock counting(mutex_);
    --count_;
    one_less_.notify_all();
  }).detach();
  return true;
}

Listeners::~Listeners() {
  std::unique_lock lock(mutex_);
  one_less_.wait(lock, [this] { return count_ == 0; });
}

std::vector<Route> job_routes(ServiceState& state) {
  const PathParameter id{"id", "Of the job."};
  const auto with = [&state](auto answer) {
    return
        [&state, answer](const Request& request, const PathValues& values) { return answer(state, request, values); };
  };
  // FOCUS is CSV as well.
  std::vector<DocumentedAnswer> forms;
  for (const ResultForm& form : kForms) {
    std::string type(form.media_type.substr(0, form.media_type.find(';')));
    if (std::ranges::find(forms, type, &DocumentedAnswer::content_type) == forms.end())
      forms.push_back({.description = "As the question's own path, or the command line, answers.",
                       .content_type = std::move(type),
                       .schema = form.name == "json" ? "job_result" : ""});
  }
  std::vector<Route> routes;
  routes.push_back({{.method = "POST",
                     .path = "/v1/jobs",
                     .operation = "makeJob",
                     .group = "jobs",
                     .summary = "Hand in a question that takes long",
                     .answers = {{.status = 202, .description = "The job, which waits or runs.", .schema = "job"}},
                     .body_schema = "job_question",
                     .request_headers = {"Idempotency-Key"},
                     .example = job_example()},
                    [&state](const Request& request, const PathValues&) { return make_job(state, request); }});
  routes.push_back({{.method = "GET",
                     .path = "/v1/jobs",
                     .operation = "listJobs",
                     .group = "jobs",
                     .summary = "The caller's jobs, the latest first",
                     .answers = {{.description = "A page of them.", .schema = "job_list"}},
                     .query_parameters = {{"cursor", "Of the page before."}, {"limit", "Jobs on a page; 20.", true}}},
                    [&state](const Request& request, const PathValues&) { return list_jobs(state, request); }});
  routes.push_back({{.method = "GET",
                     .path = "/v1/jobs/{id}",
                     .operation = "showJob",
                     .group = "jobs",
                     .summary = "How far a job is",
                     .answers = {{.description = "The job.", .schema = "job"}},
                     .path_parameters = {id}},
                    with(show_job)});
  routes.push_back({{.method = "GET",
                     .path = "/v1/jobs/{id}/events",
                     .operation = "listenToJob",
                     .group = "jobs",
                     .summary = "The job whenever it changes, until it ends (server-sent events)",
                     .answers = {{.description = "Events named job, whose data are as GET /v1/jobs/{id} answers.",
                                  .content_type = "text/event-stream"}},
                     .path_parameters = {id}},
                    with(listen_to_job)});
  routes.push_back({{.method = "DELETE",
                     .path = "/v1/jobs/{id}",
                     .operation = "cancelJob",
                     .group = "jobs",
                     .summary = "Cancel a job; whole rows that are there stay",
                     .answers = {{.description = "The job, cancelled or asked to stop.", .schema = "job"}},
                     .path_parameters = {id}},
                    with(cancel_job)});
  routes.push_back({{.method = "GET",
                     .path = "/v1/jobs/{id}/result",
                     .operation = "showJobResult",
                     .group = "jobs",
                     .summary = "The answer of a job that is done; of a sweep also the rows that are there",
                     .answers = std::move(forms),
                     .path_parameters = {id},
                     .query_parameters = {{"format",
                                           "json; jsonl, csv or html, as the command line writes them; of a programme "
                                           "focus and xlsx; of plan and sweep xlsx."}}},
                    with(job_result)});
  return routes;
}

}  // namespace fmplan::api
