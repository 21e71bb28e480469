#pragma once

/// @file
/// The inputs in which two scenarios differ: those that they state, and those that rules filled in.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fmplan::answer {

/// A scenario as it was written, and as it was understood.
struct ComparedInputs {
  nlohmann::json stated;       ///< the document
  nlohmann::json resolved;     ///< with what it left open filled in (scenario::resolved_scenario())
  nlohmann::json assumptions;  ///< of its report
};

struct InputChange {
  std::string pointer;                     ///< into a scenario
  nlohmann::json from, to;                 ///< null: left open
  std::optional<nlohmann::json> stated{};  ///< what the other document has there; none: nothing
};

/// What the second document states otherwise, value by value; an object, or a list of another length, that only one of
/// the two has is one change, and so is a name in place of an object.  What one leaves open and a rule fills with what
/// the other states is none.  Names, notes and versions are no inputs.
std::vector<InputChange> stated_changes(const ComparedInputs& from, const ComparedInputs& to);

/// What rules filled in otherwise, as consequence of `stated` or of another catalogue.
std::vector<InputChange> filled_in_changes(const ComparedInputs& from, const ComparedInputs& to,
                                           const std::vector<InputChange>& stated);

/// The document with a change made.
void make_change(nlohmann::json& document, const InputChange& change);

/// "/cluster/nodes" as "cluster.nodes".
std::string path_words(const std::string& pointer);
/// A value in a table: no quotes, cut where it is long; "not stated" for null.
std::string value_words(const nlohmann::json& value);

}  // namespace fmplan::answer
