#include "core/evidence/campaign_stage.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/denial.h"
#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

using catalog::ReportColumn;
using std::string_view;

constexpr std::size_t kNowhere = string_view::npos;
/// Between a word that tells of another stage and what that stage is: "later the instruct version by SFT".  Chosen.
constexpr std::size_t kMostBetween = 4;

/// Before what came later, or is counted elsewhere.
constexpr std::array<string_view, 19> kElsewhereBefore{
    "before",       "ahead",      "prior",    "until",     "followed",   "later",   "subsequent",
    "subsequently", "afterwards", "separate", "might",     "separately", "exclude", "may",
    "excl",         "possibly",   "excludes", "excluding", "excl."};
constexpr std::array<string_view, 12> kElsewhereBehind{"later",    "afterwards", "afterward", "next",
                                                       "follows",  "apart",      "extra",     "separate",
                                                       "excluded", "separately", "uncounted", "omitted"};
/// Behind "not": of what the row's figures hold.
constexpr std::array<string_view, 4> kOfTheCount{"counted", "included", "in", "part"};
/// Between two things of one list.
constexpr std::array<string_view, 4> kJoins{"and", "or", "nor", "plus"};
/// What the row is of, where it says so itself.
constexpr std::array<string_view, 9> kPretrainingAlone{
    "pretraining alone", "pre-training alone",   "pretraining only",       "pre-training only",      "only pretraining",
    "only pre-training", "pretraining run only", "pretraining stage only", "pretraining stage alone"};

bool is_one_of(string_view word, std::span<const string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || is_digit(c); }

/// Words of what follows a mention, or comes before it, are those of its own clause.
bool ends_clause(string_view text, std::size_t at) {
  if (string_view(",;()[]|\n").find(text[at]) != kNowhere) return true;
  return text[at] == '.' && (at + 1 == text.size() || text[at + 1] == ' ');
}

/// The notes of a row, and what of them is another stage of training.
class StageNotes {
 public:
  StageNotes(string_view text, const catalog::ReportReadings& readings) : text_(text), readings_(&readings) {}

  /// Whether the mention that begins at `at` is no training of the row's.
  bool is_elsewhere(std::size_t at) const {
    for (std::size_t of = at; of != kNowhere; of = mention_before(of))
      if (is_told_before(of) || (of != at && is_denied(text_, of, mention_end(of)))) return true;
    for (std::size_t of = at; of != kNowhere; of = mention_behind(of))
      if (is_told_behind(mention_end(of))) return true;
    return false;
  }

  /// Where the mention ends that begins at `at`: with its word, or the second of two that only together are one.
  std::size_t mention_end(std::size_t at) const {
    const std::size_t one = word_end(at), next = skip_blanks(one);
    return next > one && !mentions(text_.substr(at, one - at)) ? word_end(next) : one;
  }

 private:
  std::size_t word_end(std::size_t at) const {
    while (at < text_.size() && (is_letter_or_digit(text_[at]) || text_[at] == '-')) ++at;
    return at;
  }
  std::size_t skip_blanks(std::size_t at) const {
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at;
  }
  bool mentions(string_view words) const {
    catalog::ReportTexts texts;
    texts[ReportColumn::kNotes] = words;
    return readings_->rule("other-training", texts) != nullptr;
  }

  std::size_t clause_begin(std::size_t at) const {
    while (at > 0 && !ends_clause(text_, at - 1)) --at;
    return at;
  }
  std::size_t clause_end(std::size_t at) const {
    while (at < text_.size() && !ends_clause(text_, at)) ++at;
    return at;
  }

  bool is_told_before(std::size_t at) const {
    const std::size_t begin = clause_begin(at);
    const std::vector<string_view> words = words_of(text_.substr(begin, at - begin));
    for (std::size_t i = 0; i < std::min(words.size(), kMostBetween + 1); ++i) {
      const string_view word = words[words.size() - 1 - i];
      if (word == "but") return false;
      if (is_one_of(word, kElsewhereBefore)) return true;
      // "Pretrained on 1T tokens, then SFT", but not "SFT, then DPO".
      if (word == "then" && holds_any(text_.substr(0, at), {"pretrain", "pre-train"})) return true;
    }
    return false;
  }
  bool is_told_behind(std::size_t at) const {
    const std::vector<string_view> words = words_of(text_.substr(at, clause_end(at) - at));
    for (std::size_t i = 0; i < std::min(words.size(), kMostBetween + 1); ++i) {
      if (is_one_of(words[i], kElsewhereBehind)) return true;
      if (words[i] == "not" && i + 1 < words.size() && is_one_of(words[i + 1], kOfTheCount)) return true;
    }
    return false;
  }

  /// Behind "," or "and" or both, or another join, from `at` on; `at` itself where there is none.
  std::size_t behind_join(std::size_t at) const {
    std::size_t end = skip_blanks(at);
    const std::size_t begin = end;
    if (end < text_.size() && string_view(",/+&").find(text_[end]) != kNowhere) end = skip_blanks(end + 1);
    if (const std::size_t word = word_end(end); is_one_of(text_.substr(end, word - end), kJoins))
      end = skip_blanks(word);
    return end == begin ? at : end;
  }
  /// The mention that the one at `at` stands in a list with, nearest behind it.
  std::size_t mention_behind(std::size_t at) const {
    const std::size_t end = mention_end(at), next = behind_join(end);
    if (next == end || next >= text_.size()) return kNowhere;
    return mentions(text_.substr(next, mention_end(next) - next)) ? next : kNowhere;
  }
  /// The same before it.
  std::size_t mention_before(std::size_t at) const {
    for (std::size_t before = at; before-- > 0 && text_[before] != ';' && text_[before] != '\n';) {
      const bool begins_word = is_letter_or_digit(text_[before]) &&
                               (before == 0 || !(is_letter_or_digit(text_[before - 1]) || text_[before - 1] == '-'));
      if (!begins_word) continue;
      const std::size_t end = mention_end(before);
      if (end <= at && behind_join(end) == at && mentions(text_.substr(before, end - before))) return before;
    }
    return kNowhere;
  }

  string_view text_;
  const catalog::ReportReadings* readings_;
};

bool says_pretraining(const CampaignRow& row, string_view notes) {
  const std::string kind = lower_case(row.kind);
  if (kind == "pretraining" || kind == "pre-training") return true;
  return std::ranges::any_of(kPretrainingAlone, [&](string_view words) { return affirms_word(notes, words); });
}

/// In lower case, with hyphens for underscores, which join what is read word by word.
std::string plain(string_view text) {
  std::string words = lower_case(text);
  std::ranges::replace(words, '_', '-');
  return words;
}

}  // namespace

std::string other_training(const CampaignRow& row, const catalog::ReportReadings& readings) {
  catalog::ReportTexts texts;
  texts[ReportColumn::kModel] = plain(row.model);
  texts[ReportColumn::kNotes] = plain(row.kind + "; " + row.framework + "; " + row.notes);
  if (says_pretraining(row, texts[ReportColumn::kNotes])) texts[ReportColumn::kNotes].clear();
  const std::string whole = texts[ReportColumn::kNotes];
  const StageNotes notes(whole, readings);
  while (const catalog::WordRule* rule = readings.rule("other-training", texts)) {
    const std::size_t at = rule->all_of.front().find_in(texts);
    if (rule->all_of.front().column != ReportColumn::kNotes || !notes.is_elsewhere(at)) return rule->means;
    // Told of another stage: the next mention may be the row's own.
    std::string& left = texts[ReportColumn::kNotes];
    const std::size_t end = std::max(notes.mention_end(at), at + 1);
    std::fill(left.begin() + static_cast<std::ptrdiff_t>(at), left.begin() + static_cast<std::ptrdiff_t>(end), '~');
  }
  return {};
}

}  // namespace fmplan::evidence
