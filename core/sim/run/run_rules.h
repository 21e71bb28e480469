#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/quantity.h"

namespace fmplan::sim {

inline constexpr Seconds kNever{std::numeric_limits<double>::infinity()};

/// Collects the rules that values of a run break.
class RunRules {
 public:
  void time(const char* where, Seconds value, bool may_be_zero = true, bool may_be_never = false) {
    const double seconds = value / second;
    if (may_be_never && value == kNever) return;
    if (!std::isfinite(seconds) || seconds < 0 || (!may_be_zero && seconds == 0))
      report(where, fmt::format("{} s is no {} time; give one {}", seconds, may_be_zero ? "possible" : "positive",
                                may_be_zero ? "of nothing or more" : "above nothing"));
  }

  void number(const char* where, double value, double least, double most) {
    if (!(value >= least && value <= most))
      report(where, fmt::format("{} is not between {} and {}", value, least, most));
  }

  void report(std::string where, std::string message) { issues_.push_back({std::move(where), std::move(message)}); }
  Issues take() { return std::move(issues_); }

 private:
  Issues issues_;
};

}  // namespace fmplan::sim
