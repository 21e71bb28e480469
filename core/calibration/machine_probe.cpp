#include "core/calibration/machine_probe.h"

#include <algorithm>
#include <cmath>

#include "core/base/statistics.h"
#include "core/network/nccl_model.h"

namespace fmplan::calibration {
namespace {

using hardware::Pace;
using network::Coefficient;

/// Throughput of one cluster over a day: 1 to 2 % [Llama 3, arXiv 2407.21783, §3.3.3].
constexpr double kDayToDay = 0.015;
/// Chosen: the clock of hours against that of a second, where no long run was made.
constexpr double kUnknownClock = 0.03;
/// Chosen: of what steps of one site have in common, how much is kernels and links as they run alone.
constexpr double kAloneShare = 0.5;
/// A level and how far it may be off, in logarithms.
struct Level {
  double mean = 0;
  double error = 0;
};
/// a: PyTorch's products over those of the benchmarks behind the kernel profiles: 6.8 % on an A100 and 8.9 % on an H100
/// [Vidur, github.com/microsoft/vidur @ 7d47513, those of training size of 384 products of 2,048 and 4,096 tokens], and
/// −2.1 % on another H100 with PyTorch 2.11 [validation/probe_h100.json]: the mean, ± 5.8 % of scatter and 3.4 % of the
/// mean of three.  Each had another PyTorch: its version and a machine's own deviation cannot be told apart in it.
constexpr Level kProductsLevel{.mean = 0.045, .error = 0.067};
/// … of attention, whose libraries were measured with PyTorch; the error is chosen about the −10 % of that H100.
constexpr Level kAttentionLevel{.mean = 0, .error = 0.1};
/// b: what training loses of kernels run alone, as the priors of step_fit.cpp have it: 3 %, and √2 of 8 and of 10 %.
constexpr Level kProductsLoss{.mean = 0.03, .error = 0.113};
constexpr Level kAttentionLoss{.mean = 0.03, .error = 0.141};  // the same of attention
/// Chosen: shapes that scatter by less than this were measured too few or too alike to say so.
constexpr double kLeastScatter = 0.01;
/// Deviations at which a machine is surprising; chosen: once in 370.
constexpr double kSurprise = 3;
/// Squared deviations up to which a machine is one of those that the prior is of; chosen: the more, the better what is
/// left covers, and the less a machine that is far off moves its plans.
constexpr double kFromPrior = 2;
/// The message that links are judged by; chosen: long enough that latency counts for nothing.
constexpr Bytes kLongMessage = 256 * mebibyte;

/// Beyond it a shift says nothing that a plan could use; chosen: GPUs of one cluster differ by 8 % between the whiskers
/// [Sinha et al., SC22, arXiv 2208.11035].
constexpr double kMostError = 0.15;

double& at(ErrorAmounts& amounts, ErrorCause cause) { return amounts[static_cast<std::size_t>(cause)]; }

/// The cause that the probed share of a step's time is an error of.
ErrorCause probed_cause(Probed probed) {
  switch (probed) {
    case Probed::kProducts16Bit:
    case Probed::kProducts8Bit:
    case Probed::kProducts4Bit: return ErrorCause::kProducts;
    case Probed::kAttention: return ErrorCause::kAttention;
    case Probed::kInside: return ErrorCause::kTensorParallel;
    case Probed::kAcross: return ErrorCause::kDataParallel;
  }
  return ErrorCause::kAny;
}

/// What a machine shows that is like those whose steps gave the pace.
Level expected(const Level& level, const Level& loss, double pace) {
  const double of_level = 1 / (level.error * level.error);
  const double of_pace = 1 / (loss.error * loss.error);
  const double precision = of_level + of_pace;
  return {.mean = (of_level * level.mean + of_pace * (-std::log(pace) - loss.mean)) / precision,
          .error = 1 / std::sqrt(precision)};
}

/// κ: the variance of steps that a probe can tell of, over all of it.
double seen_share(const StepErrorModel& errors) { return kAloneShare * (1 - errors.correlation.noise); }

/// The deviation that the profile's own interval gives large all-reduces inside a machine, or across two.
double link_spread(const network::CollectiveProfile& profile, const hardware::Instance& instance, bool across) {
  const int ranks = instance.accelerators_per_node * profile.ranks_per_accelerator * (across ? 2 : 1);
  const auto group = network::collective_group(instance, ranks, 1, profile.ranks_per_accelerator);
  const auto time = network::collective_time(network::Collective::kAllReduce, kLongMessage, group, profile);
  return time.low > Seconds{} ? std::log(time.high / time.low) / (2 * kNormal80) : 0;  // of one rank: nothing to send
}

/// What bounds long messages, by one factor on time.
void scale_links(network::CollectiveProfile& profile, bool across, double log_time) {
  static constexpr std::array kInside = {Coefficient::kRingEfficiency, Coefficient::kNvlsEfficiency,
                                         Coefficient::kPairEfficiency};
  static constexpr std::array kAcross = {Coefficient::kNetRingEfficiency, Coefficient::kNetTreeEfficiency,
                                         Coefficient::kNetNvlsEfficiency, Coefficient::kNetPairEfficiency};
  const auto scale = [&](Coefficient id) { profile[id] = std::min(1.0, profile[id] * std::exp(-log_time)); };
  if (across)
    std::for_each(kAcross.begin(), kAcross.end(), scale);
  else
    std::for_each(kInside.begin(), kInside.end(), scale);
}

/// m, k and what is left, from shift, expected, error and prior.
void solve(ProbeEffect& effect) {
  const double s2 = effect.error * effect.error;
  const double t2 = effect.prior * effect.prior;
  const double deviation = effect.shift.log_ratio - effect.expected;
  const double wide = std::max(t2, deviation * deviation / kFromPrior - s2);
  const double trust = wide > 0 ? wide / (wide + s2) : 0;
  effect.log_time = trust * deviation;
  effect.left = std::sqrt(std::min(t2, trust * s2));
}

/// u² ← u² − (τ² − left²), all of it κ of the causes', which keep their proportions.
void narrow(ProbeEffect& effect, const std::vector<double*>& causes, double kappa) {
  const auto total = [&] {
    double variance = 0;
    for (const double* u : causes) variance += *u * *u;
    return std::sqrt(variance);
  };
  effect.uncertainty_before = effect.uncertainty_after = total();
  if (!effect.narrows || !(effect.prior > 0)) return;
  const double gained = 1 - effect.left * effect.left / (effect.prior * effect.prior);
  for (double* u : causes) *u *= std::sqrt(1 - kappa * gained);
  effect.uncertainty_after = total();
}

/// The error model of the question.
struct Models {
  StepErrorModel& asked;
  StepErrorModel before;  ///< priors do not hang on which quantity came first
};

bool is_measured(const StepOutlook& outlook, const hardware::Accelerator& accelerator) {
  StepPlace place;
  place.chip = accelerator.chip.empty() ? accelerator.name : accelerator.chip;
  return sources_near(outlook, place, std::nullopt).accelerator > 0;
}

ProbeEffect pace_effect(Probed probed, const ProbeShift& shift, const ProbedQuestion& question,
                        hardware::Accelerator& accelerator, const StepOutlook& outlook, Models& models) {
  const Pace pace = *pace_of(probed);
  const bool products = probed_cause(probed) == ErrorCause::kProducts;
  const Level usual = expected(products ? kProductsLevel : kAttentionLevel, products ? kProductsLoss : kAttentionLoss,
                               accelerator.pace[pace]);
  ProbeEffect effect{.probed = probed,
                     .shift = shift,
                     .expected = usual.mean,
                     .error = std::hypot(shift.error, usual.error),
                     .narrows = !products || pace == question.products};
  const auto causes_of = [&](StepErrorModel& errors) {
    std::vector<double*> causes = {&at(errors.uncertainty, probed_cause(probed))};
    if (products && !is_measured(outlook, accelerator))
      causes.push_back(&at(errors.uncertainty, ErrorCause::kAccelerator));
    return causes;
  };
  double variance = 0;
  for (const double* u : causes_of(models.before)) variance += *u * *u;
  effect.prior = std::sqrt(seen_share(models.before) * variance);
  solve(effect);
  narrow(effect, causes_of(models.asked), seen_share(models.asked));
  accelerator.pace[pace] *= std::exp(-effect.log_time);
  return effect;
}

/// Links have no fitted pace: what their profile says of its own error is the prior, and no more than κ of u².
ProbeEffect link_effect(Probed probed, const ProbeShift& shift, const ProbedQuestion& question,
                        const hardware::Instance& instance, network::CollectiveProfile& profile, Models& models) {
  const bool across = probed == Probed::kAcross;
  std::vector<ErrorCause> causes = {probed_cause(probed)};
  if (!across && question.num_nodes == 1) causes.push_back(ErrorCause::kDataParallel);  // gradients stay inside
  ProbeEffect effect{.probed = probed,
                     .shift = shift,
                     .error = shift.error,
                     .prior = link_spread(profile, instance, across),
                     .narrows = !across || question.num_nodes > 1};
  solve(effect);
  for (const ErrorCause cause : causes) {
    double& u = at(models.asked.uncertainty, cause);
    const double of_links = u > 0 ? effect.prior * effect.prior / (u * u) : 0;
    ProbeEffect narrowed = effect;
    narrow(narrowed, {&u}, std::min(seen_share(models.asked), of_links));
    if (cause != causes.front()) continue;
    effect.uncertainty_before = narrowed.uncertainty_before;
    effect.uncertainty_after = narrowed.uncertainty_after;
  }
  scale_links(profile, across, effect.log_time);
  return effect;
}

}  // namespace

std::optional<Pace> pace_of(Probed probed) {
  switch (probed) {
    case Probed::kProducts16Bit: return Pace::kProducts16Bit;
    case Probed::kProducts8Bit: return Pace::kProducts8Bit;
    case Probed::kProducts4Bit: return Pace::kProducts4Bit;
    case Probed::kAttention: return Pace::kAttention;
    case Probed::kInside:
    case Probed::kAcross: return std::nullopt;
  }
  return std::nullopt;
}

ProbeShift pooled_shift(const std::vector<double>& log_ratios, double extra) {
  const auto n = static_cast<double>(log_ratios.size());
  double mean = 0;
  for (const double value : log_ratios) mean += value / n;
  double variance = 0;
  for (const double value : log_ratios) variance += (value - mean) * (value - mean) / std::max(1.0, n - 1);
  const double scatter = std::max(kLeastScatter, std::sqrt(variance));
  return {.log_ratio = mean,
          .error = std::sqrt(scatter * scatter / n + kDayToDay * kDayToDay + extra * extra),
          .points = static_cast<int>(log_ratios.size())};
}

ProbeShift joined_shift(const ProbeShift& brief, double sustained_log_ratio) {
  ProbeShift joined = brief;
  joined.log_ratio = (brief.log_ratio + sustained_log_ratio) / 2;
  joined.error = std::hypot(brief.error, (brief.log_ratio - sustained_log_ratio) / 2);
  ++joined.points;
  return joined;
}

ProbeShift unsustained_shift(const ProbeShift& brief) {
  ProbeShift shift = brief;
  shift.error = std::hypot(brief.error, kUnknownClock);
  return shift;
}

bool is_usable(const ProbeShift& shift) { return shift.error <= kMostError && std::abs(shift.log_ratio) <= kMostShift; }

std::vector<ProbeEffect> apply(const MachineProbe& probe, const ProbedQuestion& question, hardware::Instance& instance,
                               network::CollectiveProfile* collectives, StepOutlook& outlook) {
  Models models{.asked = outlook.errors, .before = outlook.errors};
  std::vector<ProbeEffect> effects;
  for (const Probed probed : kProbedNames.values) {
    const std::optional<ProbeShift>& shift = probe.shifts[static_cast<std::size_t>(probed)];
    if (!shift) continue;
    if (pace_of(probed)) {
      effects.push_back(pace_effect(probed, *shift, question, instance.accelerator, outlook, models));
    } else if (collectives != nullptr && (probed == Probed::kInside ? instance.scale_up : instance.scale_out)) {
      effects.push_back(link_effect(probed, *shift, question, instance, *collectives, models));
    }
  }
  return effects;
}

bool is_surprising(const ProbeEffect& effect) {
  return std::abs(effect.shift.log_ratio - effect.expected) > kSurprise * std::hypot(effect.prior, effect.error);
}

}  // namespace fmplan::calibration
