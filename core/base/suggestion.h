#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fmplan {

/// Optimal string alignment distance without regard to case: insertions, deletions, substitutions and swaps of
/// neighbours.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate a writer of `word` most likely meant, or empty when none is near (distance above a third of the
/// longer length, neither begins with the other, it is no part of just one: "kv_heads" of "num_kv_heads", and no usual
/// abbreviation: "tp" of "tensor").  Ties go to the first.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// `; did you mean "x"?` for the nearest candidate, or an empty string.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace fmplan
