#pragma once

#include "cli/command.h"
#include "core/what_if/submission.h"

namespace fmplan::cli {

struct Command;

using what_if::check_submit;
using what_if::Submission;
using SubmitArguments = what_if::SubmitOptions;

/// `--submit slurm` and what goes with it.
void add_submit_options(Command& command, SubmitArguments& arguments);

/// Submits the parts and a job that merges them into `options.output`, and watches until that is there; parts that
/// there are, and jobs that run, are taken up.  Interrupted, the jobs go on.  With --dry-run prints the scripts.
/// @throws InputError
int submit(const SubmitArguments& arguments, Submission submission, const Options& options);

}  // namespace fmplan::cli
