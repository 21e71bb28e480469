#include "api/job_id.h"

#include <cerrno>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>
#include <sys/random.h>

namespace fmplan::api {

JobIdBits random_job_id_bits() {
  JobIdBits bits{};
  std::size_t filled = 0;
  while (filled < bits.size()) {
    const auto got = ::getrandom(bits.data() + filled, bits.size() - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
    if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return bits;
}

std::string job_id_text(const JobIdBits& bits) {
  std::string text;
  for (const std::uint8_t byte : bits) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace fmplan::api
