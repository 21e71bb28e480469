#include "cli/submit.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/slurm_queue.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"
#include "core/what_if/part_file.h"
#include "core/what_if/slurm.h"

namespace fmplan::cli {
namespace {

using what_if::SlurmJobs;
using Clock = std::chrono::steady_clock;

/// Chosen: each of them some minutes of a question that is worth a cluster.
constexpr std::int64_t kUsualShards = 16;

/// What was submitted before, as the folder of the parts remembers it.
struct Submitted {
  std::string fingerprint;
  int num_shards = 0;
  std::string array, merge;  ///< jobs; empty: none
};

std::string jobs_file(const std::string& folder) { return folder + "/jobs.json"; }

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

void write_submitted(const std::string& folder, const Submitted& submitted) {
  const text::Json json = {{"version", 1},
                           {"fingerprint", submitted.fingerprint},
                           {"shards", submitted.num_shards},
                           {"array_job", submitted.array},
                           {"merge_job", submitted.merge}};
  text::write_text_file(jobs_file(folder), json.dump(2) + "\n");
}

/// The parts in a folder, looked at again and again.
class Parts {
 public:
  Parts(std::string folder, std::string fingerprint, int num_shards)
      : folder_(std::move(folder)),
        fingerprint_(std::move(fingerprint)),
        shards_(static_cast<std::size_t>(num_shards)) {}

  /// @throws InputError for a part of another question.
  void look() {
    for (std::size_t i = 0; i < shards_.size(); ++i)
      if (!shards_[i].done) look(static_cast<int>(i) + 1, shards_[i]);
  }
  int num_done() const { return static_cast<int>(std::ranges::count(shards_, true, &Seen::done)); }
  std::int64_t items_done(std::int64_t num_items) const {
    std::int64_t items = 0;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      const auto [begin, end] =
          what_if::items_of({static_cast<int>(i) + 1, static_cast<int>(shards_.size())}, num_items);
      if (shards_[i].done) items += end - begin;
    }
    return items;
  }
  std::vector<int> missing() const {
    std::vector<int> numbers;
    for (std::size_t i = 0; i < shards_.size(); ++i)
      if (!shards_[i].done) numbers.push_back(static_cast<int>(i) + 1);
    return numbers;
  }

 private:
  struct Seen {
    std::filesystem::file_time_type written{};
    bool done = false;
  };

  void look(int number, Seen& seen) const {
    const std::string file = what_if::shard_file(folder_, number);
    std::error_code error;
    const auto written = std::filesystem::last_write_time(file, error);
    if (error || written == seen.written) return;
    seen.written = written;
    const std::optional<what_if::PartState> state = what_if::part_state(file);
    if (!state) return;
    if (state->fingerprint != fingerprint_ || state->shard != what_if::Shard{number, static_cast<int>(shards_.size())})
      throw InputError(file, "is a part of another question, catalogue, program or seed; remove it");
    seen.done = state->is_whole;
  }

  std::string folder_, fingerprint_;
  std::vector<Seen> shards_;
};

/// The name of the option that a group of words is of; empty: an argument.
std::string option_of(const std::vector<std::string>& group) {
  const std::string& word = group.front();
  if (!word.starts_with('-') || word.size() < 2) return {};
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::ranges::find(names, name) != names.end();
}

SlurmJobs jobs_of(const SubmitArguments& arguments, const Submission& submission, const Options& options,
                  int num_shards) {
  static const std::vector<std::string> kOurs = {"--submit",  "--shards", "--partition", "--time",   "--sbatch",
                                                 "--dry-run", "-o",       "--output",    "--format", "--table",
                                                 "--jobs",    "--quiet",  "--no-color"};
  static const std::vector<std::string> kMerge = {"--format", "--table", "--catalog"};
  const std::filesystem::path output = std::filesystem::absolute(options.output).lexically_normal();
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  SlurmJobs jobs{.name = submission.command,
                 .shard_words = {program},
                 .merge_words = {program, "merge", "-o", output.string()},
                 .folder = output.string() + ".shards",
                 .working_folder = std::filesystem::current_path().string(),
                 .num_shards = num_shards,
                 .shards = {},
                 .can_resume = submission.can_resume,
                 .partition = arguments.partition,
                 .time = arguments.time,
                 .sbatch = arguments.sbatch};
  for (const std::vector<std::string>& group : options.words) {
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

void check(const Submission& submission, const Options& options) {
  Issues issues;
  if (options.output.empty())
    issues.push_back({"--submit", fmt::format("needs a file that the jobs write the answer to; add -o {}.json",
                                              submission.command)});
  for (const std::string& file : submission.files)
    if (file == "-") issues.push_back({"--submit", "sends the question to machines without this stdin; give a file"});
  for (const std::vector<std::string>& group : options.words)
    for (const char* name : {"--shard", "--resume"})
      if (option_of(group) == name) issues.push_back({name, "is what --submit does itself; leave it out"});
  if (!issues.empty()) throw InputError(std::move(issues));
}

int num_shards_of(const SubmitArguments& arguments, const Submission& submission,
                  const std::optional<Submitted>& before) {
  const std::int64_t most = std::clamp<std::int64_t>(submission.most_shards, 1, what_if::kMostSlurmShards);
  if (arguments.shards.empty()) return before ? before->num_shards : static_cast<int>(std::min(kUsualShards, most));
  const std::optional<std::int64_t> asked = parse_count(arguments.shards);
  if (!asked || *asked < 1 || *asked > most)
    throw InputError("--shards", fmt::format("\"{}\" is not a whole number from 1 to {}, the most that {} {} are cut "
                                             "into; for example {}",
                                             arguments.shards, most, submission.num_items, submission.items,
                                             std::min(kUsualShards, most)));
  if (before && before->num_shards != *asked)
    throw InputError("--shards", fmt::format("\"{}\": {} shards were submitted before; leave it out", arguments.shards,
                                             before->num_shards));
  return static_cast<int>(*asked);
}

/// What the merge ended with, once it has.
std::optional<int> merge_code(const std::string& folder) {
  std::ifstream in(folder + "/merge.code");
  int code = 0;
  return in >> code ? std::optional(code) : std::nullopt;
}

/// Whether it has given the answer, good or bad.
bool is_answer(int code) { return code == kOk || code == kCannotRun || code == kGateExceeded; }

void submit_jobs(SlurmJobs& jobs, const Parts& parts, Submitted& submitted, const Options& options) {
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
  if (options.quiet) return;
  if (jobs.shards.empty())
    write_message(fmt::format("submitted job {}, which merges {} shards", submitted.merge, jobs.num_shards));
  else
    write_message(
        fmt::format("submitted {} of {} shards as job {}, and job {} that merges them; parts and logs are in {}",
                    jobs.shards.size(), jobs.num_shards, submitted.array, submitted.merge, jobs.folder));
}

/// Progress where stderr is no terminal: a line now and then, when there is news.
class Lines {
 public:
  explicit Lines(bool enabled) : enabled_(enabled) {}

  void tell(const std::string& line) {
    constexpr auto kBetween = std::chrono::seconds(10);  // chosen: a log that can be read
    if (!enabled_ || line == last_ || (!last_.empty() && Clock::now() - told_ < kBetween)) return;
    told_ = Clock::now();
    last_ = line;
    write_message(line);
  }

 private:
  bool enabled_;
  std::string last_;
  Clock::time_point told_{};
};

std::vector<std::string> job_numbers(const Submitted& submitted) {
  std::vector<std::string> numbers;
  for (const std::string& job : {submitted.array, submitted.merge})
    if (!job.empty()) numbers.push_back(job);
  return numbers;
}

/// Looks at the files, and seldom at the queue, until the merge has ended, or nothing is left that could end it.
class Watcher {
 public:
  Watcher(const SlurmJobs& jobs, const Submission& submission, const Submitted& submitted, Parts& parts,
          const Options& options)
      : jobs_(jobs),
        submission_(submission),
        submitted_(submitted),
        parts_(parts),
        lines_(!options.quiet && !shows_progress(options)) {}

  enum class End { kMerged, kGone, kInterrupted };

  End watch(InterruptibleProgress& progress) {
    constexpr auto kBetweenLooks = std::chrono::milliseconds(500), kStep = std::chrono::milliseconds(50);  // chosen
    while (true) {
      const bool gone = queue_is_empty();
      parts_.look();
      if (merge_code(jobs_.folder)) return End::kMerged;
      if (gone) return End::kGone;
      tell(progress);
      for (auto waited = std::chrono::milliseconds(0); waited < kBetweenLooks; waited += kStep) {
        if (progress.stopped()) return End::kInterrupted;
        std::this_thread::sleep_for(kStep);
      }
    }
  }

 private:
  /// Twice in a row: files may come later than the end of the job that wrote them.
  bool queue_is_empty() {
    constexpr auto kBetweenQuestions = std::chrono::seconds(5);  // chosen: easy on the controller
    if (asked_ && Clock::now() - *asked_ < kBetweenQuestions) return false;
    asked_ = Clock::now();
    const auto tasks = queued_tasks(job_numbers(submitted_));
    if (!tasks) return false;
    tasks_ = tasks->front();
    const bool empty = std::ranges::none_of(*tasks, &QueuedTasks::any);
    return std::exchange(was_empty_, empty) && empty;
  }

  void tell(InterruptibleProgress& progress) {
    const std::int64_t done = parts_.items_done(submission_.num_items);
    if (!first_done_) first_done_ = done;
    const std::string shards = fmt::format("{} of {} shards on Slurm, {} running; {}", parts_.num_done(),
                                           jobs_.num_shards, tasks_.running, submission_.items);
    progress.rename(shards);
    progress.report(done, submission_.num_items);
    const std::chrono::duration<double> elapsed = Clock::now() - start_;
    lines_.tell(progress_line(shards, done, submission_.num_items, elapsed.count(), *first_done_));
  }

  const SlurmJobs& jobs_;
  const Submission& submission_;
  const Submitted& submitted_;
  Parts& parts_;
  Lines lines_;
  QueuedTasks tasks_;
  bool was_empty_ = false;
  std::optional<Clock::time_point> asked_;
  std::optional<std::int64_t> first_done_;
  Clock::time_point start_ = Clock::now();
};

/// What the merge wrote to its log.
void show_log(const std::string& folder) {
  std::ifstream log(folder + "/merge.log");
  for (std::string line; std::getline(log, line);) write_message(line);
}

int answered(const SlurmJobs& jobs, const Parts& parts, int code, const Options& options) {
  if (!options.quiet || !is_answer(code)) show_log(jobs.folder);
  if (!is_answer(code)) {
    write_message(parts.missing().empty()
                      ? fmt::format("every shard is there: fmplan merge {}/shard-*.jsonl -o FILE", jobs.folder)
                      : "the same command submits what is missing");
    return kRuntimeError;
  }
  if (!options.quiet) write_message(fmt::format("{} is merged from {} shards", options.output, jobs.num_shards));
  return code;
}

std::string going_on(const Submitted& submitted) {
  return fmt::format("stopped watching; the jobs go on.  The same command watches again, scancel {} ends them",
                     fmt::join(job_numbers(submitted), " "));
}

}  // namespace

void add_submit_options(Command& command, SubmitArguments& arguments) {
  command.add_option("--submit NAME", &arguments.scheduler, "slurm: as jobs of a cluster, which write to -o FILE")
      .choices = {"slurm"};
  command.add_option("--shards N", &arguments.shards,
                     "with --submit: parts to cut it into, 1000 at most [default: 16]");
  command.add_option("--partition NAME", &arguments.partition, "with --submit: of the cluster");
  command.add_option("--time LIMIT", &arguments.time, "with --submit: of each job, as Slurm writes it: 30:00");
  command.add_option("--sbatch ARGUMENT", &arguments.sbatch,
                     "with --submit: for sbatch, for instance --sbatch=--account=physics; may be repeated");
  command.add_option("--dry-run", &arguments.dry_run, "with --submit: print the scripts and submit nothing");
}

void check_submit(const SubmitArguments& arguments) {
  if (arguments.is_asked()) return;
  Issues issues;
  for (const auto& [option, given] :
       {std::pair("--shards", !arguments.shards.empty()), std::pair("--partition", !arguments.partition.empty()),
        std::pair("--time", !arguments.time.empty()), std::pair("--sbatch", !arguments.sbatch.empty()),
        std::pair("--dry-run", arguments.dry_run)})
    if (given) issues.push_back({option, "is of jobs on a cluster; add --submit slurm"});
  if (!issues.empty()) throw InputError(std::move(issues));
}

int submit(const SubmitArguments& arguments, const Submission& submission, const Options& options) {
  check(submission, options);
  SlurmJobs jobs = jobs_of(arguments, submission, options, 1);
  const std::optional<Submitted> before = read_submitted(jobs.folder);
  if (before && before->fingerprint != submission.fingerprint)
    throw InputError("--output", fmt::format("{} holds shards of another question, catalogue, program or seed; choose "
                                             "another file, or remove that folder",
                                             jobs.folder));
  jobs.num_shards = num_shards_of(arguments, submission, before);
  Parts parts(jobs.folder, submission.fingerprint, jobs.num_shards);
  parts.look();
  if (arguments.dry_run) {
    jobs.shards = parts.missing();
    write_stdout(array_script(jobs) + "\n" + merge_script(jobs));
    return kOk;
  }
  if (const auto code = merge_code(jobs.folder); code && is_answer(*code) && std::filesystem::exists(options.output)) {
    if (!options.quiet)
      write_message(fmt::format("{} is there already; remove {} to begin anew", options.output, jobs.folder));
    return *code;
  }
  std::filesystem::create_directories(jobs.folder);
  Submitted submitted = before.value_or(Submitted{submission.fingerprint, jobs.num_shards, "", ""});
  Watcher::End end = Watcher::End::kGone;
  {
    // From here on an interrupt leaves jobs whose numbers are known.
    InterruptibleProgress progress(options, "");
    const std::vector<std::string> numbers = job_numbers(submitted);
    const auto tasks = numbers.empty() ? std::nullopt : queued_tasks(numbers);
    const bool runs = tasks && !submitted.merge.empty() && std::ranges::any_of(*tasks, &QueuedTasks::any);
    if (!runs) submit_jobs(jobs, parts, submitted, options);
    Watcher watcher(jobs, submission, submitted, parts, options);
    end = watcher.watch(progress);
  }
  switch (end) {
    case Watcher::End::kMerged: return answered(jobs, parts, *merge_code(jobs.folder), options);
    case Watcher::End::kInterrupted:
      if (!options.quiet) write_message(going_on(submitted));
      return kInterrupted;
    case Watcher::End::kGone: break;
  }
  show_log(jobs.folder);
  throw std::runtime_error(
      fmt::format("the jobs have ended without an answer, shards {} are missing; their logs are in {}, and the same "
                  "command submits "
                  "what is missing",
                  what_if::ranges_text(parts.missing()), jobs.folder));
}

}  // namespace fmplan::cli
