#include "core/answer/outlook_text.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::answer {

std::string effect_text(double more_days, const std::optional<Dollars>& more_cost) {
  std::string text = !std::isfinite(more_days)
                         ? "no end"
                         : fmt::format("{}{} days", more_days < 0 ? "-" : "+", days_text(std::fabs(more_days)));
  if (more_cost) text += fmt::format(", {}", money_difference_text(*more_cost));
  return text;
}

std::string with_spares_text(const plan::MoreSpares& more) {
  return fmt::format("{} with {}", effect_text(more.more_days, more.more_cost),
                     more.spare_nodes == 1 ? "1 more spare" : fmt::format("{} more spares", more.spare_nodes));
}

std::string deciding_text(const plan::DecidingAssumption& entry, const plan::Scenario& scenario) {
  switch (entry.kind) {
    case plan::Deciding::kStepTime: {
      const auto& overhead = scenario.campaign_overhead;
      return overhead && overhead->step_share < 1
                 ? "if steps are as slow as their 80 % interval and past campaigns allow"
                 : "if steps take the slow end of their 80 % interval";
    }
    case plan::Deciding::kCampaigns:
      return fmt::format("if campaigns take {} beside, not {}", entry.value,
                         ratio_text(scenario.campaign_overhead->share));
    case plan::Deciding::kReplacement:
      return fmt::format("if a node is replaced in {}, not {}{}", entry.value, time_text(scenario.recovery.replacement),
                         entry.with_spares ? "; " + with_spares_text(*entry.with_spares) : "");
    case plan::Deciding::kFailures:
      return fmt::format("if nodes fail as {}, not {}", entry.value, scenario.failures.name);
    case plan::Deciding::kSoftware:
      return fmt::format("if the training stack is of {}, not {}", entry.value, date_text(*scenario.software));
  }
  return {};
}

std::string short_deciding_text(const plan::DecidingAssumption& entry, const plan::Scenario& scenario) {
  if (!entry.with_spares) return deciding_text(entry, scenario);
  plan::MoreSpares more = *entry.with_spares;
  more.more_cost.reset();
  return fmt::format("if a node is replaced in {} ({})", entry.value, with_spares_text(more));
}

}  // namespace fmplan::answer
