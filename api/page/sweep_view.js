// The same question at other numbers of nodes, as charts and as a table.

import {bandChart} from "/page/charts.js";
import {above, at, element, table} from "/page/elements.js";
import * as words from "/page/words.js";

export const kSweepColumns = "days.p10,days.p50,days.p90,cost,gpu_hours,on_time";

const kFactors = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];  // of the nodes asked about
const kMostNodes = 200000;                            // that a scenario may have

/** Numbers of nodes around one. */
export function nodesAround(nodes) {
  const all = kFactors.map((factor) => Math.min(kMostNodes, Math.max(1, Math.round(factor * nodes))));
  return [...new Set(all)];
}

/** "64, 128" as a list of numbers; anything else as it is: a range is the server's to read. */
export function nodesOf(text) {
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text.replaceAll(" ", "");
}

const amount = (text) => (text === null || text === undefined ? null : Number(text));

const kStates = {refused: "cannot be planned", does_not_fit: "does not fit in memory", never_ends: "never ends",
                 misses_deadline: "misses the deadline", ok: ""};

function pointOf(point) {
  const {figures} = point;
  const runs = point.status === "ok" || point.status === "misses_deadline";
  return {nodes: point.inputs["cluster.nodes"], runs, status: point.status, reason: point.reason, note: point.note,
          days: runs ? [figures.days_p10, figures.days_p50, figures.days_p90] : [null, null, null],
          cost: runs ? [figures.cost_usd_low_80, figures.cost_usd, figures.cost_usd_high_80] : [null, null, null],
          hours: runs ? figures.gpu_hours : null, onTime: runs ? figures.on_time : null};
}

function charts(points, asked, width) {
  const runs = points.some((point) => point.runs);
  const of = (key, title, told, ticked) => {
    const drawn = points.map((point) => {
      const [low, middle, high] = point[key].map(amount);
      return {x: point.nodes, low, middle, high};
    });
    const inside = drawn.some((point) => point.middle !== null)
      ? bandChart({width, points: drawn, title: `${title} by number of nodes; the table has the numbers`,
                   told, ticked, asked})
      : element("p", {class: "empty"}, runs ? "Unknown at each of these numbers of nodes."
                                                : "No plan runs on these numbers of nodes.");
    return element("figure", {}, element("figcaption", {}, title), inside);
  };
  return [of("days", "Days: P50, and P10 to P90", words.days, (value) => `${words.count(value)} d`),
          of("cost", "Cost: expected, and 80 %", (value) => words.money(value), (value) => words.moneyTick(value))];
}

function noteOf(point) {
  const state = point.status === "refused" ? `${kStates.refused}: ${point.reason}` : kStates[point.status];
  return [state, point.note].filter(Boolean).join("; ");
}

function sweepTable(points, asked, choose) {
  const chosen = (point) => {
    const button = element("button", {type: "button", class: "plain", "aria-label": `Plan with ${point.nodes} nodes`},
                           words.count(point.nodes));
    button.addEventListener("click", () => choose(point.nodes));
    return button;
  };
  const or = (point, made) => (point.runs ? made() : "–");
  const columns = [
    {title: "Nodes", number: true, cell: chosen},
    {title: "Days: P50, P10 – P90", number: true,
     cell: (point) => or(point, () => above(words.days(point.days[1]), words.dayRange(point.days[0], point.days[2])))},
    {title: "Cost: expected, 80 %", number: true, cell: (point) => or(point, () => point.cost[1] === null
      ? words.kUnknown : above(words.money(point.cost[1]), words.moneyRange(point.cost[0], point.cost[2])))},
    {title: "GPU-hours, P50", number: true, cell: (point) => or(point, () => `${words.compact(point.hours)} h`)},
  ];
  if (points.some((point) => point.onTime !== null))
    columns.push({title: "By the deadline", number: true, cell: (point) => or(point, () => words.chance(point.onTime))});
  if (points.some((point) => point.status !== "ok" || point.note))
    columns.push({title: "Note", cell: noteOf, text: true});
  return table("Each number of nodes can be chosen", columns,
               points.map((point) => ({...point, marked: point.nodes === asked})));
}

/** Shows the answer to a sweep; drawn again with the same one where there is more or less room. */
export function showSweep(answer, asked, choose) {
  const points = answer.points.map(pointOf).sort((a, b) => a.nodes - b.nodes);
  const box = at("sweep-charts");
  box.replaceChildren(element("figure"), element("figure"));
  const width = Math.max(260, Math.floor(box.firstElementChild.getBoundingClientRect().width));
  box.replaceChildren(...charts(points, asked, width));
  at("sweep-table").replaceChildren(sweepTable(points, asked, choose));
}
