// A line that an agent sends.  Every reply must be one line of JSON; what a tool is asked for ends after a moment.

#include <chrono>
#include <optional>
#include <string>

#include "api/mcp.h"
#include "core/text/json_text.h"
#include "tests/fuzz/fuzz_input.h"

namespace {

using namespace fmplan;

class Moment final : public JobWatcher {
 public:
  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return std::chrono::steady_clock::now() - begin_ > std::chrono::milliseconds(100); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static api::McpServer server(fuzz::shipped_catalog(), 1);
  Moment moment;
  const std::optional<std::string> reply = server.reply(std::string(fuzz::text_of(data, size)), moment);
  if (!reply) return 0;
  if (reply->find('\n') != std::string::npos || !nlohmann::json::accept(*reply)) std::abort();
  return 0;
}
