// The answer to a programme: its money, and who trains when.

import {gantt} from "/page/charts.js";
import {above, at, element, figure, folded, table} from "/page/elements.js";
import * as words from "/page/words.js";

const currencyOf = (report) => report.currency?.code ?? "USD";

export function programmeHeadline(report) {
  const {projects, unplaced, at_risk: atRisk} = report.summary;
  const cost = report.total_cost ? `${words.money(report.total_cost, currencyOf(report))} expected` : "cost unknown";
  return `${report.name}: ${words.plural(projects, "project")}, ${unplaced} without a place, ${atRisk} at risk, ${cost}.`;
}

export function showProgrammeFigures(report) {
  const currency = currencyOf(report);
  const {summary} = report;
  at("figures").replaceChildren(
    figure("cost", "Cost, expected", words.money(report.total_cost, currency),
           [report.total_cost ? words.exactMoney(report.total_cost, currency) : null, "of all pools, idle nodes included"],
           report.total_cost),
    figure("at-risk", "Projects at risk", words.count(summary.at_risk),
           [`of ${words.count(summary.projects)}, ${words.count(summary.unplaced)} without a place`], summary.at_risk),
    figure("on-time", "All in time", words.chance(summary.on_time), ["chance, over simulated programmes"], summary.on_time),
    figure("finish", "Last finish, P50", words.day(summary.finish_p50), [`${report.start} to ${report.end}`],
           summary.finish_p50),
    figure("utilisation", "Nodes in use", words.percent(summary.utilisation),
           [`${words.compact(summary.idle_node_hours)} of ${words.compact(summary.held_node_hours)} node-hours idle`],
           summary.utilisation));
}

/** Why projects and budgets are at risk, and what else is to be known. */
export function showProgrammeRemarks(report) {
  const risks = (report.risks ?? []).map((risk) =>
    `${[risk.organisation, risk.project].filter(Boolean).join(", ")}: ${risk.why.join("; ")}`);
  const remedies = allProjects(report).flatMap((project) => project.remedies.map((remedy) =>
    `${project.organisation}, ${project.name}: ${remedy.change}: then ${words.chance(remedy.on_time_probability)} in time, ` +
    `${words.money(remedy.more_cost, currencyOf(report))} more`));
  const assumptions = report.assumptions.map((one) => `${one.path}: ${one.value}, ${one.why}`);
  const parts = [folded("Risks", risks, true), folded("What would help", remedies, true),
                 folded("Warnings", report.warnings, true), folded("Assumptions", assumptions)].filter(Boolean);
  at("remarks").replaceChildren(...parts);
  at("remarks").hidden = parts.length === 0;
}

function allProjects(report) {
  return report.organisations.flatMap((one) => one.projects.map((project) => ({...project, organisation: one.name})));
}

const phasesOf = (report, project) => report.placement.phases.filter((phase) =>
  phase.organisation === project.organisation && phase.project === project.name);
const poolsOf = (report, project) => [...new Set(phasesOf(report, project).map((phase) => phase.pool))];

/** Of two pools the second has a colour of its own. */
const isOther = (report, pool) => report.pools.length === 2 && report.pools[1].name === pool;

function ganttRow(report, project) {
  const phases = phasesOf(report, project);
  return {label: project.name === project.organisation ? project.name : `${project.organisation}: ${project.name}`,
          deadline: project.deadline, finish: project.finish?.p90,
          bars: phases.map((phase) => ({from: phase.start_day, to: phase.end_day, other: isOther(report, phase.pool),
                                        told: `${phase.phase}: ${phase.nodes} nodes of ${phase.pool}, from ${phase.start}, ` +
                                              `${words.days(phase.end_day - phase.start_day)} planned`}))};
}

function projectsTable(report, projects) {
  const currency = currencyOf(report);
  return table("Projects, with the quantiles of simulated programmes", [
    {title: "Project", cell: (one) => above(one.name, one.organisation)},
    {title: "Nodes", number: true,
     cell: (one) => (one.placed ? above(words.count(one.nodes), poolsOf(report, one).join(", ")) : "–")},
    {title: "Start, P50", number: true, cell: (one) => one.start?.p50 ?? "no place"},
    {title: "Finish: P50, P90", number: true, cell: (one) => (one.finish ? above(one.finish.p50, one.finish.p90) : "–")},
    {title: "Deadline, in time", number: true,
     cell: (one) => (one.deadline ? above(one.deadline, words.chance(one.on_time_probability)) : "none")},
    {title: "Cost: mean, P10 – P90", number: true, cell: (one) => (one.cost
      ? above(words.money(one.cost.mean, currency), words.moneyRange(one.cost.p10, one.cost.p90, currency))
      : one.placed ? words.kUnknown : "–")},
    {title: "At risk", text: true, cell: (one) => (one.at_risk ? `yes: ${one.why.join("; ")}` : "no")},
  ], projects);
}

function legend(report) {
  const pools = report.pools.length === 2
    ? report.pools.map((pool) => element("span", {class: isOther(report, pool.name) ? "key other" : "key"}, pool.name)) : [];
  return element("figcaption", {}, ...pools, element("span", {}, "bar: as planned"),
                 element("span", {}, "line: to the day that 9 in 10 keep"), element("span", {}, "◆ deadline"));
}

export function showProjects(report) {
  const projects = allProjects(report);
  const box = at("gantt");
  const width = Math.max(260, Math.floor(box.getBoundingClientRect().width));
  const rows = projects.map((project) => ganttRow(report, project)).filter((row) => row.bars.length > 0);
  box.replaceChildren(rows.length === 0
    ? element("p", {class: "empty"}, "No project has a place.")
    : element("figure", {}, legend(report),
              gantt({width, start: report.start, end: report.end, rows,
                     title: "Who trains when; the table has the days"})));
  at("projects-table").replaceChildren(projectsTable(report, projects));
}

export function showBudgets(report) {
  const currency = currencyOf(report);
  at("budgets-table").replaceChildren(
    table("By organisation", [
      {title: "Organisation", cell: (one) => one.name},
      {title: "Cost, mean", number: true, cell: (one) => words.money(one.cost?.mean, currency)},
      {title: "P10 – P90", number: true, cell: (one) => words.moneyRange(one.cost?.p10, one.cost?.p90, currency)},
      {title: "Budget", number: true, cell: (one) => (one.budget ? words.money(one.budget, currency) : "none")},
    ], report.organisations),
    table("By pool", [
      {title: "Pool", cell: (pool) => `${pool.name}, ${pool.instance}`},
      {title: "Cost, expected", number: true, cell: (pool) => words.money(pool.cost, currency)},
      {title: "In use", number: true, cell: (pool) => words.percent(pool.utilisation)},
      {title: "Held", number: true, cell: (pool) => `${words.compact(pool.held_node_hours)} node-hours`},
    ], report.pools));
}
