// The answer to a scenario: its figures, and what they rest on.

import {intervalBar} from "/page/charts.js";
import {at, element, figure, folded, table} from "/page/elements.js";
import * as words from "/page/words.js";

/** What becomes worse in each of the report's deciding assumptions, after "if". */
const kDecides = {
  step_time: "steps take the",
  campaign_overhead: "campaigns take beside their steps",
  replacement: "a failed node is replaced after",
  failures: "nodes fail as in",
  software: "the software is of",
};
const kMemoryVerdicts = {fits: "fits", tight: "tight", does_not_fit: "does not fit"};

/** It runs, and ends after its deadline. */
const isLate = (report) => report.verdict === "misses_deadline";

/** The answer in one line. */
export function planHeadline(report) {
  const {cluster, run, cost} = report;
  const spares = run?.spare_nodes > 0 ? ` and ${words.plural(run.spare_nodes, "spare")}` : "";
  const what = `${report.model.name} on ${words.count(cluster.nodes)} × ${cluster.instance}${spares}`;
  if (isLate(report)) {
    const by = run.finish ? `, 9 in 10 by ${run.finish.p90}` : "";
    return `${what} misses ${run.deadline.on}: kept with a chance of ${words.chance(run.deadline.chance)}${by}.`;
  }
  if (!report.can_run) return `${what} cannot run.`;
  const finish = run.finish ? `, ready on ${run.finish.p50}` : "";
  const money = cost?.total ? `${words.money(cost.total, cost.currency)} expected` : "cost unknown";
  return `${what}: ${words.days(run.wall_clock_days.p50)} (P50)${finish}, ${money}.`;
}

function costFigure(cost) {
  if (!cost) return figure("cost", "Cost, expected", words.kUnknown, []);
  const {currency} = cost;
  const band = cost.interval_80;
  const atLeast = !cost.total && cost.at_least && Number(cost.at_least) > 0
    ? `at least ${words.money(cost.at_least, currency)}, without ${cost.unpriced.map(words.spaced).join(", ")}` : null;
  return figure("cost", "Cost, expected", words.money(cost.total, currency), [
    cost.total && band ? `80 %: ${words.moneyRange(band.low, band.high, currency)}` : null,
    cost.total && band ? intervalBar(Number(band.low), Number(cost.total), Number(band.high)) : null,
    cost.total ? words.exactMoney(cost.total, currency) : null,
    atLeast,
    cost.price_per_node_hour ? `${words.exactMoney(cost.price_per_node_hour, currency)} a node-hour, ${words.spaced(cost.kind)}`
                             : `price of a node-hour: ${words.kUnknown}`,
  ], cost.total);
}

function timeFigures({run}) {
  if (!run) return [];
  const {p10, p50, p90} = run.wall_clock_days;
  const {deadline} = run;
  return [
    figure("days", "Days, P50", words.days(p50),
           [`P90: ${words.days(p90)}`, `80 %: ${words.dayRange(p10, p90)}`, intervalBar(p10, p50, p90)], p50),
    figure("finish", "Finish, P50", words.day(run.finish?.p50), [`9 in 10 by ${words.day(run.finish?.p90)}`],
           run.finish?.p50),
    figure("deadline", "Deadline", deadline ? words.chance(deadline.chance) : "none",
           [deadline ? `chance of ready by ${deadline.on}` : "say one to see its chance",
            deadline ? `${words.percent(deadline.confidence)} wanted: ${deadline.kept ? "kept" : "missed"}` : null],
           deadline?.chance),
  ];
}

function workFigures({step, memory, run, totals, phases}) {
  const of = phases?.length > 1 ? ", main phase" : "";
  const result = [];
  if (totals)
    result.push(figure("gpu-hours", "GPU-hours, P50", `${words.compact(totals.gpu_hours)} h`,
                       [`${words.count(totals.gpus)} GPUs`, run ? `goodput ${words.percent(run.goodput)}` : null],
                       totals.gpu_hours));
  if (step)
    result.push(figure("step", `Step time${of}`, words.seconds(step.step_time_s), [
      step.interval_80 ? `80 %: ${words.seconds(step.interval_80.low_s)} – ${words.seconds(step.interval_80.high_s)}` : null,
      `MFU ${words.percent(step.mfu)}`], step.step_time_s));
  if (memory)
    result.push(figure("memory", "Memory of a GPU", kMemoryVerdicts[memory.verdict], [
      `${words.bytes(memory.per_gpu_bytes.total)} of ${words.bytes(memory.capacity_bytes)}`,
      `chance of fitting ${words.chance(memory.chance_of_fitting)}`], memory.per_gpu_bytes.total));
  if (totals)
    result.push(figure("energy", "Energy", words.energy(totals.energy_kwh),
                       [`${words.mass(totals.co2_kg)} CO₂eq, location-based`], totals.energy_kwh));
  return result;
}

export function showPlanFigures(report) {
  at("figures").replaceChildren(costFigure(report.cost), ...timeFigures(report), ...workFigures(report));
}

function decidesTable(report) {
  const rows = report.deciding_assumptions ?? [];
  if (rows.length === 0) return null;
  const currency = report.cost?.currency;
  const more = (text) => (text === words.kUnknown ? text : `+${text}`);
  return element("details", {}, element("summary", {}, `What decides (${rows.length})`),
                 element("div", {class: "table", role: "region", "aria-label": "What decides", tabindex: "0"},
                         table("What it takes more if one assumption is at its bad end", [
                           {title: "If", cell: (row) => `${kDecides[row.name] ?? words.spaced(row.name)} ${row.value}`},
                           {title: "Days", number: true,
                            cell: (row) => (row.more_days === null ? "no end" : more(words.days(row.more_days)))},
                           {title: "Money", number: true, cell: (row) => more(words.money(row.more_cost, currency))},
                         ], rows)));
}

/** Why it cannot run, of a plan that cannot; or how late it is. */
export function showObstacles(report) {
  const obstacles = report.obstacles ?? [];
  at("obstacles").hidden = obstacles.length === 0;
  at("obstacles-title").textContent = isLate(report) ? "It ends too late" : "Why it cannot run";
  at("obstacles-rest").hidden = isLate(report);
  at("obstacles-list").replaceChildren(...obstacles.map((text) => element("li", {}, text)));
}

/** Warnings, other ways of buying, what was taken for granted. */
export function showPlanRemarks(report) {
  const {cost} = report;
  const buying = (cost?.by_kind ?? []).map((kind) =>
    `${words.spaced(kind.kind)}: ${words.money(kind.total, cost.currency)} (${kind.note})`);
  const assumptions = report.assumptions.map((one) =>
    `${one.path}: ${one.value}, ${one.why}${one.source && one.source !== "rule" ? ` (${one.source})` : ""}`);
  const parts = [
    folded("Warnings", report.warnings, true),
    decidesTable(report),
    folded("Other ways of buying", buying),
    folded("Assumptions", assumptions),
  ].filter(Boolean);
  at("remarks").replaceChildren(...parts);
  at("remarks").hidden = parts.length === 0;
}
