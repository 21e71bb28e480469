#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/calibration.h"
#include "core/assessment/validation_groups.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/calibration/fit/step_hold_out.h"
#include "core/catalog/catalog.h"
#include "core/catalog/step_profile.h"
#include "core/evidence/step_cases.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using calibration::ErrorSummary;
using calibration::FittedStepCoefficient;
using calibration::StepCalibration;
using calibration::StepCoverage;
using calibration::StepSourceErrors;

/// The rows that are fitted, and what became of the others.
struct FitRows {
  std::vector<const evidence::StepCase*> cases;
  std::vector<calibration::StepObservation> observations;  ///< of those, and behind them of judges
  std::vector<std::string> warnings;
};

FitRows rows_to_fit(const StepCalibrationQuestion& question, const evidence::StepCases& read) {
  FitRows rows;
  std::set<std::string> found;
  std::vector<calibration::StepObservation> judges;
  for (const evidence::StepCase& entry : read.cases) {
    const std::string& source = entry.row.source_id;
    const auto is_one_of = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), source) != list.end();
    };
    found.insert(source);
    if (is_one_of(question.left_out)) continue;
    if (is_one_of(question.judges)) {
      judges.push_back(entry.observation);
      judges.back().judges = true;
      continue;
    }
    rows.cases.push_back(&entry);
    rows.observations.push_back(entry.observation);
    rows.observations.back().site = question.sites.site_of(source);
  }
  rows.observations.insert(rows.observations.end(), judges.begin(), judges.end());
  Issues issues;
  for (const std::string& source : question.judges)
    if (std::find(question.left_out.begin(), question.left_out.end(), source) != question.left_out.end())
      issues.push_back({"--judge", fmt::format("{} is left out, too; name it once", source)});
  if (rows.cases.empty())
    issues.push_back({"FILES", fmt::format("hold no row that can be fitted ({} refused); fmplan validate steps says "
                                           "why",
                                           read.refused.size())});
  if (!issues.empty()) throw InputError(std::move(issues));
  rows.warnings = read.notes;
  const auto miss = [&](const char* option, const std::vector<std::string>& sources) {
    for (const std::string& source : sources)
      if (!found.contains(source))
        rows.warnings.push_back(
            fmt::format("{} {}: no row that could be fitted is of that source anyway", option, source));
  };
  miss("--leave-out", question.left_out);
  miss("--judge", question.judges);
  std::map<std::string, int> reasons;
  for (const evidence::RefusedStep& refused : read.refused) ++reasons[refused.row.reason];
  for (const auto& [reason, count] : reasons)
    rows.warnings.push_back(fmt::format("{} rows refused: {}", count, reason));
  return rows;
}

/// What is off by a factor of ten is fitted to as well as anything else, and nothing that is predicted by it is right.
void refuse_other_units(const std::vector<evidence::StepCase>& cases, const catalog::Catalog& catalog) {
  const std::optional<calibration::StepProfile> profile = catalog::load_step_profile(catalog);
  if (!profile) return;
  Issues issues;
  for (std::string& wrong : rows_unlike_any_step(cases, anchors_of(*profile, cases)))
    issues.push_back({"FILES", std::move(wrong)});
  if (!issues.empty()) throw InputError(std::move(issues));
}

std::string of_rows(const ErrorSummary& errors, double ErrorSummary::*member) {
  return errors.num_rows > 0 ? percent(errors.*member) : "";
}
std::string of_rows(const StepCoverage& coverage, double StepCoverage::*member) {
  return coverage.num_rows > 0 ? fmt::format("{:.0f} %", 100 * coverage.*member) : "";
}

/// Mean over the sources for which `rows` says that there are any.
template <class Part>
std::string mean_of(const std::vector<StepSourceErrors>& sources, Part StepSourceErrors::*part, double Part::*member,
                    int digits) {
  double sum = 0;
  int count = 0;
  for (const StepSourceErrors& source : sources) {
    if ((source.*part).num_rows == 0) continue;
    sum += (source.*part).*member;
    ++count;
  }
  return count > 0 ? fmt::format("{:.{}f} %", 100 * sum / count, digits) : "";
}

Table step_errors_table(const std::vector<StepSourceErrors>& sources) {
  Table table{.title = "Error of step time by source",
              .header = {"", "rows", "fitted: mean", "median", "folds: mean", "median", "held out: mean", "median"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                        Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"folds: predicted without a fifth of the architectures; held out: without the source"}};
  for (const StepSourceErrors& s : sources)
    table.rows.push_back({s.source, fmt::format("{}", s.fitted.num_rows), of_rows(s.fitted, &ErrorSummary::mean),
                          of_rows(s.fitted, &ErrorSummary::median), of_rows(s.folds, &ErrorSummary::mean),
                          of_rows(s.folds, &ErrorSummary::median), of_rows(s.held_out, &ErrorSummary::mean),
                          of_rows(s.held_out, &ErrorSummary::median)});
  const auto mean = [&](ErrorSummary StepSourceErrors::*part, double ErrorSummary::*member) {
    return mean_of(sources, part, member, 1);
  };
  using S = StepSourceErrors;
  table.rows.push_back({"mean over sources", "", mean(&S::fitted, &ErrorSummary::mean),
                        mean(&S::fitted, &ErrorSummary::median), mean(&S::folds, &ErrorSummary::mean),
                        mean(&S::folds, &ErrorSummary::median), mean(&S::held_out, &ErrorSummary::mean),
                        mean(&S::held_out, &ErrorSummary::median)});
  return table;
}

Table kinds_table(const std::vector<calibration::StepKindErrors>& kinds) {
  Table table{.title = "Error of step time by framework and kind of model",
              .header = {"", "rows", "fitted: mean", "median", "folds: mean", "median", "held out: mean", "median"},
              .align = std::vector<Align>(8, Align::kRight),
              .rows = {},
              .notes = {}};
  table.align.front() = Align::kLeft;
  for (const auto& k : kinds)
    table.rows.push_back({k.kind, fmt::format("{}", k.fitted.num_rows), of_rows(k.fitted, &ErrorSummary::mean),
                          of_rows(k.fitted, &ErrorSummary::median), of_rows(k.folds, &ErrorSummary::mean),
                          of_rows(k.folds, &ErrorSummary::median), of_rows(k.held_out, &ErrorSummary::mean),
                          of_rows(k.held_out, &ErrorSummary::median)});
  return table;
}

Table intervals_table(const std::vector<StepSourceErrors>& sources) {
  Table table{.title = "Coverage of intervals by source",
              .header = {"", "80 %", "95 %", "half width", "anchored: 80 %", "half width", "median error", "without"},
              .align = std::vector<Align>(8, Align::kRight),
              .rows = {},
              .notes = {"of rows whose source neither the fit nor the interval knew; half widths of the 80 % interval",
                        "anchored: with one measured row of the same model, accelerator, precision and framework"}};
  table.align.front() = Align::kLeft;
  for (const StepSourceErrors& s : sources)
    table.rows.push_back(
        {s.source, of_rows(s.coverage, &StepCoverage::coverage_80), of_rows(s.coverage, &StepCoverage::coverage_95),
         of_rows(s.coverage, &StepCoverage::median_width_80), of_rows(s.anchored_coverage, &StepCoverage::coverage_80),
         of_rows(s.anchored_coverage, &StepCoverage::median_width_80), of_rows(s.anchored, &ErrorSummary::median),
         of_rows(s.before_anchoring, &ErrorSummary::median)});
  using S = StepSourceErrors;
  using C = StepCoverage;
  table.rows.push_back({"mean over sources", mean_of(sources, &S::coverage, &C::coverage_80, 0),
                        mean_of(sources, &S::coverage, &C::coverage_95, 0),
                        mean_of(sources, &S::coverage, &C::median_width_80, 0),
                        mean_of(sources, &S::anchored_coverage, &C::coverage_80, 0),
                        mean_of(sources, &S::anchored_coverage, &C::median_width_80, 0),
                        mean_of(sources, &S::anchored, &ErrorSummary::median, 1),
                        mean_of(sources, &S::before_anchoring, &ErrorSummary::median, 1)});
  return table;
}

/// What a planner may be new in, each left out by itself.
Table splits_table(const std::vector<calibration::StepSplitErrors>& splits) {
  Table table{.title = "Rows whose accelerator, framework, kind, precision, date or scale was left out, or that judge",
              .header = {"left out", "", "rows", "mean", "median", "bias", "80 %", "95 %", "half width"},
              .align = std::vector<Align>(9, Align::kRight),
              .rows = {},
              .notes = {"80 %, 95 %: inside the intervals, which knew nothing of these rows either"}};
  table.align[0] = table.align[1] = Align::kLeft;
  const auto line = [](std::string split, std::string what, const ErrorSummary& errors, const StepCoverage& coverage) {
    return std::vector<std::string>{std::move(split),
                                    std::move(what),
                                    fmt::format("{}", errors.num_rows),
                                    percent(errors.mean),
                                    percent(errors.median),
                                    signed_percent(errors.bias),
                                    of_rows(coverage, &StepCoverage::coverage_80),
                                    of_rows(coverage, &StepCoverage::coverage_95),
                                    of_rows(coverage, &StepCoverage::median_width_80)};
  };
  for (std::size_t i = 0; i < splits.size();) {
    const calibration::StepSplit split = splits[i].split;
    const std::string name(calibration::kStepSplitNames.name(split));
    ErrorSummary errors;
    StepCoverage coverage;
    int parts = 0;
    for (; i < splits.size() && splits[i].split == split; ++i) {
      const calibration::StepSplitErrors& part = splits[i];
      if (part.errors.num_rows == 0) continue;
      if (split != calibration::StepSplit::kSource)
        table.rows.push_back(line(name, part.left_out, part.errors, part.coverage));
      ++parts;
      errors.num_rows += part.errors.num_rows;
      errors.mean += part.errors.mean;
      errors.median += part.errors.median;
      errors.bias += part.errors.bias;
      coverage.num_rows += part.coverage.num_rows;
      coverage.coverage_80 += part.coverage.coverage_80;
      coverage.coverage_95 += part.coverage.coverage_95;
      coverage.median_width_80 += part.coverage.median_width_80;
    }
    if (parts == 0) continue;
    for (double* sum : {&errors.mean, &errors.median, &errors.bias, &coverage.coverage_80, &coverage.coverage_95,
                        &coverage.median_width_80})
      *sum /= parts;
    table.rows.push_back(line(name, fmt::format("mean over {}", parts), errors, coverage));
  }
  return table;
}

/// Only what rows say something of.
Table coefficients_table(const StepCalibration& found, bool habits) {
  Table table{.title = habits ? "Habits of frameworks" : "Paces of accelerators",
              .header = {"of", "", "value", "prior", "standard error", ""},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {"standard errors are relative, from the covariance at the minimum"}};
  for (const FittedStepCoefficient& c : found.fit.coefficients) {
    if (c.is_habit != habits || !c.from_rows) continue;
    table.rows.push_back({c.of.empty() ? "generic" : c.of, std::string(c.name),
                          c.value > 0 ? fmt::format("{:.4g}", c.value) : "the item's",
                          c.value > 0 ? fmt::format("{:.4g}", c.prior) : "", percent(c.relative_error),
                          c.at_bound ? "at its bound" : ""});
  }
  return table;
}

}  // namespace

Document calibrate_steps(const StepCalibrationQuestion& question, const catalog::Catalog& catalog, const Watch& watch) {
  const evidence::StepCases read = evidence::read_step_cases(question.files, catalog);
  refuse_other_units(read.cases, catalog);
  FitRows rows = rows_to_fit(question, read);
  const calibration::StepCalibrationOptions how{
      .folds = question.folds, .sources = question.sources, .kinds = question.kinds, .threads = question.threads};
  const StepCalibration found = calibration::calibrate_steps(rows.observations, how, watch);
  Document document;
  document.headline = fmt::format("{} rows of {} sources fitted", rows.cases.size(), found.sources.size());
  if (const std::size_t judges = rows.observations.size() - rows.cases.size(); judges > 0)
    document.headline += fmt::format(", {} of others judge", judges);
  document.warnings = std::move(rows.warnings);
  if (!found.fit.converged) document.warnings.push_back("the fit stopped before it converged");
  if (!how.sources || !how.kinds)
    document.warnings.push_back(
        "intervals rest on sources and kinds that were held out, and not all were: use --hold-out all for a profile");
  constexpr std::size_t kDate = 10;  // "YYYY-MM-DD", which a catalogue's version begins with
  const Date date = parse_date(catalog.version().substr(0, kDate)).value_or(Date{});
  std::vector<catalog::FittedRow> fitted;
  for (const evidence::StepCase* row : rows.cases) fitted.push_back(evidence::fitted_row(*row));
  document.json = catalog::step_profile_json(found, fitted, date);
  document.tables = {step_errors_table(found.sources), kinds_table(found.kinds),
                     splits_table(found.splits),       intervals_table(found.sources),
                     coefficients_table(found, true),  coefficients_table(found, false)};
  return document;
}

}  // namespace fmplan::assessment
