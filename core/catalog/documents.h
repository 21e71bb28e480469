#pragma once

/// @file
/// The files of the catalogues as parsed JSON: one file per item in one folder per kind.  Format:
/// docs/catalog_format.md.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/memo.h"

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

/// How an item's name is looked up: lower case, without blanks around it, with "-" for "_" and blanks.
std::string catalog_slug(std::string_view name);

/// Where an item lies.
struct ItemFile {
  std::filesystem::path path;
  std::size_t root = 0;  ///< which of the roots: a later one lies over the earlier

  /// What an issue in the item is told to be in: "…/p5.48xlarge.json#".
  std::string where() const { return path.string() + "#"; }

  friend bool operator==(const ItemFile&, const ItemFile&) = default;
};

/// A snapshot: a folder is listed when first looked into and a file read when first asked for, each once, and what was
/// seen then stays true.  Any number of threads may ask one snapshot; references it returns live as long as it does.
///
/// Later roots lie over earlier ones: an item there replaces the one of the same name whole.  Names are found without
/// regard to case and to blanks around them; "_" and blanks within count as "-".  Accelerators are found as tools write
/// them too ("NVIDIA H100 80GB HBM3").
class Documents {
 public:
  /// @throws InputError if one of `roots` is not a folder.
  explicit Documents(std::vector<std::filesystem::path> roots);
  Documents(const Documents&) = delete;
  Documents& operator=(const Documents&) = delete;

  const std::vector<std::filesystem::path>& roots() const { return roots_; }

  /// The names of all items of a kind, sorted.
  const std::vector<std::string>& names(std::string_view kind) const;
  using NamesByOther = std::map<std::string, std::string, std::less<>>;
  /// The names of a kind's items, by the slugs of their `aliases`.
  const NamesByOther& aliases(std::string_view kind) const { return other_names(kind, "aliases"); }
  /// By name or alias; null if there is no such item.
  const ItemFile* find(std::string_view kind, std::string_view name) const;
  bool has(std::string_view kind, std::string_view name) const { return find(kind, name) != nullptr; }
  /// @throws InputError, with the nearest name, if there is no such item.
  const ItemFile& item(std::string_view kind, std::string_view name) const;
  const std::filesystem::path& file(std::string_view kind, std::string_view name) const {
    return item(kind, name).path;
  }
  /// The item as it stands in its file.  @throws InputError if there is none, or if it is not strict JSON.
  const nlohmann::json& raw(std::string_view kind, std::string_view name) const { return raw(item(kind, name)); }
  const nlohmann::json& raw(const ItemFile& item) const;

  /// The version of the shipped catalogues (the day their facts were gathered), and a fingerprint of each overlay's
  /// content: "2026-08-22+overlay.5f3a…".  Equal versions mean equal content.
  const std::string& version() const;

 private:
  /// The items of a kind.
  struct Listing {
    std::map<std::string, ItemFile, std::less<>> items;  ///< by slug
    std::vector<std::string> names;                      ///< their keys
  };
  const Listing& listing(const CatalogKind& kind) const;
  /// The one accelerator that a name of another spelling means, as nvidia-smi writes it ("NVIDIA A100-SXM4-80GB"); null
  /// if none or several may be meant.
  const ItemFile* accelerator_called(std::string_view text) const;
  /// The names of the folder's items, by the slugs of the texts that each lists under `key` ("aliases").
  const NamesByOther& other_names(std::string_view folder, const char* key) const;
  /// `; machines with this accelerator: "p5.48xlarge", …`, or that no machine has it; nothing if no accelerator has
  /// `slug` for a name or a word of it, nor its product's name stands in `slug`.
  std::string accelerator_hint(std::string_view slug) const;
  /// What was meant by a name that no item has, as the end of a sentence; empty: nothing is near.
  std::string hint(const CatalogKind& kind, const std::string& slug) const;

  std::vector<std::filesystem::path> roots_;
  Memo<Listing> listings_;          // by folder
  Memo<nlohmann::json> documents_;  // by path
  Memo<std::string> version_;       // one
  Memo<NamesByOther> other_names_;  // by folder and key
};

/// What `read(document, where, issues)` makes of an item.  @throws InputError with every issue it found, where() of
/// each being the file and the JSON Pointer in it.
template <class Read>
auto load_item(const Documents& documents, const ItemFile& item, const Read& read) {
  Issues issues;
  auto value = read(documents.raw(item), item.where(), issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  return value;
}

}  // namespace fmplan::catalog
