#include "api/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "core/base/issue.h"

namespace fmplan::api {
namespace {

/// Shorter ones can be guessed: 16 characters of base 64 have 96 bits.
constexpr std::size_t kLeastSecret = 16;

}  // namespace

std::vector<Token> read_tokens(std::string_view text, const std::string& name) {
  std::vector<Token> tokens;
  Issues issues;
  std::set<std::string> names;
  int number = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = fmt::format("{}:{}", name, number);
    const std::size_t blank = line.find(' ');
    // What was read of the line is a secret perhaps: messages do not repeat it.
    if (blank == 0 || blank == std::string_view::npos || line.find(' ', blank + 1) != std::string_view::npos) {
      issues.push_back({where, "is no line of a name and a secret; write: budget-portal 3fJv…"});
      continue;
    }
    Token token{std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))};
    if (token.secret.size() < kLeastSecret)
      issues.push_back({where, fmt::format("the secret has {} characters, and at least {} are needed; make one with: "
                                           "openssl rand -base64 24",
                                           token.secret.size(), kLeastSecret)});
    if (!names.insert(token.name).second)
      issues.push_back({where, "names somebody for the second time; give every secret a name of its own"});
    tokens.push_back(std::move(token));
  }
  if (tokens.empty() && issues.empty()) issues.push_back({name, "has no token; write lines of a name and a secret"});
  if (!issues.empty()) throw InputError(std::move(issues));
  return tokens;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  const std::size_t length = std::max(a.size(), b.size());
  volatile unsigned char differs = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < length; ++i) {
    const auto x = static_cast<unsigned char>(i < a.size() ? a[i] : 0);
    const auto y = static_cast<unsigned char>(i < b.size() ? b[i] : 0);
    differs = static_cast<unsigned char>(differs | (x ^ y));
  }
  return differs == 0;
}

std::optional<std::string> token_owner(const std::vector<Token>& tokens, std::string_view authorization) {
  constexpr std::string_view kScheme = "Bearer ";
  if (!authorization.starts_with(kScheme)) return std::nullopt;
  const std::string_view given = authorization.substr(kScheme.size());
  std::optional<std::string> owner;
  // All of them, so that the time does not tell which was near.
  for (const Token& token : tokens)
    if (equal_in_constant_time(token.secret, given)) owner = token.name;
  return owner;
}

bool names_this_machine(std::string_view host) {
  // "[::1]:8080" ends its address itself.
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  const std::string_view name = host.substr(0, end);
  if (name == "localhost" || name == "[::1]") return true;
  const bool is_number = name.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_number && name.starts_with("127.");
}

std::optional<double> RateLimit::wait_s(const std::string& owner, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  const auto [entry, is_new] = saved_.try_emplace(owner, Saved{most_, now});
  Saved& saved = entry->second;
  const std::chrono::duration<double> passed = now - saved.at;
  saved = {std::min(most_, saved.requests + passed.count() * per_second_), now};
  if (saved.requests < 1) return (1 - saved.requests) / per_second_;
  saved.requests -= 1;
  return std::nullopt;
}

}  // namespace fmplan::api
