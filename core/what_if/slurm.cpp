#include "core/what_if/slurm.h"

#include <fmt/format.h>

#include "core/base/words.h"

namespace fmplan::what_if {
namespace {

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

/// A folder in the name of a log, where Slurm reads what follows a %.
std::string log_folder(const std::string& folder) {
  std::string text;
  for (const char c : folder) text += c == '%' ? "%%" : std::string(1, c);
  return text;
}

/// The directives that both scripts have.  Those that the parts depend on come last, and win.
std::string head(const SlurmJobs& jobs, std::string_view suffix, std::string_view log) {
  std::string text = fmt::format("#!/bin/bash\n#SBATCH --job-name=fmplan-{}{}\n", jobs.name, suffix);
  if (!jobs.partition.empty()) text += fmt::format("#SBATCH --partition={}\n", jobs.partition);
  if (!jobs.time.empty()) text += fmt::format("#SBATCH --time={}\n", jobs.time);
  for (const std::string& line : jobs.sbatch) text += fmt::format("#SBATCH {}\n", line);
  return text + fmt::format(
                    "#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --chdir=\"{}\"\n"
                    "#SBATCH --output=\"{}/{}\"\n",
                    jobs.working_folder, log_folder(jobs.folder), log);
}

}  // namespace

std::string shard_file(const std::string& folder, int number) {
  return fmt::format("{}/shard-{}.jsonl", folder, number);
}

std::string array_text(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t last = i;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    if (!text.empty()) text += ",";
    text += last == i ? fmt::format("{}", ascending[i]) : fmt::format("{}-{}", ascending[i], ascending[last]);
    i = last + 1;
  }
  return text;
}

std::string array_script(const SlurmJobs& jobs) {
  const std::string part = shell_word(jobs.folder) + "/shard-\"$SLURM_ARRAY_TASK_ID\".jsonl";
  std::string text = head(jobs, "", "shard-%a.log") + fmt::format("#SBATCH --array={}\n", array_text(jobs.shards));
  std::string output = "-o " + part;
  if (jobs.can_resume) {
    // What a task that was stopped has done is not done again.
    text += fmt::format("part={}\noutput=-o\n[ -e \"$part\" ] && output=--resume\n", part);
    output = "\"$output\" \"$part\"";
  }
  return text + fmt::format(
                    "exec {} --quiet --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" \\\n"
                    "  --shard \"$SLURM_ARRAY_TASK_ID\"/{} {}\n",
                    command_line(jobs.shard_words), jobs.num_shards, output);
}

std::string merge_script(const SlurmJobs& jobs) {
  const std::string folder = shell_word(jobs.folder);
  return head(jobs, "-merge", "merge.log") +
         fmt::format(
             "shopt -s nullglob\n"
             "{} --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" {}/shard-*.jsonl\n"
             "code=$?\n"
             "echo \"$code\" >{}/merge.code.new && mv {}/merge.code.new {}/merge.code\n"
             "exit \"$code\"\n",
             command_line(jobs.merge_words), folder, folder, folder, folder);
}

}  // namespace fmplan::what_if
