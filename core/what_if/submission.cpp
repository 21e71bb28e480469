#include "core/what_if/submission.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"
#include "core/what_if/part_file.h"
#include "core/what_if/shard.h"
#include "core/what_if/slurm_queue.h"

namespace fmplan::what_if {
namespace {

using Clock = std::chrono::steady_clock;

std::string jobs_file(const std::string& folder) { return folder + "/jobs.json"; }

void write_submitted(const std::string& folder, const Submitted& submitted) {
  const text::Json json = {{"version", 1},
                           {"fingerprint", submitted.fingerprint},
                           {"shards", submitted.num_shards},
                           {"array_job", submitted.array},
                           {"merge_job", submitted.merge}};
  text::write_text_file(jobs_file(folder), json.dump(2) + "\n");
}

/// The name of the option that a group of words is of; empty: an argument.
std::string option_of(const std::vector<std::string>& group) {
  const std::string& word = group.front();
  if (!word.starts_with('-') || word.size() < 2) return {};
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::ranges::find(names, name) != names.end();
}

/// The queue, asked seldom.
class Queue {
 public:
  explicit Queue(std::vector<std::string> jobs) : jobs_(std::move(jobs)) {}

  /// Twice in a row: files may come later than the end of the job that wrote them.
  bool is_empty() {
    constexpr auto kBetweenQuestions = std::chrono::seconds(5);  // chosen: easy on the controller
    if (asked_ && Clock::now() - *asked_ < kBetweenQuestions) return false;
    asked_ = Clock::now();
    const auto tasks = queued_tasks(jobs_);
    if (!tasks) return false;
    running_ = tasks->front().running;
    const bool empty = std::ranges::none_of(*tasks, &QueuedTasks::any);
    return std::exchange(was_empty_, empty) && empty;
  }
  /// Of the first job.
  int running() const { return running_; }

 private:
  std::vector<std::string> jobs_;
  int running_ = 0;
  bool was_empty_ = false;
  std::optional<Clock::time_point> asked_;
};

}  // namespace

void check_submit(const SubmitOptions& options) {
  if (options.is_asked()) return;
  Issues issues;
  for (const auto& [option, given] :
       {std::pair("--shards", !options.shards.empty()), std::pair("--partition", !options.partition.empty()),
        std::pair("--time", !options.time.empty()), std::pair("--sbatch", !options.sbatch.empty()),
        std::pair("--dry-run", options.dry_run)})
    if (given) issues.push_back({option, "is of jobs on a cluster; add --submit slurm"});
  if (!issues.empty()) throw InputError(std::move(issues));
}

void check_submission(const Submission& submission) {
  Issues issues;
  if (submission.output.empty())
    issues.push_back({"--submit", fmt::format("needs a file that the jobs write the answer to; add -o {}.json",
                                              submission.command)});
  for (const std::string& file : submission.files)
    if (file == "-") issues.push_back({"--submit", "sends the question to machines without this stdin; give a file"});
  for (const std::vector<std::string>& group : submission.words)
    for (const char* name : {"--shard", "--resume"})
      if (option_of(group) == name) issues.push_back({name, "is what --submit does itself; leave it out"});
  if (!issues.empty()) throw InputError(std::move(issues));
}

SlurmJobs slurm_jobs(const Submission& submission, const SubmitOptions& options, int num_shards) {
  static const std::vector<std::string> kOurs = {"--submit",  "--shards", "--partition", "--time",   "--sbatch",
                                                 "--dry-run", "-o",       "--output",    "--format", "--table",
                                                 "--jobs",    "--quiet",  "--no-color"};
  static const std::vector<std::string> kMerge = {"--format", "--table", "--catalog"};
  const std::filesystem::path output = std::filesystem::absolute(submission.output).lexically_normal();
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  SlurmJobs jobs{.name = submission.command,
                 .shard_words = {program},
                 .merge_words = {program, "merge", "-o", output.string()},
                 .folder = output.string() + ".shards",
                 .working_folder = std::filesystem::current_path().string(),
                 .num_shards = num_shards,
                 .shards = {},
                 .can_resume = submission.can_resume,
                 .partition = options.partition,
                 .time = options.time,
                 .sbatch = options.sbatch};
  for (const std::vector<std::string>& group : submission.words) {
    const std::string name = option_of(group);
    const bool of_merge = is_one_of(name, submission.merge_options);
    const auto add = [&group](std::vector<std::string>& words) {
      words.insert(words.end(), group.begin(), group.end());
    };
    if (of_merge || is_one_of(name, kMerge)) add(jobs.merge_words);
    const bool replaced = !submission.instead.empty() && name == submission.instead.front();
    if (!of_merge && !replaced && !is_one_of(name, kOurs)) add(jobs.shard_words);
  }
  jobs.shard_words.insert(jobs.shard_words.end(), submission.instead.begin(), submission.instead.end());
  return jobs;
}

std::string submitted_text(const SlurmJobs& jobs, const Submitted& submitted) {
  return jobs.shards.empty()
             ? fmt::format("submitted job {}, which merges {} shards", submitted.merge, jobs.num_shards)
             : fmt::format("submitted {} of {} shards as job {}, and job {} that merges them; parts and logs are in {}",
                           jobs.shards.size(), jobs.num_shards, submitted.array, submitted.merge, jobs.folder);
}

std::optional<Submitted> read_submitted(const std::string& folder) {
  const std::string file = jobs_file(folder);
  if (!std::filesystem::exists(file)) return std::nullopt;
  const nlohmann::json json = text::read_json_file(file);
  try {
    return Submitted{.fingerprint = json.at("fingerprint").get<std::string>(),
                     .num_shards = json.at("shards").get<int>(),
                     .array = json.at("array_job").get<std::string>(),
                     .merge = json.at("merge_job").get<std::string>()};
  } catch (const nlohmann::json::exception&) {
    throw InputError(file, "is damaged; remove the folder to begin anew");
  }
}

std::vector<std::string> job_numbers(const Submitted& submitted) {
  std::vector<std::string> numbers;
  for (const std::string& job : {submitted.array, submitted.merge})
    if (!job.empty()) numbers.push_back(job);
  return numbers;
}

SubmittedParts::SubmittedParts(std::string folder, std::string fingerprint, int num_shards)
    : folder_(std::move(folder)), fingerprint_(std::move(fingerprint)), shards_(static_cast<std::size_t>(num_shards)) {}

void SubmittedParts::look() {
  for (std::size_t i = 0; i < shards_.size(); ++i)
    if (!shards_[i].done) look(static_cast<int>(i) + 1, shards_[i]);
}

int SubmittedParts::num_done() const { return static_cast<int>(std::ranges::count(shards_, true, &Seen::done)); }

std::int64_t SubmittedParts::items_done(std::int64_t num_items) const {
  std::int64_t items = 0;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    const auto [begin, end] = items_of({static_cast<int>(i) + 1, static_cast<int>(shards_.size())}, num_items);
    if (shards_[i].done) items += end - begin;
  }
  return items;
}

std::vector<int> SubmittedParts::missing() const {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < shards_.size(); ++i)
    if (!shards_[i].done) numbers.push_back(static_cast<int>(i) + 1);
  return numbers;
}

void SubmittedParts::look(int number, Seen& seen) const {
  const std::string file = shard_file(folder_, number);
  std::error_code error;
  const auto written = std::filesystem::last_write_time(file, error);
  if (error || written == seen.written) return;
  seen.written = written;
  const std::optional<PartState> state = part_state(file);
  if (!state) return;
  if (state->fingerprint != fingerprint_ || state->shard != Shard{number, static_cast<int>(shards_.size())})
    throw InputError(file, "is a part of another question, catalogue, program or seed; remove it");
  seen.done = state->is_whole;
}

int num_shards(const std::string& asked, std::int64_t num_items, const std::string& items, std::int64_t most_shards,
               const std::optional<Submitted>& before) {
  const std::int64_t most = std::clamp<std::int64_t>(most_shards, 1, kMostSlurmShards);
  if (asked.empty()) return before ? before->num_shards : static_cast<int>(std::min(kUsualShards, most));
  const std::optional<std::int64_t> number = parse_count(asked);
  if (!number || *number < 1 || *number > most)
    throw InputError("--shards", fmt::format("\"{}\" is not a whole number from 1 to {}, the most that {} {} are cut "
                                             "into; for example {}",
                                             asked, most, num_items, items, std::min(kUsualShards, most)));
  if (before && before->num_shards != *number)
    throw InputError("--shards",
                     fmt::format("\"{}\": {} shards were submitted before; leave it out", asked, before->num_shards));
  return static_cast<int>(*number);
}

std::optional<int> merge_code(const std::string& folder) {
  std::ifstream in(folder + "/merge.code");
  int code = 0;
  return in >> code ? std::optional(code) : std::nullopt;
}

void submit_missing(SlurmJobs& jobs, const SubmittedParts& parts, Submitted& submitted) {
  std::error_code ignored;
  std::filesystem::remove(jobs.folder + "/merge.code", ignored);
  std::filesystem::remove(jobs.folder + "/merge.log", ignored);
  jobs.shards = parts.missing();
  submitted.array = submitted.merge = "";
  std::vector<std::string> after;
  if (!jobs.shards.empty()) {
    text::write_text_file(jobs.folder + "/array.sbatch", array_script(jobs));
    submitted.array = submit_script(jobs.folder + "/array.sbatch", {});
    // Not afterok: a merge without all parts says which are missing, and one that never begins says nothing.
    after = {"--dependency=afterany:" + submitted.array};
  }
  text::write_text_file(jobs.folder + "/merge.sbatch", merge_script(jobs));
  submitted.merge = submit_script(jobs.folder + "/merge.sbatch", after);
  write_submitted(jobs.folder, submitted);
}

bool is_queued(const Submitted& submitted) {
  if (submitted.merge.empty()) return false;
  const auto tasks = queued_tasks(job_numbers(submitted));
  return tasks && std::ranges::any_of(*tasks, &QueuedTasks::any);
}

SubmissionEnd watch_submission(const std::string& folder, const Submitted& submitted, SubmittedParts& parts,
                               const std::function<void(int running)>& tell, const Watch& watch) {
  constexpr auto kBetweenLooks = std::chrono::milliseconds(500), kStep = std::chrono::milliseconds(50);  // chosen
  Queue queue(job_numbers(submitted));
  while (true) {
    const bool gone = queue.is_empty();
    parts.look();
    if (merge_code(folder)) return SubmissionEnd::kMerged;
    if (gone) return SubmissionEnd::kGone;
    tell(queue.running());
    for (auto waited = std::chrono::milliseconds(0); waited < kBetweenLooks; waited += kStep) {
      if (watch.stopped()) return SubmissionEnd::kStopped;
      std::this_thread::sleep_for(kStep);
    }
  }
}

}  // namespace fmplan::what_if
