#include "core/calibration/step_evidence.h"

#include <algorithm>

namespace fmplan::calibration {
namespace {

constexpr double kDaysPerYear = 365.25;  // of the Julian calendar

/// Counts each source of a list that is sorted by source once.
class SourceCount {
 public:
  void add(const std::string& source) {
    if (last_ != nullptr && *last_ == source) return;
    last_ = &source;
    ++count_;
  }
  int count() const { return count_; }

 private:
  const std::string* last_ = nullptr;
  int count_ = 0;
};

/// framework_of_release(name) == family, many times a question.
bool is_release_of(std::string_view name, std::string_view family) {
  return name.starts_with(family) && (name.size() == family.size() || name[family.size()] == '-');
}

}  // namespace

std::string_view framework_of_release(std::string_view name) { return name.substr(0, name.find('-')); }

std::string_view model_kind(const model::Transformer& model, const sim::StepSettings& settings) {
  return settings.adapter_rank > 0 ? "adapters" : model.moe ? "mixture" : "dense";
}

std::string interconnect_of(const hardware::Instance& instance, int num_accelerators) {
  const bool inside = num_accelerators <= (instance.scale_up ? instance.scale_up_domain : 1);
  const auto& link = inside ? instance.scale_up : instance.scale_out;
  return link ? link->name : "none";
}

StepPlace place_of(const model::Transformer& model, const sim::StepSettings& settings,
                   const hardware::Instance& instance, const std::string& framework) {
  const hardware::Accelerator& accelerator = instance.accelerator;
  // One that is like another has its paces as a guess: no step of it was measured.
  const bool is_chip_of_another = !accelerator.chip.empty() && accelerator.like.empty();
  return {.framework = framework,
          .chip = is_chip_of_another ? accelerator.chip : accelerator.name,
          .architecture = accelerator.architecture,
          .precision = std::string(sim::precision_name(settings.precision)),
          .kind = std::string(model_kind(model, settings)),
          .interconnect = interconnect_of(instance, world_size(settings.plan))};
}

StepPlace place_of(const sim::StepJob& job) {
  return place_of(job.model, job.settings, job.instance, job.framework.name);
}

StepSources sources_near(const std::vector<MeasuredSteps>& measured, const StepPlace& place,
                         std::optional<Date> software, std::string_view source) {
  const std::string_view family = framework_of_release(place.framework);
  const bool has_family = !family.empty() && family != kUnknownFramework;
  SourceCount framework, accelerator, architecture, pair, precision, kind, network;
  StepSources result;
  for (const MeasuredSteps& entry : measured) {
    const StepPlace& at = entry.place;
    const bool framework_is = has_family && is_release_of(at.framework, family);
    const bool chip_is = !place.chip.empty() && at.chip == place.chip;
    const bool architecture_is = !place.architecture.empty() && at.architecture == place.architecture;
    const bool kind_is = at.kind == place.kind;
    result.is_of_fitted_source = result.is_of_fitted_source || entry.source == source;
    if (framework_is) framework.add(entry.source);
    if (framework_is && at.framework == place.framework) result.release = true;
    if (chip_is) accelerator.add(entry.source);
    if (architecture_is) architecture.add(entry.source);
    if (framework_is && chip_is) pair.add(entry.source);
    if (architecture_is && at.precision == place.precision) precision.add(entry.source);
    if (framework_is && kind_is) kind.add(entry.source);
    if (kind_is && at.interconnect == place.interconnect) network.add(entry.source);
    if (kind_is && (framework_is || chip_is))
      result.most_accelerators = std::max(result.most_accelerators, entry.most_accelerators);
  }
  const MeasuredSoftware dated = has_family ? measured_software(measured, place.framework) : MeasuredSoftware{};
  if (software && dated.newest) {
    const int days = std::max(software->days_since_epoch - dated.newest->days_since_epoch,
                              dated.oldest->days_since_epoch - software->days_since_epoch);
    result.years_beyond = std::max(0, days) / kDaysPerYear;
  }
  result.framework = framework.count();
  result.accelerator = accelerator.count();
  result.architecture = architecture.count();
  result.pair = pair.count();
  result.precision = precision.count();
  result.kind = kind.count();
  result.network = network.count();
  return result;
}

MeasuredSoftware measured_software(const std::vector<MeasuredSteps>& measured, const std::string& framework) {
  const std::string_view family = framework_of_release(framework);
  MeasuredSoftware of_release, of_any;
  const auto widen = [](MeasuredSoftware& to, const MeasuredSteps& entry) {
    if (!entry.newest) return;
    to.oldest = std::min(to.oldest.value_or(*entry.oldest), *entry.oldest);
    to.newest = std::max(to.newest.value_or(*entry.newest), *entry.newest);
  };
  for (const MeasuredSteps& entry : measured) {
    if (entry.place.framework == framework) widen(of_release, entry);
    if (is_release_of(entry.place.framework, family)) widen(of_any, entry);
  }
  const bool is_release = family != framework;
  // Rows without a date count as of the reference day.
  for (MeasuredSoftware* found : {&of_release, &of_any})
    if (!is_release && found->oldest) found->oldest = std::min(*found->oldest, sim::kSoftwareReference);
  return is_release || of_release.newest ? of_release : of_any;
}

}  // namespace fmplan::calibration
