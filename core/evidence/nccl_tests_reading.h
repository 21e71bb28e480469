#pragma once

/// @file
/// What a log of nccl-tests says before it is known what machine it is of.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/issue.h"
#include "core/evidence/listed_ranks.h"
#include "core/evidence/nccl_digits.h"

namespace fmplan::evidence {

struct NcclMeasurement {
  double time_us = 0;
  std::optional<PrintedNumber> algbw;
  std::optional<PrintedNumber> busbw;
};

/// What a row says of its collective; empty: nothing.
struct NcclRowKind {
  std::string redop;  ///< "sum", "none", …
  std::string root;   ///< "-1": it has none
};

/// One line or record before it is known what machine it is of.
struct NcclSample {
  int line = 0;
  double bytes = 0;
  std::string in_place;
  NcclRowKind kind;
  NcclMeasurement measured;
  bool is_wrong = false;  ///< nccl-tests found wrong results
};

/// What the heading of a program of nccl-tests says.
struct NcclProgram {
  int line = 0;  ///< its first; 0: that of the log
  std::string collective;
  std::string version;
  RankList ranks;
};

/// One sweep of sizes.
struct NcclRun {
  int line = 0;  ///< its first; 0: that of the log
  std::shared_ptr<NcclProgram> program = std::make_shared<NcclProgram>();
  std::vector<NcclSample> samples;
};

struct NcclReading {
  std::string name;
  std::vector<NcclRun> runs{1};  ///< of which those of one program share it
  std::vector<std::string> notes;
  Issues issues;

  NcclRun& run() { return runs.back(); }
  NcclProgram& program() { return *runs.back().program; }
  std::string place(int line) const { return line > 0 ? name + ":" + std::to_string(line) : name; }
  void report(int line, std::string message) { issues.push_back({place(line), std::move(message)}); }
};

/// Reads the text or the JSON, with every problem that a line has by itself.
NcclReading read_nccl_tests(std::string_view text, const std::string& name);

/// Whether the beginning of a text has a row of results, or the whole is the JSON of nccl-tests.
bool looks_like_nccl_tests(std::string_view text);

/// The collective in "all_reduce_perf", "allreduce_2xp5.txt" or "# Collective test starting: all_reduce_perf"; empty:
/// none that is modelled.
std::string collective_in(std::string_view text);

}  // namespace fmplan::evidence
