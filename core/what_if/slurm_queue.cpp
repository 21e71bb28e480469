#include "core/what_if/slurm_queue.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/process.h"

namespace fmplan::what_if {

std::string submit_script(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"sbatch", "--parsable"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.push_back(script);
  const Finished sbatch = run_program({.words = words});
  if (sbatch.end == ProgramEnd::kNotThere)
    throw InputError("--submit",
                     "finds no sbatch on this machine; ask from a login node of the cluster, or print the "
                     "scripts with --dry-run");
  if (sbatch.code != 0)
    throw std::runtime_error(
        fmt::format("sbatch refuses {}: {}", script, sbatch.error.empty() ? sbatch.err : sbatch.error));
  // "12", or "12;cluster".
  return sbatch.out.substr(0, sbatch.out.find_first_of(";\n"));
}

std::optional<std::vector<QueuedTasks>> queued_tasks(const std::vector<std::string>& jobs) {
  const Finished squeue = run_program({.words = {"squeue", "--noheader", "--me", "--array", "--format=%F %T"}});
  if (squeue.end == ProgramEnd::kNotStarted) throw std::runtime_error("squeue cannot be started: " + squeue.error);
  if (squeue.code != 0) return std::nullopt;
  std::vector<QueuedTasks> tasks(jobs.size());
  std::istringstream lines(squeue.out);
  for (std::string job, state; lines >> job >> state;) {
    const auto found = std::ranges::find(jobs, job);
    if (found == jobs.end()) continue;
    QueuedTasks& of_job = tasks[static_cast<std::size_t>(found - jobs.begin())];
    ++(state == "RUNNING" || state == "COMPLETING" ? of_job.running : of_job.waiting);
  }
  return tasks;
}

}  // namespace fmplan::what_if
