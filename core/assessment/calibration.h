#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/assessment/row_sites.h"
#include "core/base/job.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::assessment {

/// Rows of nccl-tests, fitted for `profile` or for `instance`.
struct CollectiveCalibrationQuestion {
  std::vector<std::string> files;     ///< CSV
  std::string profile;                ///< item to be filled in, of the catalogue or a file
  std::string instance;               ///< machine of the catalogue that all rows are of
  std::vector<std::string> left_out;  ///< sources
  bool hold_out = false;              ///< fit to one source for each kind of point and judge by the others
  bool unknown_health = false;        ///< also rows whose health is not known
  bool cross_validate = false;        ///< also fit without each source in turn
};

/// Rows of matrix products and of attention.
struct KernelCalibrationQuestion {
  std::vector<std::string> files;  ///< CSV
  std::string accelerator;         ///< whose rows alone are taken; empty: the one that the rows are of
  bool fit_all = false;            ///< nothing held out
};

/// Rows of training steps.
struct StepCalibrationQuestion {
  std::vector<std::string> files;     ///< CSV
  std::vector<std::string> left_out;  ///< sources
  std::vector<std::string> judges;    ///< sources that are not fitted to, but that intervals are made of
  RowSites sites;
  bool folds = true;    ///< also fit without each fold of architectures
  bool sources = true;  ///< also fit without each source
  bool kinds = true;    ///< also fit without each accelerator, framework, kind, …
  int threads = 1;
};

/// Rows of measured peaks of memory.
struct MemoryCalibrationQuestion {
  std::vector<std::string> files;                              ///< CSV
  std::string source = "fitted with fmplan calibrate memory";  ///< where the rows come from, for the item
};

/// Rows of whole campaigns.
struct CampaignCalibrationQuestion {
  std::vector<std::string> files;                                 ///< CSV
  std::string source = "fitted with fmplan calibrate campaigns";  ///< where the rows come from, for the item
};

/// What the script of fmplan probe measured on one machine.
struct ProbeCalibrationQuestion {
  std::string file;      ///< RESULT.json
  std::string instance;  ///< empty: the one that the script was written for
};

// Coefficients fitted to measured rows: the catalogue item as JSON, and as tables its errors on rows that were fitted
// to and on rows that were not.
// @throws InputError if a file cannot be read, or holds too little to fit to.
answer::Document calibrate_collectives(const CollectiveCalibrationQuestion& question, const catalog::Catalog& catalog);
answer::Document calibrate_kernels(const KernelCalibrationQuestion& question, const catalog::Catalog& catalog);
answer::Document calibrate_steps(const StepCalibrationQuestion& question, const catalog::Catalog& catalog,
                                 const Watch& watch = {});
answer::Document calibrate_campaigns(const CampaignCalibrationQuestion& question, const catalog::Catalog& catalog);
answer::Document calibrate_memory(const MemoryCalibrationQuestion& question, const catalog::Catalog& catalog);
answer::Document calibrate_probe(const ProbeCalibrationQuestion& question, const catalog::Catalog& catalog);

}  // namespace fmplan::assessment
