#pragma once

/// @file
/// The questions as tools of agents: Model Context Protocol, version 2025-06-18, whose messages are JSON-RPC 2.0.

#include <functional>
#include <optional>
#include <string>

#include "core/base/job.h"
#include "core/catalog/catalog.h"

namespace fmplan::api {

/// The version of the protocol that is spoken.
inline constexpr const char* kMcpVersion = "2025-06-18";

/// What answers an agent; without a memory of what was said before, but for whether it has begun.
class McpServer {
 public:
  /// `catalog` must outlive this.
  McpServer(const catalog::Catalog& catalog, int threads) : catalog_(catalog), threads_(threads) {}

  /// The reply to one message, a line without its end; none to a notification.  What is wrong with a question is told
  /// as the tool's error, so that the agent can mend it; what is no message as JSON-RPC's.
  std::optional<std::string> reply(const std::string& message, const Watch& watch = {});

 private:
  const catalog::Catalog& catalog_;
  int threads_;
};

}  // namespace fmplan::api
