#pragma once

#include <ostream>

#include <gmock/gmock.h>

#include "core/plan/notice.h"

namespace fmplan::plan {

inline void PrintTo(const Notice& notice, std::ostream* out) { *out << kNoticeCodes.name(notice.kind); }

/// A notice of that kind, whatever its values.
inline auto is(NoticeKind kind) { return testing::Field(&Notice::kind, kind); }
/// … that has `value` under `name`.
template <class Value>
auto is(NoticeKind kind, std::string_view name, const Value& value) {
  return testing::AllOf(is(kind),
                        testing::Field(&Notice::values, testing::Contains(testing::Pair(name, NoticeValue(value)))));
}

}  // namespace fmplan::plan
