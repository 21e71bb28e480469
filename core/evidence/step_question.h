#pragma once

/// @file
/// From a measured row to what sim::step_time() is asked: from its
/// configuration, never from what was measured.  The rules stand in
/// docs/models/step_validation.md.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/reported_machines.h"
#include "core/evidence/step_model.h"
#include "core/evidence/step_rows.h"
#include "core/hardware/cluster.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
#include "core/sim/step/step_time.h"

namespace fmplan::evidence {

/// What rows may name, read once.
struct StepCatalog {
  std::map<std::string, model::Transformer> models;
  std::map<std::string, hardware::Instance> instances;
  std::map<std::string, network::CollectiveProfile> profiles;  ///< by instance; those measured only
  std::vector<catalog::ReportedMachine> reported;
  std::map<std::string, sim::FrameworkProfile> frameworks;
  std::map<std::string, catalog::UnstatedHabits> unstated;  ///< by framework
};
/// @throws InputError if an item is not well-formed.
StepCatalog load_step_catalog(const catalog::Catalog& catalog);

/// What sim::step_time() is asked of a row.
struct StepQuestion : sim::StepJob {
  std::vector<std::string> assumptions;  ///< what the row left open, and what was taken for it
};

/// The framework's published recipe of the row's model, GPU and layout; null: there is none.
const catalog::PublishedRecipe* published_recipe(const StepRow& row, const StepCatalog& catalog);

/// What is asked of a row, or why it cannot be predicted honestly.  A question
/// keeps step_time()'s preconditions.
std::variant<StepQuestion, StepRefusal> step_question(const StepRow& row, const StepCatalog& catalog);

/// The catalogue item that stands for a row's framework: "NeMo/Megatron" →
/// "nemo"; "generic" for what it does not know.
std::string_view framework_item(std::string_view framework);

}  // namespace fmplan::evidence
