#pragma once

#include "core/answer/search_question.h"

namespace fmplan::answer {

/// @throws InputError where the space holds nothing, or more plans than `arguments.max_plans`: with how long that would
/// take, by a short search of it, and the options that would narrow or widen it most.
void check_search_size(const plan::Scenario& scenario, const plan::Phase& phase, const plan::SearchQuestion& question,
                       const SearchArguments& arguments);

}  // namespace fmplan::answer
