#pragma once

/// @file
/// The catalogue item of kind "calibration" that says what whole campaigns took over their physics.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/calibration/campaign_history.h"
#include "core/catalog/documents.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// The item's name: there is one.
inline constexpr const char* kCampaignHistoryName = "campaigns";

struct CampaignHistoryItem {
  std::string name;
  std::string title;
  calibration::CampaignHistory history;

  friend bool operator==(const CampaignHistoryItem&, const CampaignHistoryItem&) = default;
};

CampaignHistoryItem read_campaign_history(const nlohmann::json& document, const std::string& where, Issues& issues);

/// The item of what a fit found, for the source, date and notes of `provenance`.
text::Json campaign_history_json(const calibration::CampaignHistory& history, const text::Json& provenance);

}  // namespace fmplan::catalog
