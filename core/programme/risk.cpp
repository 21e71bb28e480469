#include "core/programme/risk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/plan/scenario.h"
#include "core/programme/programme_text.h"

namespace fmplan::programme {
namespace {

using scenario::Project;

double day_of(const Study& study, Date date) { return date.days_since_epoch - study.programme->start.days_since_epoch; }

std::string date_of(const Study& study, double day) {
  return date_text({study.programme->start.days_since_epoch + static_cast<int>(std::floor(day))});
}

const std::string& pool_name(const Study& study, int pool) {
  return study.programme->pools[static_cast<std::size_t>(pool)].name;
}

/// Days of the fastest options of all phases, by themselves; none where a phase has no option.
std::optional<double> fewest_days(const Study& study, std::size_t project) {
  double days = 0;
  for (const PhaseOptions& phase : (*study.table)[project]) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const PhaseOption& option : phase.options) fastest = std::min(fastest, option.p50_days);
    if (!std::isfinite(fastest)) return std::nullopt;
    days += fastest;
  }
  return days;
}

/// The first day on which a pool has enough nodes for each of its phases, and it may start; the programme's last where
/// there is none.
double first_day_with_nodes(const Study& study, std::size_t project) {
  const scenario::Programme& programme = *study.programme;
  const std::optional<Date>& earliest = study.projects[project].project->earliest;
  double first = earliest ? std::max(0.0, day_of(study, *earliest)) : 0;
  for (const PhaseOptions& phase : (*study.table)[project]) {
    double of_phase = day_of(study, programme.end);
    for (const PhaseOption& option : phase.options) {
      const std::vector<int> nodes = nodes_by_day(programme, programme.pools[static_cast<std::size_t>(option.pool)]);
      const auto enough = std::ranges::find_if(nodes, [&](int there) { return there >= option.nodes; });
      of_phase = std::min(of_phase, static_cast<double>(enough - nodes.begin()));
    }
    first = std::max(first, of_phase);
  }
  return first;
}

/// Of a phase that nothing can be done with.
std::string why_impossible(const Study& study, const scenario::ProjectPhase& phase, const PhaseOptions& options) {
  std::string text = fmt::format("its phase \"{}\" runs on none of its numbers of nodes", phase.name);
  if (options.refused.empty()) return text;
  const RefusedOption& most = *std::ranges::max_element(options.refused, {}, &RefusedOption::nodes);
  return text + fmt::format("; on {} of {}: {}", most.nodes, pool_name(study, most.pool), most.reason);
}

std::vector<std::string> why_unplaced(const Study& study, std::size_t index) {
  const Project& project = *study.projects[index].project;
  const std::vector<PhaseOptions>& phases = (*study.table)[index];
  std::vector<std::string> why;
  for (std::size_t j = 0; j < phases.size(); ++j)
    if (phases[j].options.empty()) why.push_back(why_impossible(study, project.phases[j], phases[j]));
  if (!why.empty()) return why;
  const double from = first_day_with_nodes(study, index);
  const double window = day_of(study, study.programme->end) - from;
  if (const double days = fewest_days(study, index).value(); days > window)
    return {fmt::format("it takes {:.1f} days where it is fastest, and its nodes are there for {:.0f}, from {} on",
                        days, std::max(0.0, window), date_of(study, from))};
  return {"there is no room for it beside the other projects"};
}

std::vector<std::string> why_late(const Study& study, const ProjectAnswer& answer, std::size_t index) {
  const Project& project = *answer.project;
  const double due = day_of(study, *project.deadline) + 1, ends = answer.phases.back().end_day;
  std::vector<std::string> why = {fmt::format("it is ready by {} with a chance of {:.0f} %, and {:.0f} % are wanted",
                                              date_text(*project.deadline), 100 * *answer.on_time,
                                              100 * confidence_of(*study.programme))};
  const double from = project.earliest ? std::max(0.0, day_of(study, *project.earliest)) : 0;
  const double alone = from + fewest_days(study, index).value();
  if (alone > due) {
    why.push_back(
        fmt::format("even alone and on as many nodes as it may have it takes {:.1f} days, {:.1f} more than "
                    "there are",
                    alone - from, alone - due));
  } else if (ends > due) {
    why.push_back(fmt::format("it is placed to end {:.1f} days late, for others have the nodes before", ends - due));
  } else if (answer.summary.finish_days.p50 > due) {
    why.push_back(fmt::format("its median ends {:.1f} days late", answer.summary.finish_days.p50 - due));
  } else {
    why.push_back(fmt::format("its median leaves {:.1f} days, and its P90 is {:.1f} days after its median",
                              due - answer.summary.finish_days.p50,
                              answer.summary.finish_days.p90 - answer.summary.finish_days.p50));
  }
  return why;
}

}  // namespace

std::vector<std::string> what_is_wrong(const Study& study, std::size_t index) {
  const ProjectAnswer& answer = study.projects[index];
  if (answer.phases.empty()) return why_unplaced(study, index);
  if (answer.on_time && *answer.on_time < confidence_of(*study.programme)) return why_late(study, answer, index);
  return {};
}

double confidence_of(const scenario::Programme&) { return plan::kDeadlineConfidence; }

std::string budget_trouble(const Study& study, std::size_t index) {
  const OrganisationAnswer& answer = study.organisations[index];
  if (!answer.organisation->budget || !answer.total) return {};
  const double budget = *answer.organisation->budget / dollar;
  if (answer.total->p90 <= budget) return {};
  const auto told = [&study](double dollars) { return money_text(study.programme->currency, dollars); };
  const double over = answer.total->mean - budget;
  return fmt::format("its budget of {} is exceeded by {} at P90{}", told(budget), told(answer.total->p90 - budget),
                     over > 0 ? fmt::format(", and by {} in the mean", told(over)) : "");
}

}  // namespace fmplan::programme
