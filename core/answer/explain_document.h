#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/answer/explain_node.h"

namespace fmplan::answer {

struct Compared;

/// What `--explain` prints: each figure with its interval, its formula with the scenario's numbers put in, two levels
/// down, what it rests on, and the page to read on.  `keys` are figures ("days"), keys of the report ("step.mfu"),
/// groups of them ("step.breakdown_s"), terms of formulas ("productive_days") or "all".
/// `report_json` is report_json() of the report.  @throws InputError for a key that there is not, with the nearest.
Document explain_document(const std::vector<std::string>& keys, const ExplainOrigin& origin,
                          const text::Json& report_json);

/// "llama-3-70b on 256 × p5.48xlarge: tensor 8 · …": what is explained.
std::string explained_subject(const plan::Report& report);

/// What stands behind the figures of an answer.
struct ExplainSources {
  std::function<std::vector<Coefficient>(const std::string& entry)> coefficients;  ///< of an entry of rests_on
  std::function<std::optional<StepEvidence>()> step_evidence;                      ///< asked for by the entry "steps"
};
ExplainSources sources_of(const ExplainOrigin& origin);

/// Nodes as they are told; `sources` is null where there is no scenario, and so no values.
Document explanations_document(const std::vector<ExplainNode>& nodes, const ExplainSources* sources);

/// The same without a scenario: formulas and pages alone.
Document explain_formulas(const std::vector<std::string>& keys);

/// Of every side of a comparison that is a plan; of the others a warning.
Document explain_sides(const std::vector<std::string>& keys, const std::vector<Compared>& sides,
                       const catalog::Catalog& catalog, std::uint64_t seed);

/// A figure of a report that is known, in its unit.
struct ExplainedFigure {
  std::string key;
  double value = 0;
  std::string numbers;  ///< "894070 × 9.2680 / 86400"; empty: words
};
/// All that can be explained, terms of formulas among them.
std::vector<ExplainedFigure> explained_figures(const ExplainOrigin& origin, const text::Json& report_json);

}  // namespace fmplan::answer
