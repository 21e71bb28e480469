#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace fmplan {

/// One problem in what a user gave: where it stands (a JSON Pointer, RFC 6901, or the name of an option), and what is
/// wrong with it: the value, the rule, and a value that would do.
struct Issue {
  std::string where;
  std::string message;

  friend bool operator==(const Issue&, const Issue&) = default;
};
using Issues = std::vector<Issue>;

/// Thrown once, after everything was read, with all the problems found.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Issues issues);
  InputError(std::string where, std::string message);
  const Issues& issues() const { return issues_; }

 private:
  Issues issues_;
};

/// Calls `read`; what it finds wrong joins `issues`, so that everything is told at once.
template <class Read>
void collect(Issues& issues, const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    issues.insert(issues.end(), error.issues().begin(), error.issues().end());
  }
}

}  // namespace fmplan
