#include "core/catalog/documents.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/suggestion.h"
#include "core/base/words.h"
#include "core/catalog/accelerator_name.h"
#include "core/text/json_text.h"

namespace fmplan::catalog {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kSuffix = ".json";

/// Azure's API puts "Standard_" before every machine's name; people leave it out.
std::string_view without_prefix(std::string_view slug) {
  constexpr std::string_view kPrefix = "standard-";
  return slug.starts_with(kPrefix) ? slug.substr(kPrefix.size()) : slug;
}

/// The names of the items' files, sorted.  Names and not paths, which are split into their parts each time that they
/// are made or compared.
std::vector<std::string> item_files(const fs::path& folder) {
  std::vector<std::string> files;
  const std::size_t begin = (folder / "").native().size();
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;
    const std::string_view name = std::string_view(entry->path().native()).substr(begin);
    if (name.size() > kSuffix.size() && name.ends_with(kSuffix) && entry->is_regular_file(unreadable))
      files.emplace_back(name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Whether `word` is one of the name's words or begins one, and ends where numbers and letters change: "h100" of
/// "h100-sxm5-80gb" and "v5" of "tpu-v5p", but "h20" not of "h200-sxm-141gb".
bool has_word(std::string_view name, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool goes_on = end < name.size() && is_digit(name[end]) == is_digit(word.back()) && name[end] != '-';
    if ((at == 0 || name[at - 1] == '-') && !goes_on) return true;
  }
  return false;
}

/// The texts of a list in an item; none where there is no such list.
std::vector<std::string> listed_slugs(const json& item, const char* key) {
  std::vector<std::string> texts;
  if (const auto list = item.find(key); list != item.end() && list->is_array())
    for (const json& text : *list)
      if (text.is_string()) texts.push_back(catalog_slug(text.get_ref<const std::string&>()));
  return texts;
}

std::string name_text(std::string_view name) { return text::value_text(json(std::string(name))); }

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
    for (const std::string& file : item_files(root / kind.folder)) {
      fingerprint.add(fmt::format("{}/{}", kind.folder, file));
      fingerprint.add(text::read_text_file(root / kind.folder / file));
    }
  }
  return fingerprint.value();
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string version_of(const std::vector<fs::path>& roots) {
  std::string version;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    std::error_code error;
    const fs::path stamp = roots[i] / "VERSION";
    if (i == 0 && fs::is_regular_file(stamp, error)) {
      version = first_line(text::read_text_file(stamp));
    } else {
      version += fmt::format("{}overlay.{:016x}", version.empty() ? "" : "+", overlay_fingerprint(roots[i]));
    }
  }
  return version;
}

}  // namespace

const std::vector<CatalogKind>& catalog_kinds() {
  static const std::vector<CatalogKind> kKinds = {
      {"accelerators", "accelerator", "GPUs and AI chips: peaks, memory, links, power, kernel efficiencies"},
      {"instances", "instance", "machines one rents or buys"},
      {"reported", "reported_machine", "how measured rows call a machine, and the instance that stands for it"},
      {"readings", "reading", "which words of measured rows mean what"},
      {"networks", "network", "links inside and between machines"},
      {"storage", "storage", "where checkpoints and data lie"},
      {"prices", "price_list", "what an instance costs, by region, kind and day"},
      {"block_rules", "block_rule", "how capacity blocks are sold, by day of the document"},
      {"models", "model", "architectures"},
      {"frameworks", "framework", "overlap, fusion and overhead habits of training frameworks"},
      {"calibration", "calibration", "coefficients fitted to measurements, with their residuals"},
      {"failures", "failure_preset", "observed rates of interruptions"},
      {"hazards", "hazard", "published figures of what happens to a run beside failures at a constant rate"},
      {"laws", "scaling_law", "published scaling laws: constants, and the sizes they were fitted on"},
      {"recoveries", "recovery", "how long a job takes to come back after an interruption"},
      {"power", "power", "power usage effectiveness, power of whole machines"},
      {"grid", "grid", "carbon intensity by region"},
  };
  return kKinds;
}

const CatalogKind& catalog_kind(std::string_view name) {
  for (const CatalogKind& kind : catalog_kinds())
    if (name == kind.folder || name == kind.item) return kind;
  std::vector<std::string> folders;
  std::string listed;
  for (const CatalogKind& kind : catalog_kinds()) {
    folders.emplace_back(kind.folder);
    listed += (listed.empty() ? "" : ", ") + folders.back();
  }
  throw InputError("kind", fmt::format("{} is no kind of catalogue item (they are {}){}", name_text(name), listed,
                                       did_you_mean(name, folders)));
}

std::string catalog_slug(std::string_view name) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = name.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  std::string slug;
  for (const char c : name.substr(first, name.find_last_not_of(kBlanks) - first + 1)) {
    if (c >= 'A' && c <= 'Z') {
      slug += static_cast<char>(c - 'A' + 'a');
    } else {
      slug += c == '_' || c == ' ' ? '-' : c;
    }
  }
  return slug;
}

Documents::Documents(std::vector<fs::path> roots) : roots_(std::move(roots)) {
  Issues issues;
  for (const fs::path& root : roots_) {
    std::error_code error;
    if (!fs::is_directory(root, error))
      issues.push_back({root.string(), "is not a folder; give one with instances/, prices/, … in it"});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

const Documents::Listing& Documents::listing(const CatalogKind& kind) const {
  return listings_.get(std::string(kind.folder), [&] {
    Listing listing;
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      const fs::path folder = roots_[root] / kind.folder;
      for (const std::string& file : item_files(folder)) {
        const std::string stem = file.substr(0, file.size() - kSuffix.size());
        const std::string slug = catalog_slug(stem);
        ItemFile& item = listing.items[slug];
        // Of "P5.json" and "p5.json" in one folder, the latter is the one whose name was asked for.
        if (item.path.empty() || item.root != root || stem == slug) item = {folder / file, root};
      }
    }
    for (const auto& [slug, item] : listing.items) listing.names.push_back(slug);
    return listing;
  });
}

const std::vector<std::string>& Documents::names(std::string_view kind) const {
  return listing(catalog_kind(kind)).names;
}

const ItemFile* Documents::find(std::string_view kind, std::string_view name) const {
  const CatalogKind& known = catalog_kind(kind);
  const auto& items = listing(known).items;
  const std::string slug = catalog_slug(name);
  auto found = items.find(slug);
  if (found == items.end()) found = items.find(without_prefix(slug));
  if (found != items.end()) return &found->second;
  const bool is_accelerator = known.folder == "accelerators";
  if (!is_accelerator && known.folder != "models") return nullptr;
  if (const auto other = aliases(known.folder).find(slug); other != aliases(known.folder).end())
    return &items.at(other->second);
  return is_accelerator ? accelerator_called(name) : nullptr;
}

const ItemFile* Documents::accelerator_called(std::string_view text) const {
  const AcceleratorName name = accelerator_name(text);
  const ItemFile* found = nullptr;
  for (const auto& [slug, item] : listing(catalog_kind("accelerators")).items) {
    const AcceleratorName own = accelerator_name(slug);
    if (name.words != own.words) continue;
    // A memory that the item's name has must be stated ("H100" alone may be of 80 or 96 GB), another may.
    if (!name.memory && own.memory) continue;
    try {
      const json& document = raw(item);
      const AcceleratorName memory = accelerator_name(document.value("memory", ""));
      const bool same = !name.memory || (memory.memory && is_same_memory(*name.memory, *memory.memory));
      if (!same || is_other_card(name, document.value("form_factor", ""))) continue;
    } catch (const std::exception&) {
      continue;  // a broken file of an overlay is reported where it is asked for
    }
    if (found) return nullptr;
    found = &item;
  }
  return found;
}

const Documents::NamesByOther& Documents::other_names(std::string_view folder, const char* key) const {
  return other_names_.get(fmt::format("{}/{}", folder, key), [&] {
    NamesByOther found;
    for (const auto& [name, item] : listing(catalog_kind(folder)).items) {
      try {
        for (const std::string& other : listed_slugs(raw(item), key)) found.emplace(other, name);
      } catch (const InputError&) {
        // A broken file is told where it is asked for.
      }
    }
    return found;
  });
}

std::string Documents::accelerator_hint(std::string_view slug) const {
  constexpr std::size_t kShortest = 3, kMostShown = 8;  // chosen: "h100" is a name, "p5" is not; one line
  if (slug.size() < kShortest) return {};
  std::vector<std::string> meant;
  if (const ItemFile* item = find("accelerators", slug)) {
    meant.push_back(catalog_slug(item->path.stem().string()));
  } else {
    for (const std::string& name : names("accelerators")) {
      // Of "a100-sxm4-80gb", "a100" may stand within a longer name: "A100 node".
      const std::string_view product = std::string_view(name).substr(0, name.find('-'));
      if (has_word(name, slug) || (std::ranges::any_of(product, is_digit) && has_word(slug, product)))
        meant.push_back(name);
    }
  }
  if (meant.empty()) return {};
  std::vector<std::string> machines;
  for (const std::string& name : names("instances")) {
    try {
      const ItemFile* has = find("accelerators", raw("instances", name).value("accelerator", ""));
      if (has && std::ranges::find(meant, catalog_slug(has->path.stem().string())) != meant.end())
        machines.push_back(name_text(name));
    } catch (const std::exception&) {
      // A broken file of an overlay is not what was asked for.
    }
  }
  if (machines.empty()) return "; no machine of the catalogue has this accelerator: describe one as cluster.machine";
  const bool cut = machines.size() > kMostShown;
  if (cut) machines.resize(kMostShown);
  return fmt::format("; machines with this accelerator: {}{}", fmt::join(machines, ", "), cut ? ", …" : "");
}

std::string Documents::hint(const CatalogKind& kind, const std::string& slug) const {
  const std::vector<std::string>& known = names(kind.folder);
  if (kind.folder == "models") {
    const NamesByOther& suggested = other_names(kind.folder, "suggested_for");
    if (const auto meant = suggested.find(slug); meant != suggested.end())
      return fmt::format("; did you mean \"{}\"?", meant->second);
  }
  if (kind.folder != "instances") return did_you_mean(slug, known);
  if (has("prices", slug)) return "; it has prices only, no technical data: describe the machine as cluster.machine";
  const bool is_accelerator =
      std::ranges::any_of(names("accelerators"), [&](const std::string& name) { return has_word(name, slug); });
  if (is_accelerator || find("accelerators", slug)) {
    if (std::string machines = accelerator_hint(slug); !machines.empty()) return machines;
  }
  if (std::string nearest = did_you_mean(slug, known); !nearest.empty()) return nearest;
  return accelerator_hint(slug);
}

const ItemFile& Documents::item(std::string_view kind, std::string_view name) const {
  if (const ItemFile* found = find(kind, name)) return *found;
  const CatalogKind& known = catalog_kind(kind);
  throw InputError(std::string(known.item),
                   fmt::format("{} is not in the catalogue{} (\"fmplan catalog list {}\" shows them all)",
                               name_text(name), hint(known, catalog_slug(name)), known.folder));
}

const json& Documents::raw(const ItemFile& item) const {
  return documents_.get(item.path.native(), [&] {
    json document = text::read_json_file(item.path);
    if (!document.is_object())
      throw InputError(item.path.string(),
                       fmt::format("{} is not an object; write {{\"key\": value, …}}", text::value_text(document)));
    return document;
  });
}

const std::string& Documents::version() const {
  return version_.get({}, [&] { return version_of(roots_); });
}

}  // namespace fmplan::catalog
