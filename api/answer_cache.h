#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fmplan::api {

/// Answers to questions that were asked before, byte for byte: pages and dashboards ask the same again and again.  An
/// answer depends on nothing but its question, whose seed is part of it, and the catalogues, which stay as they are
/// while the server runs.  Those that nobody has asked for longest make room for new ones.
///
/// Any thread may call anything.
class AnswerCache {
 public:
  /// @param most_bytes  of questions and answers together
  explicit AnswerCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// The answer to this very question, white space and all.
  std::optional<std::string> find(const std::string& question);
  /// What alone would fill a tenth of the room is not kept.
  void keep(const std::string& question, std::string_view answer);

  std::size_t bytes() const;

 private:
  struct Entry {
    std::string question, answer;

    std::size_t bytes() const { return question.size() + answer.size(); }
  };

  std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  ///< the latest asked first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_question_;
};

}  // namespace fmplan::api
