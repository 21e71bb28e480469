#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/export/focus_charges.h"
#include "core/programme/study_programme.h"

namespace fmplan::exports {

/// What a bill is held against.
struct Forecast {
  FocusCharges charges;
  std::vector<std::string> warnings{};
};

/// Whether a text is a FOCUS dataset, as far as its first character tells, rather than JSON.
bool is_dataset(std::string_view text);

/// The forecast of the programme in `file`, which holds `text`: planned, written as `fmplan export focus`
/// does, and read again, so that the file and the programme give the same to the cent.
/// @throws InputError where it is no programme, or has no month with a known price; JobStopped
Forecast forecast_of_programme(const std::string& file, std::string_view text, const catalog::Catalog& catalog,
                               const programme::StudyOptions& study, const Watch& watch);

}  // namespace fmplan::exports
