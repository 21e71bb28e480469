#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/date.h"
#include "core/base/quantity.h"

namespace fmplan {

/// A share or another number without a unit.
struct Ratio {
  double value = 0;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

/// What stands in a sentence beside its words.
using NoticeValue =
    std::variant<std::int64_t, Ratio, Seconds, Bytes, BytesPerSecond, Date, std::string, std::vector<std::string>>;

/// By names that stay: "shortfall".
using NoticeValues = std::vector<std::pair<std::string_view, NoticeValue>>;

/// Something to be said, as a code and values; the words are whose who shows it.  `Kind` is an enum.
template <class Kind>
struct Notice {
  Kind kind;
  std::string place{};  ///< what it is of, as a JSON Pointer into the scenario; empty: all of it
  NoticeValues values{};
  std::vector<Notice> parts{};  ///< what completes it: a reason, a remedy

  friend bool operator==(const Notice&, const Notice&) = default;
};

}  // namespace fmplan
