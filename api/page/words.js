// Numbers as text, each with its unit; what is not known is said to be unknown.

export const kUnknown = "unknown";
const kJoint = "\u00a0";  // a blank at which no line is broken

const number = (most) => new Intl.NumberFormat("en-US", {maximumFractionDigits: most});
const kWhole = number(0);
const kOneDecimal = number(1);
const kJustOneDecimal = new Intl.NumberFormat("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});
const kThree = {minimumSignificantDigits: 3, maximumSignificantDigits: 3};
const kThreeDigits = new Intl.NumberFormat("en-US", kThree);
const kCompact = new Intl.NumberFormat("en-US", {notation: "compact", ...kThree});

const known = (value) => value !== null && value !== undefined;

export const count = (value) => (known(value) ? kWhole.format(value) : kUnknown);
export const compact = (value) => (known(value) ? (value < 1e6 ? kWhole.format(value) : kCompact.format(value)) : kUnknown);
export const percent = (share) => (known(share) ? `${kOneDecimal.format(100 * share)}${kJoint}%` : kUnknown);
/** A share that only what never fails may call 100 %. */
export function chance(share) {
  if (share > 0 && share < 0.001) return `under 0.1${kJoint}%`;
  return share > 0.999 && share < 1 ? `over 99.9${kJoint}%` : percent(share);
}
export const day = (text) => text ?? kUnknown;

function daysNumber(value) {
  return value >= 1000 ? kWhole.format(value) : value >= 10 ? kJustOneDecimal.format(value) : kThreeDigits.format(value);
}
export const days = (value) => (known(value) ? `${daysNumber(value)}${kJoint}${value === 1 ? "day" : "days"}` : kUnknown);
export const dayRange = (low, high) =>
  known(low) && known(high) ? `${daysNumber(low)} – ${daysNumber(high)}${kJoint}days` : kUnknown;

/** The value in the largest unit that leaves at least 1 of it; `units` from large to small. */
function scaled(value, units) {
  if (!known(value)) return kUnknown;
  const [factor, unit] = units.find(([size]) => Math.abs(value) >= size) ?? units[units.length - 1];
  return `${kThreeDigits.format(value / factor)}${kJoint}${unit}`;
}
export const seconds = (value) => scaled(value, [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"]]);
export const bytes = (value) => scaled(value, [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1, "B"]]);
export const energy = (kwh) => scaled(kwh, [[1e9, "TWh"], [1e6, "GWh"], [1e3, "MWh"], [1, "kWh"]]);
export const mass = (kg) => scaled(kg, [[1e9, "Mt"], [1e6, "kt"], [1e3, "t"], [1, "kg"]]);

function currencyFormat(currency, options) {
  return new Intl.NumberFormat("en-US", {style: "currency", currency, currencyDisplay: "narrowSymbol", ...options});
}

/** Money of a decimal string, short: $72.7M, $311,293. */
export function money(amount, currency = "USD") {
  if (!known(amount)) return kUnknown;
  const value = Number(amount);
  const size = Math.abs(value);
  const options = size >= 1e6 ? {notation: "compact", ...kThree}
                              : {maximumFractionDigits: size >= 100 ? 0 : 2};
  return currencyFormat(currency, options).format(value);
}

/** The same on an axis: $50M, $0. */
export function moneyTick(value, currency = "USD") {
  return currencyFormat(currency, {notation: "compact", maximumSignificantDigits: 3}).format(value);
}

/** The same with every digit that there is: 72,684,771.64 USD. */
export function exactMoney(amount, currency = "USD") {
  if (!known(amount)) return kUnknown;
  const [whole, rest] = String(amount).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${rest ? `${grouped}.${rest}` : grouped} ${currency}`;
}

export const moneyRange = (low, high, currency) =>
  known(low) && known(high) ? `${money(low, currency)} – ${money(high, currency)}` : kUnknown;

/** "capacity_block" as a person says it. */
export const spaced = (name) => String(name).replaceAll("_", " ");

export const plural = (number, one, many = `${one}s`) => `${kWhole.format(number)} ${number === 1 ? one : many}`;
