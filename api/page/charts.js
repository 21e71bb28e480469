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

/** Of the numbers of nodes those whose texts do not run into each other; what is asked about goes first. */
function apart(points, asked, place) {
  const kRoom = 34;  // pixels of a number of nodes
  const result = [];
  for (const point of [...points.filter((one) => one.x === asked), ...points])
    if (result.every((one) => Math.abs(place(point.x) - place(one.x)) >= kRoom)) result.push(point);
  return result;
}

/**
 * A line in its band over numbers of nodes on a logarithmic scale. `points`: {x, low, middle, high}, null where it is
 * not known; `told`: how a value is written, `ticked`: on the axis; `asked`: the number of nodes that is marked.
 */
export function bandChart({width, points, title, told, ticked, asked}) {
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
    shape("text", {class: "axis", x: kMargin.left - 8, y: atY(level) + 4, "text-anchor": "end"}, ticked(level))]);
  const named = apart(points, asked, atX).map((point) =>
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
  const begin = new Date(from * kDay);
  const skipped = begin.getUTCDate() === 1 ? 0 : 1;
  const monthAt = (i) => Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + skipped + i, 1) / kDay;
  const result = [];
  for (let i = 0; monthAt(i) <= to; ++i) result.push(monthAt(i));
  const step = Math.max(1, Math.ceil(result.length / most));
  return result.filter((_, i) => i % step === 0);
}

const kRow = 26;          // pixels of a project
const kLabelled = 44;     // where its label stands above its bar
const kNarrow = 520;      // less has no room for labels beside bars
const kCharacter = 7;     // pixels of a character of a label, about
const kMonthText = 56;    // pixels of "2025-03"
const kAxisHeight = 24;   // pixels below the projects

/** Where things of a Gantt chart lie, in pixels. */
function ganttPlaces(width, first, last, rows) {
  const above = width < kNarrow;
  const longest = Math.max(...rows.map((row) => row.label.length));
  const room = above ? 0 : Math.min(0.36 * width, kCharacter * longest + 12);
  const rowHeight = above ? kLabelled : kRow;
  return {width, room, rowHeight, letters: Math.floor(((above ? width : room) - 12) / kCharacter),
          height: rows.length * rowHeight + kAxisHeight + 6,
          label: (i) => i * rowHeight + 17, bar: (i) => (i + 1) * rowHeight - kRow + 5,
          x: (day) => room + (day - first) / (last - first) * (width - room - 12)};
}

function monthAxis(first, last, places) {
  const {width, room, height, x} = places;
  return months(first, last, Math.max(2, Math.floor((width - room) / kMonthText))).flatMap((month) => [
    shape("line", {class: "grid", x1: x(month), x2: x(month), y1: 0, y2: height - kAxisHeight}),
    x(month) + kMonthText <= width
      ? shape("text", {class: "axis", x: x(month) + 2, y: height - 8}, new Date(month * kDay).toISOString().slice(0, 7))
      : null]);
}

function ganttRow(row, i, first, {x, letters, label, bar}) {
  const kBar = kRow - 10;
  const y = bar(i);
  const text = row.label.length > letters ? `${row.label.slice(0, Math.max(1, letters - 1))}…` : row.label;
  const parts = [shape("text", {class: "label", x: 0, y: label(i)}, text, shape("title", {}, row.label))];
  for (const one of row.bars)
    parts.push(shape("rect", {class: one.other ? "bar other" : "bar", x: x(first + one.from), y, height: kBar, rx: 2,
                              width: Math.max(1.5, x(first + one.to) - x(first + one.from) - 1)},
                     shape("title", {}, one.told)));
  const planned = first + Math.max(...row.bars.map((one) => one.to));
  if (row.finish && dayNumber(row.finish) > planned)
    parts.push(shape("line", {class: "whisker", x1: x(planned), x2: x(dayNumber(row.finish)), y1: y + kBar / 2,
                              y2: y + kBar / 2}));
  if (row.deadline)
    parts.push(shape("path", {class: "deadline", d: `M${x(dayNumber(row.deadline))} ${y}l5 8-5 8-5-8z`},
                     shape("title", {}, `deadline ${row.deadline}`)));
  return parts;
}

/**
 * Who trains when: `rows` of {label, bars: [{from, to, told, other}], deadline, finish}. Bars, of which a row has one at
 * least, are in days after the start, `other` ones in another colour; the rest is YYYY-MM-DD.
 */
export function gantt({width, start, end, rows, title}) {
  const first = dayNumber(start);
  const days = rows.flatMap((row) => [row.finish, row.deadline].filter(Boolean).map(dayNumber));
  const last = Math.max(dayNumber(end), ...days, ...rows.flatMap((row) => row.bars.map((bar) => first + bar.to)));
  const places = ganttPlaces(width, first, last, rows);
  return shape("svg", {role: "img", "aria-label": title, width, height: places.height,
                       viewBox: `0 0 ${width} ${places.height}`},
               ...monthAxis(first, last, places), ...rows.flatMap((row, i) => ganttRow(row, i, first, places)));
}
