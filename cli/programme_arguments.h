#pragma once

#include <string>

#include "cli/command.h"
#include "core/programme/question.h"
#include "core/programme/study_programme.h"

namespace fmplan::cli {

/// What commands that plan a programme are asked: the file with its changes, and how it is simulated.
struct ProgrammeArguments {
  programme::ProgrammeOptions asked;
  std::string trials;
  bool no_proof = false;
};

/// Declares PROGRAMME, --trials, --set, --drop, --only and --no-proof; `arguments` must outlive the run.
/// @param what  PROGRAMME is, for the help
void add_programme_arguments(Command& command, ProgrammeArguments& arguments,
                             const std::string& what = "programme file");

/// @throws InputError for a number of trials that is none.
programme::StudyOptions study_options(const ProgrammeArguments& arguments, const Options& options);

}  // namespace fmplan::cli
