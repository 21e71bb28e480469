#pragma once

/// @file
/// What training frameworks print while they train, as a row of measured steps: the configuration that the log states
/// and the step time of its steady state.  docs/models/training_logs.md says which lines are read.

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/calibration/steady_state.h"
#include "core/evidence/step_columns.h"

namespace fmplan::evidence {

enum class TrainingLogKind { kMegatron, kTorchtitan, kNemo };

/// "Megatron-LM", "torchtitan", "NeMo".
std::string_view framework_of(TrainingLogKind kind);

struct TrainingLog {
  StepColumns row;
  calibration::SteadyState steady;   ///< in seconds a step where `is_step_time`, else in seconds a token and GPU
  bool is_step_time = true;          ///< false if tokens/s are known and batch, sequence or GPUs are not
  int num_lines_of_steps = 0;        ///< that were read, dropped ones included
  int num_restarts = 0;              ///< times that the iterations went back
  int steps_a_line = 1;              ///< a line's time is the mean of so many steps; the median of the lines'
  std::vector<std::string> unknown;  ///< columns that predictions use and neither the log nor the caller states
  std::vector<std::string> notes;    ///< what was left out and why
};

/// The framework of the first whole step in the beginning of a log; none: it holds no step, or is no text.
std::optional<TrainingLogKind> training_log_kind(std::string_view beginning);

/// Reads one run.  `given` stands over what the log says.  Lines of several ranks are those of the rank that printed
/// most; iterations that go back are a restart; lines cut short are counted in a note.
/// @throws InputError, with every problem: no iteration was logged (names the other kinds of log if it is one), no GPU
/// or number of GPUs known, values that contradict each other or are no step's.
TrainingLog read_training_log(std::istream& in, const std::string& name, TrainingLogKind kind,
                              const StepColumns& given);

}  // namespace fmplan::evidence
