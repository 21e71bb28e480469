#pragma once

#include <csignal>

namespace fmplan::cli {

/// While one lives, the first interrupt (SIGINT, Ctrl-C) ends nothing but is remembered; a second one does what it did
/// before.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  bool interrupted() const;

 private:
  using Handler = void (*)(int);
  Handler before_;
};

}  // namespace fmplan::cli
