#include "core/catalog/campaign_history.h"

#include "core/catalog/item_fields.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

using nlohmann::json;
using text::Json;

CampaignHistoryItem read_campaign_history(const json& document, const std::string& where, Issues& issues) {
  text::ObjectReader reader(document, where, issues);
  CampaignHistoryItem item;
  item.name = read_envelope(reader);
  item.title = reader.string_or("title", item.name);
  if (reader.string("of") != "campaigns") reader.report("of", "write \"campaigns\"");
  item.history.log_median = reader.number("log_median", 0, 3);
  item.history.log_sd = reader.number("log_sd", 0, 3);
  item.history.total_log_sd = reader.number("total_log_sd", 0, 3);
  item.history.step_share = reader.number_or("step_share", 1, 0, 1);
  item.history.num_campaigns = reader.integer("campaigns", 2, 1'000'000);
  item.history.num_sources = reader.integer("sources", 2, 1'000'000);
  reader.refuse_unknown_keys();
  return item;
}

Json campaign_history_json(const calibration::CampaignHistory& history, const Json& provenance) {
  constexpr int kDigits = 4;  // of a fit to some thirty rows
  return {{"version", 1},
          {"kind", "calibration"},
          {"name", kCampaignHistoryName},
          {"title", "What whole campaigns took over what their machines could do"},
          {"of", "campaigns"},
          {"log_median", text::rounded(history.log_median, kDigits)},
          {"log_sd", text::rounded(history.log_sd, kDigits)},
          {"total_log_sd", text::rounded(history.total_log_sd, kDigits)},
          {"step_share", text::rounded(history.step_share, kDigits)},
          {"campaigns", history.num_campaigns},
          {"sources", history.num_sources},
          {"provenance", provenance}};
}

}  // namespace fmplan::catalog
