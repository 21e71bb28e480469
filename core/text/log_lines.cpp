#include "core/text/log_lines.h"

#include <algorithm>
#include <istream>
#include <streambuf>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/words.h"

namespace fmplan::text {
namespace {

/// Bytes, chosen: no line or log of a training is longer (docs/models/training_logs.md).
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::size_t kLongestText = std::size_t{4} << 30;

/// ESC [ parameters letter (ECMA-48), or ESC and one character.
std::string without_escapes(const std::string& raw) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] != '\x1b') {
      text += raw[at];
      continue;
    }
    if (++at < raw.size() && raw[at] == '[') do
        ++at;
      while (at < raw.size() && (raw[at] < '@' || raw[at] > '~'));
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes what a launcher wrote before the text; empty if it wrote nothing.
std::string_view take_rank(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits > 0 && text.substr(digits).starts_with(": ")) {
    const std::string_view rank = text.substr(0, digits);
    text.remove_prefix(digits + 2);
    return rank;
  }
  if (text.starts_with('[')) {
    const std::size_t close = std::min(text.find(']'), text.size());
    const std::string_view inside = text.substr(1, close - 1);
    std::string_view rest = text.substr(std::min(close + 1, text.size()));
    const bool tagged = rest.starts_with("<stdout>:") || rest.starts_with("<stderr>:");
    const bool torchrun = rest.starts_with(':') && (inside.starts_with("default") || inside.starts_with("rank"));
    if (!tagged && !torchrun) return {};
    text = rest.substr(rest.find(':') + 1);
    return inside;
  }
  const std::size_t blank = text.find(' ');
  const std::size_t slash = text.substr(0, blank).rfind('/');
  // A job and its replica: "retraining/0 ".
  if (blank != std::string_view::npos && slash != std::string_view::npos && slash > 0 && slash + 1 < blank &&
      std::all_of(text.begin() + static_cast<std::ptrdiff_t>(slash) + 1,
                  text.begin() + static_cast<std::ptrdiff_t>(blank), is_digit) &&
      !is_digit(text.front())) {
    const std::string_view rank = text.substr(0, blank);
    text.remove_prefix(blank);
    return rank;
  }
  return {};
}

bool is_packed(const std::string& beginning) {
  return beginning.starts_with("\x1f\x8b") || beginning.starts_with("\xFD" + std::string("7zXZ")) ||
         beginning.starts_with("\x28\xB5\x2F\xFD") || beginning.starts_with("BZh9");
}

}  // namespace

std::optional<LogLines::RawLine> LogLines::read_raw() {
  RawLine raw;
  std::streambuf& buffer = *in_.rdbuf();
  for (;;) {
    const int c = buffer.sbumpc();
    if (c == std::streambuf::traits_type::eof()) {
      raw.whole = false;
      return raw.text.empty() ? std::nullopt : std::optional(std::move(raw));
    }
    if (++num_bytes_ > kLongestText)
      throw InputError(fmt::format("{}:{}", name_, number_),
                       "the log is longer than 4 GiB; give the part with the iterations (grep, tail)");
    const bool line_feed_of_return = c == '\n' && after_return_;
    after_return_ = c == '\r';
    if (line_feed_of_return) {
      ++number_;
      continue;
    }
    if (c == '\n' || c == '\r') return raw;
    raw.text += static_cast<char>(c);
    if (raw.text.size() > kLongestLine)
      throw InputError(fmt::format("{}:{}", name_, number_),
                       "a line is longer than 1 MiB; a text log of a training run was expected");
  }
}

std::optional<LogLine> LogLines::next() {
  constexpr int kMostPrefixes = 4;  // a scheduler's, a launcher's, a framework's
  const bool first = num_bytes_ == 0;
  const std::optional<RawLine> raw = read_raw();
  if (!raw) return std::nullopt;
  LogLine line;
  line.number = number_;
  line.whole = raw->whole;
  // The line feed of a CRLF is read, and counted, with the line after it.
  if (line.whole && !after_return_) ++number_;
  if (first && is_packed(raw->text))
    throw InputError(name_, "is packed; unpack it first, for example with zcat FILE > run.log");
  const std::string text = without_escapes(raw->text);
  std::string_view rest = trimmed(text);
  for (int i = 0; i < kMostPrefixes; ++i) {
    const std::string_view rank = take_rank(rest);
    if (rank.empty()) break;
    line.rank += (line.rank.empty() ? "" : " ") + table_text(rank);
    rest = trimmed(rest);
  }
  line.text = std::string(rest);
  return line;
}

std::string table_text(std::string_view text) {
  constexpr std::size_t kMost = 100;  // bytes; chosen
  std::string result(text.substr(0, kMost));
  for (char& c : result)
    if (c < ' ' || c > '~') c = '?';
  return result;
}

}  // namespace fmplan::text
