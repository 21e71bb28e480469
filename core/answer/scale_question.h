#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/hardware/price.h"
#include "core/model/scaling_law.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::answer {

/// What FLOP are turned into hours and money with.
struct ScaleMachine {
  hardware::Instance instance;
  std::string precision;  ///< whose peak `mfu` is a share of
  FlopPerSecond peak;     ///< of one accelerator
  std::string region;
  std::string price_kind;
  Date on;                                    ///< the day the price is asked for
  std::optional<hardware::PricePoint> price;  ///< none: not known
  std::string price_hint;                     ///< where the price is not known: what is
  std::string catalog_version;
};

/// An instance type where and how it is bought.
struct PricedInstance {
  std::string instance;
  std::string region;  ///< empty: buying_region()
  std::string price_kind;
  std::optional<Date> on;  ///< none: the day the catalogues were gathered
};

/// With the half-precision peak: bf16, or fp16 where there is no other.
/// @throws InputError for an instance that the catalogue does not have, or without such a peak.
ScaleMachine scale_machine(const PricedInstance& asked, const catalog::Catalog& catalog);

/// All laws, oldest first, or the one of that name.  @throws InputError, with the nearest name, if there is none.
std::vector<model::ScalingLaw> laws_named(const std::string& name, const catalog::Catalog& catalog);
/// The law that tells the critical batch by a loss: the oldest of Kaplan's form; none if the catalogue has none.
std::optional<model::ScalingLaw> critical_batch_law(const catalog::Catalog& catalog);

/// What `fmplan scale` is asked.  One of compute, loss, budget, or parameters and/or tokens.
struct ScaleQuestion {
  std::optional<Flop> compute;
  std::optional<double> parameters;
  std::optional<double> tokens;
  std::optional<double> loss;
  std::optional<Dollars> budget;
  double mfu = 0.4;
  bool mfu_given = false;
  std::string law = "all";
  std::vector<model::ScalingLaw> laws;           ///< those that `law` names
  std::optional<model::ScalingLaw> batch_law{};  ///< critical_batch_law(); none: that rule is left out
  model::LawConditions conditions;
  std::optional<ScaleMachine> machine;
};

/// Every reason why `question` cannot be asked: none or several questions, values out of range, a budget without
/// machine or price.
Issues problems(const ScaleQuestion& question);

/// FLOP that `budget` buys: budget / price · accelerators · peak · mfu.
Flop budget_compute(Dollars budget, DollarsPerSecond price, const ScaleMachine& machine, double mfu);
/// Accelerator time for `compute`: C / (peak · mfu).
Seconds accelerator_time(Flop compute, const ScaleMachine& machine, double mfu);

}  // namespace fmplan::answer
