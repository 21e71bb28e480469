// Fields that change a value of the scenario or programme: what they set, and what is wrong with it.

import {at, element} from "/page/elements.js";

/** The value at "cluster.nodes" or "pools.0.deliveries.0.on" of a document; undefined if there is none. */
export function valueAt(document, path) {
  return path.split(".").reduce((inside, key) => inside?.[key], document);
}

/** What a field shows of a document's value: of "40 $/h" in a field of $/h the number. */
function shown(value, unit) {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return kOwn;
  return unit && String(value).endsWith(` ${unit}`) ? String(value).slice(0, -unit.length - 1) : String(value);
}
const kOwn = "(of its own)";  // what is spelled out in the file has no name to choose

const isNumber = (text) => /^-?\d+(\.\d+)?$/.test(text);

/** What is sent for the text of a field. */
function sent(text, unit) {
  if (unit) return isNumber(text) ? `${text} ${unit}` : text;
  return isNumber(text) ? Number(text) : text;
}

const pathFields = (box) => [...box.querySelectorAll("[data-path]")];

/** Shows the document's values; a list without the value is given it. */
export function fill(box, document) {
  for (const field of pathFields(box)) {
    const value = shown(valueAt(document, field.dataset.path), field.dataset.unit);
    field.dataset.first = value;
    show(field, value);
    if (field.tagName === "INPUT") field.placeholder = value;
  }
}

export function show(field, value) {
  if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === value))
    field.append(element("option", {value}, value === "" ? "not said" : value));
  field.value = value;
}

/** {path: value} of the fields that say something else than the document. */
export function changes(box) {
  const set = {};
  for (const field of pathFields(box)) {
    const text = field.value.trim();
    if (text !== "" && !field.disabled && text !== field.dataset.first)
      set[field.dataset.path] = sent(text, field.dataset.unit);
  }
  return set;
}

/** Texts of the changed fields, to find them again. */
export function changedTexts(box) {
  return pathFields(box)
    .filter((field) => field.value.trim() !== "" && field.value.trim() !== field.dataset.first)
    .map((field) => [field.dataset.path, field.value.trim()]);
}

export const fieldOf = (box, path) => pathFields(box).find((field) => field.dataset.path === path);

/** "/set/cluster.nodes" and "/scenario/cluster/nodes" are both of cluster.nodes. */
function pathOf(pointer) {
  if (pointer.startsWith("/set/")) return pointer.slice("/set/".length).replaceAll("~1", "/").replaceAll("~0", "~");
  return pointer.replace(/^\/(scenario|programme)\//, "").replaceAll("/", ".");
}

export function clearProblem(field) {
  const place = at(`${field.id}-problem`);
  field.removeAttribute("aria-invalid");
  place.replaceChildren();
  place.hidden = true;
}

/** What is wrong, below its field, with what was probably meant to be taken over. */
export function showProblem(field, {detail, suggestion}) {
  const place = at(`${field.id}-problem`);
  field.setAttribute("aria-invalid", "true");
  place.hidden = false;
  place.append(element("span", {}, detail));
  if (!suggestion) return;
  const take = element("button", {type: "button"}, `Use ${suggestion}`);
  take.addEventListener("click", () => {
    show(field, suggestion);
    field.focus();
    field.dispatchEvent(new Event("input", {bubbles: true}));
  });
  place.append(" ", take);
}

export function clearProblems(box) {
  for (const field of box.querySelectorAll("[aria-invalid]")) clearProblem(field);
}

/** Each problem at its field; those that have none are returned. */
export function showProblems(box, errors) {
  clearProblems(box);
  return errors.filter((error) => {
    const field = error.pointer === "/trials" ? box.querySelector("#trials") : fieldOf(box, pathOf(error.pointer));
    if (field && !field.disabled) showProblem(field, error);
    return !field || field.disabled;
  });
}

/** Days that are begun but not complete: a browser shows them without telling what they are. */
export function halfTyped(box) {
  return [...box.querySelectorAll("input")].filter((field) => field.validity.badInput);
}

/** A labelled field of a path, made by the script. */
export function madeField(path, label, attributes = {}) {
  const id = `field-${path.replaceAll(".", "-")}`;
  return element("div", {class: "field"}, element("label", {for: id}, label),
                 element("input", {id, "data-path": path, "aria-describedby": `${id}-problem`, ...attributes}),
                 element("p", {class: "problem", id: `${id}-problem`, hidden: ""}));
}

/** Fields of a programme's pools: what is delivered when, and at what price. */
export function poolFields(programme) {
  return (programme.pools ?? []).flatMap((pool, i) => {
    const place = `pools.${i}`;
    const deliveries = (pool.deliveries ?? []).flatMap((delivery, k) => {
      const which = pool.deliveries.length > 1 ? `, ${delivery.name ?? `delivery ${k + 1}`}` : "";
      return [madeField(`${place}.deliveries.${k}.nodes`, `Nodes${which}`, {inputmode: "numeric"}),
              madeField(`${place}.deliveries.${k}.on`, `Delivered on${which}`, {type: "date"})];
    });
    const price = madeField(`${place}.price.per_node_hour`, "Own $/node-hour",
                            {"data-unit": "$/h", inputmode: "decimal"});
    return [element("h3", {}, `Pool ${pool.name}: ${pool.instance ?? "machines of its own"}`),
            element("div", {class: "fields"}, ...deliveries, price)];
  });
}
