#pragma once

/// @file
/// Every field of a scenario, once: what the reader takes, docs/schema/scenario.schema.json and the tables of
/// docs/scenario_format.md say the same because they are made from these tables.

#include <cstdint>

#include "core/text/field_table.h"

namespace fmplan::scenario::fields {

extern const text::FieldTable kScenario;  ///< the whole document

extern const text::FieldTable kTraining;
extern const text::FieldTable kPhase;
extern const text::FieldTable kParallel;
extern const text::FieldTable kCluster;
extern const text::FieldTable kRun;
extern const text::FieldTable kCheckpoint;
extern const text::FieldTable kData;
extern const text::FieldTable kHazards;
extern const text::FieldTable kPrice;
extern const text::FieldTable kPower;

/// Objects that may stand for an item of the catalogue.
extern const text::FieldTable kModel;
extern const text::FieldTable kFramework;
extern const text::FieldTable kInstance;
extern const text::FieldTable kAccelerator;
extern const text::FieldTable kStorage;
extern const text::FieldTable kFailures;
extern const text::FieldTable kRecovery;

/// What every item may have beside its own fields.
extern const text::Field kItemFields[5];

}  // namespace fmplan::scenario::fields
