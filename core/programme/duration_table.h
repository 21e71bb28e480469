#pragma once

/// @file
/// What every phase of a programme takes on every number of nodes of every pool that it may run on: worked out once.

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/calibration/step_anchor.h"
#include "core/catalog/catalog.h"
#include "core/scenario/programme.h"
#include "core/sim/run/run_settings.h"
#include "core/sim/run/trial.h"

namespace fmplan::programme {

/// A run of a scenario on some nodes.
struct PlannedRun {
  sim::RunSettings settings;  ///< its spares are what its plan leaves of its nodes, beside the pool's
  std::optional<sim::StepTimeError> time_error{};
  std::string model, framework;
  calibration::StepPosition position{};        ///< for how alike the errors of two runs are
  calibration::StepCorrelation correlation{};  ///< of errors
  std::string plan;                            ///< "tensor 4, pipeline 2, data 16"
  double step_time_s = 0;
  std::int64_t tokens = 0;
  std::optional<double> energy_kwh{};
};

/// One way to do a phase.
struct PhaseOption {
  int pool = 0;
  int nodes = 0;
  double mean_days = 0;
  double p10_days = 0, p50_days = 0, p90_days = 0;
  double interruptions = 0;
  double node_hours = 0;            ///< expected
  std::optional<PlannedRun> run{};  ///< none: it takes what the file states
  /// Days of the programme on which maintenance leaves it too few nodes, of what goes on afterwards as if nothing had
  /// been: a run, which has written a checkpoint, jobs that come and go, and what a project with a run is dedicated to.
  std::vector<int> pauses{};
  std::vector<std::string> warnings{};
};

/// A number of nodes that a phase cannot run on.
struct RefusedOption {
  int pool = 0;
  int nodes = 0;
  std::string reason;
};

struct PhaseOptions {
  std::vector<PhaseOption> options;    ///< by pool and nodes
  std::vector<RefusedOption> refused;  ///< likewise
};

/// [project][phase] in the order of the file, organisation after organisation.  Of a dedicated project every phase has
/// the same pools and nodes.
using DurationTable = std::vector<std::vector<PhaseOptions>>;

/// All projects of a programme in the order of the file.
std::vector<const scenario::Project*> projects_of(const scenario::Programme& programme);

/// What was worked out once, for programmes that differ in little: the remedies of one, the points of a sweep.
class DurationMemo {
 public:
  struct Run {
    std::optional<PhaseOption> option{};
    std::string reason{};  ///< why there is none
  };
  /// What `work` says of `key`, worked out but once, or more often where threads ask at the same time.
  Run run(const std::string& key, const std::function<Run()>& work);

 private:
  std::mutex mutex_;
  std::map<std::string, Run> runs_;
};

/// Where the file says "auto", numbers of nodes of two binary digits are tried (1, 2, 3, 4, 6, 8, 12 …) and
/// kMostWidths kept that end within the programme, from the fewest on evenly.  Of a run mean, P10, P50 and P90 are
/// those of `fmplan plan` on so many nodes; other phases take what is stated.  The same for any number of threads;
/// stopped, it throws.
/// @throws JobStopped
DurationTable duration_table(const scenario::Programme& programme, const catalog::Catalog& catalog, int threads,
                             DurationMemo& memo, const Watch& watch = {});

/// Chosen: as many widths as a placement is proved with in seconds.
inline constexpr int kMostWidths = 6;

}  // namespace fmplan::programme
