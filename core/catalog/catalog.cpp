#include "core/catalog/catalog.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/base/suggestion.h"
#include "core/catalog/catalog_path.h"
#include "core/catalog/kernel_profile.h"
#include "core/catalog/memory_profile.h"
#include "core/catalog/model_json.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/provenance.h"
#include "core/text/json_text.h"

namespace fmplan::catalog {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kSuffix = ".json";

/// A name that stays inside its folder.
bool is_file_name(std::string_view slug) {
  return !slug.empty() && slug.front() != '.' && slug.find('/') == std::string_view::npos &&
         slug.find('\\') == std::string_view::npos && slug.find('\0') == std::string_view::npos && slug.size() <= 200;
}

/// Azure's API puts "Standard_" before every machine's name; people leave it out.
std::string_view without_prefix(std::string_view slug) {
  constexpr std::string_view kPrefix = "standard-";
  return slug.starts_with(kPrefix) ? slug.substr(kPrefix.size()) : slug;
}

std::vector<fs::path> item_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == kSuffix) files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string quoted(std::string_view name) { return text::value_text(json(std::string(name))); }

/// Runs a reader and throws what it found.
template <class Read>
auto read_or_throw(const Read& read) {
  Issues issues;
  auto value = read(issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  return value;
}

/// FNV-1a, 64 bits [Fowler, Noll, Vo]: not against forgery, only against mistaking one overlay for another.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      hash_ ^= static_cast<unsigned char>(c);
      hash_ *= 1099511628211u;
    }
    hash_ *= 1099511628211u;  // so that "ab" + "c" differs from "a" + "bc"
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037u;
};

std::uint64_t overlay_fingerprint(const fs::path& root) {
  Fingerprint fingerprint;
  for (const CatalogKind& kind : catalog_kinds()) {
    for (const fs::path& file : item_files(root / kind.folder)) {
      fingerprint.add(file.lexically_relative(root).generic_string());
      fingerprint.add(text::read_text_file(file));
    }
  }
  return fingerprint.value();
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

const std::vector<CatalogKind>& catalog_kinds() {
  static const std::vector<CatalogKind> kKinds = {
      {"accelerators", "accelerator", "GPUs and AI chips: peaks, memory, links, power, kernel efficiencies"},
      {"instances", "instance", "machines one rents or buys"},
      {"networks", "network", "links inside and between machines"},
      {"storage", "storage", "where checkpoints and data lie"},
      {"prices", "price_list", "what an instance costs, by region, kind and day"},
      {"models", "model", "architectures"},
      {"frameworks", "framework", "overlap, fusion and overhead habits of training frameworks"},
      {"calibration", "calibration", "coefficients fitted to measurements, with their residuals"},
      {"failures", "failure_preset", "observed rates of interruptions"},
      {"recoveries", "recovery", "how long a job takes to come back after an interruption"},
      {"power", "power", "power usage effectiveness, power of whole machines"},
      {"grid", "grid", "carbon intensity by region"},
  };
  return kKinds;
}

const CatalogKind& catalog_kind(std::string_view name) {
  std::vector<std::string> folders;
  for (const CatalogKind& kind : catalog_kinds()) {
    if (name == kind.folder || name == kind.item) return kind;
    folders.emplace_back(kind.folder);
  }
  std::string listed;
  for (const std::string& folder : folders) listed += (listed.empty() ? "" : ", ") + folder;
  throw InputError("kind", fmt::format("{} is no kind of catalogue item (they are {}){}", quoted(name), listed,
                                       did_you_mean(name, folders)));
}

std::string catalog_slug(std::string_view name) {
  std::string slug;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      slug += static_cast<char>(c - 'A' + 'a');
    } else {
      slug += c == '_' || c == ' ' ? '-' : c;
    }
  }
  return slug;
}

Catalog::Catalog(std::vector<fs::path> roots) : roots_(std::move(roots)) {
  Issues issues;
  for (const fs::path& root : roots_) {
    std::error_code error;
    if (!fs::is_directory(root, error))
      issues.push_back({root.string(), "is not a folder; give one with instances/, prices/, … in it"});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

Catalog Catalog::shipped(const std::string& overlay_dir) {
  std::vector<fs::path> roots = {shipped_catalog_dir()};
  if (!overlay_dir.empty()) roots.emplace_back(overlay_dir);
  return Catalog(std::move(roots));
}

std::vector<std::string> Catalog::names(std::string_view kind) const {
  std::set<std::string> names;
  for (const fs::path& root : roots_)
    for (const fs::path& file : item_files(root / catalog_kind(kind).folder))
      names.insert(catalog_slug(file.stem().string()));
  return {names.begin(), names.end()};
}

std::optional<fs::path> Catalog::find(std::string_view kind, std::string_view name) const {
  const std::string_view folder = catalog_kind(kind).folder;
  const std::string slug = catalog_slug(name);
  if (!is_file_name(slug)) return std::nullopt;
  for (const std::string_view candidate : {std::string_view(slug), without_prefix(slug)}) {
    for (auto root = roots_.rbegin(); root != roots_.rend(); ++root) {
      fs::path path = *root / folder / (std::string(candidate) + std::string(kSuffix));
      std::error_code error;
      if (fs::is_regular_file(path, error)) return path;
      // A user's file may be spelt with capitals; the shipped ones never are.
      if (*root == roots_.front()) continue;
      for (const fs::path& file : item_files(*root / folder))
        if (catalog_slug(file.stem().string()) == candidate) return file;
    }
  }
  return std::nullopt;
}

fs::path Catalog::file(std::string_view kind, std::string_view name) const {
  if (std::optional<fs::path> path = find(kind, name)) return *path;
  const CatalogKind& known = catalog_kind(kind);
  throw InputError(std::string(known.item),
                   fmt::format("{} is not in the catalogue{} (\"fmplan catalog list {}\" shows them all)", quoted(name),
                               did_you_mean(catalog_slug(name), names(kind)), known.folder));
}

json Catalog::raw(std::string_view kind, std::string_view name) const { return text::read_json_file(file(kind, name)); }

hardware::Accelerator Catalog::accelerator(std::string_view name) const {
  const fs::path path = file("accelerators", name);
  const json item = text::read_json_file(path);
  const std::optional<KernelProfileItem> kernels = kernels_of(name);
  return read_or_throw([&](Issues& issues) {
    return read_accelerator(item, path.string() + "#", issues, kernels ? &*kernels : nullptr);
  });
}

std::optional<KernelProfileItem> Catalog::kernels_of(std::string_view accelerator) const {
  const fs::path path = file("accelerators", accelerator);
  const std::optional<fs::path> kernels = find("calibration", kernel_profile_name(path.stem().string()));
  if (!kernels) return std::nullopt;
  // A user's accelerator replaces the shipped one whole, its kernels included.
  const auto root = [this](const fs::path& of) {
    return std::find(roots_.begin(), roots_.end(), of.parent_path().parent_path()) - roots_.begin();
  };
  if (root(path) > root(*kernels)) return std::nullopt;
  return read_or_throw([&](Issues& issues) {
    return read_kernel_profile(text::read_json_file(*kernels), kernels->string() + "#", issues);
  });
}

NetworkItem Catalog::network(std::string_view name) const {
  const fs::path path = file("networks", name);
  return read_or_throw(
      [&](Issues& issues) { return read_network(text::read_json_file(path), path.string() + "#", issues); });
}

hardware::Instance Catalog::instance(std::string_view name) const {
  const fs::path path = file("instances", name);
  return read_or_throw(
      [&](Issues& issues) { return read_instance(text::read_json_file(path), path.string() + "#", *this, issues); });
}

hardware::Storage Catalog::storage(std::string_view name, Bytes capacity) const {
  const fs::path path = file("storage", name);
  StorageItem item = read_or_throw(
      [&](Issues& issues) { return read_storage(text::read_json_file(path), path.string() + "#", issues); });
  item.storage.capacity = capacity;
  return item.storage;
}

model::Transformer Catalog::model(std::string_view name) const {
  const fs::path path = file("models", name);
  return read_or_throw(
      [&](Issues& issues) { return read_transformer(text::read_json_file(path), path.string() + "#", issues); });
}

sim::FrameworkProfile Catalog::framework(std::string_view name) const {
  const fs::path path = file("frameworks", name);
  sim::FrameworkProfile framework = read_or_throw(
      [&](Issues& issues) { return read_framework(text::read_json_file(path), path.string() + "#", issues); });
  if (const auto memory = load_memory_profile(*this))
    framework.memory = memory->habits_of(framework.name, framework.memory);
  return framework;
}

sim::Recovery Catalog::recovery(std::string_view name) const {
  const fs::path path = file("recoveries", name);
  return read_or_throw(
      [&](Issues& issues) { return read_recovery(text::read_json_file(path), path.string() + "#", issues); });
}

sim::FailurePreset Catalog::failure_preset(std::string_view name) const {
  const fs::path path = file("failures", name);
  return read_or_throw(
      [&](Issues& issues) { return read_failure_preset(text::read_json_file(path), path.string() + "#", issues); });
}

std::vector<sim::FailurePreset> Catalog::failure_presets() const {
  std::vector<sim::FailurePreset> presets;
  for (const std::string& name : names("failures")) presets.push_back(failure_preset(name));
  return presets;
}

std::optional<hardware::PriceList> Catalog::price_list(std::string_view instance) const {
  const std::optional<fs::path> path = find("prices", instance);
  if (!path) return std::nullopt;
  return read_or_throw(
      [&](Issues& issues) { return read_price_list(text::read_json_file(*path), path->string() + "#", issues); });
}

std::optional<StoragePrice> Catalog::storage_price(std::string_view storage, std::string_view region, Date on) const {
  const std::optional<fs::path> path = find("storage", storage);
  if (!path) return std::nullopt;
  const StorageItem item = read_or_throw(
      [&](Issues& issues) { return read_storage(text::read_json_file(*path), path->string() + "#", issues); });
  std::optional<StoragePrice> chosen;
  for (const StoragePrice& price : item.prices) {
    if (price.region != region) continue;
    const bool seen = price.valid_from <= on;
    const bool chosen_seen = chosen && chosen->valid_from <= on;
    const bool better = !chosen || (seen && (!chosen_seen || price.valid_from > chosen->valid_from)) ||
                        (!seen && !chosen_seen && price.valid_from < chosen->valid_from);
    if (better) chosen = price;
  }
  return chosen;
}

std::optional<GridIntensity> Catalog::grid_intensity(std::string_view region) const {
  std::string name(region);
  // A region may use its country's grid, and no grid uses more than one other.
  for (int step = 0; step < 2; ++step) {
    const std::optional<fs::path> path = find("grid", name);
    if (!path) return std::nullopt;
    const json item = text::read_json_file(*path);
    const GridItem grid = read_or_throw([&](Issues& issues) { return read_grid(item, path->string() + "#", issues); });
    if (grid.kg_per_kwh) {
      const Provenance provenance = provenance_of(item, "/intensity");
      return GridIntensity{path->stem().string(), *grid.kg_per_kwh, provenance.confirmed, provenance.source};
    }
    name = grid.uses.value_or("");
  }
  return std::nullopt;
}

std::optional<PowerUsage> Catalog::power_usage(std::string_view provider) const {
  const std::optional<fs::path> path = find("power", fmt::format("pue-{}", provider));
  if (!path) return std::nullopt;
  return read_or_throw(
      [&](Issues& issues) { return read_power(text::read_json_file(*path), path->string() + "#", issues); });
}

std::string Catalog::version() const {
  std::string version;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    std::error_code error;
    const fs::path stamp = roots_[i] / "VERSION";
    if (i == 0 && fs::is_regular_file(stamp, error)) {
      version = first_line(text::read_text_file(stamp));
    } else {
      version += fmt::format("{}overlay.{:016x}", version.empty() ? "" : "+", overlay_fingerprint(roots_[i]));
    }
  }
  return version;
}

}  // namespace fmplan::catalog
