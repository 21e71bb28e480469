#pragma once

/// @file
/// One question asked of many scenarios: what each point of a grid takes (docs/what_if.md).

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/what_if/axis.h"
#include "core/what_if/point.h"
#include "core/what_if/shard.h"

namespace fmplan::what_if {

/// What is swept.
struct SweepQuestion {
  std::vector<AskedScenario> scenarios;  ///< at least one; each is swept in turn
  Grid grid;
  PointSettings settings;
  std::vector<answer::Figure> columns;   ///< figures of each point
  std::vector<answer::Condition> where;  ///< points of which one does not hold are left out; none or one
  std::vector<answer::Condition> gates;  ///< `--fail-if`
};

/// What a scenario left open, in words.
struct FilledIn {
  std::string path, value, why, source;
};

/// What rows of a sweep are read by: all of the question but how it is computed.
struct SweepHead {
  AnswerKind answer = AnswerKind::kPlan;
  std::vector<std::string> scenarios{};  ///< their names
  std::vector<std::string> paths{};
  std::vector<answer::Figure> columns{};
  std::string where{};
  std::vector<std::string> gates{};
  std::int64_t num_points = 0;
  Shard shard{};                        ///< the part that these rows are
  std::vector<FilledIn> assumptions{};  ///< of the first scenario at its first point; of a programme none
  std::string catalog_version{}, fmplan_version{};
  std::uint64_t seed = 1;
  std::string fingerprint{};  ///< of question, catalogue, program and seed: rows of another are none of this sweep
};

struct SweepRow {
  std::int64_t index = 0;
  std::vector<std::string> inputs{};  ///< by SweepHead::paths
  plan::Verdict status = plan::Verdict::kRefused;
  std::string reason{};
  std::string note{};  ///< what was planned instead of what was asked
  std::vector<plan::NoticeKind> warnings{};
  std::vector<PointFigure> figures{};  ///< by SweepHead::columns
  std::vector<std::size_t> tripped{};  ///< gates, by their place, that hold or may hold
};

/// The points of the part.
ItemRange points_of(const SweepHead& head);

/// Points of which nothing tells whether --where holds: they were refused, or a figure of it is unknown.
struct UndecidedPoints {
  std::int64_t points = 0;
  std::string why{};  ///< of the first of them

  UndecidedPoints& operator+=(const UndecidedPoints& later);
};

/// How many points became what.
struct SweepCounts {
  std::int64_t looked_at = 0;
  std::array<std::int64_t, plan::kVerdictNames.count> by_status{};  ///< of the rows shown, by plan::Verdict
  std::int64_t left_out = 0;                                        ///< by --where
  std::optional<UndecidedPoints> undecided = UndecidedPoints{};     ///< of those left out; none: it was not written
  std::int64_t tripped = 0;                                         ///< rows that exceed a gate

  std::int64_t shown() const { return looked_at - left_out; }
  void add(const SweepRow& row);
};

/// Whether rows carry an 80 % interval of the figure.
bool has_interval(AnswerKind answer, const answer::Figure& figure);

/// The figures that rows have where none are asked for.
std::vector<answer::Figure> usual_columns(AnswerKind answer);

/// Whether the columns begin with these: no others were asked for, but perhaps to sort by.
bool has_usual_columns(const SweepHead& head);

/// The figures that can be asked of the points, paths among them.
answer::FigureSet figures_of(const SweepQuestion& question);

/// @throws InputError for keys that no scenario knows, which would make every point a refused one.
void check_paths(const AskedScenario& asked, const std::vector<std::string>& paths,
                 const std::vector<std::string>& values, const catalog::Catalog& catalog);

/// @throws InputError if the first point of a scenario has a path that no scenario knows.
SweepHead head_of(const SweepQuestion& question, const catalog::Catalog& catalog);

/// What was looked at.
struct SweptPoints {
  std::int64_t looked_at = 0;
  UndecidedPoints undecided{};
};

/// Points `begin` … `end` − 1, in order: calls `row` with those that are not left out, by one thread at a time.  The
/// same rows for any number of threads.  Stopped, the rows told are whole and without gaps.
SweptPoints sweep(const SweepQuestion& question, const catalog::Catalog& catalog, std::int64_t begin, std::int64_t end,
                  int threads, const Watch& watch, const std::function<void(const SweepRow&)>& row);

/// Rows that no other beats in all of `figures` at once, in their order; ties stay.  Those that cannot run, and those
/// of which a figure is unknown, are none.  @pre `figures` are columns, by their place
std::vector<SweepRow> pareto_front(const std::vector<SweepRow>& rows, const SweepHead& head,
                                   const std::vector<std::size_t>& figures);

/// Whether more of a figure is better: throughput, utilisation, goodput, headroom, a chance of being in time.
bool more_is_better(const answer::Figure& figure);

/// Sorted by a column, those that cannot run and then unknown values last, ties as they were.
void sort_rows(std::vector<SweepRow>& rows, std::size_t column, bool descending);

}  // namespace fmplan::what_if
