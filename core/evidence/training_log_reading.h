#pragma once

/// @file
/// What the readers of the three frameworks' lines have in common: facts and steps, gathered line by line.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/step_columns.h"
#include "core/text/log_lines.h"

namespace fmplan::evidence {

struct LoggedStep {
  std::int64_t iteration = 0;
  double period = 0;              ///< seconds a step; of a torchtitan log seconds a token and GPU
  std::int64_t global_batch = 0;  ///< sequences; 0: the line does not say
  double tflops = 0;              ///< per GPU; 0: the line does not say
  double mfu_percent = 0;
  bool starts = false;
  bool disturbed = false;
};

/// What has been read so far.
struct LogReading {
  std::string name;
  StepColumns facts;                                     ///< columns, and settings that columns follow from
  std::vector<std::string> ambiguous;                    ///< columns stated twice, differently
  std::map<std::string, std::vector<LoggedStep>> steps;  ///< by rank
  std::size_t num_steps = 0;                             ///< of all ranks
  std::map<std::string, bool> disturbed;                 ///< by rank: since its last step
  std::vector<std::string> notes;
  double peak_memory_bytes = 0;
  int num_cut = 0;
  int first_cut = 0;
  int num_not_finite = 0;  ///< steps whose loss is NaN or infinite

  /// A fact of the configuration.  Another value after steps begins another configuration: what ran before is dropped.
  void state(const std::string& column, std::string_view value, const text::LogLine& line);
  void add_step(LoggedStep step, const text::LogLine& line);
  /// An evaluation or a checkpoint: the next step of every rank may hold its time.
  void disturb();
  void cut_short(const text::LogLine& line);
  void saw_memory(double bytes);
};

/// A number at the beginning of `text`, blanks before it skipped; thousands may be parted by commas ("7,034").  None if
/// there is none or it is not finite.
std::optional<double> leading_number(std::string_view text);

/// A whole number of at least 1 and less than 10⁹; 0 for anything else.
std::int64_t count_or_none(std::optional<double> number);

/// What stands after `key` in `text`; none if `key` is not there.
std::optional<std::string_view> after(std::string_view text, std::string_view key);

/// The first word of `text`.
std::string_view first_word(std::string_view text);

void read_megatron_line(const text::LogLine& line, LogReading& reading);
void read_torchtitan_line(const text::LogLine& line, LogReading& reading);
void read_nemo_line(const text::LogLine& line, LogReading& reading);

/// Adds the columns that follow from settings.
StepColumns megatron_columns(StepColumns facts);
StepColumns nemo_columns(StepColumns facts);
/// The value of a fact; empty: none is stated.
std::string value_in(const StepColumns& facts, const char* name);
/// Adds to the row's notes what no column is for.
void add_note(StepColumns& facts, std::string_view note);
/// Columns that follow from settings which Megatron and NeMo call alike: of experts their width, number a token and
/// shared ones; which layers or modules are computed again ("full, recompute_method=block, recompute_num_layers=4");
/// the precision where it is of 8 or 4 bits; in the notes what the model has that no column says (gated MLP, tied
/// embeddings, head size, dense layers among mixtures, latent attention); what lies in host memory.
void add_shared_settings(StepColumns& facts);

/// "NVIDIA H100 80GB HBM3" → "H100-80GB"; "NVIDIA A100-SXM4-40GB" → "A100-40GB"; "AMD Instinct MI300X OAM" → "MI300X";
/// "NVIDIA H100 PCIe" → "H100 PCIe".
std::string gpu_of_device_name(std::string_view device);

}  // namespace fmplan::evidence
