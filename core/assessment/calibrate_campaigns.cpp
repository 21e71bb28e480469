#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/calibration.h"
#include "core/assessment/campaign_question.h"
#include "core/base/statistics.h"
#include "core/catalog/campaign_history.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

std::string factor_text(double log_factor) { return fmt::format("{:.2f}", std::exp(log_factor)); }

/// What each team took in the mean.
Table teams_table(const std::vector<calibration::CampaignRatio>& ratios) {
  struct Team {
    int campaigns = 0;
    double log_sum = 0;
  };
  std::map<std::string, Team> teams;
  for (const calibration::CampaignRatio& ratio : ratios) {
    Team& team = teams[ratio.residual.source];
    ++team.campaigns;
    team.log_sum += ratio.residual.log_ratio;
  }
  Table table{.title = "By source",
              .header = {"", "campaigns", "measured / physics"},
              .align = {Align::kLeft, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"geometric means"}};
  for (const auto& [source, team] : teams)
    table.rows.push_back({source, fmt::format("{}", team.campaigns), factor_text(team.log_sum / team.campaigns)});
  return table;
}

}  // namespace

Document calibrate_campaigns(const CampaignCalibrationQuestion& question, const catalog::Catalog& catalog) {
  const CampaignCatalog known = load_campaign_catalog(catalog);
  Document document;
  std::vector<calibration::CampaignRatio> ratios;
  for (const std::string& path : question.files) {
    const evidence::CampaignRows rows =
        evidence::read_campaign_rows(text::read_text_file(path), std::filesystem::path(path).filename().string());
    document.warnings.insert(document.warnings.end(), rows.notes.begin(), rows.notes.end());
    for (const text::RefusedRow& row : rows.refused)
      document.warnings.push_back(fmt::format("{}:{}: {}", path, row.line, row.reason));
    const auto of_file = campaign_ratios(rows, known);
    ratios.insert(ratios.end(), of_file.begin(), of_file.end());
  }
  Table teams = teams_table(ratios);
  if (teams.rows.size() < 2)
    throw InputError("FILES", "hold campaigns of dense models of fewer than two sources that can be predicted");
  const calibration::CampaignHistory history = fit_campaign_history(ratios);
  document.headline = fmt::format(
      "{} campaigns of {} teams took {} times their physics at the median, four in five of another team's from {} to "
      "{}",
      history.num_campaigns, history.num_sources, factor_text(history.log_median),
      factor_text(history.log_median - kNormal80 * history.total_log_sd),
      factor_text(history.log_median + kNormal80 * history.total_log_sd));
  constexpr std::size_t kDate = 10;  // "YYYY-MM-DD", which a catalogue's version begins with
  document.json = catalog::campaign_history_json(
      history, {{"source", question.source}, {"date", catalog.version().substr(0, kDate)}, {"confirmed", true}});
  document.tables = {std::move(teams)};
  return document;
}

}  // namespace fmplan::assessment
