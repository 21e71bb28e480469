#include "core/answer/scale_question.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/suggestion.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::answer {
namespace {

int num_questions(const ScaleQuestion& question) {
  return int{question.compute.has_value()} + int{question.parameters || question.tokens} +
         int{question.loss.has_value()} + int{question.budget.has_value()};
}

/// Half-precision peak: bf16, or fp16 on accelerators without it.
std::pair<std::string, FlopPerSecond> training_peak(const hardware::Accelerator& accelerator) {
  for (const char* precision : {"bf16", "fp16"}) {
    const auto found = accelerator.peak.find(precision);
    if (found != accelerator.peak.end()) return {precision, found->second};
  }
  throw InputError("--on", fmt::format("{} has no known bf16 or fp16 peak", accelerator.name));
}

/// What to ask for instead of a price that is not known.
std::string price_hint(const hardware::PriceList* prices, const ScaleMachine& machine) {
  if (!prices) return "no price of this instance is known";
  const std::vector<std::string> kinds = hardware::price_kinds(*prices, machine.region);
  if (kinds.empty()) {
    const std::vector<std::string> regions = hardware::price_regions(*prices);
    return fmt::format("regions with prices: {}{}", fmt::join(regions, ", "), did_you_mean(machine.region, regions));
  }
  return fmt::format("kinds with prices in {}: {}{}", machine.region, fmt::join(kinds, ", "),
                     did_you_mean(machine.price_kind, kinds));
}

}  // namespace

std::vector<model::ScalingLaw> laws_named(const std::string& name, const catalog::Catalog& catalog) {
  const std::vector<model::ScalingLaw>& laws = catalog.scaling_laws();
  if (name == "all") return laws;
  std::vector<std::string> names;
  for (const model::ScalingLaw& law : laws) {
    if (law.name == name) return {law};
    names.push_back(law.name);
  }
  throw InputError("law", fmt::format("no scaling law \"{}\"; there are: {}{}", name, fmt::join(names, ", "),
                                      did_you_mean(name, names)));
}

std::optional<model::ScalingLaw> critical_batch_law(const catalog::Catalog& catalog) {
  for (const model::ScalingLaw& law : catalog.scaling_laws())
    if (std::holds_alternative<model::KaplanForm>(law.form)) return law;
  return std::nullopt;
}

Issues problems(const ScaleQuestion& question) {
  Issues issues;
  if (num_questions(question) != 1) {
    issues.push_back(
        {"scale", fmt::format("ask exactly one question, not {}: --compute 1e24, --params 70B, --tokens 15T, "
                              "--params with --tokens, --loss 2.0, or --budget '$5M' --on p5.48xlarge",
                              num_questions(question))});
  }
  const auto positive = [&](const char* option, const std::optional<double>& number, const char* example) {
    if (number && !(*number > 0)) {
      issues.push_back({option, fmt::format("{:g} is not above 0; {}", *number, example)});
    }
  };
  positive("--compute", question.compute ? std::optional(*question.compute / flop) : std::nullopt, "for instance 1e24");
  positive("--params", question.parameters, "for instance 70B");
  positive("--tokens", question.tokens, "for instance 15T");
  positive("--loss", question.loss, "for instance 2.0");
  positive("--budget", question.budget ? std::optional(*question.budget / dollar) : std::nullopt, "for instance $5M");
  positive("--unique-tokens", question.conditions.unique_tokens, "for instance 1T");
  if (!(question.mfu > 0 && question.mfu <= 1)) {
    issues.push_back({"--mfu", fmt::format("{:g} is not in (0, 1]; for instance 40%", question.mfu)});
  }
  if (question.conditions.num_experts < 1) issues.push_back({"--experts", "at least 1; for instance 64"});
  if (!(question.conditions.granularity >= 1)) issues.push_back({"--granularity", "at least 1; for instance 8"});
  if (!question.budget) return issues;
  if (!question.machine) {
    issues.push_back({"--budget",
                      "money is turned into compute on a machine: add --on INSTANCE, for instance "
                      "--on p5.48xlarge"});
  } else if (!question.machine->price || !question.machine->price->price) {
    const ScaleMachine& machine = *question.machine;
    issues.push_back(
        {"--budget", fmt::format("no {} price of {} in {} on {} is known, so it buys no known compute; try another "
                                 "--price-kind, --region or --date: {}",
                                 machine.price_kind, machine.instance.name, machine.region, date_text(machine.on),
                                 machine.price_hint)});
  }
  return issues;
}

Flop budget_compute(Dollars budget, DollarsPerSecond price, const ScaleMachine& machine, double mfu) {
  return mfu * machine.instance.accelerators_per_node * (budget / price) * machine.peak;
}

Seconds accelerator_time(Flop compute, const ScaleMachine& machine, double mfu) {
  return compute / (mfu * machine.peak);
}

ScaleMachine scale_machine(const PricedInstance& asked, const catalog::Catalog& catalog) {
  ScaleMachine machine;
  machine.instance = catalog.instance(asked.instance);
  std::tie(machine.precision, machine.peak) = training_peak(machine.instance.accelerator);
  machine.price_kind = asked.price_kind;
  // Prices are those of the day the catalogues were gathered, not of today: the same question keeps its answer.
  machine.on = asked.on.value_or(parse_date(catalog.version().substr(0, 10)).value_or(Date{}));
  machine.catalog_version = catalog.version();
  const hardware::PriceList* listed = catalog.price_list(asked.instance);
  machine.region = asked.region.empty()
                       ? scenario::buying_region(machine.instance.provider, listed, asked.price_kind, machine.on)
                       : asked.region;
  std::optional<hardware::PriceList> holding;
  if (listed) holding = holding_in(*listed, machine.region, catalog.provider_of_region(machine.region));
  const hardware::PriceList* prices = holding ? &*holding : nullptr;
  if (prices) machine.price = hardware::price_on(*prices, machine.region, machine.price_kind, machine.on);
  if (!machine.price || !machine.price->price) machine.price_hint = price_hint(prices, machine);
  return machine;
}

}  // namespace fmplan::answer
