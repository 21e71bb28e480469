#pragma once

/// @file
/// Every field of a scenario and of a programme, once: what the readers take, docs/schema/scenario.schema.json and
/// programme.schema.json and the tables of docs/scenario_format.md and programme_format.md say the same because they
/// are made from these tables.

#include <cstdint>
#include <string_view>

#include "core/text/field_table.h"

namespace fmplan::scenario::fields {

/// The only word that some numbers may be instead.
inline constexpr std::string_view kAutoName[] = {"auto"};

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

extern const text::FieldTable kProgramme;  ///< the whole document of a programme

extern const text::FieldTable kCurrency;
extern const text::FieldTable kPolicy;
extern const text::FieldTable kPool;
extern const text::FieldTable kPoolPrice;
extern const text::FieldTable kDelivery;
extern const text::FieldTable kReturn;
extern const text::FieldTable kPoolMaintenance;
extern const text::FieldTable kAcceptance;
extern const text::FieldTable kOrganisation;
extern const text::FieldTable kProject;
extern const text::FieldTable kProjectPhase;
extern const text::FieldTable kJobs;

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
