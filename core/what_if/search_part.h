#pragma once

#include <vector>

#include "core/answer/search_answer.h"
#include "core/answer/search_question.h"
#include "core/plan/search.h"
#include "core/what_if/part_file.h"

namespace fmplan::what_if {

/// Options of a search as a part carries them, and back.  @throws std::out_of_range for a map without one of them.
std::map<std::string, std::string> argument_texts(const answer::SearchArguments& arguments);
answer::SearchArguments search_arguments(const std::map<std::string, std::string>& texts);

/// The question on the node counts of a part alone.
plan::SearchQuestion part_of(plan::SearchQuestion question, const Shard& shard);

/// What was found of a part, to the last bit; not how long that took, so that a part may be repeated.  @pre
/// !result.stopped
text::Json search_part_json(const plan::SearchResult& result);
/// @throws InputError for a part that is damaged.
plan::SearchResult search_part(const PartFile& file);

/// What was searched.  @throws InputError for a part that is damaged.
answer::SearchAsked search_asked(const PartFile& part, const catalog::Catalog& catalog);
/// The whole search: the plans that search() finds.
plan::SearchResult joined(const plan::SearchQuestion& question, const std::vector<PartFile>& parts);

}  // namespace fmplan::what_if
