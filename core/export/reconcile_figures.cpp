#include "core/export/reconcile_figures.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::exports {
namespace {

using answer::Figure;
using answer::FigureUnit;

constexpr std::string_view kCash = "cash.", kShare = ".share";

struct Amount {
  const char* name;
  const char* what;
  std::optional<Cents> (*of)(const Variance&);
};

constexpr Amount kAmounts[] = {
    {"difference", "what was billed less what was planned",
     [](const Variance& v) -> std::optional<Cents> { return v.difference(); }},
    {"planned", "of the months that are billed", [](const Variance& v) -> std::optional<Cents> { return v.planned; }},
    {"billed", "of the bill", [](const Variance& v) -> std::optional<Cents> { return v.billed; }},
    {"price", "every hour that there was, at another price",
     [](const Variance& v) -> std::optional<Cents> { return v.price; }},
    {"volume", "more work than planned", [](const Variance& v) -> std::optional<Cents> { return v.volume; }},
    {"efficiency", "slower steps than planned", [](const Variance& v) { return v.efficiency; }},
    {"failures", "hours in which nothing was trained", [](const Variance& v) { return v.failures; }},
    {"idle", "hours that were held for nothing", [](const Variance& v) { return v.idle; }},
    {"unplanned", "what the plan has no price for",
     [](const Variance& v) -> std::optional<Cents> { return v.unplanned; }}};

/// Of both views, amounts and their shares.
std::vector<Figure> all_figures() {
  std::vector<Figure> figures;
  for (const std::string_view view : {std::string_view(), kCash})
    for (const Amount& amount : kAmounts) {
      const std::string name = fmt::format("{}{}", view, amount.name), share = name + std::string(kShare);
      figures.push_back({.name = name, .unit = FigureUnit::kDollar, .what = amount.what, .share_name = share});
      figures.push_back(
          {.name = share, .unit = FigureUnit::kRatio, .what = fmt::format("{}, over what was planned", amount.what)});
    }
  return figures;
}

std::map<std::string, answer::FigureValue> values_of(const Reconciliation& reconciliation) {
  std::map<std::string, answer::FigureValue> values;
  for (const auto& [view, total] :
       {std::pair(std::string_view(), reconciliation.amortised.total()), std::pair(kCash, reconciliation.cash.total())})
    for (const Amount& amount : kAmounts) {
      const std::string name = fmt::format("{}{}", view, amount.name);
      const std::optional<Cents> cents = amount.of(total);
      if (cents) values[name].value = static_cast<double>(*cents) / 100;
      if (cents && total.planned != 0)
        values[name + std::string(kShare)].value = static_cast<double>(*cents) / static_cast<double>(total.planned);
    }
  return values;
}

}  // namespace

const answer::FigureSet& reconcile_figures() {
  static const answer::FigureSet kFigures(all_figures(), {});
  return kFigures;
}

answer::FigureValues reconcile_values(const Reconciliation& reconciliation,
                                      const std::vector<answer::Condition>& gates) {
  Issues issues;
  if (reconciliation.currency != "USD")
    for (const answer::Condition& gate : gates)
      for (const answer::Bound& bound : answer::bounds_of(gate))
        if (bound.figure.unit == FigureUnit::kDollar)
          issues.push_back({"--fail-if", fmt::format("\"{}\" is in dollars, and the bill in {}; bound a share of what "
                                                     "was planned, for instance '{}>5%'",
                                                     bound.text, reconciliation.currency, bound.figure.name)});
  if (!issues.empty()) throw InputError(std::move(issues));
  return [values = values_of(reconciliation)](const Figure& figure) {
    const auto found = values.find(figure.name);
    return found == values.end() ? answer::FigureValue{} : found->second;
  };
}

}  // namespace fmplan::exports
