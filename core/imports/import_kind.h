#pragma once

/// @file
/// Others' files that are taken in: each kind with its options, and what makes the answer.  Faces read this one table.

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/document.h"
#include "core/catalog/catalog.h"
#include "core/imports/price_import.h"

namespace fmplan::imports {

struct ImportOption {
  std::string_view name;   ///< "gpus-per-node"
  std::string_view value;  ///< what help calls the value: "N"
  std::string_view help;
  bool repeats = false;
};

/// What was given for options, by their names, as text; what needs it reads it.
using ImportOptions = std::map<std::string, std::vector<std::string>, std::less<>>;

struct ImportFile {
  std::string name;                                     ///< as messages and rows call it
  std::function<std::unique_ptr<std::istream>()> open;  ///< @throws InputError where it cannot be
};

struct ImportKind {
  std::string_view name;         ///< "hf-config"
  std::string_view description;  ///< one line
  std::string_view file;         ///< what is read: "config.json"
  std::string_view media_type;   ///< "application/json"
  std::string_view schema;       ///< of the answer, in docs/schema
  /// That a server takes, so that reading and answering take some 150 MB at most (measured: a byte of a log of training
  /// takes next to nothing, of a log of jobs 10 at worst, of prices 12, of nccl-tests 45).
  std::size_t most_sent_bytes = 0;
  bool takes_many = false;  ///< files at once
  std::vector<ImportOption> options{};
  std::string examples{};  ///< commands that read one, a line each, and what there is to know of them
  /// The answer, the same for every face.
  /// @throws InputError: "--nodes" for an option, "name:12" for a line of a file, "/hidden_size" in a configuration.
  answer::Document (*make)(std::span<const ImportFile> files, const ImportOptions& given,
                           const catalog::Catalog& catalog) = nullptr;
};

/// nccl-tests, megatron-log, torchtitan-log, nemo-log, swf, sacct, demand, skypilot, hf-config.
std::span<const ImportKind> import_kinds();
/// @pre there is one of this name
const ImportKind& import_kind(std::string_view name);

/// What the kind "skypilot" makes its answer of.  @throws InputError
PriceImport imported_prices(const ImportFile& file, const ImportOptions& given, const catalog::Catalog& catalog);

}  // namespace fmplan::imports
