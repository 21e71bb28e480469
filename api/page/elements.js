// Small parts of the page.

/** The element of this name in index.html. */
export function at(id) {
  return document.getElementById(id);
}

/** An element with attributes and what stands in it: texts and elements; null is left out. */
export function element(tag, attributes = {}, ...inside) {
  return filled(document.createElement(tag), attributes, inside);
}

/** The same of a drawing. */
export function shape(tag, attributes = {}, ...inside) {
  return filled(document.createElementNS(kDrawing, tag), attributes, inside);
}
const kDrawing = "http://www.w3.org/2000/svg";  // the name of its kind, which nothing is fetched from

function filled(made, attributes, inside) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) made.setAttribute(name, value);
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}

/** Rows as a table: `columns` of {title, cell(row), number or text}. The first column names the row. */
export function table(caption, columns, rows) {
  const kind = (column) => (column.number ? "number" : column.text ? "text" : null);
  const head = columns.map((column) => element("th", {scope: "col", class: kind(column)}, column.title));
  const line = (row) =>
    element("tr", {class: row.marked ? "marked" : null},
            ...columns.map((column, i) =>
              element(i === 0 ? "th" : "td", {scope: i === 0 ? "row" : null, class: kind(column)}, column.cell(row))));
  return element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...head)),
                 element("tbody", {}, ...rows.map(line)));
}

/** A value of a table with what belongs to it below. */
export function above(value, beside) {
  return element("span", {}, value, element("span", {class: "beside"}, beside));
}

/** Something to unfold, or nothing where there is nothing in it. */
export function folded(title, items, open = false) {
  if (items.length === 0) return null;
  return element("details", open ? {open: ""} : {}, element("summary", {}, `${title} (${items.length})`),
                 element("ul", {}, ...items.map((item) => element("li", {}, item))));
}

/** A figure of the answer: a name, its text, what it says beside, and its value as the answer has it. */
export function figure(name, title, text, beside, value = null) {
  const notes = beside.filter((note) => note !== null);
  return element("div", {class: "figure", "data-figure": name},
                 element("h3", {}, title), element("data", {value: value ?? ""}, text),
                 ...notes.map((note) => (typeof note === "string" ? element("p", {}, ...unbroken(note)) : note)));
}

/** The text with its days kept on one line each. */
export function unbroken(text) {
  return text.split(/(\d{4}-\d{2}-\d{2})/).map((part, i) => (i % 2 ? element("span", {class: "day"}, part) : part));
}
