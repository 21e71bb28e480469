#include "api/answer_cache.h"

namespace fmplan::api {

std::optional<std::string> AnswerCache::find(const std::string& question) {
  const std::scoped_lock lock(mutex_);
  const auto found = by_question_.find(question);
  if (found == by_question_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->answer;
}

void AnswerCache::keep(const std::string& question, std::string_view answer) {
  constexpr std::size_t kMostShare = 10;  // chosen: one large answer must not push out all others
  const std::size_t size = question.size() + answer.size();
  if (size > most_bytes_ / kMostShare) return;
  const std::scoped_lock lock(mutex_);
  if (by_question_.contains(question)) return;  // two asked at once
  while (bytes_ + size > most_bytes_) {
    bytes_ -= entries_.back().bytes();
    by_question_.erase(entries_.back().question);
    entries_.pop_back();
  }
  entries_.push_front({question, std::string(answer)});
  by_question_.emplace(entries_.front().question, entries_.begin());
  bytes_ += size;
}

std::size_t AnswerCache::bytes() const {
  const std::scoped_lock lock(mutex_);
  return bytes_;
}

}  // namespace fmplan::api
