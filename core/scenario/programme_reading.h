#pragma once

/// @file
/// What the readers of a programme's parts share; programme_json.h is the way in.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/scenario/programme.h"
#include "core/text/field_reader.h"

namespace fmplan::scenario {

/// What the readers work with.  Organisations, projects, pools and phases are kept where the document has them,
/// readable or not, so that an index is one of the document too.
struct ProgrammeReading {
  const catalog::Catalog& catalog;
  std::optional<std::filesystem::path> folder;  ///< of scenario files; none: none may be named
  Issues& issues;
  Programme& programme;
  /// Scenario files that were read; null: they could not be.
  std::map<std::string, nlohmann::json> files{};

  void assume(std::string path, std::string value, std::string why, std::string source = "rule") const;
  /// Lists the field's default with its reason if the field was left out.
  void assume_default(text::FieldReader& reader, const std::string& key) const;
};

/// Where a project stands in the document.
std::string project_place(std::size_t organisation, std::size_t project);
std::string phase_place(const std::string& project, std::size_t phase);
std::string pool_place(std::size_t pool);

/// The elements of a list with as many as its field allows; what is no such list is an issue.
void each_of(text::FieldReader& reader, const std::string& key,
             const std::function<void(const nlohmann::json&, const std::string&)>& read);
/// A text or a list of texts.
std::vector<std::string> texts_of(text::FieldReader& reader, const std::string& key);
/// A whole number, a list of them or a range; ascending, with what stands twice in a list.  "auto", where the field has
/// it: none.
std::vector<int> numbers_of(text::FieldReader& reader, const std::string& key);
/// The same, each once.
std::vector<int> widths_of(text::FieldReader& reader, const std::string& key);
/// Money and prices in dollars or in the programme's currency; none if it is left out, null or, which is an issue, not
/// to be read.  @pre the currency was read
std::optional<Dollars> money_of(text::FieldReader& reader, const std::string& key, const Currency& currency);
std::optional<DollarsPerSecond> hourly_price_of(text::FieldReader& reader, const std::string& key,
                                                const Currency& currency);

void read_currency(text::FieldReader& programme, ProgrammeReading& reading);
void read_pools(text::FieldReader& programme, ProgrammeReading& reading);
/// Needs the pools' names.
void read_organisations(text::FieldReader& programme, ProgrammeReading& reading);

/// What holds between the parts: names, dates, sizes, shares, order.
void check_programme(ProgrammeReading& reading);
/// Reads each project's scenario on each of its pools; of a project that names no pools, finds those that it can run
/// on.
void check_scenarios(ProgrammeReading& reading);

}  // namespace fmplan::scenario
