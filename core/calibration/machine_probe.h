#pragma once

/// @file
/// What ten minutes of measuring on one machine say of the steps on it.
///
/// A probe gives, for each pace and link it could measure, d = ln(measured/predicted) of kernels or collectives run
/// alone, with its error s_d.  What a machine like those that steps were fitted to shows, e ± s_e, is not 0: PyTorch
/// runs other kernels than the benchmarks behind the kernel profiles (level a), and a fitted pace p holds a besides
/// what training loses, b:  −ln p = a + b.  With a ~ N(a₀, σ_a) as seen with PyTorch and b ~ N(b₀, σ_b) as step_fit
/// believes,
///
///   1/s_e² = 1/σ_a² + 1/σ_b²,   e = s_e² (a₀/σ_a² + (−ln p − b₀)/σ_b²),   m = d − e,   s² = s_d² + s_e²
///
/// (e = s_e = 0 of links).  The machine's own deviation is normal about 0 with τ before the probe, and with
///
///   τ'² = max(τ², m²/2 − s²)
///
/// after it: a machine may be further off than any that published, and τ is widened until it is √2 deviations off.
/// Then
///
///   pace ← pace · exp(−k m),   k = τ'²/(τ'² + s²),   left² = min(τ², k s²),   u² ← u² − (τ² − left²)
///
/// with u the uncertainty of the share of a step that rests on it, and τ² = κ u², κ = ½ (1 − noise): of the spread of
/// steps, what all steps of one site have in common (fitted, step_anchor.h), and of that a half (chosen) for kernels
/// run alone.  What a probe cannot see stays as wide as it was: habits of frameworks, stragglers, scale.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/calibration/step_interval.h"
#include "core/hardware/accelerator.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_profile.h"

namespace fmplan::calibration {

/// What a probe pins.
enum class Probed { kProducts16Bit, kProducts8Bit, kProducts4Bit, kAttention, kInside, kAcross };
inline constexpr auto kProbedNames = names<Probed>({{"products_16_bit", Probed::kProducts16Bit},
                                                    {"products_8_bit", Probed::kProducts8Bit},
                                                    {"products_4_bit", Probed::kProducts4Bit},
                                                    {"attention", Probed::kAttention},
                                                    {"links_inside", Probed::kInside},
                                                    {"links_across", Probed::kAcross}});
inline constexpr std::size_t kNumProbed = kProbedNames.count;

/// The pace that it corrects; none of links.
std::optional<hardware::Pace> pace_of(Probed probed);

/// ln(measured/predicted) of several kernels, and how far it may be off.
struct ProbeShift {
  double log_ratio = 0;  ///< d: positive where the machine is slower than predicted
  double error = 0;      ///< s_d
  int points = 0;

  friend bool operator==(const ProbeShift&, const ProbeShift&) = default;
};

/// The mean of log ratios; error² = scatter²/n + a machine's day-to-day 1.5 % squared + `extra`².
/// @pre log_ratios are not empty.
ProbeShift pooled_shift(const std::vector<double>& log_ratios, double extra = 0);

/// A short and a long run of the same kernels tell two clocks; in training kernels run at one between: the mean of the
/// two, and half their difference is error.
ProbeShift joined_shift(const ProbeShift& brief, double sustained_log_ratio);

/// Without a long run: what the clock of training hours may be off, as error.
ProbeShift unsustained_shift(const ProbeShift& brief);

/// ln 20: what is further off is no machine of its kind.
inline constexpr double kMostShift = 3;

/// Whether it is known better than to 15 %, which is more than machines of one kind differ by, and within kMostShift.
bool is_usable(const ProbeShift& shift);

struct MachineProbe {
  std::string name;
  std::string title;
  std::string instance;
  std::string accelerator;
  std::array<std::optional<ProbeShift>, kNumProbed> shifts{};

  friend bool operator==(const MachineProbe&, const MachineProbe&) = default;
};

/// What a probe does to one pace or to one kind of link.
struct ProbeEffect {
  Probed probed = Probed::kProducts16Bit;
  ProbeShift shift;
  double expected = 0;   ///< e
  double error = 0;      ///< s
  double prior = 0;      ///< τ
  double log_time = 0;   ///< k·m, by which times move
  double left = 0;       ///< deviation of the machine that is left
  bool narrows = false;  ///< the question's share of a step rests on it
  /// u of the cause, before and after; of products of an accelerator without rows with that of such accelerators.
  double uncertainty_before = 0;
  double uncertainty_after = 0;

  friend bool operator==(const ProbeEffect&, const ProbeEffect&) = default;
};

/// The step that is asked about, as far as a probe bears on it.
struct ProbedQuestion {
  hardware::Pace products = hardware::Pace::kProducts16Bit;  ///< of the layers' matrix products
  int num_nodes = 1;
};

/// Corrects the accelerator's paces (as fitted) and the collectives' efficiencies, and narrows the outlook.
std::vector<ProbeEffect> apply(const MachineProbe& probe, const ProbedQuestion& question, hardware::Instance& instance,
                               network::CollectiveProfile* collectives, StepOutlook& outlook);

/// Whether the machine is so far off that something is wrong with it, or with what it was taken for: 3 deviations.
bool is_surprising(const ProbeEffect& effect);

}  // namespace fmplan::calibration
