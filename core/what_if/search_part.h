#pragma once

#include <vector>

#include "core/answer/search_question.h"
#include "core/plan/search.h"
#include "core/what_if/part_file.h"

namespace fmplan::what_if {

/// Options of a search as a part carries them, and back.  @throws std::out_of_range for a map without one of them.
std::map<std::string, std::string> argument_texts(const answer::SearchArguments& arguments);
answer::SearchArguments search_arguments(const std::map<std::string, std::string>& texts);

/// The question on the node counts of a part alone.
plan::SearchQuestion part_of(plan::SearchQuestion question, const Shard& shard);

/// What was found of a part, and how long that took.
struct SearchPart {
  plan::SearchResult result;
  double seconds = 0;

  friend bool operator==(const SearchPart&, const SearchPart&) = default;
};

/// To the last bit.  @pre !part.result.stopped
text::Json search_part_json(const SearchPart& part);
/// @throws InputError for a part that is damaged.
SearchPart search_part(const PartFile& file);

/// The whole search: the plans that search() finds, and the time that all parts took together.
SearchPart joined(const plan::Scenario& scenario, const plan::SearchQuestion& question,
                  const std::vector<PartFile>& parts);

}  // namespace fmplan::what_if
