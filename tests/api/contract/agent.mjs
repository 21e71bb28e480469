// The official client of the Model Context Protocol asks `fmplan mcp`.
//   node agent.mjs FMPLAN ROOT

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import assert from 'node:assert/strict';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';

const [fmplan, root] = process.argv.slice(2);
const client = new Client({name: 'contract', version: '1.0.0'});
await client.connect(new StdioClientTransport({command: fmplan, args: ['mcp'], cwd: root}));
assert.equal(client.getServerVersion().name, 'fmplan');
assert.match(client.getInstructions(), /unknown price/);

const {tools} = await client.listTools();
const names = tools.map(tool => tool.name);
for (const name of ['plan', 'step', 'memory', 'run', 'search', 'sweep', 'solve', 'market', 'compare', 'programme', 'scale',
                    'network', 'explain'])
  assert.ok(names.includes(name), `there is no tool ${name}`);
const ajv = new Ajv2020({strict: true, strictTypes: false});
addFormats.default(ajv);
const inputs = Object.fromEntries(tools.map(tool => [tool.name, ajv.compile(tool.inputSchema)]));

/// Calls a tool with arguments that its schema must allow.
async function call(name, question) {
  assert.ok(inputs[name](question), `${name}: ${ajv.errorsText(inputs[name].errors)}`);
  return client.callTool({name, arguments: question});
}
const file = 'scenarios/llama3-70b-p5.json';
const scenario = JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
const printed = (...args) => execFileSync(fmplan, [...args, '--format', 'json'], {cwd: root, encoding: 'utf8'});

// The text is the command line's to the byte, and what is structured the same value.
const plan = await call('plan', {scenario, set: {'cluster.nodes': 128}});
assert.equal(plan.isError, false);
assert.equal(plan.content[0].text, printed('plan', file, '--set', 'cluster.nodes=128'));
assert.deepEqual(plan.structuredContent, JSON.parse(plan.content[0].text));
const scale = await call('scale', {compute: '1e24', on: 'p5.48xlarge'});
assert.equal(scale.content[0].text, printed('scale', '--compute', '1e24', '--on', 'p5.48xlarge'));

// What is wrong is told to the agent as the tool's answer, with what to write instead.
const wrong = await call('plan', {scenario: {...scenario, cluster: {...scenario.cluster, instance: 'p5.48xlrge'}}});
assert.equal(wrong.isError, true);
assert.match(wrong.content[0].text, /p5\.48xlarge/);
const stray = await client.callTool({name: 'plan', arguments: {scenario, sett: {}}});
assert.match(stray.content[0].text, /did you mean "set"/);
await assert.rejects(client.callTool({name: 'plann', arguments: {}}), {code: -32602});
await client.close();
console.log(`${tools.length} tools, called by the official client`);
