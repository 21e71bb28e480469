#pragma once

#include <string>
#include <string_view>

#include <QString>

#include "core/base/issue.h"

namespace fmplan::gui {

/// A key of a document or of an answer in words: "gpu_hours" is "GPU hours", "finish.p90" is "finish P90".
std::string keyWords(std::string_view key);

/// Where a problem lies, as people find it: the label of the field that pages have for it ("Nodes"), else what leads
/// there, lists counted from 1: "organisation 2 › project 1 › deadline".  What is no JSON Pointer stays as it is.
QString placeWords(const std::string& pointer);

/// Place and rule of a problem; the rule alone where it has no place.
QString problemWords(const Issue& issue);

}  // namespace fmplan::gui
