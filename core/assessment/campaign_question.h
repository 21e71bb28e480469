#pragma once

/// @file
/// From a campaign to what plan::evaluate() is asked: from its configuration, never from what it took.  The rules stand
/// in docs/models/campaign_validation.md.

#include <string>
#include <variant>
#include <vector>

#include "core/calibration/campaign_history.h"
#include "core/calibration/step_profile.h"
#include "core/catalog/catalog.h"
#include "core/evidence/campaign_rows.h"
#include "core/evidence/step_question.h"
#include "core/plan/scenario.h"
#include "core/sim/run/trial.h"

namespace fmplan::assessment {

/// What campaigns may name, and a scenario whose open ends the rules of scenarios have filled.
struct CampaignCatalog {
  const catalog::Catalog& items;
  plan::Scenario pattern;
  std::optional<calibration::StepProfile> profile;  ///< of step times; none: as counted
};
/// `catalog` must outlive it.  @throws InputError if an item is not well-formed.
CampaignCatalog load_campaign_catalog(const catalog::Catalog& catalog);

struct CampaignQuestion {
  plan::Scenario scenario;
  std::vector<std::string> assumptions;  ///< what the row left open, and what was taken for it
  bool as_published = false;             ///< its layout is its team's own: it fitted, whatever the predicted peak
};

/// What is asked of a campaign, or why it cannot be predicted honestly.  A question passes check_scenario().
std::variant<CampaignQuestion, evidence::StepRefusal> campaign_question(const evidence::CampaignRow& row,
                                                                        const CampaignCatalog& catalog);

/// A dense model of about so many parameters: heads of 128, a gated MLP of 8/3 · hidden size (to a multiple of 256),
/// 51,200 tokens of vocabulary, hidden size the multiple of 512 nearest to 128 times the layers: with 12 · layers ·
/// hidden² parameters beside the embeddings, hidden ≈ (128 N / 12)^(1/3); then as many layers as come nearest to N.
/// @pre 0.01 ≤ billions ≤ 10⁵
model::Transformer dense_model_of(const std::string& name, double billions);

struct CampaignPrediction {
  double gpu_hours = 0;  ///< of the machine, failures included: the job's, spares excluded
  double days = 0;
  sim::StepTimeError step_time_error;  ///< as a factor on both
  model::ParallelPlan parallel;
  double mfu = 0;
  double goodput = 0;
};
/// Or why the plan cannot run.
std::variant<CampaignPrediction, evidence::StepRefusal> predict_campaign(const CampaignQuestion& question);

struct MeasuredCampaign {
  double gpu_hours = 0;
  std::string_view from;  ///< "GPU-hours" or "days": of all GPUs
};
std::variant<MeasuredCampaign, evidence::StepRefusal> measured_campaign(const evidence::CampaignRow& row);

/// Why the hours cannot be of the work, which would have run beyond the accelerators' peak; empty: they may be.
std::string impossible_hours(const MeasuredCampaign& measured, const CampaignPrediction& predicted);

/// Of every dense model's row that can be predicted: what campaigns take over their physics is fitted to these.
std::vector<calibration::CampaignRatio> campaign_ratios(const evidence::CampaignRows& rows,
                                                        const CampaignCatalog& catalog);

}  // namespace fmplan::assessment
