#include "core/what_if/sweep.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/assumption_text.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/base/version.h"
#include "core/programme/edit.h"
#include "core/scenario/programme_json.h"
#include "core/scenario/scenario_json.h"
#include "core/what_if/question_hash.h"

namespace fmplan::what_if {
namespace {

using answer::Figure;

/// Points between two looks at the rows (chosen): enough that threads seldom wait, few enough to be held.  A point that
/// is more than planned may take seconds, and its row is then worth having before hundreds of others.
std::int64_t points_of_block(AnswerKind answer, int threads) {
  constexpr std::int64_t kPlanned = 512;      // points, chosen
  constexpr std::int64_t kForEachThread = 8;  // points, chosen
  return answer == AnswerKind::kPlan ? kPlanned : kForEachThread * std::max(1, threads);
}

SweepRow row_of(const SweepQuestion& question, const std::vector<std::string>& paths,
                const std::vector<answer::Condition>& conditions, const catalog::Catalog& catalog, std::int64_t index,
                answer::Truth& kept) {
  const std::int64_t per_scenario = question.grid.size();
  const AskedScenario& asked = question.scenarios[static_cast<std::size_t>(index / per_scenario)];
  SweepRow row{.index = index, .inputs = question.grid.values(index % per_scenario)};
  PointAnswer answer = answer_point(asked, paths, row.inputs, question.settings, question.columns, conditions, catalog);
  row.status = answer.verdict;
  row.reason = std::move(answer.reason);
  row.note = std::move(answer.note);
  row.warnings = std::move(answer.warnings);
  row.figures = std::move(answer.figures);
  const std::size_t num_where = question.where.size();
  kept = num_where > 0 ? answer.conditions.front() : answer::Truth::kYes;
  for (std::size_t i = num_where; i < answer.conditions.size(); ++i)
    if (answer.conditions[i] != answer::Truth::kNo) row.tripped.push_back(i - num_where);
  return row;
}

std::vector<std::string> axis_paths(const SweepQuestion& question) {
  std::vector<std::string> paths;
  for (const Axis& axis : question.grid.axes()) paths.push_back(axis.path);
  return paths;
}

/// Of everything that decides what the rows are; the version of the catalogues is of their content.
std::string sweep_fingerprint(const SweepQuestion& question, const SweepHead& head, const catalog::Catalog& catalog) {
  QuestionHash hash;
  hash.add(fmt::format("{} {} {} {} {} {}", head.fmplan_version, head.catalog_version, head.seed,
                       kAnswerKindNames.name(head.answer), question.settings.trials, question.grid.size()));
  hash.add(head.where);
  for (const std::string& gate : head.gates) hash.add(gate);
  for (const Figure& column : head.columns) hash.add(column.name);
  for (const Axis& axis : question.grid.axes()) {
    hash.add(axis.path);
    for (const std::string& value : axis.values) hash.add(value);
  }
  for (const AskedScenario& asked : question.scenarios) {
    hash.add(asked.name);
    hash.add(asked.document.dump());
    hash.add_files(asked.document, asked.folder);
    for (const Axis& axis : question.grid.axes())
      for (const std::string& value : axis.values)
        if (!leading_number(value)) hash.add_files(value, asked.folder);
    const PointAnswer first =
        answer_point(asked, head.paths, question.grid.values(0), question.settings, head.columns, {}, catalog);
    hash.add(first.reason);
    for (const PointFigure& figure : first.figures)
      hash.add(fmt::format("{}", figure.value.value.value_or(std::numeric_limits<double>::lowest())));
  }
  return hash.text();
}

/// Why nothing tells whether --where holds of a row: it cannot run, or figures of the condition are unknown, which are
/// those that no column knows.
std::string why_undecided(const SweepRow& row, const SweepQuestion& question) {
  const bool has_figures = row.status == plan::Verdict::kOk || row.status == plan::Verdict::kMissesDeadline;
  if (!has_figures && !row.reason.empty()) return row.reason;
  std::vector<std::string> unknown;
  bool asks_for_money = false;
  for (const answer::Bound& bound : bounds_of(question.where.front())) {
    const auto column = std::ranges::find(question.columns, bound.figure.name, &Figure::name);
    const auto at = static_cast<std::size_t>(column - question.columns.begin());
    const bool is_known = column != question.columns.end() && row.figures[at].value.value;
    if (is_known || std::ranges::find(unknown, bound.figure.name) != unknown.end()) continue;
    unknown.push_back(bound.figure.name);
    asks_for_money = asks_for_money || bound.figure.unit == answer::FigureUnit::kDollar;
  }
  const auto unsold = std::ranges::find_if(row.warnings, plan::voids_price);
  if (asks_for_money && unsold != row.warnings.end()) return fmt::format("cost unknown: {}", not_sold_text(*unsold));
  return fmt::format("{} not known", fmt::join(unknown, ", "));
}

double known_or_worst(const SweepRow& row, std::size_t column, bool more) {
  const auto& value = row.figures[column].value;
  const double worst = std::numeric_limits<double>::infinity();
  if (!value.value || value.is_least) return worst;
  return more ? -*value.value : *value.value;
}

}  // namespace

// Products stay within 64 bits: points are 10^8 at most, shards 10^5.
ItemRange points_of(const SweepHead& head) { return items_of(head.shard, head.num_points); }

UndecidedPoints& UndecidedPoints::operator+=(const UndecidedPoints& later) {
  points += later.points;
  if (why.empty()) why = later.why;
  return *this;
}

void SweepCounts::add(const SweepRow& row) {
  ++by_status[static_cast<std::size_t>(row.status)];
  if (!row.tripped.empty()) ++tripped;
}

bool has_interval(AnswerKind answer, const Figure& figure) {
  if (answer == AnswerKind::kRun) return figure.name == "days" || figure.name == "cost" || figure.name == "finish";
  return answer == AnswerKind::kPlan && figure.interval_of != nullptr;
}

std::vector<Figure> usual_columns(AnswerKind answer) {
  const std::vector<std::string_view> names =
      answer == AnswerKind::kPlan ? std::vector<std::string_view>{"nodes",      "step_time", "mfu",    "memory", "days",
                                                                  "finish.p90", "gpu_hours", "energy", "cost"}
      : answer == AnswerKind::kRun ? std::vector<std::string_view>{"nodes",   "days",          "days.p90", "finish.p90",
                                                                   "goodput", "interruptions", "cost",     "cost.p90"}
      : answer == AnswerKind::kProgramme
          ? std::vector<std::string_view>{"placed", "at_risk", "on_time", "late_days", "finish", "utilisation", "cost"}
          : std::vector<std::string_view>{"nodes", "step_time", "mfu", "memory", "gpu_hours", "cost"};
  const answer::FigureSet figures = point_figures(answer, {});
  std::vector<Figure> columns;
  columns.reserve(names.size());
  for (const std::string_view name : names) columns.push_back(*figures.find(name));
  return columns;
}

bool has_usual_columns(const SweepHead& head) {
  const std::vector<Figure> usual = usual_columns(head.answer);
  return head.columns.size() >= usual.size() &&
         std::equal(usual.begin(), usual.end(), head.columns.begin(),
                    [](const Figure& a, const Figure& b) { return a.name == b.name; });
}

answer::FigureSet figures_of(const SweepQuestion& question) {
  return point_figures(question.settings.answer, axis_paths(question));
}

void check_paths(const AskedScenario& asked, const std::vector<std::string>& paths,
                 const std::vector<std::string>& values, const catalog::Catalog& catalog) {
  Issues unknown;
  try {
    const nlohmann::json document = document_of(asked, paths, values, catalog);
    if (programme::is_programme(document)) {
      scenario::read_programme(document, catalog, asked.folder);
    } else {
      scenario::read_scenario(document, catalog, asked.folder);
    }
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues())
      if (issue.message.find("unknown key") != std::string::npos) unknown.push_back(issue);
  }
  if (!unknown.empty()) throw InputError(std::move(unknown));
}

namespace {

/// None where the first point is refused: its row says why.
std::vector<FilledIn> filled_in(const AskedScenario& asked, const std::vector<std::string>& paths,
                                const std::vector<std::string>& values, const catalog::Catalog& catalog) {
  std::vector<FilledIn> list;
  try {
    const nlohmann::json document = document_of(asked, paths, values, catalog);
    if (programme::is_programme(document)) return list;
    for (const plan::Assumption& entry : scenario::read_scenario(document, catalog, asked.folder).assumptions)
      list.push_back({entry.path, entry.value, answer::assumption_text(entry), entry.source});
  } catch (const InputError&) {
  }
  return list;
}

}  // namespace

SweepHead head_of(const SweepQuestion& question, const catalog::Catalog& catalog) {
  SweepHead head{.answer = question.settings.answer,
                 .paths = axis_paths(question),
                 .columns = question.columns,
                 .num_points = question.grid.size() * static_cast<std::int64_t>(question.scenarios.size()),
                 .catalog_version = catalog.version(),
                 .fmplan_version = std::string(version()),
                 .seed = question.settings.seed};
  for (const AskedScenario& asked : question.scenarios) head.scenarios.push_back(asked.name);
  for (const answer::Condition& condition : question.where) head.where = condition.text;
  for (const answer::Condition& condition : question.gates) head.gates.push_back(condition.text);
  for (const AskedScenario& asked : question.scenarios)
    check_paths(asked, head.paths, question.grid.values(0), catalog);
  head.assumptions = filled_in(question.scenarios.front(), head.paths, question.grid.values(0), catalog);
  head.fingerprint = sweep_fingerprint(question, head, catalog);
  return head;
}

SweptPoints sweep(const SweepQuestion& question, const catalog::Catalog& catalog, std::int64_t begin, std::int64_t end,
                  int threads, const Watch& watch, const std::function<void(const SweepRow&)>& row) {
  const std::vector<std::string> paths = axis_paths(question);
  std::vector<answer::Condition> conditions = question.where;
  conditions.insert(conditions.end(), question.gates.begin(), question.gates.end());
  struct Slot {
    SweepRow row;
    answer::Truth kept = answer::Truth::kNo;
    bool done = false;
  };
  SweptPoints swept;
  std::vector<Slot> block;
  const std::int64_t most = points_of_block(question.settings.answer, threads);
  for (std::int64_t first = begin; first < end; first += most) {
    const std::int64_t count = std::min(most, end - first);
    block.assign(static_cast<std::size_t>(count), {});
    parallel_for(
        count, threads,
        [&](std::int64_t i) {
          Slot& slot = block[static_cast<std::size_t>(i)];
          slot.row = row_of(question, paths, conditions, catalog, first + i, slot.kept);
          slot.done = true;
        },
        watch.part(first - begin, end - begin));
    for (std::int64_t i = 0; i < count; ++i) {
      const Slot& slot = block[static_cast<std::size_t>(i)];
      if (!slot.done) return swept;
      ++swept.looked_at;
      if (slot.kept == answer::Truth::kYes) row(slot.row);
      if (slot.kept == answer::Truth::kUnknown) swept.undecided += {1, why_undecided(slot.row, question)};
    }
  }
  return swept;
}

bool more_is_better(const Figure& figure) {
  const std::string_view last = std::string_view(figure.name).substr(figure.name.rfind('.') + 1);
  for (const std::string_view name : {"mfu", "hfu", "goodput", "on_time", "headroom", "headroom_bytes"})
    if (last == name || figure.name == name) return true;
  return figure.name.starts_with("headroom") || last.starts_with("tokens_per_s") || last.starts_with("tflop_per_s") ||
         last.starts_with("chance") || last.starts_with("on_time");
}

std::vector<SweepRow> pareto_front(const std::vector<SweepRow>& rows, const SweepHead& head,
                                   const std::vector<std::size_t>& figures) {
  std::vector<std::vector<double>> values;
  std::vector<std::size_t> able;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double> point;
    point.reserve(figures.size());
    for (const std::size_t column : figures)
      point.push_back(known_or_worst(rows[i], column, more_is_better(head.columns[column])));
    const bool known =
        std::ranges::all_of(point, [](double value) { return value < std::numeric_limits<double>::infinity(); });
    if (!known || rows[i].status != plan::Verdict::kOk) continue;
    able.push_back(i);
    values.push_back(std::move(point));
  }
  // In ascending order of the first figure (then the others) whoever is beaten is beaten by one before.
  std::vector<std::size_t> order(able.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<std::size_t> front;
  for (const std::size_t candidate : order) {
    const bool beaten = std::ranges::any_of(front, [&](std::size_t other) {
      const auto& a = values[other];
      const auto& b = values[candidate];
      return a != b && std::ranges::equal(a, b, std::less_equal<>());
    });
    if (!beaten) front.push_back(candidate);
  }
  std::ranges::sort(front);
  std::vector<SweepRow> kept;
  kept.reserve(front.size());
  for (const std::size_t i : front) kept.push_back(rows[able[i]]);
  return kept;
}

void sort_rows(std::vector<SweepRow>& rows, std::size_t column, bool descending) {
  std::ranges::stable_sort(rows, {}, [&](const SweepRow& row) {
    return std::pair(row.status != plan::Verdict::kOk && row.status != plan::Verdict::kMissesDeadline,
                     known_or_worst(row, column, descending));
  });
}

}  // namespace fmplan::what_if
