#pragma once

/// @file
/// The coefficients that a figure rests on, each with its source, and how far predicted step times were off rows that
/// were held out.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/date.h"
#include "core/catalog/catalog.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// A value that a figure rests on.
struct Coefficient {
  std::string what;  ///< where it would be set, or what it is of
  std::string value;
  std::string source;
  std::optional<Date> as_of;      ///< the day of the source; none: it says none
  std::optional<bool> confirmed;  ///< seen in a document; none: a rule, or the user's own word

  friend bool operator==(const Coefficient&, const Coefficient&) = default;
};

/// What an answer was made of.
struct ExplainOrigin {
  const plan::Report& report;
  const nlohmann::json& scenario;  ///< as read, `--set` applied
  const catalog::Catalog& catalog;
};

/// Of one entry of Explanation::rests_on; empty where the answer does not rest on it.
std::vector<Coefficient> coefficients_of(const std::string& entry, const ExplainOrigin& origin);

/// A fit without some rows, which were predicted then.
struct HeldOutErrors {
  std::string split;     ///< "framework", "accelerator", "kind", "precision"
  std::string left_out;  ///< "megatron"
  int rows = 0;
  double median_error = 0;  ///< |predicted/measured − 1|
  double coverage_80 = 0;   ///< share in the 80 % interval
};

/// What was measured near a predicted step time.
struct StepEvidence {
  std::vector<std::string> seen;  ///< "megatron on h100-sxm5-80gb: measured by 12 sources"
  bool measured = false;          ///< the framework on the accelerator
  std::vector<HeldOutErrors> held_out;
};
/// None where nothing was measured at all.  @pre the report has phases
std::optional<StepEvidence> step_evidence(const ExplainOrigin& origin);

}  // namespace fmplan::answer
