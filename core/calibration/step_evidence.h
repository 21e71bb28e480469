#pragma once

/// @file
/// What was measured of training steps, and how near it is to a question: by framework, accelerator, its architecture,
/// precision, kind of model, network and number of accelerators.

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/hardware/cluster.h"
#include "core/model/transformer.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// The catalogue's name for a framework nothing is known of.  Its rows inform what is common to all frameworks and
/// have no habits of their own, since the next unknown framework is another one.
inline constexpr std::string_view kUnknownFramework = "generic";

/// The framework that an item named "nemo-26.06" or "megatron-2021" is a release of: what stands before the first dash.
std::string_view framework_of_release(std::string_view name);

/// What of a question decides how near measured rows are.
struct StepPlace {
  std::string framework;     ///< the item's name; empty: the user's own
  std::string chip;          ///< the accelerator whose chip it has: H200 has H100's; empty: the user's own
  std::string architecture;  ///< of the accelerator: "Hopper", "Blackwell", …
  std::string precision;     ///< "bf16", "fp8", …
  std::string kind;          ///< "dense", "mixture" or "adapters"
  std::string interconnect;  ///< what joins all accelerators: the scale-up link's name, or the scale-out link's

  friend auto operator<=>(const StepPlace&, const StepPlace&) = default;
};
std::string_view model_kind(const model::Transformer& model, const sim::StepSettings& settings);
std::string interconnect_of(const hardware::Instance& instance, int num_accelerators);
StepPlace place_of(const model::Transformer& model, const sim::StepSettings& settings,
                   const hardware::Instance& instance, const std::string& framework);
StepPlace place_of(const sim::StepJob& job);

/// Rows that one source has of one place.
struct MeasuredSteps {
  std::string source;
  StepPlace place;
  int num_rows = 0;
  int most_accelerators = 0;
  std::optional<Date> oldest{};  ///< release of the training stack; none: no row says
  std::optional<Date> newest{};

  friend auto operator<=>(const MeasuredSteps&, const MeasuredSteps&) = default;
};

/// Sources that measured what a question is made of.
struct StepSources {
  bool is_of_fitted_source = false;  ///< the question is a row of a source that profiles are fitted to
  int framework = 0;                 ///< with the framework, of any release
  bool release = false;              ///< … of this one
  int accelerator = 0;               ///< on its chip
  int architecture = 0;              ///< on its architecture
  int pair = 0;                      ///< with the framework, on the chip
  int precision = 0;                 ///< in its precision on its architecture
  int kind = 0;                      ///< of its kind of model with the framework
  int network = 0;                   ///< of its kind of model over its interconnect
  int most_accelerators = 0;         ///< of any row of its kind with the framework or on the chip; 0: there is none
  double years_beyond = 0;  ///< of the question's release before the oldest or after the newest that was measured

  friend bool operator==(const StepSources&, const StepSources&) = default;
};
/// Of a question that is a row of `source` if that is not empty.  @pre `measured` is sorted.
StepSources sources_near(const std::vector<MeasuredSteps>& measured, const StepPlace& place,
                         std::optional<Date> software = std::nullopt, std::string_view source = {});

/// Days between which the releases of a framework lie that were measured.
struct MeasuredSoftware {
  std::optional<Date> oldest{};  ///< none: no row names its release
  std::optional<Date> newest{};
};
/// Of its item; of one that is no release of its own ("nemo"), else of any of its releases, and with the reference day,
/// of which rows count that name none.
MeasuredSoftware measured_software(const std::vector<MeasuredSteps>& measured, const std::string& framework);

}  // namespace fmplan::calibration
