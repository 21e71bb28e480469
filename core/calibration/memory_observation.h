#pragma once

#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/model/memory_use.h"
#include "core/model/transformer.h"

namespace fmplan::calibration {

/// What a run says of memory.
enum class MemoryEvidence {
  kPeak,        ///< its peak was measured
  kWithinCard,  ///< it ran: its peak was the card at most
  kBeyondCard   ///< it was out of memory
};

/// Whose peak was measured.
enum class MeasuredRank { kFullest, kFirst, kLast };

/// What one run says of one rank's memory.
struct MemoryObservation {
  std::string source_id;
  std::string group;        ///< source, model and GPU: rows of one group are held out together
  std::string framework;    ///< of the catalogue
  std::string fingerprint;  ///< of the row
  model::Transformer model;
  model::MemorySettings settings;  ///< with the framework's storage habits
  model::MemoryReading reading = model::MemoryReading::kDevice;
  Bytes unit = gigabyte;  ///< what the source's "GB" is
  MeasuredRank rank = MeasuredRank::kFullest;
  MemoryEvidence evidence = MemoryEvidence::kPeak;
  Bytes measured;  ///< in gigabytes of 10⁹, as the row states it; of a peak alone
  Bytes card;      ///< what programs are shown of it
};

/// What the source would have reported as its peak, by the numbers of `habits` and the row's own storage habits.
Bytes predicted_peak(const MemoryObservation& observation, const model::MemoryHabits& habits);

/// Of the whole card, by the fullest rank, by the numbers of `habits` and the row's own storage habits.
Bytes predicted_on_card(const MemoryObservation& observation, const model::MemoryHabits& habits);

/// A conformal interval: of n ratios measured / predicted, sorted, the ranks ⌊(n + 1)·α/2⌋ and ⌈(n + 1)(1 − α/2)⌉, for
/// α = 0.2 and 0.05, the ends of what was seen where there are too few; at least ±1 %.  The default of MemoryInterval
/// below kFewestIntervalRows.
model::MemoryInterval conformal_interval(std::vector<double> ratios);
/// Chosen: the range of fewer ratios holds less than nine tenths of what comes.
inline constexpr std::size_t kFewestIntervalRows = 20;

/// The wider of both, end by end.
model::MemoryInterval wider(const model::MemoryInterval& a, const model::MemoryInterval& b);

}  // namespace fmplan::calibration
