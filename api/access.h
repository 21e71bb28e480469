#pragma once

/// @file
/// Who may ask, and how often.

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fmplan::api {

struct Token {
  std::string name;  ///< of its owner, told in logs
  std::string secret;
};

/// Reads "NAME SECRET" lines; empty ones and those that begin with "#" are left out.
/// @throws InputError with every line that is none, a name that stands twice, a secret of less than 16 characters, and
/// for a text without any.
std::vector<Token> read_tokens(std::string_view text, const std::string& name);

/// Whether the texts are equal, in a time that depends on their lengths alone.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// The owner of the secret in "Bearer SECRET"; none if it is nobody's.
std::optional<std::string> token_owner(const std::vector<Token>& tokens, std::string_view authorization);

/// Whether a Host header is a name of this machine alone: localhost, 127.…, [::1], with or without a port.  A page that
/// had its own name lead here (DNS rebinding) would be told apart by nothing else.
bool names_this_machine(std::string_view host);

/// So many requests a second for each owner, and as many at once as are saved up in `burst_s` seconds.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double per_second, double burst_s) : per_second_(per_second), most_(per_second * burst_s) {}

  /// Takes one; else the seconds after which there is one again.
  std::optional<double> wait_s(const std::string& owner, Clock::time_point now);

 private:
  struct Saved {
    double requests = 0;
    Clock::time_point at;
  };

  double per_second_, most_;
  std::mutex mutex_;
  std::map<std::string, Saved> saved_;
};

}  // namespace fmplan::api
