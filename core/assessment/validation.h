#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/assessment/row_sites.h"
#include "core/base/job.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::assessment {

/// Measured rows that predictions are held against.
struct ValidationQuestion {
  std::vector<std::string> files;  ///< CSV
  std::string anchor{};            ///< of step times: CSV of rows of the same cluster, which correct the predictions
  bool with_rows = false;          ///< every row in the JSON answer
};

// The errors of predictions, prediction / measurement - 1, and how often measurements lie in the 80 % and 95 %
// intervals, sorted into groups; in JSON besides how many `rows` there are and how many of them could be `predicted`.
// What was fitted to a row is told apart from what was not.
// @throws InputError if a file cannot be read.
answer::Document validate_collectives(const ValidationQuestion& question, const catalog::Catalog& catalog);
answer::Document validate_kernels(const ValidationQuestion& question, const catalog::Catalog& catalog);
answer::Document validate_steps(const ValidationQuestion& question, const catalog::Catalog& catalog);
answer::Document validate_memory(const ValidationQuestion& question, const catalog::Catalog& catalog);
answer::Document validate_campaigns(const ValidationQuestion& question, const catalog::Catalog& catalog);

/// Controlled pairs of measured steps that predicted differences are held against.
struct DeltaQuestion {
  std::string pairs;                     ///< CSV
  std::string rows;                      ///< CSV of the rows that they name
  std::vector<std::string> fit_files{};  ///< CSV of more rows, for the fits that hold a source out
  std::vector<std::string> left_out{};   ///< sources that are not fitted to
  RowSites sites{};                      ///< of what is fitted to
  bool with_rows = false;                ///< every pair in the JSON answer
  int threads = 1;
};

/// How often the sign of a change is right, and by how many percentage points the change is off, by option and source:
/// by fits that hold the pair's source out, and by the shipped profile.
/// @throws InputError if a file cannot be read, JobStopped where the watch says so.
answer::Document validate_deltas(const DeltaQuestion& question, const catalog::Catalog& catalog,
                                 const Watch& watch = {});

/// What rows can be of.
struct ValidationKind {
  const char* name;
  const char* of;
  const char* example;  ///< a file of such rows
  answer::Document (*answer)(const ValidationQuestion& question, const catalog::Catalog& catalog);
  bool anchored = false;  ///< whether it understands `anchor`
};

inline constexpr std::array kValidationKinds = {
    ValidationKind{"kernels", "times of matrix products and of attention", "rows.csv", validate_kernels},
    ValidationKind{"steps", "times of training steps", "rows.csv", validate_steps, true},
    ValidationKind{"campaigns", "GPU-hours and days of whole training campaigns", "validation/campaigns.csv",
                   validate_campaigns},
    ValidationKind{"memory", "peaks of memory, and whether runs fit", "rows.csv", validate_memory},
    ValidationKind{"collectives", "times of collectives", "rows.csv", validate_collectives},
};

}  // namespace fmplan::assessment
