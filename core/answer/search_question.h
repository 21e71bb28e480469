#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/scenario.h"
#include "core/plan/search.h"

namespace fmplan::answer {

/// Options of `fmplan search` as typed; empty: not given.
struct SearchArguments {
  std::string objective = "step_time", top = "10", max_plans = "2B";
  std::string space = "whole";
  std::string phase, nodes, fit_confidence;
  std::string tensor, pipeline, virtual_pipeline, context, expert;
  std::string micro_batch_sizes, min_micro_batches, schedules, zero_stages, recompute;
  bool tensor_across_domains = false;
  bool no_offload = false;
};

/// The phase that is searched: the one named, else the one with most tokens.
/// @throws InputError if there is none of that name.
const plan::Phase& searched_phase(const plan::Scenario& scenario, const SearchArguments& arguments);

/// @throws InputError with everything that cannot be read or cannot be.
plan::SearchQuestion search_question(const plan::Scenario& scenario, const plan::Phase& phase,
                                     const SearchArguments& arguments);

/// Numbers written as "8", "1,2,4", "32..128" or "32..128:8" (every eighth), ascending and each once.  An issue where
/// they are not, where one lies outside of [least, most], or where they are more than 20,000.
std::vector<int> parse_numbers(const char* option, const std::string& text, int least, int most, Issues& issues);

/// An option added to those typed, and how many plans are left then.
struct Narrowing {
  std::string option;
  std::int64_t num_plans = 0;
};
/// The options that leave fewest plans, but some, the strongest first.
std::vector<Narrowing> narrowings(const plan::Scenario& scenario, const plan::Phase& phase,
                                  const SearchArguments& arguments);

/// The options typed without which a space that has no plan would have some.
std::vector<Narrowing> widenings(const plan::Scenario& scenario, const plan::Phase& phase,
                                 const SearchArguments& arguments);

}  // namespace fmplan::answer
