#pragma once

/// @file
/// Prices of SkyPilot's catalogue as price lists of ours, to be laid over the shipped ones.

#include <optional>
#include <string>
#include <vector>

#include "core/base/date.h"
#include "core/catalog/catalog.h"
#include "core/evidence/skypilot_rows.h"
#include "core/text/json_writer.h"

namespace fmplan::imports {

/// What the file does not say.
struct PriceImportTerms {
  std::string file;                    ///< as messages call it
  std::string source;                  ///< as price points name it
  Date on;                             ///< the day of its prices
  std::vector<std::string> regions{};  ///< empty: all
};

/// A price that was taken.
struct ImportedPrice {
  std::string instance, region, kind;
  double dollars_per_hour = 0;
  std::optional<double> before{};    ///< in force on that day without it; none: unknown
  std::vector<std::string> zones{};  ///< that it is of
  bool confirmed = true;
  std::string note{};

  friend bool operator==(const ImportedPrice&, const ImportedPrice&) = default;
};

/// Rows of a machine that the catalogue does not know.
struct UnknownMachine {
  std::string instance, accelerator;  ///< the latter empty: none
  int rows = 0;

  friend bool operator==(const UnknownMachine&, const UnknownMachine&) = default;
};

struct PriceImport {
  PriceImportTerms terms;
  int num_rows = 0;                   ///< of the file, refused ones included
  int num_elsewhere = 0;              ///< in regions that are not asked for
  std::vector<ImportedPrice> prices;  ///< by instance, kind and region
  std::vector<text::Json> lists;      ///< items of the catalogue, by instance, with what they held before
  std::vector<UnknownMachine> unknown;
  std::vector<text::RefusedRow> refused;  ///< by line: rows, and prices of rows
  std::vector<std::string> notes;
};

/// The price lists that hold the rows' prices beside those of the catalogue, since an item of an overlay replaces a
/// shipped one whole.  A point holds from `on` on; one of the same region, kind and day is replaced.  Rows of a
/// region's zones become
///
///   on_demand            where all zones say the same; else the highest of them, not confirmed, with what each says
///   spot_min, spot_max   over the zones; `spot` where the file has no zones
///
/// Refused are machines whose accelerators are not as many as the catalogue's (GCP's rows are of the host without its
/// GPUs), prices outside of what a machine costs, and regions of another provider, whose prices would be taken for its.
/// @throws InputError for regions that no row has, where nothing could be taken, or `on` is before 2010.
PriceImport import_prices(const evidence::SkypilotRows& rows, const PriceImportTerms& terms,
                          const catalog::Catalog& catalog);

}  // namespace fmplan::imports
