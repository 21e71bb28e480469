#include "core/base/denial.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/base/words.h"

namespace fmplan {
namespace {

using std::string_view;

/// Between a word of denial and what it denies: "no fused flash attention".  Chosen.
constexpr std::size_t kMostBetween = 2;

constexpr std::array<string_view, 8> kDenyingBefore{"no", "not", "without", "w/o", "never", "nor", "unlike", "disable"};
constexpr std::array<string_view, 4> kDenyingPrefixes{"no-", "no_", "non-", "not-"};
/// A denial does not reach past these.
constexpr std::array<string_view, 5> kTurns{"with", "but", "and", "only", "then"};
/// What a switch is set to.
constexpr std::array<string_view, 7> kOff{"off", "false", "0", "no", "none", "never", "disabled"};
constexpr std::array<string_view, 9> kDenyingBehind{"off",   "false",  "disabled", "unavailable", "unused",
                                                    "fails", "failed", "oom",      "ooms"};
/// Nouns and verbs that stand between a thing and its switch.
constexpr std::array<string_view, 17> kFillers{
    "attention",     "attn",     "kernel", "kernels", "graph", "graphs", "overlap", "recompute", "recomputation",
    "checkpointing", "training", "is",     "are",     "was",   "were",   "being",   "been"};
/// "Not stated" says nothing of the thing.
constexpr std::array<string_view, 6> kOfTheReport{"stated", "restated", "given", "said", "known", "reported"};

bool is_one_of(string_view word, std::span<const string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '-'; }

/// Where the clause begins that `at` is in: behind a comma, a bracket, a plus, or a stop that a blank follows.
std::size_t clause_begin(string_view text, std::size_t at) {
  while (at > 0) {
    const char c = text[at - 1];
    if (string_view(",;()[]+|\n").find(c) != string_view::npos) break;
    if (c == '.' && at < text.size() && text[at] == ' ') break;
    --at;
  }
  return at;
}

bool is_denied_before(string_view text, std::size_t begin) {
  std::size_t word_begin = begin;
  while (word_begin > 0 && is_of_word(text[word_begin - 1])) --word_begin;
  const string_view prefix = text.substr(word_begin, begin - word_begin);
  for (const string_view denying : kDenyingPrefixes) {
    const bool is_whole = prefix.size() == denying.size() ||
                          (prefix.size() > denying.size() && !is_of_word(prefix[prefix.size() - denying.size() - 1])) ||
                          (prefix.size() > denying.size() && prefix[prefix.size() - denying.size() - 1] == '-');
    if (prefix.ends_with(denying) && is_whole) return true;
  }
  const std::size_t from = clause_begin(text, word_begin);
  const std::vector<string_view> words = words_of(text.substr(from, word_begin - from));
  const std::size_t num_words = words.size();
  for (std::size_t i = 0; i < std::min(num_words, kMostBetween + 1); ++i) {
    const string_view word = words[num_words - 1 - i];
    if (is_one_of(word, kTurns)) return false;
    if (is_one_of(word, kDenyingBefore)) return true;
    const string_view ahead = i + 1 < num_words ? words[num_words - 2 - i] : string_view();
    if ((word == "of" && ahead == "instead") || (word == "than" && ahead == "rather")) return true;
  }
  return false;
}

/// Reads words behind something, one after another.
class Behind {
 public:
  Behind(string_view text, std::size_t at) : text_(text), at_(at) {}

  char next_char() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (next_char() == ' ') ++at_;
  }
  bool take(char c) {
    if (next_char() != c) return false;
    ++at_;
    return true;
  }
  string_view take_word() {
    const std::size_t begin = at_;
    while (is_of_word(next_char())) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  bool at_clause_end() {
    skip_blanks();
    return next_char() == '\0' || string_view(",;()[]+|\n.").find(next_char()) != string_view::npos;
  }

 private:
  string_view text_;
  std::size_t at_;
};

bool is_denied_behind(string_view text, std::size_t end) {
  Behind behind(text, end);
  behind.take_word();  // what is left of the word itself: the "_recompute" of "full_recompute=0"
  for (std::size_t i = 0; i <= kMostBetween; ++i) {
    behind.skip_blanks();
    const bool is_set = behind.take('=');
    if (is_set || behind.take(':')) {
      behind.skip_blanks();
      const string_view value = behind.take_word();
      if (!is_one_of(value, kOff)) return false;
      behind.skip_blanks();
      // "lora: no trainable embedding" is of the embedding.
      const char next = behind.next_char();
      return is_set || value != "no" || next < 'a' || next > 'z';
    }
    const bool in_brackets = behind.take('(');
    const string_view word = behind.take_word();
    if (is_one_of(word, kDenyingBehind)) return true;
    if (in_brackets) return false;
    if (word == "not") {
      behind.skip_blanks();
      return !is_one_of(behind.take_word(), kOfTheReport);
    }
    if (word == "no" || word == "none") return behind.at_clause_end();
    if (!is_one_of(word, kFillers)) return false;
  }
  return false;
}

}  // namespace

bool is_denied(string_view text, std::size_t begin, std::size_t end) {
  return is_denied_before(text, begin) || is_denied_behind(text, end);
}

bool affirms_word(string_view text, string_view word) {
  for (std::size_t at = find_word(text, word); at != string_view::npos; at = find_word(text, word, at + word.size()))
    if (!is_denied(text, at, at + word.size())) return true;
  return false;
}

}  // namespace fmplan
