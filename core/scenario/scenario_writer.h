#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/scenario.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// The document (version 1) that read_scenario() reads to `scenario`, but for its assumptions: a document that states
/// everything leaves nothing to assume.  Items of `catalog` are written by name, what is not in it as objects.
/// @throws InputError with what no document of this catalogue gives: a link that is none of its networks, kernels that
/// were fitted, and measured steps of the user's own, which a scenario holds as values but a document as a file.
text::Json scenario_document(const plan::Scenario& scenario, const catalog::Catalog& catalog);

}  // namespace fmplan::scenario
