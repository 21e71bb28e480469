#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "core/answer/document.h"
#include "core/hardware/cluster.h"
#include "core/network/topology_build.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::cli {

/// What --show, --dot, --svg, --fabric and --oversubscription say.
struct NetworkShowOptions {
  bool show = false;
  std::string dot_file{};
  std::string svg_file{};
  std::string fabric{};            ///< a fabric of the catalogue; empty: the instance's own
  std::string oversubscription{};  ///< "2:1", of the leaves; empty: the fabric's own

  bool is_asked() const {
    return show || !dot_file.empty() || !svg_file.empty() || !fabric.empty() || !oversubscription.empty();
  }
};

/// "2:1", "2" or "1.5:1" as the ratio of bandwidth from below to bandwidth upwards.
/// @throws InputError unless it is from 0.01 to 100.
double parse_oversubscription(const std::string& text);

/// The cluster with the fabric and the oversubscription of the options.
/// @throws InputError for a fabric that the catalogue does not have, and for a bad ratio.
hardware::Cluster with_fabric(hardware::Cluster cluster, const NetworkShowOptions& options,
                              const catalog::Catalog& catalog);

/// The levels of the cluster's network, what holds typical communicators back, and what was assumed.
answer::Document network_show_document(const hardware::Cluster& cluster);

/// Writes the files that were asked for, each whole or not at all.  @throws std::runtime_error if one cannot be
/// written.
void write_drawings(const hardware::Cluster& cluster, const NetworkShowOptions& options);

/// Declares the options on the command; `options` must outlive the parsing.
void add_network_show_options(Command& command, NetworkShowOptions& options);
/// Writes the files and prints the document; returns an ExitCode.
int show_network(const hardware::Cluster& cluster, const NetworkShowOptions& show, const catalog::Catalog& catalog,
                 const Options& options);

}  // namespace fmplan::cli
