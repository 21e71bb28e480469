// The server asked: with a token where it wants one, jobs waited for.

let token = "";  // in this page's memory alone

export function useToken(secret) {
  token = secret;
}

/** What is not an answer: `status` 0 where the server was not reached. */
export class Refused extends Error {
  constructor(status, detail, errors = []) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

async function send(method, path, {body, signal} = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {method, headers, body, signal});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "The server cannot be reached.");
  }
  const text = await response.text();
  if (response.ok) return {status: response.status, text, place: response.headers.get("Location")};
  throw refusalOf(response, text);
}

function refusalOf(response, text) {
  const wait = response.headers.get("Retry-After");
  try {
    const problem = JSON.parse(text);
    const detail = wait ? `${problem.detail}; try again in ${wait} s` : problem.detail;
    return new Refused(response.status, detail, problem.errors ?? []);
  } catch {
    return new Refused(response.status, `The server answered with status ${response.status}.`);
  }
}

export async function get(path, signal) {
  return JSON.parse((await send("GET", path, {signal})).text);
}

const kBetweenLooks = 300;  // milliseconds between two looks at a job

/** The text of an answer; what takes long is a job, whose progress from 0 to 1 is told. */
export async function ask(kind, question, signal, tellProgress = () => {}) {
  const first = await send("POST", `/v1/${kind}`, {body: JSON.stringify(question), signal});
  return first.status === 202 ? resultOf(first.place, signal, tellProgress) : first.text;
}

async function resultOf(place, signal, tellProgress) {
  try {
    for (;;) {
      const job = await get(place, signal);
      if (job.state === "done") return (await send("GET", `${place}/result`, {signal})).text;
      if (job.state === "failed" || job.state === "cancelled")
        throw new Refused(422, job.problem || `The job was ${job.state}.`);
      tellProgress(job.progress);
      await new Promise((go) => setTimeout(go, kBetweenLooks));
    }
  } catch (error) {
    // Nobody waits for it any more.
    if (error.name === "AbortError") send("DELETE", place).catch(() => {});
    throw error;
  }
}

/** The line of a shell that asks the same in the same bytes. A token is named, never shown. */
export function curlLine(kind, question) {
  const quoted = JSON.stringify(question).replaceAll("'", "'\\''");
  const secret = token ? " -H \"Authorization: Bearer $FMPLAN_TOKEN\"" : "";
  return `curl -s${secret} -H 'Content-Type: application/json' --data-binary '${quoted}' ${location.origin}/v1/${kind}`;
}
