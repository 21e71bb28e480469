#pragma once

/// @file
/// How every figure of a report comes about: one table that one can read.

#include <span>
#include <string_view>
#include <vector>

namespace fmplan::answer {

struct Explanation {
  /// A key of the report, a name of explain_terms.h, or a group: "step.interval_from.*".
  std::string_view key;
  /// As the page has it.  With names in braces it is arithmetic and computed (formula.h), else words.
  std::string_view formula;
  std::string_view page;      ///< of docs/models: "run.md#ranges"
  std::string_view inputs{};  ///< of words: keys and terms to show, with blanks between
  /// Coefficients, with blanks between: "assumption:/power/pue", "habit:tensor_parallel", "pace:memory", "steps" for
  /// the fit of step times, "products", "fused_attention", "collectives" and "host_link" for those of the machine,
  /// "accelerator:/peak", "framework:/gradient_bytes", "failures", "memory" for the fit of peaks.
  std::string_view rests_on{};
};

/// Of the rows of a key the first counts that is of words, or whose names are all known and give the figure: formulas
/// of a usual case stand before the words for all.
std::span<const Explanation> explanations();

/// Those of simulated runs, by the keys of the answer of `run`; what they lack is explained as of the closed form.
std::span<const Explanation> run_explanations();

/// The rows of a key, then those of the groups that it stands in, the narrowest first; empty: it has none.
std::vector<const Explanation*> explanations_of(std::string_view key,
                                                std::span<const Explanation> table = explanations());

}  // namespace fmplan::answer
