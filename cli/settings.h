#pragma once

/// @file
/// What a user has set once for all commands: a file, then the environment; options come over both.

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/catalog/catalog.h"

namespace fmplan::cli {

/// A setting and where its value comes from.
struct Setting {
  std::string key;     ///< "jobs", as the file has it; "FMPLAN_JOBS" in the environment
  std::string value;   ///< empty: not set
  std::string origin;  ///< "default", the file's path, or the variable's name
  std::string what;    ///< in words, with what holds where it is not set
};

/// The value of an environment variable; empty if there is none.
using Environment = std::function<std::string(const std::string& name)>;
Environment process_environment();

/// $FMPLAN_CONFIG, else $XDG_CONFIG_HOME/fmplan.toml, else ~/.config/fmplan.toml; empty without a home.
std::string settings_file(const Environment& environment);

/// All settings, those of the environment over those of the file (which need not be there).
/// @throws InputError for what the file has that is no setting, with the nearest.
std::vector<Setting> read_settings(const Environment& environment);

/// @throws InputError for values that a setting does not take, with where they stand.
void apply_settings(const std::vector<Setting>& settings, Options& options);

/// answer::buying_sets() of what is set, told on stderr, for another user's answer may be another.
std::vector<std::string> buying_sets(const Options& options, const std::string& instance,
                                     const std::vector<std::string>& sets, const catalog::Catalog& catalog);

}  // namespace fmplan::cli
