#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "gui/model/answer_engine.h"
#include "gui/model/told_answer.h"

namespace fmplan::gui {

/// What the answer calls a variant.  @throws InputError where it cannot be read.
std::string variantName(const std::string& variant);

/// What `fmplan compare FILE --with VARIANT …` answers; nothing where no variant is given.  Issues are of variants, at
/// "/variant N" counted from 1, and of the question itself; then the title says of which.
///
/// The question and its variants ("cluster.nodes=128; price.kind=spot") side by side; empty variants are left out.
/// What is wrong is told of all variants at once.
ToldAnswer compared(const Question& question, const std::vector<std::string>& variants, const catalog::Catalog& catalog,
                    int threads, const Watch& watch = {});

}  // namespace fmplan::gui
