#pragma once

/// @file
/// Catalogue items of kind "calibration" that describe collectives: where they were measured, the coefficients, how
/// good the fit is.  Format: docs/models/collectives.md.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/calibration/collective_fit.h"
#include "core/catalog/documents.h"
#include "core/catalog/fitted_row.h"
#include "core/network/collective_profile.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// The machine of the measurements, by line rates.
struct MeasuredMachine {
  BytesPerSecond scale_up;                  ///< of one accelerator, per direction
  std::optional<BytesPerSecond> scale_out;  ///< share of the NICs of one accelerator; none: one domain only
  int node = 8;                             ///< accelerators of a node
  int ranks_per_accelerator = 1;            ///< of which the links' rates above are one's
  int domain = 8;                           ///< … that the scale-up link joins: those of a node, or of a rack's nodes

  friend bool operator==(const MeasuredMachine&, const MeasuredMachine&) = default;
};

struct CollectiveProfileItem {
  std::string name;
  std::string title;
  std::vector<std::string> gpus;       ///< one of these starts a word of a row's gpu, whatever the case
  std::vector<std::string> systems;    ///< … and its system one of these; empty: any, if one domain
  std::vector<std::string> instances;  ///< of the catalogue, that use this profile
  MeasuredMachine machine;
  std::optional<std::string> node;       ///< the item whose coefficients inside a domain are used
  std::optional<bool> stated_reduction;  ///< in switches, where the item says so; none: as `node`
  std::optional<std::string> inherits;   ///< the item whose coefficients are used for want of measurements
  std::string transport;                 ///< what carries it across domains: "efa", "rdma", …; empty: of its own kind
  std::vector<network::Coefficient> determined;  ///< that its own rows tell
  double times_across = 1;                       ///< … its times across domains by this factor
  network::CollectiveProfile profile;
  std::string source;                     ///< where its numbers come from, for people
  std::vector<std::string> sources;       ///< fitted to
  std::vector<std::string> fingerprints;  ///< of the rows fitted to, sorted

  friend bool operator==(const CollectiveProfileItem&, const CollectiveProfileItem&) = default;
};

/// Whether an item of kind "calibration" is one of these.
bool is_about_collectives(const nlohmann::json& item);

/// Reads the item as it stands; what "node" and "inherits" name is not looked up before load_collective_profile().
CollectiveProfileItem read_collective_profile(const nlohmann::json& item, const std::string& where, Issues& issues);

/// Reads an item and what it takes from others: with "node" the coefficients inside a domain; with "inherits" all, and
/// an interval half as wide again in logarithms, at least −20 % to +25 %.  @throws InputError
CollectiveProfileItem load_collective_profile(const Documents& documents, std::string_view name);
/// The same for a document outside the catalogues.
CollectiveProfileItem resolve_collective_profile(const nlohmann::json& document, const std::string& where,
                                                 const Documents& documents);
/// Every item that is about collectives, by name; those that lie over the shipped ones first, since where two items
/// speak for a machine the first is taken.
std::vector<CollectiveProfileItem> load_collective_profiles(const Documents& documents);

/// The items of kind "calibration" that may list an instance, by its slug; those that lie over the shipped ones first.
/// No item is parsed for it, so that one that is asked for need not wait for all.
using ProfilesByInstance = std::map<std::string, std::vector<std::string>>;
ProfilesByInstance profiles_by_instance(const Documents& documents);

/// True if the item is used for the instance.
bool lists_instance(const CollectiveProfileItem& item, std::string_view instance);

/// `document` with the fit's coefficients, intervals, residuals, sources and fingerprints in the place of its own.
text::Json fitted_profile_json(const text::Json& document, const calibration::CollectiveFit& fit,
                               const std::vector<FittedRow>& rows);

}  // namespace fmplan::catalog
