// Drawings of numbers that a table beside them has, too.

import {shape} from "/page/elements.js";

const kHeight = 220;                                        // of a chart, pixels
const kMargin = {left: 62, right: 14, top: 14, bottom: 40};  // room for the axes' texts

/** About `most` round values from 0 to above `largest`. */
export function ticks(largest, most = 4) {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const result = [];
  for (let i = 0; (i - 1) * step < largest; ++i) result.push(i * step);
  return result;
}

/** Of the texts of an axis those that do not run into each other. */
function apart(points, width, place) {
  const kRoom = 34;  // pixels of a number of nodes
  const result = [];
  for (const point of points)
    if (result.length === 0 || place(point.x) - place(result[result.length - 1].x) >= kRoom) result.push(point);
  return result;
}

/**
 * A line in its band over numbers of nodes on a logarithmic scale. `points`: {x, low, middle, high}, null where it is
 * not known; `told`: how a value is written; `asked`: the number of nodes that is marked.
 */
export function bandChart({width, points, title, told, asked}) {
  const known = points.filter((point) => point.middle !== null);
  const xs = points.map((point) => Math.log(point.x));
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const inner = {width: width - kMargin.left - kMargin.right, height: kHeight - kMargin.top - kMargin.bottom};
  const levels = ticks(Math.max(...known.map((point) => point.high ?? point.middle)));
  const top = levels[levels.length - 1];
  const atX = (x) => kMargin.left + (last > first ? (Math.log(x) - first) / (last - first) : 0.5) * inner.width;
  const atY = (y) => kMargin.top + (1 - y / top) * inner.height;
  const place = (x, y) => `${atX(x).toFixed(1)},${atY(y).toFixed(1)}`;
  const bounded = known.filter((point) => point.low !== null && point.high !== null);
  const band = [...bounded.map((point) => place(point.x, point.high)),
                ...bounded.slice().reverse().map((point) => place(point.x, point.low))];
  const axis = levels.flatMap((level) => [
    shape("line", {class: "grid", x1: kMargin.left, x2: width - kMargin.right, y1: atY(level), y2: atY(level)}),
    shape("text", {class: "axis", x: kMargin.left - 8, y: atY(level) + 4, "text-anchor": "end"}, told(level))]);
  const named = apart(points, inner.width, atX).map((point) =>
    shape("text", {class: "axis", x: atX(point.x), y: kHeight - 22, "text-anchor": "middle"}, String(point.x)));
  const dots = known.map((point) =>
    shape("circle", {class: point.x === asked ? "dot asked" : "dot", cx: atX(point.x), cy: atY(point.middle),
                     r: point.x === asked ? 5.5 : 3.5},
          shape("title", {}, `${point.x} nodes: ${told(point.middle)}`)));
  const lost = points.filter((point) => point.middle === null).map((point) =>
    shape("text", {class: "lost", x: atX(point.x), y: kMargin.top + inner.height - 4, "text-anchor": "middle"}, "✕",
          shape("title", {}, `${point.x} nodes: no value`)));
  return shape("svg", {role: "img", "aria-label": title, width, height: kHeight, viewBox: `0 0 ${width} ${kHeight}`},
               ...axis, band.length > 0 ? shape("polygon", {class: "band", points: band.join(" ")}) : null,
               shape("polyline", {class: "line", points: known.map((point) => place(point.x, point.middle)).join(" ")}),
               ...dots, ...lost, ...named,
               shape("text", {class: "axis", x: kMargin.left + inner.width / 2, y: kHeight - 4,
                              "text-anchor": "middle"}, "nodes"));
}

/** An interval with its middle, between 0 and what is a little above its end. */
export function intervalBar(low, middle, high) {
  if ([low, middle, high].some((value) => value === null || value === undefined) || !(high > 0)) return null;
  const end = 1.1 * high;  // so that the end of the interval is seen
  const share = (value) => `${(100 * value / end).toFixed(2)}%`;
  return shape("svg", {class: "interval", "aria-hidden": "true", width: "100%", height: 10},
               shape("line", {class: "grid", x1: "0", x2: "100%", y1: 5, y2: 5}),
               shape("rect", {class: "band", x: share(low), width: share(high - low), y: 1, height: 8, rx: 2}),
               shape("rect", {class: "mark", x: share(middle), width: 3, y: 0, height: 10}));
}

const kDay = 86400e3;  // milliseconds
const dayNumber = (text) => Date.parse(`${text}T00:00:00Z`) / kDay;

/** First days of months in a span, thinned to what there is room for. */
function months(from, to, most) {
  const result = [];
  for (let day = new Date(from * kDay); ; ) {
    day = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + (result.length === 0 && day.getUTCDate() === 1 ? 0 : 1), 1));
    if (day.getTime() / kDay > to) break;
    result.push(day.getTime() / kDay);
    if (result.length > 600) break;  // fifty years
  }
  const step = Math.max(1, Math.ceil(result.length / most));
  return result.filter((_, i) => i % step === 0);
}

const kRow = 26;        // pixels of a project
const kCharacter = 7;   // pixels of a character of a label, about

/** Who trains when: `rows` of {label, bars: [{from, to, told}], deadline, finish}, days as YYYY-MM-DD or day numbers. */
export function gantt({width, start, end, rows, title}) {
  const first = dayNumber(start);
  const finishes = rows.flatMap((row) => [row.finish, row.deadline].filter(Boolean).map(dayNumber));
  const last = Math.max(dayNumber(end), ...finishes, ...rows.flatMap((row) => row.bars.map((bar) => first + bar.to)));
  const room = Math.min(0.36 * width, kCharacter * Math.max(...rows.map((row) => row.label.length)) + 12);
  const letters = Math.floor((room - 12) / kCharacter);
  const height = rows.length * kRow + 30;
  const atX = (day) => room + (day - first) / (last - first) * (width - room - 12);
  const inside = [];
  for (const month of months(first, last, Math.max(2, Math.floor((width - room) / 70)))) {
    inside.push(shape("line", {class: "grid", x1: atX(month), x2: atX(month), y1: 0, y2: height - 24}),
                shape("text", {class: "axis", x: Math.min(atX(month) + 2, width - 50), y: height - 8},
                      new Date(month * kDay).toISOString().slice(0, 7)));
  }
  rows.forEach((row, i) => {
    const y = i * kRow;
    const label = row.label.length > letters ? `${row.label.slice(0, Math.max(1, letters - 1))}…` : row.label;
    inside.push(shape("text", {class: "label", x: 0, y: y + 17}, label, shape("title", {}, row.label)));
    for (const bar of row.bars)
      inside.push(shape("rect", {class: i % 2 ? "bar other" : "bar", x: atX(first + bar.from), y: y + 5, height: kRow - 10,
                                 width: Math.max(1.5, atX(first + bar.to) - atX(first + bar.from) - 1), rx: 2},
                        shape("title", {}, bar.told)));
    if (row.finish) {
      const from = row.bars.length > 0 ? Math.max(...row.bars.map((bar) => first + bar.to)) : dayNumber(row.finish);
      inside.push(shape("line", {class: "whisker", x1: atX(from), x2: atX(Math.max(from, dayNumber(row.finish))),
                                 y1: y + kRow / 2, y2: y + kRow / 2}));
    }
    if (row.deadline) {
      const x = atX(dayNumber(row.deadline));
      inside.push(shape("path", {class: "deadline", d: `M${x} ${y + 5}l5 8-5 8-5-8z`},
                        shape("title", {}, `deadline ${row.deadline}`)));
    }
  });
  return shape("svg", {role: "img", "aria-label": title, width, height, viewBox: `0 0 ${width} ${height}`}, ...inside);
}
