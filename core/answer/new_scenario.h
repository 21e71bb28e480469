#pragma once

/// @file
/// A scenario begun from few values.

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What a scenario is begun from, as people write it.
struct NewScenario {
  std::string model, tokens, instance;
  std::string nodes{};                                 ///< empty: "auto" with a deadline
  std::string deadline{};                              ///< empty: none
  std::string sequence_length{}, global_batch_size{};  ///< empty: chosen, and said so in the notes
  std::vector<std::string> sets{};                     ///< PATH=VALUE, as --set has them
};

/// A scenario that can be planned, with "notes" (which nobody reads but people: JSON has no comments) of what was
/// chosen here and of every value that a rule or the catalogue fills in.  @throws InputError with all that is wrong,
/// by the names of the options of `fmplan init` where a value is missing.
text::Json new_scenario(const NewScenario& asked, const catalog::Catalog& catalog);

}  // namespace fmplan::answer
