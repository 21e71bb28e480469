#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/catalog/catalog.h"
#include "core/catalog/collective_profile.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_judge.h"

namespace fmplan::answer {

struct TimesQuestion {
  hardware::Cluster cluster;
  std::optional<network::Collective> collective;  ///< none: the log's own, else all-reduce
  std::vector<Bytes> sizes;
  bool expect = false;                 ///< with the interval that measurements should lie in
  std::string log;                     ///< of nccl-tests, to be judged; empty: none
  std::optional<int> gpus_per_node{};  ///< in use, of each node; none: those that the log lists, else all
};

/// One size, as it is predicted and, in a log, as it was measured.
struct TimedSize {
  Bytes bytes;
  std::optional<Seconds> measured;
  network::Judgement judgement;
  bool is_wrong = false;  ///< its results are, whatever its time
};

/// What nccl-tests should print on a machine whose collectives were measured.
struct CollectiveTimes {
  TimesQuestion question;
  network::Collective collective = network::Collective::kAllReduce;
  catalog::CollectiveProfileItem profile;
  network::CollectiveGroup group;
  int gpus_per_node = 1;  ///< in use, of each node
  std::vector<TimedSize> rows;
  std::vector<std::string> warnings;  ///< of the log
};

/// None if the catalogues hold no profile for the machine.
/// @throws InputError for one accelerator, and for a log that cannot be read.
std::optional<CollectiveTimes> collective_times(const TimesQuestion& question, const catalog::Catalog& catalog);

/// A line a size, as nccl-tests prints it, with the algorithm and what binds it; with `expect` or a log also the
/// interval.
Document times_document(const CollectiveTimes& times);

/// Sizes of a judged log by what they were found to be: slow, fast, impossible, wrong.
const FigureSet& log_figures();
FigureValues log_values(const CollectiveTimes& times);

/// Bus bandwidth over size: the prediction, its interval, the wire bound, and what a log measured.
std::string busbw_chart(const CollectiveTimes& times);

/// The textbook's forms, for machines of which no measurement is known.
/// @throws InputError if an interval or a judgement is asked for.
Document textbook_document(const TimesQuestion& question);

}  // namespace fmplan::answer
