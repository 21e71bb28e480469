#pragma once

/// @file
/// The catalogues: one JSON file per item in one folder per kind.  Format: docs/catalog_format.md.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/catalog/catalog_items.h"
#include "core/hardware/cluster.h"
#include "core/hardware/price.h"
#include "core/model/transformer.h"
#include "core/sim/run/failure_preset.h"
#include "core/sim/run/run.h"
#include "core/sim/step/step_time.h"

namespace fmplan::catalog {

/// A kind of item: its folder, what its items write as "kind", and what it holds.
struct CatalogKind {
  std::string_view folder;
  std::string_view item;
  std::string_view holds;
};

/// Every kind, in the order in which they are listed.
const std::vector<CatalogKind>& catalog_kinds();
/// The kind meant by a folder or an item name ("instances" or "instance").  @throws InputError for anything else.
const CatalogKind& catalog_kind(std::string_view name);

/// How an item's name is looked up: lower case, with "-" for "_" and blanks.
std::string catalog_slug(std::string_view name);

/// Reads items when they are asked for, and nothing before.  Later folders lie over earlier ones: an item there
/// replaces the one of the same name whole.  Names are found without regard to case, and "_" and blanks count as "-".
///
/// Each reader throws InputError, with every problem found, if there is no such item (with the nearest name) or if
/// the item is not well-formed; where() of an issue is then the file and the JSON Pointer in it.
class Catalog {
 public:
  /// @throws InputError if one of `roots` is not a folder.
  explicit Catalog(std::vector<std::filesystem::path> roots);
  /// The shipped catalogues, and `overlay_dir` over them unless it is empty.
  static Catalog shipped(const std::string& overlay_dir = {});

  const std::vector<std::filesystem::path>& roots() const { return roots_; }

  /// The names of all items of a kind, sorted.
  std::vector<std::string> names(std::string_view kind) const;
  bool has(std::string_view kind, std::string_view name) const { return find(kind, name).has_value(); }
  /// The file of an item.  @throws InputError if there is none.
  std::filesystem::path file(std::string_view kind, std::string_view name) const;
  /// The item as it stands in its file.
  nlohmann::json raw(std::string_view kind, std::string_view name) const;

  hardware::Accelerator accelerator(std::string_view name) const;
  /// What was measured of its kernels ("calibration/<accelerator>-kernels"); none if nothing lies in the folder that
  /// the accelerator's item comes from or over it.
  std::optional<KernelProfileItem> kernels_of(std::string_view accelerator) const;
  NetworkItem network(std::string_view name) const;
  hardware::Instance instance(std::string_view name) const;
  hardware::Storage storage(std::string_view name, Bytes capacity) const;
  model::Transformer model(std::string_view name) const;
  sim::FrameworkProfile framework(std::string_view name) const;
  sim::Recovery recovery(std::string_view name) const;
  sim::FailurePreset failure_preset(std::string_view name) const;
  std::vector<sim::FailurePreset> failure_presets() const;

  /// None if the catalogues hold no prices of that instance.
  std::optional<hardware::PriceList> price_list(std::string_view instance) const;
  /// What storage costs in a region: the latest price seen by `on`, else the earliest seen after; none if none was seen
  /// or the catalogues do not know the storage.
  std::optional<StoragePrice> storage_price(std::string_view storage, std::string_view region, Date on) const;
  /// Carbon per energy of a cloud region, of a country ("japan") or of a model card; none if unknown.
  std::optional<GridIntensity> grid_intensity(std::string_view region) const;
  /// Power usage effectiveness of a provider ("aws"); none if unknown.
  std::optional<PowerUsage> power_usage(std::string_view provider) const;

  /// The version of the shipped catalogues (the day their facts were gathered), and a fingerprint of each overlay's
  /// content: "2026-08-22+overlay.5f3a…".  Equal versions mean equal content.
  std::string version() const;

 private:
  std::optional<std::filesystem::path> find(std::string_view kind, std::string_view name) const;

  std::vector<std::filesystem::path> roots_;
};

}  // namespace fmplan::catalog
