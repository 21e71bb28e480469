#include "cli/submit.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/base/progress_text.h"
#include "core/what_if/part_file.h"
#include "core/what_if/slurm.h"

namespace fmplan::cli {
namespace {

using what_if::SlurmJobs;
using what_if::SubmissionEnd;
using what_if::Submitted;
using what_if::SubmittedParts;
using Clock = std::chrono::steady_clock;

/// Whether it has given the answer, good or bad.
bool is_answer(int code) { return code == kOk || code == kCannotRun || code == kGateExceeded; }

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

/// Watches the jobs from a terminal, or a log.
SubmissionEnd watch_jobs(const SlurmJobs& jobs, const Submission& submission, const Submitted& submitted,
                         SubmittedParts& parts, InterruptibleProgress& progress, const Options& options) {
  Lines lines(!options.quiet && !shows_progress(options));
  const Clock::time_point start = Clock::now();
  std::optional<std::int64_t> first_done;
  const auto tell = [&](int running) {
    const std::int64_t done = parts.items_done(submission.num_items);
    if (!first_done) first_done = done;
    const std::string shards = fmt::format("{} of {} shards on Slurm, {} running; {}", parts.num_done(),
                                           jobs.num_shards, running, submission.items);
    progress.rename(shards);
    progress.report(done, submission.num_items);
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    lines.tell(progress_text(shards, done, submission.num_items, elapsed.count(), *first_done));
  };
  return what_if::watch_submission(jobs.folder, submitted, parts, tell, progress);
}

/// What the merge wrote to its log.
void show_log(const std::string& folder) {
  std::ifstream log(folder + "/merge.log");
  for (std::string line; std::getline(log, line);) write_message(line);
}

int answered(const SlurmJobs& jobs, const SubmittedParts& parts, int code, const Options& options) {
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

int submit(const SubmitArguments& arguments, Submission submission, const Options& options) {
  submission.words = options.words;
  submission.output = options.output;
  check_submission(submission);
  SlurmJobs jobs = slurm_jobs(submission, arguments, 1);
  const std::optional<Submitted> before = what_if::read_submitted(jobs.folder);
  if (before && before->fingerprint != submission.fingerprint)
    throw InputError("--output", fmt::format("{} holds shards of another question, catalogue, program or seed; choose "
                                             "another file, or remove that folder",
                                             jobs.folder));
  jobs.num_shards =
      what_if::num_shards(arguments.shards, submission.num_items, submission.items, submission.most_shards, before);
  SubmittedParts parts(jobs.folder, submission.fingerprint, jobs.num_shards);
  parts.look();
  if (arguments.dry_run) {
    jobs.shards = parts.missing();
    write_stdout(array_script(jobs) + "\n" + merge_script(jobs));
    return kOk;
  }
  if (const auto code = what_if::merge_code(jobs.folder);
      code && is_answer(*code) && std::filesystem::exists(options.output)) {
    if (!options.quiet)
      write_message(fmt::format("{} is there already; remove {} to begin anew", options.output, jobs.folder));
    return *code;
  }
  std::filesystem::create_directories(jobs.folder);
  Submitted submitted = before.value_or(Submitted{submission.fingerprint, jobs.num_shards, "", ""});
  SubmissionEnd end = SubmissionEnd::kGone;
  {
    // From here on an interrupt leaves jobs whose numbers are known.
    InterruptibleProgress progress(options, "");
    if (!is_queued(submitted)) {
      submit_missing(jobs, parts, submitted);
      if (!options.quiet) write_message(submitted_text(jobs, submitted));
    }
    end = watch_jobs(jobs, submission, submitted, parts, progress, options);
  }
  switch (end) {
    case SubmissionEnd::kMerged: return answered(jobs, parts, *what_if::merge_code(jobs.folder), options);
    case SubmissionEnd::kStopped:
      if (!options.quiet)
        write_message(
            fmt::format("stopped watching; the jobs go on.  The same command watches again, scancel {} ends "
                        "them",
                        fmt::join(job_numbers(submitted), " ")));
      return kInterrupted;
    case SubmissionEnd::kGone: break;
  }
  show_log(jobs.folder);
  throw std::runtime_error(
      fmt::format("the jobs have ended without an answer, shards {} are missing; their logs are in {}, and the same "
                  "command submits what is missing",
                  what_if::ranges_text(parts.missing()), jobs.folder));
}

}  // namespace fmplan::cli
