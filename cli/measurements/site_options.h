#pragma once

#include "cli/command_line.h"
#include "core/assessment/row_sites.h"

namespace fmplan::cli {

/// Which of the sources that are fitted to share a machine.
inline void add_site_options(Command& command, assessment::RowSites& sites) {
  command.add_option("--one-site PREFIX", &sites.one_site,
                     "sources that begin so ran on one machine, whose links stray together; may be repeated");
  command.add_option("--any-site PREFIX", &sites.any_site,
                     "sources that begin so ran at the one cloud that has such accelerators; may be repeated");
}

}  // namespace fmplan::cli
