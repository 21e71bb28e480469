#include "core/programme/programme_comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/answer/compare_inputs.h"
#include "core/answer/compare_side.h"
#include "core/answer/figure.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/programme/programme_figures.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/programme_text.h"
#include "core/programme/question.h"
#include "core/programme/study.h"
#include "core/text/json_conversion.h"

namespace fmplan::programme {
namespace {

using answer::Align;
using answer::Figure;
using answer::Table;
using text::Json;

/// One figure of all sides.
struct ComparedFigure {
  Figure figure;
  std::vector<std::optional<double>> values;
};

std::vector<ComparedFigure> figures_of(const std::vector<Json>& reports) {
  std::vector<ComparedFigure> compared;
  for (const Figure& figure : programme_figures().named()) {
    ComparedFigure line{.figure = figure, .values = {}};
    for (const Json& report : reports) line.values.push_back(programme_values(report)(figure).value);
    compared.push_back(std::move(line));
  }
  return compared;
}

std::string difference_text(const Figure& figure, const std::optional<double>& from, const std::optional<double>& to) {
  if (!from || !to) return "unknown";
  if (*from == *to) return "–";
  if (figure.unit == answer::FigureUnit::kDate) return fmt::format("{:+.0f} d", *to - *from);
  return (*to > *from ? "+" : "-") + answer::figure_text(figure.unit, std::abs(*to - *from));
}

Table figures_table(const std::vector<ComparedProgramme>& sides, const std::vector<ComparedFigure>& figures) {
  Table table{.title = "Figures", .header = {""}, .align = {Align::kLeft}, .rows = {}, .notes = {}};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    table.header.push_back(sides[i].name);
    if (i > 0) table.header.emplace_back("difference");
  }
  table.align.resize(table.header.size(), Align::kRight);
  for (const ComparedFigure& line : figures) {
    std::vector<std::string> row = {line.figure.name};
    for (std::size_t i = 0; i < line.values.size(); ++i) {
      row.push_back(line.values[i] ? answer::figure_text(line.figure.unit, *line.values[i]) : "unknown");
      if (i > 0) row.push_back(difference_text(line.figure, line.values.front(), line.values[i]));
    }
    table.rows.push_back(std::move(row));
  }
  table.notes.push_back("money in dollars; on_time: the least chance of all projects");
  return table;
}

/// Projects of all sides by organisation and name, in the order in which they are first met.
std::vector<std::pair<std::string, std::string>> projects_of_all(const std::vector<ComparedProgramme>& sides) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const ComparedProgramme& side : sides)
    for (const ProjectAnswer& project : side.answer.study.projects)
      if (const std::pair name(project.organisation, project.project->name);
          std::ranges::find(names, name) == names.end())
        names.push_back(name);
  return names;
}

const ProjectAnswer* project_of(const ComparedProgramme& side, const std::pair<std::string, std::string>& name) {
  for (const ProjectAnswer& project : side.answer.study.projects)
    if (project.organisation == name.first && project.project->name == name.second) return &project;
  return nullptr;
}

std::string finish_of(const ComparedProgramme& side, const ProjectAnswer* project) {
  if (!project) return "–";
  if (project->phases.empty()) return "not placed";
  std::string text = finish_text(*side.answer.study.programme, project->summary.finish_days.p50);
  if (project->on_time) text += ", " + chance_text(*project->on_time);
  return text;
}

Table compared_projects_table(const std::vector<ComparedProgramme>& sides) {
  Table table{.title = "Projects", .header = {"project"}, .align = {}, .rows = {}, .notes = {}};
  for (const ComparedProgramme& side : sides) table.header.push_back(side.name);
  for (const auto& name : projects_of_all(sides)) {
    std::vector<std::string> row = {name.first + " / " + name.second};
    for (const ComparedProgramme& side : sides) row.push_back(finish_of(side, project_of(side, name)));
    table.rows.push_back(std::move(row));
  }
  table.notes.push_back("finish at P50, and the chance of its deadline");
  return table;
}

std::vector<answer::InputChange> changes_between(const ComparedProgramme& from, const ComparedProgramme& to) {
  return answer::stated_changes({from.answer.asked, from.answer.asked, {}}, {to.answer.asked, to.answer.asked, {}});
}

Table inputs_table(const std::vector<ComparedProgramme>& sides) {
  Table table{.title = "Inputs that differ",
              .header = {"side", "path", sides.front().name, "there"},
              .align = {},
              .rows = {},
              .notes = {}};
  for (std::size_t i = 1; i < sides.size(); ++i)
    for (const answer::InputChange& change : changes_between(sides.front(), sides[i]))
      table.rows.push_back({sides[i].name, answer::path_words(change.pointer), answer::value_words(change.from),
                            answer::value_words(change.to)});
  return table;
}

Json compared_project_json(const ComparedProgramme& side, const ProjectAnswer* project) {
  if (!project || project->phases.empty()) return nullptr;
  const scenario::Programme& programme = *side.answer.study.programme;
  const auto finish = [&](double day) {
    return std::isfinite(day) ? Json(finish_text(programme, day)) : Json(nullptr);
  };
  return {{"finish_p50", finish(project->summary.finish_days.p50)},
          {"finish_p90", finish(project->summary.finish_days.p90)},
          {"on_time_probability", project->on_time}};
}

Json comparison_json(const std::vector<ComparedProgramme>& sides, const std::vector<ComparedFigure>& figures) {
  Json json = {{"version", 1},
               {"catalog_version", sides.front().answer.catalog_version},
               {"fmplan_version", version()},
               {"seed", sides.front().answer.seed},
               {"programmes", Json::array()},
               {"changes", Json::array()},
               {"figures", Json::array()},
               {"projects", Json::array()}};
  for (const ComparedProgramme& side : sides) json["programmes"].push_back(side.name);
  for (std::size_t i = 1; i < sides.size(); ++i)
    for (const answer::InputChange& change : changes_between(sides.front(), sides[i]))
      json["changes"].push_back({{"programme", sides[i].name},
                                 {"pointer", change.pointer},
                                 {"from", text::json_of(change.from)},
                                 {"to", text::json_of(change.to)}});
  for (const ComparedFigure& line : figures) {
    Json values = Json::array(), differences = Json::array();
    for (const auto& value : line.values) {
      values.push_back(value);
      const bool known = value && line.values.front();
      differences.push_back(known ? Json(*value - *line.values.front()) : Json(nullptr));
    }
    json["figures"].push_back(
        {{"name", line.figure.name}, {"values", std::move(values)}, {"differences", std::move(differences)}});
  }
  for (const auto& name : projects_of_all(sides)) {
    Json of_sides = Json::array();
    for (const ComparedProgramme& side : sides) of_sides.push_back(compared_project_json(side, project_of(side, name)));
    json["projects"].push_back({{"organisation", name.first}, {"name", name.second}, {"sides", std::move(of_sides)}});
  }
  return json;
}

}  // namespace

std::vector<ComparedProgramme> compared_programmes(const answer::CompareQuestion& question,
                                                   const catalog::Catalog& catalog, std::uint64_t seed, int threads,
                                                   const answer::PlaceIssue& placed, const Watch& watch) {
  std::vector<std::pair<std::string, ProgrammeQuestion>> asked;
  for_each_side(question, placed, [&](const answer::SideOrigin& origin) {
    const answer::CompareDocument& of = question.documents[origin.document];
    ProgrammeOptions options{.file = of.name, .sets = question.sets};
    if (origin.variant)
      for (std::string& assignment : answer::assignments_of(question.variants[*origin.variant]))
        options.sets.push_back(std::move(assignment));
    asked.emplace_back(origin.variant ? question.variants[*origin.variant] : of.name,
                       programme_question({.document = of.document, .folder = of.folder}, options, catalog));
  });
  const StudyOptions study{.trials = kComparedTrials, .seed = seed, .threads = threads, .prove = false};
  std::vector<ComparedProgramme> sides;
  sides.reserve(asked.size());
  for (auto& [name, programme] : asked)
    sides.push_back({std::move(name), answer_programme(programme, catalog, study, false, watch)});
  return sides;
}

answer::Document programme_comparison(const std::vector<ComparedProgramme>& sides) {
  std::vector<Json> reports;
  reports.reserve(sides.size());
  for (const ComparedProgramme& side : sides) reports.push_back(programme_report_json(side.answer));
  const std::vector<ComparedFigure> figures = figures_of(reports);
  answer::Document document;
  document.headline = fmt::format("{} programmes side by side", sides.size());
  document.tables = {figures_table(sides, figures), compared_projects_table(sides)};
  if (Table inputs = inputs_table(sides); !inputs.rows.empty()) document.tables.push_back(std::move(inputs));
  document.json = comparison_json(sides, figures);
  document.csv_table = "figures";
  return document;
}

}  // namespace fmplan::programme
