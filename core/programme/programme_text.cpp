#include "core/programme/programme_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/scenario/pool_capacity.h"

namespace fmplan::programme {

std::string money_text(const scenario::Currency& currency, std::optional<double> dollars) {
  if (!dollars) return "unknown";
  if (currency.code == "USD") return fmplan::money_text(*dollars * dollar);
  const double amount = *dollars * currency.per_dollar;
  return fmt::format("{}{} {}", amount < 0 ? "-" : "", count_text(std::abs(amount)), currency.code);
}

std::string money_decimal(const scenario::Currency& currency, double dollars) {
  return fmt::format("{:.2f}", dollars * currency.per_dollar);
}

std::string finish_text(const scenario::Programme& programme, double until) {
  return day_text(programme, finish_day(until));
}

std::string day_text(const scenario::Programme& programme, double day) {
  if (std::isinf(day)) return "never";
  return date_text({programme.start.days_since_epoch + static_cast<int>(std::floor(day))});
}

std::string headline(const Study& study) {
  const scenario::Programme& programme = *study.programme;
  std::vector<std::string> pools;
  for (const scenario::Pool& pool : programme.pools)
    pools.push_back(fmt::format("{} × {}", most_nodes_to_use(pool, programme.end) + pool.spares, pool.instance));
  const auto placed = std::ranges::count_if(study.projects, [](const auto& p) { return !p.phases.empty(); });
  const auto at_risk = std::ranges::count_if(study.projects, [](const auto& p) { return p.is_at_risk(); });
  const auto counted = [](std::size_t number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  std::string text = fmt::format(
      "{}: {} of {} on {}, {} to {}: {} placed, {} at risk, {}", programme.name,
      counted(study.projects.size(), "project"), counted(programme.organisations.size(), "organisation"),
      fmt::join(pools, " and "), date_text(programme.start), date_text(programme.end), placed,
      at_risk == 0 ? "none" : fmt::format("{}", at_risk),
      study.dollars ? money_text(programme.currency, study.dollars) + " expected" : "at a price that is not known");
  const auto over_budget = std::ranges::count_if(study.organisations, is_over_budget);
  if (over_budget > 0)
    text += fmt::format("; {} beyond budget at P90", counted(static_cast<std::size_t>(over_budget), "organisation"));
  return text;
}

}  // namespace fmplan::programme
