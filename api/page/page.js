// What the page does: a scenario chosen, the question asked while it is typed, the answer shown.

import {Refused, ask, curlLine, get, useToken} from "/page/client.js";
import {at, element, unbroken} from "/page/elements.js";
import * as fields from "/page/fields.js";
import {planHeadline, showObstacles, showPlanFigures, showPlanRemarks} from "/page/plan_view.js";
import {fillKinds, fillRegions, machineOptions, showKnownPrices} from "/page/prices.js";
import {programmeHeadline, showBudgets, showProgrammeFigures, showProgrammeRemarks, showProjects} from
  "/page/programme_view.js";
import {kSweepColumns, nodesAround, nodesOf, showSweep} from "/page/sweep_view.js";

const kTypingPause = 250;  // milliseconds without a key before a question is asked
const kResizePause = 150;  // milliseconds before drawings follow a window

let machines = [];         // of the catalogue
let priced = new Set();    // those that somebody published a price of
let chosen = null;         // {name, isProgramme, document}
let prices = {instance: null, points: []};
let running = null;        // ends what is being asked
let redraw = () => {};     // the drawings again, in the room that there is
let answerAddress = null;
let timer = 0;

const isProgramme = () => chosen.isProgramme;
const box = () => at(isProgramme() ? "programme-fields" : "plan-fields");

// ---- the question ----

function question() {
  const set = fields.changes(box());
  if (!isProgramme()) return {scenario: chosen.document, set};
  const trials = at("trials").value.trim();
  return {programme: chosen.document, set, no_proof: true, no_remedies: !at("remedies").checked,
          trials: /^\d+$/.test(trials) ? Number(trials) : trials};
}

/** The address of the page leads to the same question again. */
function rememberQuestion() {
  const query = new URLSearchParams([["scenario", chosen.name], ...fields.changedTexts(box())]);
  if (!isProgramme() && at("sweep-nodes").value.trim()) query.set("sweep", at("sweep-nodes").value.trim());
  history.replaceState(null, "", `?${query}`);
}

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(askNow, kTypingPause);
}

async function askNow() {
  clearTimeout(timer);
  if (!chosen || foundHalfTyped()) return;
  running?.abort();
  const mine = new AbortController();
  running = mine;
  at("answer").setAttribute("aria-busy", "true");
  at("sweep").setAttribute("aria-busy", String(!isProgramme()));
  const asked = question();
  const kind = isProgramme() ? "programme" : "plan";
  rememberQuestion();
  showCurl(kind, asked);
  try {
    const text = await ask(kind, asked, mine.signal, showProgress);
    if (mine.signal.aborted) return;
    showAnswer(kind, text);
    at("answer").setAttribute("aria-busy", "false");
    if (kind === "plan") await askSweep(JSON.parse(text), mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) showRefusal(error);
  } finally {
    if (running === mine) {
      at("answer").setAttribute("aria-busy", "false");
      at("sweep").setAttribute("aria-busy", "false");
      at("progress-box").hidden = true;
    }
  }
}

function foundHalfTyped() {
  fields.clearProblems(at("question"));
  const half = fields.halfTyped(box());
  for (const field of half) fields.showProblem(field, {detail: "the day is not complete; give year, month and day"});
  return half.length > 0;
}

async function askSweep(report, signal) {
  const field = at("sweep-nodes");
  const text = field.value.trim();
  fields.clearProblem(field);
  const nodes = text === "" ? nodesAround(report.cluster.nodes) : nodesOf(text);
  const {set, scenario} = question();
  const swept = {scenario, set: {...set, "cluster.nodes": nodes}, columns: kSweepColumns};
  const tell = (share) => { at("sweep-state").textContent = `Being computed: ${Math.round(100 * share)} %`; };
  try {
    const answer = JSON.parse(await ask("sweep", swept, signal, tell));
    if (signal.aborted) return;
    at("sweep-state").textContent = "";
    redraw = () => showSweep(answer, report.cluster.nodes, chooseNodes);
    redraw();
  } catch (error) {
    if (signal.aborted || !(error instanceof Refused) || error.status !== 422) throw error;
    clearSweep();
    const problems = error.errors.length > 0 ? error.errors : [{detail: error.message}];
    fields.showProblem(field, {...problems[0], detail: problems.map((one) => one.detail).join("; ")});
  }
}

function clearSweep() {
  redraw = () => {};
  at("sweep-state").replaceChildren();
  at("sweep-charts").replaceChildren();
  at("sweep-table").replaceChildren();
}

function chooseNodes(nodes) {
  at("nodes").value = nodes;
  at("nodes").focus();
  askNow();
}

// ---- the answer ----

function showProgress(share) {
  at("progress-box").hidden = false;
  at("progress").value = share;
  at("progress").textContent = `${Math.round(100 * share)} %`;
}

function headline(text) {
  at("headline").replaceChildren(...unbroken(text));
}

function showAnswer(kind, text) {
  const report = JSON.parse(text);
  at("trouble").hidden = true;
  at("token-form").hidden = true;
  at("results").hidden = false;
  at("results").classList.remove("old");
  showObstacles(report);
  at("sweep").hidden = kind !== "plan";
  at("projects").hidden = at("budgets").hidden = kind === "plan";
  if (kind === "plan") {
    headline(planHeadline(report));
    showPlanFigures(report);
    showPlanRemarks(report);
  } else {
    headline(programmeHeadline(report));
    showProgrammeFigures(report);
    showProgrammeRemarks(report);
    showBudgets(report);
    redraw = () => showProjects(report);
    redraw();
  }
  if (answerAddress) URL.revokeObjectURL(answerAddress);
  answerAddress = URL.createObjectURL(new Blob([text], {type: "application/json"}));
  at("answer-link").href = answerAddress;
  at("answer-link").download = `${chosen.name}-${kind}.json`;
  at("answer-item").hidden = false;
}

function showCurl(kind, asked) {
  at("curl").textContent = curlLine(kind, asked);
  at("curl-box").hidden = false;
  at("copied").textContent = "";
}

/** What is wrong stands at its field; the rest, and what no field can mend, above the answer. */
function showRefusal(error) {
  if (!(error instanceof Refused)) throw error;
  if (error.status === 401) {
    askForToken();
    return;
  }
  const unplaced = chosen ? fields.showProblems(box(), error.errors) : error.errors;
  const atFields = error.errors.length - unplaced.length;
  const lines = unplaced.map(({pointer, detail, suggestion}) =>
    `${pointer}: ${detail}${suggestion && !detail.includes(suggestion) ? `; did you mean ${suggestion}?` : ""}`);
  if (error.errors.length === 0) lines.push(error.message);
  at("trouble-title").textContent = error.status === 0 || error.status >= 429 ? "No answer this time"
                                                                             : "The question cannot be answered";
  at("trouble-list").replaceChildren(...lines.map((line) => element("li", {}, line)));
  at("again").hidden = error.status === 422 || error.status === 400;
  at("trouble").hidden = lines.length === 0;
  const stale = at("results").hidden ? "" : " Below is the answer to the question before.";
  headline(atFields > 0 ? `${atFields === 1 ? "One value" : `${atFields} values`} cannot be taken; see the question.${stale}`
                        : `No answer.${stale}`);
  at("results").classList.add("old");
  at("answer-item").hidden = true;
}

function askForToken() {
  const again = at("token").value !== "";
  headline(again ? "This token is not taken." : "A token is needed.");
  at("token-form").hidden = false;
  at("token").value = "";
  at("token").focus();
}

// ---- what there is to choose ----

async function start() {
  try {
    const [bundled, catalogue, lists] =
      await Promise.all(["/v1/scenarios", "/v1/catalog/instances", "/v1/catalog/prices"].map((path) => get(path)));
    at("token-form").hidden = true;
    at("trouble").hidden = true;
    at("question").hidden = false;
    machines = catalogue.items;
    priced = new Set(lists.items.map((list) => list.name));
    const group = (label, kind) => element("optgroup", {label}, ...bundled.scenarios
      .filter((one) => one.kind === kind)
      .map((one) => element("option", {value: one.name, "data-kind": kind}, one.title)));
    at("scenario").replaceChildren(group("Scenarios", "scenario"), group("Programmes", "programme"));
    await chooseFromAddress(bundled.scenarios);
  } catch (error) {
    showRefusal(error);
  }
}

const kFirst = "llama3-70b-p5";  // shown to who asks for nothing: the README's

async function chooseFromAddress(bundled) {
  const query = new URLSearchParams(location.search);
  const names = bundled.map((one) => one.name);
  const name = [query.get("scenario"), kFirst].find((one) => names.includes(one)) ?? names[0];
  if (!name) throw new Refused(404, "No scenarios come with this server; its catalogue folder has none beside it.");
  at("scenario").value = name;
  at("sweep-nodes").value = query.get("sweep") ?? "";
  await choose([...query].filter(([path]) => path !== "scenario" && path !== "sweep"));
}

async function choose(texts = []) {
  running?.abort();
  const name = at("scenario").value;
  const kind = at("scenario").selectedOptions[0].dataset.kind;
  try {
    chosen = {name, isProgramme: kind === "programme",
              document: await get(`/v1/scenarios/${encodeURIComponent(name)}`)};
  } catch (error) {
    showRefusal(error);
    return;
  }
  clearSweep();
  at("document-link").href = `/v1/scenarios/${encodeURIComponent(name)}`;
  at("document-item").hidden = false;
  at("plan-fields").hidden = isProgramme();
  at("programme-fields").hidden = !isProgramme();
  await fillFields(texts);
  await askNow();
}

async function fillFields(texts) {
  const {document} = chosen;
  if (isProgramme()) {
    at("pools").replaceChildren(...fields.poolFields(document));
  } else {
    const phased = Array.isArray(document.training?.phases);
    at("tokens").disabled = phased;
    at("tokens-hint").hidden = !phased;
    at("instance").replaceChildren(...machineOptions(machines));
    fillKinds();
    fillRegions([]);
  }
  fields.fill(box(), document);
  for (const [path, text] of texts) {
    const field = fields.fieldOf(box(), path);
    if (field) fields.show(field, text);
  }
  if (!isProgramme()) await followMachine(false);
}

/** Prices of the machine that is chosen; with another machine its own region, where the chosen one has no price. */
async function followMachine(isNew) {
  const instance = at("instance").value;
  if (prices.instance !== instance) {
    const points = priced.has(instance) ? (await get(`/v1/catalog/prices/${encodeURIComponent(instance)}`)).points : [];
    if (at("instance").value !== instance) return;
    prices = {instance, points};
  }
  const machine = machines.find((one) => one.name === instance);
  fillRegions(prices.points, isNew ? machine?.price?.region : null);
  showKnownPrices(prices.points);
}

// ---- what the user does ----

async function onChange(event) {
  if (event.target.id === "scenario") {
    await choose();
    return;
  }
  if (event.target.id === "instance") await followMachine(true);
  if (["region", "kind"].includes(event.target.id)) showKnownPrices(prices.points);
  askSoon();
}

async function copyCurl() {
  try {
    await navigator.clipboard.writeText(at("curl").textContent);
    at("copied").textContent = "Copied.";
  } catch {
    // A page that came without TLS from another machine may not write there.
    getSelection().selectAllChildren(at("curl"));
    at("copied").textContent = "Selected; copy it with Ctrl-C.";
  }
}

at("question").addEventListener("input", onChange);
at("question").addEventListener("submit", (event) => {
  event.preventDefault();
  askNow();
});
at("sweep-nodes").addEventListener("input", askSoon);
at("reset").addEventListener("click", async () => {
  at("sweep-nodes").value = "";
  await fillFields([]);
  await askNow();
});
at("again").addEventListener("click", () => (chosen ? askNow() : start()));
at("copy").addEventListener("click", copyCurl);
at("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  useToken(at("token").value.trim());
  if (chosen) askNow();
  else start();
});
let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => redraw(), kResizePause);
});

start();
