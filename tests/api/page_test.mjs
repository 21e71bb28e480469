// The page of "/" as a person finds it, in Chromium without a window.
//   page_test.mjs URL GUARDED_URL CHROMIUM SCREENSHOTS

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";

const {chromium} = createRequire(import.meta.url)("playwright-core");  // from NODE_PATH
const [url, guarded, executablePath, screenshots] = process.argv.slice(2);
const secret = process.env.FMPLAN_PAGE_SECRET;

const kPatience = 30000;  // milliseconds; an answer takes some ten of them
const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});
let passed = 0;
let failed = 0;

/** One claim, with a page of its own; errors of the console and requests to others fail it. */
async function check(claim, options, test) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...options.context});
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const wrong = [];
  page.on("console", (message) => {
    const refused = message.text().match(/the server responded with a status of (\d+)/);
    if (message.type() === "error" && !(refused && options.refused?.includes(Number(refused[1]))))
      wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    const {origin, protocol} = new URL(request.url());
    if (!["blob:", "data:"].includes(protocol) && ![url, guarded].includes(origin)) wrong.push(`asked ${request.url()}`);
  });
  try {
    await test(page);
    assert.deepEqual(wrong, []);
    ++passed;
  } catch (error) {
    ++failed;
    console.error(`FAILED: ${claim}\n${error.stack}`);
    await page.screenshot({path: join(screenshots, "failed.png")}).catch(() => {});
  }
  await context.close();
}

const settled = (page) => page.waitForSelector('main[aria-busy="false"]:has(#sweep[aria-busy="false"])');
async function open(page, query = "", at = url) {
  await page.goto(`${at}/${query}`);
  await settled(page);
}
/** The next answer but the one that is shown. */
async function answered(page, change) {
  const before = await page.getAttribute("#answer-link", "href");
  await change();
  await page.waitForFunction((old) => document.querySelector("#answer-link").getAttribute("href") !== old, before);
  await settled(page);
}
const value = (page, figure) => page.getAttribute(`[data-figure="${figure}"] data`, "value");
const text = async (page, selector) => (await page.textContent(selector)).replaceAll("\u00a0", " ");

async function api(kind, question) {
  const response = await fetch(`${url}/v1/${kind}`, {method: "POST", headers: {"Content-Type": "application/json"},
                                                     body: JSON.stringify(question)});
  return {status: response.status, text: await response.text()};
}
const document = async (name) => (await fetch(`${url}/v1/scenarios/${name}`)).json();
const planned = async (name, set) => JSON.parse((await api("plan", {scenario: await document(name), set})).text);

// ---- scenarios ----

await check("a changed number of nodes is answered as the interface answers it", {}, async (page) => {
  await open(page);
  assert.equal(await page.inputValue("#nodes"), "256");
  await answered(page, () => page.fill("#nodes", "128"));
  const {cost, run, totals, memory, step} = await planned("llama3-70b-p5", {"cluster.nodes": 128});
  assert.equal(await value(page, "cost"), cost.total);
  const millions = (one) => `$${(Number(one) / 1e6).toPrecision(3)}M`;
  assert.equal(await text(page, '[data-figure="cost"] data'), millions(cost.total));
  const [low, high] = [cost.interval_80.low, cost.interval_80.high].map(millions);
  assert.ok((await text(page, '[data-figure="cost"]')).includes(`80 %: ${low} – ${high}`));
  assert.equal(Number(await value(page, "days")), run.wall_clock_days.p50);
  assert.ok((await text(page, '[data-figure="days"]')).includes(`P90: ${run.wall_clock_days.p90.toFixed(1)} days`));
  assert.equal(await text(page, '[data-figure="finish"] data'), run.finish.p50);
  assert.equal(Number(await value(page, "gpu-hours")), totals.gpu_hours);
  assert.equal(Number(await value(page, "step")), step.step_time_s);
  assert.equal(Number(await value(page, "memory")), memory.per_gpu_bytes.total);
  assert.equal(await text(page, '[data-figure="memory"] data'), "fits");
});

await check("the line of curl asks the same: its bytes are those of the answer's link", {}, async (page) => {
  await open(page, "?scenario=geniac-cycle2");  // whose notes have a quote in them
  const line = await page.textContent("#curl");
  assert.ok(line.includes("'\\''"));
  const download = page.waitForEvent("download");
  await page.click("#answer-link");
  const path = await (await download).path();
  assert.equal(execFileSync("bash", ["-c", line], {encoding: "utf8"}), readFileSync(path, "utf8"));
});

await check("the sweep's table has the interface's numbers, and a row can be chosen", {}, async (page) => {
  await open(page);
  await page.fill("#sweep-nodes", "64, 128");
  await page.waitForFunction(() => globalThis.document.querySelectorAll("#sweep-table tbody tr").length === 2);
  const rows = await page.locator("#sweep-table tbody tr").allTextContents();
  for (const [i, nodes] of [64, 128].entries()) {
    const {run, cost} = await planned("llama3-70b-p5", {"cluster.nodes": nodes});
    assert.ok(rows[i].includes(run.wall_clock_days.p50.toFixed(1)), rows[i]);
    assert.ok(rows[i].includes(`$${(Number(cost.total) / 1e6).toFixed(1)}M`), rows[i]);
  }
  assert.equal(await page.locator("#sweep-charts svg[aria-label]").count(), 2);
  await answered(page, () => page.click('#sweep-table button:text-is("64")'));
  assert.equal(await page.inputValue("#nodes"), "64");
  assert.ok(page.url().includes("cluster.nodes=64"));
});

await check("a deadline has its chance", {}, async (page) => {
  await open(page);
  await answered(page, () => page.fill("#deadline", "2025-08-01"));
  const {run} = await planned("llama3-70b-p5", {"run.deadline": "2025-08-01"});
  assert.equal(Number(await value(page, "deadline")), run.deadline.chance);
});

await check("an unknown price is unknown, and no amount of 0", {}, async (page) => {
  await open(page, "?scenario=llama-65b");
  assert.equal(await text(page, '[data-figure="cost"] data'), "unknown");
  assert.equal(await value(page, "cost"), "");
  assert.doesNotMatch(await text(page, "main"), /\$0(?!\.\d*[1-9])/);
  await answered(page, () => page.fill("#own-price", "20"));
  const {cost} = await planned("llama-65b", {"price.per_node_hour": "20 $/h"});
  assert.equal(await value(page, "cost"), cost.total);
});

await check("another machine takes a region that has a price of it", {}, async (page) => {
  await open(page);
  await answered(page, () => page.selectOption("#instance", "a3-highgpu-8g"));
  assert.equal(await page.inputValue("#region"), "us-central1");
  await answered(page, () => page.fill("#price-date", "2026-07-30"));
  const {cost} = await planned("llama3-70b-p5", {"cluster.instance": "a3-highgpu-8g", "price.region": "us-central1",
                                                  "price.on": "2026-07-30"});
  // The nodes': AWS's storage has none there.
  assert.equal(cost.total, null);
  assert.ok(Number(cost.at_least) > 0);
  assert.match(await text(page, '[data-figure="cost"]'), /at least \$/);
});

await check("a plan that cannot run says why", {}, async (page) => {
  await open(page, "?scenario=llama3-70b-p5&cluster.instance=p4d.24xlarge");
  assert.match(await text(page, "#headline"), /cannot run/);
  const {obstacles} = await planned("llama3-70b-p5", {"cluster.instance": "p4d.24xlarge"});
  assert.ok((await text(page, "#obstacles")).includes(obstacles[0]));
});

await check("a plan that is late says so, and not that it cannot run", {}, async (page) => {
  await open(page, "?scenario=llama3-70b-p5&run.deadline=2025-05-01");
  const {obstacles, run} = await planned("llama3-70b-p5", {"run.deadline": "2025-05-01"});
  assert.match(await text(page, "#headline"), /misses 2025-05-01: kept with a chance of/);
  assert.ok((await text(page, "#headline")).includes(`9 in 10 by ${run.finish.p90}`));
  assert.ok((await text(page, "#obstacles")).includes(obstacles[0]));
  assert.ok(!/cannot run|if it could/.test(await page.innerText("#results")));
});

await check("what is wrong is said at its field, all at once", {refused: [422]}, async (page) => {
  await open(page);
  await page.fill("#nodes", "many");
  await page.fill("#tokens", "15TT");
  await page.waitForSelector("#tokens[aria-invalid]");
  assert.equal(await page.getAttribute("#nodes", "aria-invalid"), "true");
  assert.match(await text(page, "#nodes-problem"), /whole number/);
  assert.match(await text(page, "#headline"), /2 values cannot be taken/);
  await answered(page, async () => {
    await page.fill("#nodes", "64");
    await page.fill("#tokens", "1T");
  });
  assert.equal(await page.locator("[aria-invalid]").count(), 0);
});

await check("what was meant can be taken over", {refused: [422]}, async (page) => {
  await open(page, "?scenario=llama3-70b-p5&cluster.instance=p5.48xlarg");
  await page.click('#instance-problem button:text-is("Use p5.48xlarge")');
  await page.waitForSelector('[data-figure="cost"] data');
  await settled(page);
  assert.equal(await value(page, "cost"), (await planned("llama3-70b-p5", {})).cost.total);
});

await check("numbers of nodes that cannot be read are said at their own field", {refused: [422]}, async (page) => {
  await open(page);
  await page.fill("#sweep-nodes", "64..");
  await page.waitForSelector("#sweep-nodes[aria-invalid]");
  assert.notEqual(await text(page, "#sweep-nodes-problem"), "");
  assert.equal(await page.getAttribute("#nodes", "aria-invalid"), null);
});

await check("tokens of a scenario of several phases are left to the phases", {}, async (page) => {
  await open(page, "?scenario=llama3-405b-16k");
  assert.ok(await page.isDisabled("#tokens"));
  assert.ok(await page.isVisible("#tokens-hint"));
  assert.equal(await value(page, "days"), String((await planned("llama3-405b-16k", {})).run.wall_clock_days.p50));
});

// ---- programmes ----

await check("a programme has its cost, its projects and who trains when", {}, async (page) => {
  await open(page, "?scenario=two-teams");
  const programme = await document("two-teams");
  const ask = async (set) =>
    JSON.parse((await api("programme", {programme, set, no_proof: true, no_remedies: true, trials: 1000})).text);
  const report = await ask({});
  assert.equal(await value(page, "cost"), report.total_cost);
  const rows = await page.locator("#projects-table tbody tr").allTextContents();
  const projects = report.organisations.flatMap((one) => one.projects);
  assert.equal(rows.length, projects.length);
  projects.forEach((project, i) => {
    for (const part of [project.name, project.start.p50, project.finish.p50, project.deadline])
      assert.ok(rows[i].includes(part), `${rows[i]} has no ${part}`);
  });
  assert.equal(await page.locator("#gantt rect.bar").count(), report.placement.phases.length);
  await answered(page, () => page.fill("#field-pools-0-price-per_node_hour", "50"));
  assert.equal(await value(page, "cost"), (await ask({"pools.0.price.per_node_hour": "50 $/h"})).total_cost);
});

await check("a question that takes long is answered as a job", {}, async (page) => {
  await open(page, "?scenario=two-teams");
  const places = [];
  page.on("response", (response) => response.status() === 202 && places.push(response.headers().location));
  await answered(page, () => page.check("#remedies"));
  assert.equal(places.length, 1);
  assert.match(places[0], /^\/v1\/jobs\//);
  assert.notEqual(await value(page, "cost"), "");
});

await check("what is wrong with a programme is said at its field", {refused: [422]}, async (page) => {
  await open(page, "?scenario=two-teams");
  await page.fill("#field-pools-0-deliveries-0-nodes", "0");
  await page.waitForSelector("#field-pools-0-deliveries-0-nodes[aria-invalid]");
  await answered(page, () => page.fill("#field-pools-0-deliveries-0-nodes", "5"));
});

// ---- who may see it, and how ----

await check("a server with tokens is given one, which the page shows nobody", {refused: [401]}, async (page) => {
  await page.goto(guarded);
  await page.waitForSelector("#token-form:not([hidden])");
  await page.fill("#token", "not a secret of anybody");
  await page.press("#token", "Enter");
  await page.waitForFunction(() => globalThis.document.querySelector("#headline").textContent.includes("not taken"));
  await page.fill("#token", secret);
  await page.press("#token", "Enter");
  await page.waitForSelector('[data-figure="cost"] data');
  await settled(page);
  assert.ok(await page.isHidden("#token-form"));
  assert.ok((await page.textContent("#curl")).includes("Bearer $FMPLAN_TOKEN"));
  assert.ok(!(await page.content()).includes(secret) && !page.url().includes(secret));
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + globalThis.document.cookie.length), 0);
});

await check("everything is reached with the keyboard alone, and seen where it is", {}, async (page) => {
  await open(page);
  const seen = [];
  for (let i = 0; i < 80; ++i) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const one = globalThis.document.activeElement;
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      return {name: one.id || one.textContent.trim().slice(0, 30), tag: one.tagName,
              ringed: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
              inside: box.bottom > 0 && box.top < innerHeight};
    });
    if (here.tag === "BODY") break;
    seen.push(here);
  }
  const names = seen.map((one) => one.name);
  assert.ok(names.length < 80, "the keyboard is caught");
  for (const wanted of ["Skip to the answer", "scenario", "instance", "nodes", "tokens", "start", "deadline", "region", "kind",
                        "price-date", "own-price", "reset", "sweep-nodes", "sweep-table", "answer-link", "document-link", "copy"])
    assert.ok(names.includes(wanted), `${wanted} is not reached: ${names}`);
  for (const one of seen) assert.ok(one.ringed && one.inside, `${one.name} has the focus, but it is not seen`);
  // From the machine a step back to the scenario, by keys to another one, and on to its nodes.
  await page.keyboard.press("Tab");
  await page.focus("#scenario");
  await answered(page, () => page.keyboard.press("Home"));
  assert.equal(await page.inputValue("#scenario"), "bloom-176b-p4de");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await answered(page, async () => {
    await page.keyboard.type("96");
    await page.keyboard.press("Enter");
  });
  assert.equal(await value(page, "cost") || null, (await planned("bloom-176b-p4de", {"cluster.nodes": 96})).cost.total);
  await page.focus("#copy");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Copied|Selected/.test(globalThis.document.querySelector("#copied").textContent));
});

await check("nothing moves for who wants no motion", {context: {reducedMotion: "reduce"}}, async (page) => {
  await open(page);
  const moving = await page.evaluate(() => [...globalThis.document.querySelectorAll("*")]
    .filter((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0 || getComputedStyle(one).animationName !== "none")
    .map((one) => one.tagName));
  assert.deepEqual(moving, []);
});

/** Texts whose contrast to what is behind them is below 4.5 (WCAG 2.2, 1.4.3). */
const kPaleTexts = () => {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map(Number).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/, 0\)$|transparent/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const pale = [];
  for (const one of globalThis.document.querySelectorAll("body *")) {
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || !one.getClientRects().length || one.disabled || ["OPTION", "OPTGROUP"].includes(one.tagName)) continue;
    const style = getComputedStyle(one);
    const [a, b] = [luminance(one.namespaceURI.endsWith("svg") ? style.fill : style.color), luminance(ground(one))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) pale.push(`${one.tagName} "${one.textContent.trim().slice(0, 20)}" ${contrast.toFixed(2)}`);
  }
  return pale;
};

const kViews = {plan: "?scenario=llama3-70b-p5&run.deadline=2025-09-01",
                late: "?scenario=llama3-70b-p5&run.deadline=2025-05-01", programme: "?scenario=geniac-cycle2",
                unknown: "?scenario=llama-65b", problem: "?scenario=llama3-70b-p5&training.tokens=15TT"};
for (const width of [375, 1280, 2560])
  for (const colorScheme of ["light", "dark"])
    for (const [name, query] of Object.entries(kViews))
      await check(`${name} fits ${width} pixels and can be read in ${colorScheme}`,
                  {context: {viewport: {width, height: 900}, colorScheme}, refused: [422]}, async (page) => {
        await open(page, query);
        await page.screenshot({path: join(screenshots, `${name}-${width}-${colorScheme}.png`), fullPage: true});
        assert.equal(await page.evaluate(() => globalThis.document.documentElement.scrollWidth), width);
        assert.deepEqual(await page.evaluate(kPaleTexts), []);
      });

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
