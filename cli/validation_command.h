#pragma once

/// @file
/// What the subcommands of `fmplan validate` have in common.

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/answer/document.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::cli {

struct ValidationArguments {
  std::vector<std::string> files;
  bool rows = false;  ///< every row in the JSON answer
};

/// What a subcommand answers; the document's JSON says how many rows there are (`rows`) and how many of them could be
/// `predicted`.
using Validator = std::function<answer::Document(const ValidationArguments&, const catalog::Catalog&)>;

/// Declares `fmplan validate NAME FILES… [--rows]`; `example` is a file of such rows.  The run prints the document that
/// `validator` makes of the shipped catalogues and what lies over them, and returns kCannotRun, with a message, if not
/// one row could be predicted.  Returns the subcommand, for options of its own.
Command& add_validation(Command& validate_command, const Options& options, const std::string& name,
                        const std::string& description, const std::string& example, Validator validator);

}  // namespace fmplan::cli
