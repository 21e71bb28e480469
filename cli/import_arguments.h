#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "core/imports/import_kind.h"

namespace fmplan::cli {

/// What a command of `import` is given.
struct ImportArguments {
  std::vector<std::string> files;
  imports::ImportOptions given;
};

/// Adds the kind's command with its file and options, which go to `arguments`.
Command& add_import_kind(Command& import_command, const imports::ImportKind& kind,
                         const std::shared_ptr<ImportArguments>& arguments);

/// The files as they are read, each when it is.
std::vector<imports::ImportFile> import_files(const ImportArguments& arguments);

}  // namespace fmplan::cli
