#include "core/answer/width_words.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::answer {

using calibration::ErrorCause;
using calibration::WidthCause;
using text::Json;

namespace {

/// Chosen: what decides little is not worth a reader's time.
constexpr double kLeastShare = 0.08;
constexpr std::size_t kMostCauses = 4;

std::string models_of(const std::string& kind) {
  return kind == "mixture" ? "mixtures" : kind == "adapters" ? "adapters" : "dense models";
}

std::string sources_text(int count) {
  return count == 0 ? "never measured" : fmt::format("measured by {} {}", count, count == 1 ? "source" : "sources");
}

/// "attention, 12 % of the step".
std::string part_text(const char* what, double share) {
  return fmt::format("{}, {:.0f} % of the step", what, 100 * share);
}

/// "±26 %"; of a wide one, which reaches further up than down, the factor either way that has this half width:
/// (f − 1/f)/2 = w.
std::string half_width_text(double half_width) {
  constexpr double kEven = 0.5;  // chosen: up to here a factor of 1.6 is about as far down as up
  if (half_width <= kEven) return fmt::format("±{:.0f} %", 100 * half_width);
  return fmt::format("a factor of {:.1f}", half_width + std::sqrt(half_width * half_width + 1));
}

}  // namespace

std::string width_cause_text(const plan::StepWidth& width, const WidthCause& cause) {
  const calibration::StepPlace& place = width.place;
  const calibration::StepSources& near = width.report.near;
  const std::string models = models_of(place.kind);
  const std::string framework = place.framework.empty()                             ? "a framework of your own"
                                : place.framework == calibration::kUnknownFramework ? "an unlisted framework"
                                                                                    : place.framework;
  const std::string chip = place.chip.empty() ? "an accelerator of your own" : place.chip;
  const std::string architecture = place.architecture.empty() ? "an unnamed architecture" : place.architecture;
  switch (cause.cause) {
    case ErrorCause::kAny: return "what differs from run to run";
    case ErrorCause::kSite:
      return width.report.anchored ? "what your own rows leave open of your site" : "no step of your site was measured";
    case ErrorCause::kProducts: return part_text("matrix products", cause.amount);
    case ErrorCause::kAttention: return part_text("attention", cause.amount);
    case ErrorCause::kElementWise: return part_text("what memory bandwidth bounds", cause.amount);
    case ErrorCause::kHost: return part_text("waiting for the host", cause.amount);
    case ErrorCause::kTensorParallel: return part_text("tensor-parallel traffic", cause.amount);
    case ErrorCause::kPipeline: return part_text("the pipeline's bubble and transfers", cause.amount);
    case ErrorCause::kDataParallel: return part_text("gradient traffic and stragglers", cause.amount);
    case ErrorCause::kExchange: return part_text("traffic of experts and contexts", cause.amount);
    case ErrorCause::kMixture: return "mixtures differ more from one another than dense models";
    case ErrorCause::kAdapters: return "adapters differ more from one another than whole models";
    case ErrorCause::kScale:
      return fmt::format("{} were measured on {} accelerators at most", models, count_text(near.most_accelerators));
    case ErrorCause::kFramework: return fmt::format("{}: {}", framework, sources_text(near.framework));
    case ErrorCause::kRelease: return fmt::format("{}: this release was never measured", framework);
    case ErrorCause::kAccelerator: return fmt::format("{}: {}", chip, sources_text(near.accelerator));
    case ErrorCause::kArchitecture: return fmt::format("{}: {}", architecture, sources_text(near.architecture));
    case ErrorCause::kPair: return fmt::format("{} on {}: {}", framework, chip, sources_text(near.pair));
    case ErrorCause::kPrecision:
      return fmt::format("{} on {}: {}", place.precision, architecture, sources_text(near.precision));
    case ErrorCause::kKind: return fmt::format("{} with {}: {}", models, framework, sources_text(near.kind));
    case ErrorCause::kNetwork:
      return fmt::format("{} over {}: {}", models, place.interconnect, sources_text(near.network));
    case ErrorCause::kSiteExchange:
      return fmt::format("how your site routes mixtures over {}: {}", place.interconnect, sources_text(near.network));
    case ErrorCause::kSoftware:
      return fmt::format("software {:.1f} years from the releases that were measured", near.years_beyond);
  }
  return {};
}

std::vector<std::string> width_notes(const std::optional<plan::StepWidth>& width) {
  if (!width) return {};
  const calibration::WidthReport& report = width->report;
  std::string causes;
  std::size_t told = 0;
  for (const WidthCause& cause : report.causes) {
    if (told == kMostCauses || (told > 0 && cause.share < kLeastShare)) break;
    causes += fmt::format("{}{} ({:.0f} %)", told == 0 ? "" : "; ", width_cause_text(*width, cause), 100 * cause.share);
    ++told;
  }
  std::string text = fmt::format("{} at 80 %, because of: {}", half_width_text(report.half_width), causes);
  // What rounds to the same tells nobody to measure.
  constexpr double kRounding = 0.01;
  if (report.with_own_step > report.half_width - kRounding) return {std::move(text)};
  std::string own =
      fmt::format("one measured step of this plan would narrow it to {}", half_width_text(report.with_own_step));
  if (report.small_step_accelerators > 0 && report.with_small_step < report.half_width - kRounding)
    own += fmt::format(", one on {} accelerators cut the same way to {}", count_text(report.small_step_accelerators),
                       half_width_text(report.with_small_step));
  return {std::move(text), own + " (--anchor rows.csv)"};
}

Json width_json(const std::optional<plan::StepWidth>& width) {
  if (!width) return nullptr;
  const calibration::WidthReport& report = width->report;
  Json causes = Json::array();
  for (const WidthCause& cause : report.causes)
    if (cause.share >= kLeastShare)
      causes.push_back({{"cause", calibration::error_cause_name(cause.cause)},
                        {"share", cause.share},
                        {"says", width_cause_text(*width, cause)}});
  Json narrowed = {{"own_step", {{"gpus", width->num_accelerators}, {"half_width_80", report.with_own_step}}},
                   {"small_step", nullptr}};
  if (report.small_step_accelerators > 0)
    narrowed["small_step"] = {{"gpus", report.small_step_accelerators}, {"half_width_80", report.with_small_step}};
  return {{"measured", report.near.pair > 0},
          {"half_width_80", report.half_width},
          {"causes", std::move(causes)},
          {"narrowed_by", std::move(narrowed)}};
}

}  // namespace fmplan::answer
