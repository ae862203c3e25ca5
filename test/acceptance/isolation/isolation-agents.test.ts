// Nothing leaks to agents: every tool at `/mcp` × every position of an id × every kind of foreign id, by the rows of the matrix of
// operations. A foreign id gets byte for byte the response of one that does not exist; another place needs a token of that place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTools } from '../../../src/mcp/all-tools.ts';
import type { Tool } from '../../../src/mcp/tool.ts';
import { callAt } from '../operations/good-calls.ts';
import {
  absent,
  allPlaces,
  allWorkspaces,
  home,
  markOf,
  type Place,
  PRODUCTION,
  shared,
} from '../service/fixture-bundle.ts';
import { type Call, scopeHeadersOf, type WireResponse } from '../service/fixture-service.ts';
import { someOf } from '../service/test-database.ts';
import { type Credential, openIsolationFixture } from './isolation-fixture.ts';
import { buildPositions } from './isolation-positions.ts';
import { assertOnlyMarkOf, keptElsewhere, marksIn, seen } from './isolation-seen.ts';
import { annex, origins, otherTenant, otherWorkspace, type Position } from './isolation-values.ts';

const { fixture, samples, credentials } = await openIsolationFixture({ VITRINE_MCP: 'true' });
const { tokenOf } = samples;
const positions = buildPositions(samples);
const FEW_ROWS = 5;

type Message = { readonly method: string; readonly params?: object };

/** One message to `/mcp`. A result is what the agent sees of it; anything else is the response as it is. */
const send = async (message: Message, { place = home, token }: Call): Promise<WireResponse> => {
  const response = await fixture.wire.send({
    method: 'POST',
    target: '/mcp',
    headers: [
      ...(place === null ? [] : scopeHeadersOf(place)),
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
      ['mcp-protocol-version', '2025-06-18'],
    ],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  assert.doesNotMatch(response.text, /internal_error/);
  return response.status === 200 ? { ...response, text: shownOf(response.text) } : response;
};

const shownOf = (text: string): string => {
  const { result, error } = JSON.parse(text.slice(text.indexOf('{'))) as {
    result?: { isError?: boolean; content?: { text: string }[]; tools?: { name: string }[] };
    error?: object;
  };
  assert.equal(error, undefined, text);
  if (result?.tools !== undefined) return result.tools.map(({ name }) => name).join(' ');
  return `${result?.isError === true ? 'failed: ' : ''}${result?.content?.[0]?.text}`;
};

/** What an agent says to have the operation called like this. What no tool takes is left out. */
const argumentsOf = (tool: Tool, { params = {}, query = {}, body = {} }: Call): Record<string, unknown> => {
  const [element = {}] = (body as { version_data?: readonly object[] }).version_data ?? [];
  const parts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    path: params,
    query: typeof query === 'string' ? {} : query,
    body: { ...(body as object), ...element },
    header: {},
  };
  return Object.fromEntries(
    [...tool.arguments].flatMap(([shown, { place, name }]) => {
      const value = parts[place]?.[name];
      return value === undefined ? [] : [[shown, value]];
    }),
  );
};

const ask = (tool: Tool, call: Call): Promise<WireResponse> =>
  send({ method: 'tools/call', params: { name: tool.name, arguments: argumentsOf(tool, call) } }, call);

/** `ok`, the status of `/mcp`, or the status that the operation of the tool has. */
const outcomeOf = ({ status, text }: WireResponse): string =>
  status !== 200 ? String(status) : text.startsWith('failed: ') ? text.slice(8).slice(0, 8) : 'ok';

const expectedAt = ({ operation: { access } }: Tool, place: Place, credential: Credential): string => {
  if (credential === 'none') return '401';
  if (credential === 'operator' || markOf(place) !== markOf(home)) return '403';
  if (credential === 'environment' && place.environment !== PRODUCTION) return '403';
  const isRefused =
    (access === 'manage' && credential !== 'workspace') || (access === 'full' && credential === 'read');
  return isRefused ? 'HTTP 403' : 'ok';
};

/** Deletes what a tool has created. */
const undo = async ({ name }: Tool, response: WireResponse): Promise<void> => {
  if (name !== 'create_record' || outcomeOf(response) !== 'ok') return;
  const { record } = JSON.parse(response.text) as { record: { id: string } };
  const params = { modelInternalName: shared.modelName, contentModelDataId: record.id };
  const gone = await fixture.call('delete-record', { params, token: tokenOf(home) });
  assert.equal(gone.status, 200, gone.text);
};

interface Row {
  readonly tool: Tool;
  readonly at: string;
  readonly position: Position;
}

/** What an agent can say, and the headers of its connection. A connection does not follow from a host. */
const rowsOf = (tool: Tool): Row[] => {
  const said = new Set([...tool.arguments.values()].map(({ name }) => name));
  return Object.entries(positions[tool.operation.name] ?? {})
    .filter(([at, { isPlace }]) => said.has(at) || (isPlace === true && at !== 'host'))
    .map(([at, position]) => ({ tool, at, position }));
};

const rows = [...allTools.values()].flatMap(rowsOf);

test('every tool has a row for every id that it takes, and for each part of its place', () => {
  for (const tool of allTools.values()) {
    const ids = [...tool.arguments.values()]
      .filter(({ place, name }) => place === 'path' || /(?:^|_)ids?$/.test(name))
      .map(({ name }) => name);
    const tried = rows.filter((row) => row.tool === tool).map(({ at }) => at);
    const wanted = [...ids, 'x-tenant-id', 'x-workspace-id'];
    assert.deepEqual(
      wanted.filter((at) => !tried.includes(at)),
      [],
      tool.name,
    );
  }
});

const tryRow = async ({ tool, position }: Row, credential: Credential): Promise<void> => {
  const token = credentials[credential];
  const { name } = tool.operation;
  const mayHere = expectedAt(tool, home, credential) === 'ok';
  const askFor = async (value: string, at: Place = home): Promise<WireResponse> => {
    const good = mayHere ? await samples.prepare(name, at) : callAt(name, home);
    const response = await ask(tool, { ...(value === '' ? good : position.put(good, value)), token });
    if (at === home) await undo(tool, response);
    return response;
  };
  const ours = await askFor(position.own);
  assert.equal(outcomeOf(ours), expectedAt(tool, home, credential), `our own id: ${ours.text}`);
  assertOnlyMarkOf(home, ours.text);
  const nowhere = await askFor(position.absent);
  if (mayHere && position.isFree !== true)
    assert.notDeepEqual(seen(nowhere, position.absent), seen(ours, position.own), 'our own id must tell');
  for (const origin of origins) {
    const { value, leadsTo } = position.foreign[origin];
    if (leadsTo !== undefined && mayHere && expectedAt(tool, leadsTo, credential) === 'ok') {
      const response = await askFor(value, position.isPlace === true ? leadsTo : home);
      assert.equal(outcomeOf(response), 'ok', `${origin} ${value}: ${response.text}`);
      assertOnlyMarkOf(leadsTo, response.text);
    } else {
      const response = await askFor(value);
      assert.deepEqual(seen(response, value), seen(nowhere, position.absent), `${origin} ${value}`);
    }
  }
};

let before: readonly string[] = [];
test('what the other workspaces hold is known', async () => {
  before = await keptElsewhere(fixture);
});

for (const row of someOf(rows, FEW_ROWS)) {
  test(`${row.tool.name}: a foreign id in ${row.at} is served as an absent one, or as its own place`, async () => {
    for (const credential of Object.keys(credentials) as Credential[]) await tryRow(row, credential);
  });
}

test('a token opens its own workspace to agents and nothing else, whether the place exists or not', async () => {
  const nowhere: readonly Place[] = [
    { ...home, tenant: absent.id },
    { ...home, workspace: absent.id },
    { tenant: absent.id, workspace: absent.id, environment: absent.id },
  ];
  for (const tool of allTools.values()) {
    for (const holder of [home, otherWorkspace, otherTenant, annex]) {
      const token = tokenOf(holder);
      const others = [...allPlaces, ...nowhere].filter((place) => markOf(place) !== markOf(holder));
      const responses = new Set<string>();
      for (const place of others) {
        const response = await ask(tool, { ...callAt(tool.operation.name, home), place, token });
        assert.match(response.text, /"code":"token_scope"/);
        responses.add(JSON.stringify(seen(response, '')));
      }
      assert.deepEqual([responses.size, others.length > allWorkspaces.length], [1, true], tool.name);
    }
  }
});

test('tools are listed to those who may call them, alike in every place', async () => {
  const list = async (place: Place, credential: Credential) =>
    send({ method: 'tools/list' }, { place, token: credentials[credential] });
  for (const credential of Object.keys(credentials) as Credential[]) {
    for (const place of allPlaces) {
      const response = await list(place, credential);
      const allowed = [...allTools.values()].filter((tool) => expectedAt(tool, place, credential) === 'ok');
      if (response.status === 200) assert.equal(response.text, allowed.map(({ name }) => name).join(' '));
      else assert.deepEqual([allowed, marksIn(response.text)], [[], []], response.text);
    }
  }
});

test('nothing of all that has changed anything in another workspace', async () => {
  assert.ok(before.length > 0);
  assert.deepEqual(await keptElsewhere(fixture), before);
});
