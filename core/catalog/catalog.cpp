#include "core/catalog/catalog.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/base/suggestion.h"
#include "core/catalog/block_rule_items.h"
#include "core/catalog/campaign_history.h"
#include "core/catalog/catalog_path.h"
#include "core/catalog/collective_pool.h"
#include "core/catalog/hazard_items.h"
#include "core/catalog/item_part.h"
#include "core/catalog/model_json.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/report_readings.h"
#include "core/catalog/reported_machines.h"
#include "core/catalog/scaling_law_items.h"
#include "core/catalog/step_profile.h"

namespace fmplan::catalog {

namespace fs = std::filesystem;

/// What was read so far, by the path of its file.
struct Catalog::Items {
  Memo<hardware::Accelerator> accelerators;
  Memo<hardware::Instance> instances;
  Memo<StorageItem> storage;
  Memo<model::Transformer> models;
  Memo<sim::FrameworkProfile> frameworks;
  Memo<UnstatedHabits> unstated;
  Memo<sim::Recovery> recoveries;
  Memo<sim::FailurePreset> failures;
  Memo<hardware::PriceList> prices;
  Memo<GridItem> grids;
  Memo<PowerUsage> power;
  Memo<CollectiveProfileItem> collectives;
  // One of each.
  Memo<HazardItem> hazards;
  Memo<CampaignHistoryItem> campaigns;
  Memo<std::vector<ReportedMachine>> reported;
  Memo<ReportReadings> readings;
  Memo<std::vector<sim::FailurePreset>> all_failures;
  Memo<std::vector<hardware::BlockRule>> all_block_rules;
  Memo<std::vector<model::ScalingLaw>> all_laws;
  Memo<std::optional<calibration::StepProfile>> steps;
  Memo<std::optional<MemoryProfileItem>> memory;
  Memo<ProfilesByInstance> collectives_by_instance;
};

namespace {

template <class Value, class Read>
const Value& kept(const Memo<Value>& memo, const Documents& documents, const ItemFile& item, const Read& read) {
  return memo.get(item.path.native(), [&] { return load_item(documents, item, read); });
}

template <class Value, class Read>
const Value* kept(const Memo<Value>& memo, const Documents& documents, const ItemFile* item, const Read& read) {
  return item ? &kept(memo, documents, *item, read) : nullptr;
}

/// The profile of memory but for the rows it was fitted to, which are two thirds of its file.
std::optional<MemoryProfileItem> memory_habits(const Documents& documents) {
  const ItemFile* item = documents.find("calibration", kMemoryProfileName);
  if (!item) return std::nullopt;
  return load_item_without({"fingerprints", "errors"}, *item, read_memory_profile);
}

/// A folder whose name is nearly a kind's: what lies in it would be passed by without a word.
void check_overlay_folders(const fs::path& overlay) {
  std::vector<std::string> kinds;
  for (const CatalogKind& kind : catalog_kinds()) kinds.emplace_back(kind.folder);
  Issues issues;
  std::error_code error;
  for (fs::directory_iterator entry(overlay, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!entry->is_directory(error) || std::ranges::find(kinds, name) != kinds.end()) continue;
    if (const std::string meant = did_you_mean(name, kinds); !meant.empty())
      issues.push_back({entry->path().string(), "is no kind of catalogue item" + meant});
  }
  std::ranges::sort(issues, {}, &Issue::where);
  if (!issues.empty()) throw InputError(std::move(issues));
}

}  // namespace

Catalog::Catalog(std::vector<fs::path> roots) : Documents(std::move(roots)), items_(std::make_unique<Items>()) {}

Catalog::~Catalog() = default;

Catalog Catalog::shipped(const std::string& overlay_dir) {
  std::vector<fs::path> roots = {shipped_catalog_dir()};
  if (!overlay_dir.empty()) {
    check_overlay_folders(overlay_dir);
    roots.emplace_back(overlay_dir);
  }
  return Catalog(std::move(roots));
}

const hardware::Accelerator& Catalog::accelerator(std::string_view name) const {
  return items_->accelerators.get(file("accelerators", name).native(), [&] { return load_accelerator(*this, name); });
}

const hardware::Instance& Catalog::instance(std::string_view name) const {
  return kept(items_->instances, *this, item("instances", name),
              [this](const nlohmann::json& document, const std::string& where, Issues& issues) {
                return read_instance(document, where, *this, issues);
              });
}

hardware::Storage Catalog::storage(std::string_view name, Bytes capacity) const {
  hardware::Storage storage = kept(items_->storage, *this, item("storage", name), read_storage).storage;
  storage.capacity = capacity;
  return storage;
}

const model::Transformer& Catalog::model(std::string_view name) const {
  return kept(items_->models, *this, item("models", name), read_transformer);
}

const sim::FrameworkProfile& Catalog::framework(std::string_view name) const {
  const ItemFile& found = item("frameworks", name);
  return items_->frameworks.get(found.path.native(), [&] {
    sim::FrameworkProfile framework = load_item(*this, found, read_framework);
    if (const auto& memory = items_->memory.get({}, [this] { return memory_habits(*this); }))
      framework.memory = memory->habits_of(framework.name, framework.memory);
    return framework;
  });
}

const UnstatedHabits& Catalog::unstated_habits(std::string_view framework) const {
  return kept(items_->unstated, *this, item("frameworks", framework), read_unstated_habits);
}

const std::vector<ReportedMachine>& Catalog::reported_machines() const {
  return items_->reported.get({}, [this] { return catalog::reported_machines(*this); });
}

const ReportReadings& Catalog::report_readings() const {
  return items_->readings.get({}, [this] { return ReportReadings(*this); });
}

model::MemoryInterval Catalog::memory_of_unseen_frameworks() const {
  const auto& memory = items_->memory.get({}, [this] { return memory_habits(*this); });
  return memory ? memory->unseen : model::MemoryInterval{};
}

const sim::Recovery& Catalog::recovery(std::string_view name) const {
  return kept(items_->recoveries, *this, item("recoveries", name), read_recovery);
}

const sim::FailurePreset& Catalog::failure_preset(std::string_view name) const {
  return kept(items_->failures, *this, item("failures", name),
              [this](const nlohmann::json& document, const std::string& where, Issues& issues) {
                sim::FailurePreset preset = read_failure_preset(document, where, issues);
                if (!preset.num_events) preset.between_clusters = rate_shape_between_clusters();
                return preset;
              });
}

std::optional<double> Catalog::rate_shape_between_clusters() const {
  if (!find("hazards", "between-clusters")) return std::nullopt;
  return hazard_figure("between-clusters", "shape").value;
}

const HazardFigure& Catalog::hazard_figure(std::string_view hazard, const std::string& figure) const {
  const ItemFile& file = item("hazards", hazard);
  const HazardItem& figures = kept(items_->hazards, *this, file, read_hazard);
  const auto found = figures.find(figure);
  if (found == figures.end()) throw InputError(file.where() + "/" + figure, "is missing; a scenario leaves it open");
  return found->second;
}

const HazardFigure& Catalog::hazard_figure_of(std::string_view provider, std::string_view hazard,
                                              const std::string& figure) const {
  const HazardItem& figures = kept(items_->hazards, *this, item("hazards", hazard), read_hazard);
  const auto own = figures.find(figure_of_provider(figure, provider));
  return own == figures.end() ? hazard_figure(hazard, figure) : own->second;
}

const CampaignHistoryItem* Catalog::campaign_history() const {
  return kept(items_->campaigns, *this, find("calibration", kCampaignHistoryName), read_campaign_history);
}

const std::vector<sim::FailurePreset>& Catalog::failure_presets() const {
  return items_->all_failures.get({}, [this] {
    std::vector<sim::FailurePreset> presets;
    for (const std::string& name : names("failures")) presets.push_back(failure_preset(name));
    return presets;
  });
}

const std::vector<hardware::BlockRule>& Catalog::block_rules() const {
  return items_->all_block_rules.get({}, [this] {
    std::vector<hardware::BlockRule> rules;
    for (const std::string& name : names("block_rules"))
      rules.push_back(load_item(*this, item("block_rules", name), read_block_rule));
    std::ranges::stable_sort(rules, {}, &hardware::BlockRule::seen_on);
    return rules;
  });
}

const std::vector<model::ScalingLaw>& Catalog::scaling_laws() const {
  return items_->all_laws.get({}, [this] {
    std::vector<model::ScalingLaw> laws;
    for (const std::string& name : names("laws"))
      laws.push_back(load_item(*this, item("laws", name),
                               [this](const nlohmann::json& document, const std::string& where, Issues& issues) {
                                 return read_scaling_law(document, where, *this, issues);
                               }));
    std::ranges::stable_sort(laws, {}, &model::ScalingLaw::published);
    return laws;
  });
}

const calibration::StepProfile* Catalog::step_profile() const {
  const auto& profile = items_->steps.get({}, [this] { return load_step_profile(*this); });
  return profile ? &*profile : nullptr;
}

const CollectiveProfileItem* Catalog::collectives_of(std::string_view instance) const {
  const ProfilesByInstance& by_instance =
      items_->collectives_by_instance.get({}, [this] { return profiles_by_instance(*this); });
  const auto listed = by_instance.find(catalog_slug(instance));
  if (listed == by_instance.end()) return nullptr;
  for (const std::string& name : listed->second) {
    if (!is_about_collectives(raw("calibration", name))) continue;
    const CollectiveProfileItem& profile = items_->collectives.get(
        file("calibration", name).native(), [&] { return load_collective_profile(*this, name); });
    if (lists_instance(profile, instance)) return &profile;
  }
  return nullptr;
}

std::optional<CollectiveProfileItem> Catalog::collectives_for(const hardware::Instance& instance) const {
  const CollectiveProfileItem* listed = collectives_of(instance.like.empty() ? instance.name : instance.like);
  const bool other_way = listed && !instance.like.empty() && !same_transport(this->instance(instance.like), instance);
  if (!listed || other_way) {
    // Shipped instances without an item are those that were looked at and found unlike what was measured, and their
    // copies are like them.
    const std::string& name = instance.like.empty() || other_way ? instance.name : instance.like;
    if (const ItemFile* file = find("instances", name); file && file->root == 0) return std::nullopt;
    std::optional<CollectiveProfileItem> pooled = pooled_item(load_collective_profiles(*this), instance);
    if (pooled) pooled->profile.sharp = instance.sharp;
    return pooled;
  }
  CollectiveProfileItem item = *listed;
  item.profile.sharp = instance.sharp;
  if (instance.like.empty()) return item;
  const hardware::Instance& model = this->instance(instance.like);
  const auto rate = [](const std::optional<hardware::Link>& link) { return link ? link->bandwidth : BytesPerSecond{}; };
  const bool same_inside =
      rate(model.scale_up) == rate(instance.scale_up) && model.scale_up_domain == instance.scale_up_domain;
  const bool same_across = same_inside && rate(model.scale_out) == rate(instance.scale_out);
  std::erase_if(item.profile.cells,
                [&](const network::MeasuredCell& cell) { return cell.num_domains == 1 ? !same_inside : !same_across; });
  item.profile.unmeasured = item.profile.unmeasured || !same_across;
  return item;
}

const hardware::PriceList* Catalog::price_list(std::string_view instance) const {
  return kept(items_->prices, *this, find("prices", instance),
              [this](const nlohmann::json& document, const std::string& where, Issues& issues) {
                return read_price_list(document, where, *this, issues);
              });
}

const StoragePrice* Catalog::storage_price(std::string_view storage, std::string_view region, Date on) const {
  const StorageItem* item = kept(items_->storage, *this, find("storage", storage), read_storage);
  if (!item) return nullptr;
  const StoragePrice* chosen = nullptr;
  const bool is_sold_there = std::ranges::find(item->prices, region, &StoragePrice::region) != item->prices.end();
  const auto provider = is_sold_there ? std::nullopt : provider_of_region(region);
  // "us" of us-west-2: a provider's prices within a continent are nearer to each other than to others.
  const auto continent = [](std::string_view of) { return of.substr(0, of.find('-')); };
  const auto is_near = [&](std::string_view other) {
    return provider && region.find('-') != std::string_view::npos && continent(other) == continent(region) &&
           !hardware::is_government(region) && !hardware::is_government(other) && provider_of_region(other) == provider;
  };
  for (const StoragePrice& price : item->prices) {
    if (is_sold_there ? price.region != region : !is_near(price.region)) continue;
    const bool seen = price.valid_from <= on;
    const bool chosen_seen = chosen && chosen->valid_from <= on;
    const bool better = !chosen || (seen && (!chosen_seen || price.valid_from > chosen->valid_from)) ||
                        (!seen && !chosen_seen && price.valid_from < chosen->valid_from);
    if (better) chosen = &price;
  }
  return chosen;
}

std::optional<GridIntensity> Catalog::grid_intensity(std::string_view region) const {
  std::string name(region);
  // A region may use its country's grid, and no grid uses more than one other.
  for (int step = 0; step < 2; ++step) {
    const ItemFile* item = find("grid", name);
    if (!item) return std::nullopt;
    const GridItem& grid = kept(items_->grids, *this, *item, read_grid);
    if (grid.kg_per_kwh)
      return GridIntensity{item->path.stem().string(), *grid.kg_per_kwh, grid.confirmed, grid.source};
    name = grid.uses.value_or("");
  }
  return std::nullopt;
}

const PowerUsage* Catalog::power_usage(std::string_view provider, std::string_view region) const {
  const PowerUsage* found = kept(items_->power, *this, find("power", fmt::format("pue-{}", provider)), read_power);
  std::pair<bool, std::size_t> best{false, 0};  // of the region, and of which root
  for (const std::string& name : names("power")) {
    const ItemFile* file = find("power", name);
    const PowerUsage* usage = kept(items_->power, *this, file, read_power);
    if (!usage->pue || usage->provider.empty() || catalog_slug(usage->provider) != catalog_slug(provider)) continue;
    if (!usage->region.empty() && usage->region != region) continue;
    const std::pair rank{!usage->region.empty(), file->root};
    if (rank < best || (rank == best && found)) continue;
    found = usage;
    best = rank;
  }
  return found;
}

const PowerUsage* Catalog::machine_power(std::string_view accelerator) const {
  for (const std::string& name : names("power")) {
    const PowerUsage* usage = kept(items_->power, *this, find("power", name), read_power);
    if (usage->node_power && usage->accelerator == accelerator) return usage;
  }
  return nullptr;
}

std::optional<std::string> Catalog::provider_of_region(std::string_view region) const {
  for (const std::string& name : names("prices")) {
    const hardware::PriceList* list = price_list(name);
    if (list->provider.empty()) continue;
    for (const hardware::PricePoint& point : list->points)
      if (point.region == region && region != hardware::kAnyRegion) return list->provider;
  }
  return std::nullopt;
}

}  // namespace fmplan::catalog
