#include "cli/interrupt.h"

namespace fmplan::cli {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupts = 0;
void (*volatile handler_before)(int) = SIG_DFL;

void remember(int signal) {
  interrupts = 1;
  std::signal(signal, handler_before);
}

}  // namespace

InterruptWatch::InterruptWatch() : before_(SIG_DFL) {
  interrupts = 0;
  before_ = std::signal(SIGINT, SIG_IGN);
  handler_before = before_;
  std::signal(SIGINT, remember);
}

InterruptWatch::~InterruptWatch() { std::signal(SIGINT, before_); }

bool InterruptWatch::interrupted() const { return interrupts != 0; }

}  // namespace fmplan::cli
