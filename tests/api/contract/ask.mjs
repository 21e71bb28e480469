// Asks a started server through a proxy that refuses what lies outside of the published document, and holds every answer
// against its schema besides.
//   node ask.mjs DOCUMENT SERVER PROXY ROOT

import {readFileSync, readdirSync} from 'node:fs';
import {Document} from './document.mjs';

const [file, server, proxy, root] = process.argv.slice(2);
const document = new Document(file);
let failures = 0;
function expect(holds, what) {
  if (holds) return;
  ++failures;
  console.error(`FAILED: ${what}`);
}

/// Asks, and holds the answer against the document; `directly` without the proxy, for requests that it would refuse.
async function ask(method, path, {body, headers = {}, wanted = [200], directly = false} = {}) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch((directly ? server : proxy) + path, {
    method,
    headers: {...(text === undefined ? {} : {'Content-Type': 'application/json'}), ...headers},
    body: text,
  });
  const answer = await response.text(), type = response.headers.get('content-type') ?? '';
  const what = `${method} ${path}${text === undefined ? '' : ` ${text.slice(0, 120)}`}`;
  const violations = response.headers.get('sl-violations');
  const refused = violations ?? (answer.includes('stoplight.io/prism') ? answer : '');
  expect(!refused, `${what}: outside of the document: ${refused?.slice(0, 800)}`);
  expect(wanted.includes(response.status), `${what}: ${response.status} ${answer.slice(0, 300)}`);
  const outside = document.outside(method, path.split('?')[0], response.status, type, answer);
  expect(!outside, `${what}: ${outside}`);
  return {status: response.status, headers: response.headers, text: answer, json: () => JSON.parse(answer)};
}
const post = (path, body, options) => ask('POST', path, {...options, body});

const read = path => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));
const files = folder => readdirSync(`${root}/${folder}`).filter(name => name.endsWith('.json'));

// ---- the examples of the document, each as it stands there ----
for (const operation of document.operations) {
  if (!operation.requestBody) continue;
  // Of a file's media types the first has it.
  const [type, {example}] = Object.entries(operation.requestBody.content)[0];
  expect(example, `${operation.operationId} has no example`);
  const given = (operation.parameters ?? []).filter(one => one.in === 'query' && one.example);
  const query = given.map(one => `${one.name}=${encodeURIComponent(one.example)}`).join('&');
  if (example)
    await post(operation.path + (query && `?${query}`), example, {wanted: [200, 202], headers: {'Content-Type': type}});
}

// ---- every bundled scenario and programme, alone and in a question ----
const scenario = read('scenarios/llama3-70b-p5.json');
for (const name of files('scenarios'))
  for (const kind of ['plan', 'step', 'memory']) await post(`/v1/${kind}`, read(`scenarios/${name}`));
for (const name of files('programmes')) {
  const programme = (await ask('GET', `/v1/scenarios/${name.replace('.json', '')}`)).json();
  await post('/v1/programme', {programme, trials: 20, no_proof: true, no_remedies: true}, {wanted: [200, 202]});
}
await post('/v1/plan', {scenario, set: {'cluster.nodes': 128, 'price.kind': 'capacity_block'}, fail_if: 'days>1'});
await post('/v1/plan', {scenario, explain: ['days', 'step.mfu']});
const alone = {'cluster.nodes': 1, 'training.parallel': {tensor: 8, zero_stage: 0}};  // it cannot run, and that is an answer
expect(!(await post('/v1/plan', {scenario, set: alone})).json().can_run, 'a 70B model runs on eight GPUs');
await post('/v1/step', {scenario, fail_if: ['step.mfu<0.1']});
await post('/v1/memory', {scenario, mode: 'megatron_theoretical'});
await post('/v1/run', {scenario, trials: 100, fail_if: 'days.p90>1'}, {wanted: [200, 202]});
await post('/v1/run', {scenario, trials: 100, no_changes: true, explain: 'days'}, {wanted: [200, 202]});
await post('/v1/solve', {scenario, vary: 'cluster.nodes=64..256:64', until: 'days<=200'}, {wanted: [200, 202]});
await post('/v1/solve', {scenario, vary: 'cluster.nodes=64..256:64', until: 'days<=200', fail_if: 'cost>1'},
           {wanted: [200, 202]});
await post('/v1/market', {scenario, on: 'p5*', nodes: '64,128', until: 'days<=200'}, {wanted: [200, 202]});
await post('/v1/sweep', {scenario, set: {'cluster.nodes': [64, 128], 'run.spare_nodes': '1,2'}, fail_if: 'cost>1'});
await post('/v1/sweep', {scenario, set: {'cluster.nodes': '64..128:64'}, answer: 'run', trials: 50},
           {wanted: [200, 202]});
await post('/v1/plan', {scenario, fail_if: ['days>1', 'days>9999'], explain: 'days'});
await post('/v1/sweep', {scenario, set: {'cluster.nodes': [128, 256]}, fail_if: ['days>150', 'days>9999']});
await post('/v1/compare', {sides: [scenario], with: [{'cluster.nodes': 128}, {'price.kind': 'on_demand'}]});
await post('/v1/compare', {sides: [scenario, read('scenarios/llama2-70b.json')]}, {wanted: [202]});
const two_teams = (await ask('GET', '/v1/scenarios/two-teams')).json();
await post('/v1/compare', {sides: [two_teams], with: [{'pools.shared.deliveries.0.nodes': 3}]}, {wanted: [200, 202]});
for (const body of [{compute: '1e24'}, {params: '70B', tokens: '15T'}, {budget: '$5M', on: 'p5.48xlarge'}])
  await post('/v1/scale', body);
for (const more of [{expect: true}, {show: true}, {contention: true}, {bytes: ['64 MiB', 1048576]}])
  await post('/v1/network', {cluster: 'p5.48xlarge', nodes: 16, ...more});
await post('/v1/network', {scenario, show: true});
await post('/v1/explain', {keys: 'all'});

// ---- files of a scenario and of answers ----
await post('/v1/export/xlsx', scenario);
await post('/v1/export/xlsx', {scenario, set: {'cluster.nodes': 128}, seed: 2});
const planned = (await post('/v1/plan', {scenario, fail_if: 'days>1'})).json();
await post('/v1/export/xlsx', planned);
await post('/v1/export/xlsx', {answer: planned});
await post('/v1/export/xlsx', (await post('/v1/sweep', {scenario, set: {'cluster.nodes': [128, 256]}})).json());
await post('/v1/export/focus', {programme: two_teams, trials: 20, no_proof: true, focus_version: '1.4'});

// ---- files of other tools, and what is refused of them ----
const text_of = path => readFileSync(`${root}/${path}`, 'utf8');
const text = {headers: {'Content-Type': 'text/plain'}}, csv = {headers: {'Content-Type': 'text/csv'}};
for (const kind of ['megatron', 'torchtitan', 'nemo'])
  await post(`/v1/import/${kind}-log?instance=p5.48xlarge`, text_of(`tests/data/logs/${kind}.log`), text);
await post('/v1/import/sacct?nodes=16', text_of('tests/golden/inputs/jobs.sacct'), text);
await post('/v1/import/skypilot?on=2026-03-01&region=us-east-1&region=us-west-2', text_of('tests/golden/inputs/vms.csv'), csv);
const bytes = {headers: {'Content-Type': 'application/octet-stream'}, directly: true};
await post('/v1/import/swf', text_of('tests/golden/inputs/jobs.swf'), bytes);
const wrong = (await post('/v1/import/swf', '; UnixStartTime: 1\n1 2 3\n', {...text, wanted: [422]})).json();
expect(wrong.errors[0].line === 2, 'a line of a file that is wrong is not told');
await post('/v1/import/demand?strat=2026-03-01', 'organisation\n', {...csv, wanted: [422], directly: true});
await post('/v1/import/demand', '{}', {wanted: [415], directly: true});
await post('/v1/import/demand', ' '.repeat((1 << 20) + 1), {...csv, wanted: [413], directly: true});

// ---- catalogue, scenarios, the server itself ----
const {kinds} = (await ask('GET', '/v1/catalog')).json();
for (const {kind} of kinds) {
  const list = (await ask('GET', `/v1/catalog/${kind}`)).json();
  const name = list.items?.[0]?.name;
  expect(name, `${kind} has no item`);
  const item = await ask('GET', `/v1/catalog/${kind}/${name}`);
  await ask('GET', `/v1/catalog/${kind}/${name}`, {headers: {'If-None-Match': item.headers.get('etag')}, wanted: [304]});
}
for (const {method, path} of document.operations) if (method === 'GET' && !path.includes('{')) await ask(method, path);

// ---- jobs ----
async function finished(id) {
  for (let i = 0; i < 600; ++i) {
    const job = (await ask('GET', `/v1/jobs/${id}`)).json();
    if (!['queued', 'running'].includes(job.state)) return job;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return {state: 'late'};
}
const key = {'Idempotency-Key': 'contract'};
const sweep = {kind: 'sweep', question: {scenario, set: {'cluster.nodes': '64..256:64'}}};
const job = (await post('/v1/jobs', sweep, {headers: key, wanted: [202]})).json();
expect((await post('/v1/jobs', sweep, {headers: key, wanted: [202]})).json().id === job.id, 'a key made a second job');
await post('/v1/jobs', {kind: 'plan', question: scenario}, {headers: key, wanted: [409]});
const done = await finished(job.id);
expect(done.state === 'done', `the job is ${done.state}: ${done.problem}`);
await ask('GET', `/v1/jobs/${job.id}/result`);
await ask('GET', `/v1/jobs/${job.id}/events`);
const rows = await ask('GET', `/v1/jobs/${job.id}/result?format=jsonl`);
expect(rows.text.trim().split('\n').length === 6, 'the job has other than a head, 4 rows and counts');
for (const form of ['json', 'csv', 'html', 'xlsx']) await ask('GET', `/v1/jobs/${job.id}/result?format=${form}`);
await ask('GET', `/v1/jobs/${job.id}/result?format=focus`, {wanted: [422]});
const long = (await post('/v1/jobs', {kind: 'run', question: {scenario, trials: 1000000}}, {wanted: [202]})).json();
await ask('GET', `/v1/jobs/${long.id}/result`, {wanted: [409]});
await ask('DELETE', `/v1/jobs/${long.id}`);
expect((await finished(long.id)).state === 'cancelled', 'a job is not cancelled');
const page = (await ask('GET', '/v1/jobs?limit=1')).json();
expect(page.jobs.length === 1 && page.cursor, 'a page of jobs has no next');
await ask('GET', `/v1/jobs?limit=1&cursor=${encodeURIComponent(page.cursor)}`);

// ---- what is refused: requests that the document allows, then those that it does not ----
await post('/v1/plan', {scenario: {...scenario, cluster: {instance: 'p5.48xlrge', nodes: 4}}}, {wanted: [422]});
await ask('GET', '/v1/catalog/nothing', {wanted: [404]});
await ask('GET', '/v1/scenarios/nothing', {wanted: [404]});
await ask('GET', '/v1/jobs/nothing', {wanted: [404]});
await ask('GET', '/v1/jobs?cursor=nothing', {wanted: [422]});
for (const [body, status] of [['{', 400], ['{"scenario": {}, "scenario": {}}', 400], ['[]', 422],
                              ['{"scenaro": {}}', 422], ['{"scenario": {"version": 1}}', 422]])
  await post('/v1/plan', body, {wanted: [status], directly: true});
await post('/v1/plan', '{}', {wanted: [415], directly: true, headers: {'Content-Type': 'text/plain'}});
await post('/v1/plan', ' '.repeat((1 << 20) + 1), {wanted: [413], directly: true});

for (const {operationId} of document.operations)
  expect(document.asked.has(operationId), `${operationId} was not asked: give it a request here`);
// The checks are no empty ones.
expect(document.problems({$ref: '#/components/schemas/health'}, {status: 'fine'}), 'a schema allows what it has not');
console.log(`${document.asked.size} operations, ${document.num_valid} answers inside their schemas`);
process.exit(failures > 0 ? 1 : 0);
