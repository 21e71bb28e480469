// What the catalogue says of machines and their prices, as choices.

import {at, element, unbroken} from "/page/elements.js";
import {spaced} from "/page/words.js";

const kKinds = ["on_demand", "capacity_block", "reserved_1y", "reserved_3y", "spot", "spot_min", "spot_max"];
const kAnywhere = "*";   // a price of every region
const kMostTold = 3;     // of the known prices of a region

/** Machines by who offers them: the first word of their titles. */
export function machineOptions(machines) {
  const groups = new Map();
  for (const machine of machines) {
    const [maker, ...rest] = machine.title.split(" ");
    const option = element("option", {value: machine.name},
                           `${rest.join(" ")} · ${machine.accelerators} × ${machine.accelerator}`);
    groups.set(maker, [...(groups.get(maker) ?? []), option]);
  }
  return [...groups].map(([label, options]) => element("optgroup", {label}, ...options));
}

function fillList(list, values, keep) {
  const all = [...new Set([...values, keep])].filter((value) => value !== undefined && value !== null);
  list.replaceChildren(...all.map((value) => element("option", {value}, value === "" ? "not said" : spaced(value))));
  if (keep !== undefined && keep !== null) list.value = keep;
}

/** Regions of which a price is known. What is chosen stays, but where `otherwise` is given and nothing is known of it. */
export function fillRegions(points, otherwise) {
  const list = at("region");
  const regions = [...new Set(points.map((point) => point.region))].filter((region) => region !== kAnywhere).sort();
  const now = list.value;
  const stays = regions.length === 0 || regions.includes(now) || points.some((point) => point.region === kAnywhere);
  const moved = otherwise && otherwise !== kAnywhere && !stays;
  const first = list.dataset.first ?? "";
  list.replaceChildren();
  fillList(list, [...regions, first], moved ? otherwise : now);
  const hint = at("region-hint");
  hint.hidden = !moved;
  hint.textContent = moved ? `No price of this machine is known in ${now || "no region"}.` : "";
}

export function fillKinds() {
  fillList(at("kind"), kKinds);
}

/** The prices known of the machine where and how it is bought, so that a day can be chosen. */
export function showKnownPrices(points) {
  const region = at("region").value;
  const kind = at("kind").value;
  const here = points.filter((point) => [region, kAnywhere].includes(point.region) && point.kind === kind && point.price)
    .sort((a, b) => a.valid_from.localeCompare(b.valid_from)).slice(-kMostTold);
  const where = [kind && spaced(kind), region && `in ${region}`].filter(Boolean).join(" ") || "anywhere";
  at("price-hint").replaceChildren(...unbroken(here.length === 0
    ? `No price of this machine is known ${where}: without one its cost is unknown.`
    : `Known ${where}: ${here.map((point) => `${point.price} from ${point.valid_from} to ${point.last_seen}`).join("; ")}.`));
}
