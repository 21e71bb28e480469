#include "core/answer/outlook_text.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::answer {

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
      return fmt::format("if a node is replaced in {}, not {}", entry.value, time_text(scenario.recovery.replacement));
    case plan::Deciding::kFailures:
      return fmt::format("if nodes fail as {}, not {}", entry.value, scenario.failures.name);
    case plan::Deciding::kSoftware:
      return fmt::format("if the training stack is of {}, not {}", entry.value, date_text(*scenario.software));
  }
  return {};
}

std::string effect_text(const plan::DecidingAssumption& entry) {
  std::string text = !std::isfinite(entry.more_days) ? "no end"
                                                     : fmt::format("{}{} days", entry.more_days < 0 ? "-" : "+",
                                                                   days_text(std::fabs(entry.more_days)));
  if (entry.more_cost) text += fmt::format(", {}", money_difference_text(*entry.more_cost));
  return text;
}

}  // namespace fmplan::answer
