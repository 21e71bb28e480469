#include "core/programme/explain_programme.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/answer/explain_document.h"
#include "core/answer/formula.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/plan/placement/pauses.h"
#include "core/programme/programme_figures.h"
#include "core/programme/programme_text.h"
#include "core/programme/risk.h"

namespace fmplan::programme {
namespace {

using answer::Coefficient;
using answer::ExplainNode;
using answer::FigureUnit;

constexpr std::size_t kMostProjects = 5;  // chosen: those that decide; the report has them all

std::string exactly(double value) {
  constexpr int kDigits = 9;  // chosen: cents of millions
  return answer::number_text(value, kDigits);
}

/// "a + b + c"; one that is unknown leaves no sum.
std::string sum_of(const std::vector<std::optional<double>>& terms, const char* between = " + ") {
  std::string text;
  for (const std::optional<double>& term : terms) {
    if (!term) return {};
    text += (text.empty() ? "" : between) + exactly(*term);
  }
  return text;
}

class Explained {
 public:
  Explained(const ProgrammeAnswer& answer, const text::Json& report) : study_(answer.study), report_(report) {}

  ExplainNode figure(const answer::Figure& figure) const {
    ExplainNode node{.key = figure.name, .unit = figure.unit, .what = figure.what};
    node.value = programme_values(report_)(figure).value;
    for (const auto& [name, add] : kFormulas)
      if (name == figure.name) (this->*add)(node);
    return node;
  }

 private:
  std::string name_of(const ProjectAnswer& project) const { return project.organisation + "/" + project.project->name; }

  std::vector<std::optional<double>> of_pools(const std::function<std::optional<double>(const PoolAnswer&)>& of) const {
    std::vector<std::optional<double>> values;
    for (const PoolAnswer& pool : study_.pools) values.push_back(of(pool));
    return values;
  }

  ExplainNode of_pool(const PoolAnswer& pool, const char* what, FigureUnit unit, std::optional<double> value) const {
    return {.key = fmt::format("pools.{}.{}", pool.pool->name, what), .unit = unit, .value = value};
  }

  static double given(const PoolAnswer& pool) {
    return pool.summary.used_node_hours.mean + pool.summary.lost_node_hours.mean + pool.summary.kept_node_hours.mean;
  }

  void cost(ExplainNode& node) const {
    node.formula = "sum over pools of what their nodes cost, idle or not";
    node.numbers = sum_of(of_pools([](const PoolAnswer& pool) { return pool.dollars; }));
    node.page = "programme.md#money";
    for (const PoolAnswer& pool : study_.pools) {
      ExplainNode part = of_pool(pool, "cost", FigureUnit::kDollar, pool.dollars);
      double node_hours = 0;
      for (const HeldMonth& month : pool.months) node_hours += month.node_hours;
      part.formula = "node-hours held × their mean price";
      if (pool.dollars && node_hours > 0)
        part.numbers = fmt::format("{} × {}", exactly(node_hours), exactly(*pool.dollars / node_hours));
      part.rests_on = fmt::format("price:{}", &pool - study_.pools.data());
      node.inputs.push_back(std::move(part));
    }
  }

  void cost_of_organisations(ExplainNode& node) const {
    node.formula = "sum over organisations of the nodes that they are given, at the pools' mean price of each month";
    std::vector<std::optional<double>> totals;
    for (const OrganisationAnswer& organisation : study_.organisations) {
      totals.push_back(organisation.total ? std::optional(organisation.total->mean) : std::nullopt);
      ExplainNode part{.key = fmt::format("organisations.{}.cost", organisation.organisation->name),
                       .unit = FigureUnit::kDollar,
                       .value = totals.back()};
      part.formula = "sum over months";
      std::vector<std::optional<double>> months;
      for (const auto& month : organisation.months) months.push_back(month ? std::optional(month->mean) : std::nullopt);
      part.numbers = sum_of(months);
      node.inputs.push_back(std::move(part));
    }
    node.numbers = sum_of(totals);
    node.page = "programme.md#money";
  }

  void utilisation(ExplainNode& node) const {
    node.formula = "node-hours that jobs have or projects keep / node-hours held";
    node.numbers =
        fmt::format("({}) / ({})", sum_of(of_pools(given)),
                    sum_of(of_pools([](const PoolAnswer& pool) { return pool.summary.held_node_hours.mean; })));
    node.page = "programme_simulation.md#books";
    for (const PoolAnswer& pool : study_.pools) {
      const double held = pool.summary.held_node_hours.mean;
      ExplainNode part =
          of_pool(pool, "utilisation", FigureUnit::kRatio, held > 0 ? std::optional(given(pool) / held) : std::nullopt);
      part.formula = "(used + lost + kept) / held";
      if (held > 0)
        part.numbers = fmt::format("({} + {} + {}) / {}", exactly(pool.summary.used_node_hours.mean),
                                   exactly(pool.summary.lost_node_hours.mean),
                                   exactly(pool.summary.kept_node_hours.mean), exactly(held));
      node.inputs.push_back(std::move(part));
    }
  }

  void idle_node_hours(ExplainNode& node) const {
    const auto idle = [](const PoolAnswer& pool) { return pool.summary.idle_node_hours.mean; };
    node.formula = "sum over pools of node-hours held by nobody";
    node.numbers = sum_of(of_pools(idle));
    node.page = "programme_simulation.md#books";
    for (const PoolAnswer& pool : study_.pools) {
      ExplainNode part = of_pool(pool, "idle_node_hours", FigureUnit::kNumber, idle(pool));
      part.formula = "held − used − lost − kept − spares − unfit";
      const sim::PoolSummary& summary = pool.summary;
      part.numbers =
          sum_of({summary.held_node_hours.mean, summary.used_node_hours.mean, summary.lost_node_hours.mean,
                  summary.kept_node_hours.mean, summary.spare_node_hours.mean, summary.unfit_node_hours.mean},
                 " − ");
      node.inputs.push_back(std::move(part));
    }
  }

  /// Of the projects that decide a figure, the worst first.
  template <class Worse, class Part>
  void add_projects(ExplainNode& node, const Worse& worse, const Part& part) const {
    std::vector<const ProjectAnswer*> projects;
    for (const ProjectAnswer& project : study_.projects)
      if (part(project)) projects.push_back(&project);
    std::ranges::stable_sort(projects, [&](const auto* one, const auto* other) { return worse(*one, *other); });
    for (std::size_t i = 0; i < std::min(projects.size(), kMostProjects); ++i)
      node.inputs.push_back(*part(*projects[i]));
  }

  void on_time(ExplainNode& node) const {
    node.formula = "least over projects with a deadline";
    node.page = "programme_simulation.md#runs";
    add_projects(
        node, [](const ProjectAnswer& one, const ProjectAnswer& other) { return *one.on_time < *other.on_time; },
        [&](const ProjectAnswer& project) -> std::optional<ExplainNode> {
          if (!project.on_time) return std::nullopt;
          const auto trials = static_cast<double>(study_.simulation.trials);
          ExplainNode part{.key = name_of(project) + ".on_time",
                           .unit = FigureUnit::kRatio,
                           .what = fmt::format("ready by the end of {}", date_text(*project.project->deadline)),
                           .value = project.on_time};
          part.formula = "trials in which it is ready in time / trials";
          part.numbers = fmt::format("{:.0f} / {:.0f}", *project.on_time * trials, trials);
          return part;
        });
  }

  void finish(ExplainNode& node) const {
    node.formula = "latest over projects of the day by which half of the trials have ended";
    node.page = "programme_simulation.md#runs";
    const scenario::Programme& programme = *study_.programme;
    add_projects(
        node,
        [](const ProjectAnswer& one, const ProjectAnswer& other) {
          return one.summary.finish_days.p50 > other.summary.finish_days.p50;
        },
        [&](const ProjectAnswer& project) -> std::optional<ExplainNode> {
          if (project.phases.empty()) return std::nullopt;
          const sim::Spread& days = project.summary.finish_days;
          const double first = programme.start.days_since_epoch;
          ExplainNode part{.key = name_of(project) + ".finish", .unit = FigureUnit::kDate};
          if (std::isfinite(days.p50)) part.value = first + finish_day(days.p50);
          if (std::isfinite(days.p90))
            part.interval_80 = Range{first + finish_day(days.p10), first + finish_day(days.p90)};
          std::string phases;
          for (const ChosenPhase& phase : project.phases)
            phases += fmt::format("{}{} {:.1f} days on {} nodes from {}", phases.empty() ? "" : "; ",
                                  project.project->phases[static_cast<std::size_t>(phase.phase)].name,
                                  phase.option->p50_days, phase.option->nodes, day_text(programme, phase.start_day));
          part.formula = fmt::format("P50 of the trials{}; placed, by median days: {}",
                                     part.value ? "" : ", of which fewer than half end", phases);
          return part;
        });
  }

  void late_days(ExplainNode& node) const {
    node.formula = "sum over projects of weight × days placed after the deadline";
    node.page = "programme.md#who-gets-what-and-when";
    const double grid = study_.programme->policy.grid_days;
    const auto late = [&](const ProjectAnswer& project) {
      if (project.phases.empty() || !project.project->deadline) return 0.0;
      const auto index = static_cast<std::size_t>(&project - study_.projects.data());
      const plan::PlacementProject& asked = study_.problem.projects[index];
      const auto& placed = study_.placement.projects[index];
      if (!placed || !asked.due || placed->empty()) return 0.0;
      const plan::PlacedPhase& last = placed->back();
      const int ends = end_of(asked.phases.back().modes[static_cast<std::size_t>(last.mode)], last.start);
      return std::max(0, ends - *asked.due) * grid;
    };
    add_projects(
        node, [&](const ProjectAnswer& one, const ProjectAnswer& other) { return late(one) > late(other); },
        [&](const ProjectAnswer& project) -> std::optional<ExplainNode> {
          if (late(project) == 0) return std::nullopt;
          ExplainNode part{.key = name_of(project) + ".late_days",
                           .unit = FigureUnit::kDay,
                           .value = late(project) * project.project->weight};
          part.formula = "weight × days";
          part.numbers = fmt::format("{} × {}", exactly(project.project->weight), exactly(late(project)));
          return part;
        });
  }

  void at_risk(ExplainNode& node) const {
    node.formula =
        "projects that are not placed, end or keep their deadline in fewer than 9 of 10 trials, or have a queue that "
        "grows without end";
    node.page = "programme.md#what-would-help";
    add_projects(
        node, [](const ProjectAnswer&, const ProjectAnswer&) { return false; },
        [&](const ProjectAnswer& project) -> std::optional<ExplainNode> {
          if (!project.is_at_risk()) return std::nullopt;
          return ExplainNode{.key = name_of(project), .what = project.why.front(), .value = 1};
        });
  }

  void over_budget(ExplainNode& node) const {
    node.formula = "organisations whose cost at P90 is more than their budget";
    node.page = "programme.md#money";
    for (std::size_t i = 0; i < study_.organisations.size(); ++i)
      if (is_over_budget(study_.organisations[i]))
        node.inputs.push_back({.key = fmt::format("organisations.{}", study_.organisations[i].organisation->name),
                               .what = budget_trouble(study_, i),
                               .value = 1});
  }

  void placed(ExplainNode& node) const {
    node.formula = "projects of which every phase has nodes within the programme";
    node.page = "programme.md#who-gets-what-and-when";
  }

  void unplaced(ExplainNode& node) const {
    node.formula = "projects − placed";
    const auto& summary = report_.at("summary");
    const auto count = [&summary](const char* key) { return exactly(summary.at(key).as_double()); };
    node.numbers = fmt::format("{} − {}", count("projects"), count("placed"));
    node.page = "programme.md#who-gets-what-and-when";
  }

  using Add = void (Explained::*)(ExplainNode&) const;
  static constexpr std::pair<std::string_view, Add> kFormulas[] = {
      {"cost", &Explained::cost},
      {"cost_of_organisations", &Explained::cost_of_organisations},
      {"utilisation", &Explained::utilisation},
      {"idle_node_hours", &Explained::idle_node_hours},
      {"on_time", &Explained::on_time},
      {"finish", &Explained::finish},
      {"late_days", &Explained::late_days},
      {"at_risk", &Explained::at_risk},
      {"over_budget", &Explained::over_budget},
      {"placed", &Explained::placed},
      {"unplaced", &Explained::unplaced},
  };

  const Study& study_;
  const text::Json& report_;
};

/// The prices of a pool that its money rests on.
std::vector<Coefficient> price_coefficients(const Study& study, const std::string& entry) {
  const scenario::Pool& pool = *study.pools[std::stoul(entry.substr(entry.find(':') + 1))].pool;
  std::vector<Coefficient> found;
  for (const hardware::PricePoint& point : pool.prices.points) {
    const bool is_replaced = std::ranges::any_of(pool.prices.points, [&](const hardware::PricePoint& other) {
      return other.valid_from > point.valid_from && other.valid_from <= study.programme->start;
    });
    if (is_replaced || point.valid_from >= study.programme->end) continue;
    found.push_back(
        {.what = fmt::format("price of {} ({}, {})", pool.name, pool.instance, pool.kind),
         .value = point.price ? fmt::format("${:.2f} a node-hour", *point.price * hour / dollar) : "unknown",
         .source = point.source,
         .as_of = pool.price_is_own ? std::nullopt : std::optional(point.valid_from),
         .confirmed = pool.price_is_own ? std::nullopt : std::optional(point.confirmed)});
  }
  return found;
}

}  // namespace

answer::Document explain_programme(const std::vector<std::string>& words, const ProgrammeAnswer& answer,
                                   const text::Json& report) {
  const answer::FigureSet& figures = programme_figures();
  const Explained explained(answer, report);
  std::vector<ExplainNode> nodes;
  Issues issues;
  for (const std::string& word : words) {
    for (const answer::Figure& figure : figures.named())
      if (word == "all" || word == figure.name) nodes.push_back(explained.figure(figure));
    const auto named = [&word](const answer::Figure& figure) { return figure.name == word; };
    if (word != "all" && std::ranges::none_of(figures.named(), named))
      issues.push_back({"--explain", no_such_figure(word, figures)});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  const answer::ExplainSources sources{
      .coefficients = [&answer](const std::string& entry) { return price_coefficients(answer.study, entry); },
      .step_evidence = [] { return std::nullopt; }};
  answer::Document document = explanations_document(nodes, &sources);
  document.headline = headline(answer.study);
  return document;
}

}  // namespace fmplan::programme
