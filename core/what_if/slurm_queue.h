#pragma once

/// @file
/// What Slurm's own programs are asked: sbatch and squeue.

#include <optional>
#include <string>
#include <vector>

namespace fmplan::what_if {

/// Tasks of a job that Slurm still has.
struct QueuedTasks {
  int running = 0, waiting = 0;

  bool any() const { return running + waiting > 0; }
};

/// Hands a script to sbatch; the job's number.  @throws InputError where there is no sbatch; std::runtime_error with
/// what it says where it refuses.
std::string submit_script(const std::string& script, const std::vector<std::string>& arguments);

/// Tasks of each of `jobs` in the user's queue; none: the controller does not answer.
std::optional<std::vector<QueuedTasks>> queued_tasks(const std::vector<std::string>& jobs);

}  // namespace fmplan::what_if
