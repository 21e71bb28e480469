#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/notice.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// The English sentence of each kind, with {names} of values where they stand and {part} for what completes it.
std::string_view notice_template(plan::NoticeKind kind);

/// A value as people write it.
std::string notice_value_text(const NoticeValue& value);
/// {"shortfall_bytes": 3e10}: by their names with the unit in the key, in SI, days ISO.
text::Json notice_values_json(const NoticeValues& values);

/// A notice in words, its values as people write them.
std::string notice_text(const plan::Notice& notice);
std::vector<std::string> notice_texts(const plan::Notices& notices);

/// {"code", "severity", "place", "values", "parts", "text"}: values by their names, with the unit in the key and in SI,
/// days ISO.  `severity` is "obstacle" or "warning".
text::Json notice_json(const plan::Notice& notice, const char* severity);
/// Obstacles first.
text::Json notices_json(const plan::Notices& obstacles, const plan::Notices& warnings);

}  // namespace fmplan::answer
