#pragma once

/// @file
/// Whether a campaign's row is of another training than the pretraining of every weight.

#include <string>

#include "core/catalog/report_readings.h"
#include "core/evidence/campaign_rows.h"

namespace fmplan::evidence {

/// Why the row is no pretraining, by the reading "other-training" of its name, kind, framework and notes: "trains
/// adapters, …".  Empty if it is one.  What is denied ("no RLHF"), and what the notes tell of another stage of the
/// model ("before SFT and DPO", "SFT came later", "pretraining alone"), is not the row's.
std::string other_training(const CampaignRow& row, const catalog::ReportReadings& readings);

}  // namespace fmplan::evidence
