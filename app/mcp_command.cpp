#include "app/mcp_command.h"

#include <cstdio>
#include <string>

#include "api/mcp.h"
#include "cli/outer_commands.h"
#include "cli/output.h"
#include "core/base/parallel.h"
#include "core/text/json_text.h"

namespace fmplan::app {
namespace {

/// One line of stdin without its end; false at the end of stdin.  What is longer than a document may be is cut there,
/// and so no JSON: the reply says so.
bool read_line(std::string& line) {
  line.clear();
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c == '\n') return true;
    if (line.size() <= text::kMaxDocumentBytes) line += static_cast<char>(c);
  }
  return !line.empty();
}

int serve(const cli::Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  api::McpServer server(catalog, thread_count(options.jobs));
  for (std::string line; read_line(line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (const auto reply = server.reply(line)) cli::write_stdout(*reply + "\n");
  }
  return cli::kOk;
}

}  // namespace

void add_mcp_command(cli::Command& program, const cli::Options& options) {
  cli::Command& command = cli::add_outer_command(program, "mcp");
  command.footer =
      "Examples:\n"
      "  fmplan mcp --catalog my-catalog\n"
      "  printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}' | fmplan mcp\n"
      "Model Context Protocol, version 2025-06-18.";
  command.run = [&options] { return serve(options); };
}

}  // namespace fmplan::app
