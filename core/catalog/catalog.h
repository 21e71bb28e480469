#pragma once

/// @file
/// The catalogues as what their items describe.  Format: docs/catalog_format.md.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/calibration/step_profile.h"
#include "core/catalog/collective_profile.h"
#include "core/catalog/documents.h"
#include "core/catalog/kernel_profile.h"
#include "core/catalog/machine_items.h"
#include "core/catalog/memory_profile.h"
#include "core/catalog/network_items.h"
#include "core/catalog/record_items.h"
#include "core/hardware/block_rules.h"
#include "core/hardware/cluster.h"
#include "core/hardware/price.h"
#include "core/model/scaling_law.h"
#include "core/model/transformer.h"
#include "core/sim/run/failure_preset.h"
#include "core/sim/run/run.h"
#include "core/sim/step/step_time.h"

namespace fmplan::catalog {

class ReportReadings;
struct CampaignHistoryItem;
struct HazardFigure;
struct ReportedMachine;
struct UnstatedHabits;

/// A snapshot of the catalogues: each item is read when first asked for, and kept.  As with Documents, any number of
/// threads may ask one snapshot, and what it returns by reference or pointer lives as long as it does.
///
/// Where a name is given, InputError is thrown, with every problem found, if there is no such item (with the nearest
/// name) or if the item is not well-formed; where() of an issue is then the file and the JSON Pointer in it.
class Catalog : public Documents {
 public:
  /// @throws InputError if one of `roots` is not a folder.
  explicit Catalog(std::vector<std::filesystem::path> roots);
  ~Catalog();
  /// The shipped catalogues, and `overlay_dir` over them unless it is empty.
  /// @throws InputError if that is no folder, or has one that is nearly called as a kind of items is: "pricez".
  static Catalog shipped(const std::string& overlay_dir = {});

  const hardware::Accelerator& accelerator(std::string_view name) const;
  const hardware::Instance& instance(std::string_view name) const;
  hardware::Storage storage(std::string_view name, Bytes capacity) const;
  const model::Transformer& model(std::string_view name) const;
  /// With what was measured of the memory it takes.
  const sim::FrameworkProfile& framework(std::string_view name) const;
  /// Of a framework's runs where a report of them does not say.
  const UnstatedHabits& unstated_habits(std::string_view framework) const;
  /// How measured rows call machines, and which of their words mean what.
  const std::vector<ReportedMachine>& reported_machines() const;
  const ReportReadings& report_readings() const;
  /// How far the peak of a framework may be off that no row is of; the prior where nothing was measured.
  model::MemoryInterval memory_of_unseen_frameworks() const;
  const sim::Recovery& recovery(std::string_view name) const;
  const sim::FailurePreset& failure_preset(std::string_view name) const;
  const std::vector<sim::FailurePreset>& failure_presets() const;
  /// One figure of a hazard.  @throws InputError if there is no such item, or no such figure in it.
  const HazardFigure& hazard_figure(std::string_view hazard, const std::string& figure) const;
  /// The same of one provider's capacity: its own figure, else that of all others.
  const HazardFigure& hazard_figure_of(std::string_view provider, std::string_view hazard,
                                       const std::string& figure) const;
  /// What whole campaigns took over their physics; null if the catalogues hold nothing of it.
  const CampaignHistoryItem* campaign_history() const;

  /// All of them, oldest first.
  const std::vector<model::ScalingLaw>& scaling_laws() const;
  const std::vector<hardware::BlockRule>& block_rules() const;

  /// What was measured of training steps ("calibration/steps"); null if the catalogues hold nothing of it.
  const calibration::StepProfile* step_profile() const;
  /// What was measured of the collectives of an instance; null if no item lists it.
  const CollectiveProfileItem* collectives_of(std::string_view instance) const;
  /// What serves a machine, stated by hand or of the catalogue: the item that lists it; that of the machine it is like,
  /// whose cells across domains say nothing of other links; for one that is not shipped what measured machines have in
  /// common.  None: the textbook's forms.
  std::optional<CollectiveProfileItem> collectives_for(const hardware::Instance& instance) const;

  /// Null if the catalogues hold no prices of that instance.
  const hardware::PriceList* price_list(std::string_view instance) const;
  /// What storage costs in a region: the latest price seen by `on`, else the earliest seen after.  Where the region has
  /// none, of another of its continent, whose name the price then has; null if there is none, or the catalogues do not
  /// know the storage.
  const StoragePrice* storage_price(std::string_view storage, std::string_view region, Date on) const;
  /// Carbon per energy of a cloud region, of a country ("japan") or of a model card; none if unknown.
  std::optional<GridIntensity> grid_intensity(std::string_view region) const;
  /// Of a machine with that accelerator; null if unknown.
  const PowerUsage* machine_power(std::string_view accelerator) const;
  /// Who has a region, as the price lists name them; none if no list does.
  std::optional<std::string> provider_of_region(std::string_view region) const;
  /// Shape of the Gamma law of failure rates between clusters; none if the catalogues do not say.
  std::optional<double> rate_shape_between_clusters() const;
  /// Power usage effectiveness of a provider ("aws") in that region, else in all of its own: of the item that names it
  /// as its provider, a later root's first, else of pue-<provider>; null if unknown.
  const PowerUsage* power_usage(std::string_view provider, std::string_view region = {}) const;

 private:
  struct Items;

  std::unique_ptr<Items> items_;
};

}  // namespace fmplan::catalog
