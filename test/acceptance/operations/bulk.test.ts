// Bulk requests over a real connection: results while the request is still being sent, everything sent before
// anything is read, gzip, a sender that disconnects half-way, and a repeat. What a line means is tested elsewhere.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';

const OPERATOR_TOKEN = 'operator-of-the-bulk-test-0123456789abcd';
const CATALOG = '0190a000-0000-7000-8000-000000000001';
const MANY = 12_000;
const WAIT_MAX_MS = 20_000;

interface Told {
  readonly line?: number;
  readonly outcome?: string;
  readonly error?: { readonly name: string; readonly code: string };
  readonly summary?: Readonly<Record<string, number | boolean>>;
}

let service: RunningService;
const cleanUps: (() => Promise<unknown>)[] = [];

const headers = {
  'x-tenant-id': 'acme',
  'x-workspace-id': 'web',
  authorization: `Bearer ${OPERATOR_TOKEN}`,
};

before(async () => {
  const dataDir = await makeDataDir({ after: (done) => cleanUps.push(done) });
  service = await startService(dataDir, { VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN });
  const { told } = await sendAll(
    linesOf([
      { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
      { kind: 'tenant', id: 'acme' },
      { kind: 'workspace', id: 'web' },
      { kind: 'environment', id: 'P1' },
      { kind: 'catalog', id: CATALOG, environment_ids: ['P1'] },
    ]),
  );
  assert.deepEqual(told.map(({ outcome }) => outcome).slice(0, -1), [
    'accepted',
    'created',
    'created',
    'created',
    'created',
  ]);
});

after(async () => {
  await service.stop();
  for (const cleanUp of cleanUps) await cleanUp();
});

const linesOf = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const product = (id: string, name = `Lamp ${id}`) => ({ kind: 'product', catalog_id: CATALOG, id, name });
const series = (mark: string, count: number, name?: string) =>
  Array.from({ length: count }, (_, index) => product(`${mark}${String(index).padStart(6, '0')}`, name));

const open = (more: Readonly<Record<string, string>> = {}, path = '/manage/v1/bulk'): ClientRequest => {
  const sent = request(new URL(path, service.address), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson', ...more },
  });
  // A client that aborts gets this error too.
  sent.on('error', () => undefined);
  return sent;
};

const responseOf = async (sent: ClientRequest): Promise<IncomingMessage> => {
  const [response] = (await once(sent, 'response', { signal: AbortSignal.timeout(WAIT_MAX_MS) })) as [
    IncomingMessage,
  ];
  return response;
};

const parse = (text: string): Told[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Told);

const readAll = async (response: IncomingMessage): Promise<Told[]> => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return parse(text);
};

const sendAll = async (body: string | Buffer, path?: string, more?: Readonly<Record<string, string>>) => {
  const sent = open(more, path);
  sent.end(body);
  const response = await responseOf(sent);
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    told: await readAll(response),
  };
};

const summaryOf = (told: readonly Told[]) => told.at(-1)?.summary ?? {};

/** How many products of the series exist. */
const countOf = async (mark: string): Promise<number> => {
  const response = await service.fetch(`/manage/v1/catalogs/${CATALOG}/products?search=${mark}&limit=1`, {
    headers,
  });
  const { Data } = (await response.json()) as { Data: { total_count: number } };
  return Data.total_count;
};

const spools = async (): Promise<string[]> =>
  (await readdir(service.dataDir)).filter((name) => name.startsWith('results-'));

test('each line has its result, by its number and in order; the same again changes nothing', async () => {
  const body = `${linesOf([product('a1')])}\n  \n{"kind":"product"}\nno json\n${linesOf([
    { ...product('a2'), catalog_id: '0190a000-0000-7000-8000-00000000dead' },
    { kind: 'tenant', id: 'globex' },
    product('a3'),
  ])}`;
  const first = await sendAll(body);
  assert.equal(first.status, 200);
  assert.match(first.type ?? '', /^application\/x-ndjson/);
  const short = ({ line, outcome, error }: Told) => [line, outcome ?? error?.name];
  const results = first.told.slice(0, -1);
  assert.deepEqual(
    results.map(({ line }) => line),
    [1, 4, 5, 6, 7, 8],
  );
  assert.deepEqual(short(results[0] as Told), [1, 'created']);
  assert.deepEqual(short(results.at(-1) as Told), [8, 'created']);
  assert.ok(results.slice(1, -1).every(({ error, outcome }) => error !== undefined && outcome === undefined));
  assert.deepEqual(summaryOf(first.told), {
    lines: 6,
    created: 2,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    absent: 0,
    failed: 4,
    is_complete: true,
  });
  const again = await sendAll(body);
  assert.deepEqual([summaryOf(again.told)['unchanged'], summaryOf(again.told)['failed']], [2, 4]);
  const changed = await sendAll(linesOf([product('a1', 'Other'), product('a3', 'Other')]));
  assert.equal(summaryOf(changed.told)['updated'], 2);
});

test('results come while the request is still being sent, and what they tell stands', async () => {
  const sent = open();
  sent.write(linesOf(series('b', 1)));
  const response = await responseOf(sent);
  response.setEncoding('utf8');
  const [first] = (await once(response, 'data', { signal: AbortSignal.timeout(WAIT_MAX_MS) })) as [string];
  assert.deepEqual(parse(first), [{ line: 1, outcome: 'created' }]);
  assert.equal(await countOf('b0'), 1);
  sent.end(linesOf(series('b', 3)));
  const rest = await readAll(response);
  assert.deepEqual(
    rest.slice(0, -1).map(({ line, outcome, error }) => [line, outcome ?? error?.code]),
    [
      [2, 'repeated:id'],
      [3, 'created'],
      [4, 'created'],
    ],
  );
});

test('packed or not, in pieces that cut through lines, it is the same', async () => {
  const plain = Buffer.from(linesOf(series('c', 1_500)));
  const packed = gzipSync(plain);
  for (const [bytes, more, outcome] of [
    [packed, {}, 'created'],
    [packed, { 'content-encoding': 'gzip' }, 'unchanged'],
    [plain, {}, 'unchanged'],
  ] as const) {
    const sent = open(more);
    for (let at = 0; at < bytes.length; at += 4_097) sent.write(bytes.subarray(at, at + 4_097));
    sent.end();
    const told = await readAll(await responseOf(sent));
    assert.equal(summaryOf(told)[outcome], 1_500, JSON.stringify(told.at(-1)));
    assert.equal(summaryOf(told)['is_complete'], true);
  }
  const cut = await sendAll(packed.subarray(0, packed.length >> 1));
  assert.equal(summaryOf(cut.told)['is_complete'], false);
});

test('a sender who reads nothing until all is sent gets every result, and no file is left', async () => {
  const sent = open();
  let response: IncomingMessage | undefined;
  // Nobody reads its data: it stays in the buffer.
  sent.once('response', (arrived: IncomingMessage) => {
    response = arrived;
  });
  for (const line of series('d', MANY)) {
    if (!sent.write(`${JSON.stringify(line)}\n`))
      await once(sent, 'drain', { signal: AbortSignal.timeout(WAIT_MAX_MS) });
  }
  sent.end();
  // Each look is a count: threads of bulk requests give way to it.
  await waitUntil('all are there', async () => response !== undefined && (await countOf('d0')) === MANY, 500);
  const told = await readAll(response as IncomingMessage);
  assert.deepEqual(
    told.slice(0, -1).map(({ line }) => line),
    Array.from({ length: MANY }, (_, index) => index + 1),
  );
  assert.equal(summaryOf(told)['created'], MANY);
  await waitUntil('the spools are gone', async () => (await spools()).length === 0);
});

test('a sender who is gone half-way leaves whole lines only, and may send all of it again', async () => {
  const count = 4_000;
  const lines = linesOf(series('e', count));
  const sent = open({ 'content-length': String(Buffer.byteLength(lines)) });
  sent.write(lines.slice(0, lines.length >> 1));
  const response = await responseOf(sent);
  response.setEncoding('utf8');
  const [text] = (await once(response, 'data', { signal: AbortSignal.timeout(WAIT_MAX_MS) })) as [string];
  const told = parse(text.slice(0, text.lastIndexOf('\n') + 1));
  response.on('error', () => undefined);
  sent.destroy();
  await waitUntil('the spools are gone', async () => (await spools()).length === 0);
  const kept = await countOf('e0');
  assert.ok(kept >= told.length && kept <= count / 2, `${told.length} told, ${kept} kept`);
  const again = await sendAll(lines);
  const { created, unchanged, failed } = summaryOf(again.told);
  assert.equal(failed, 0);
  assert.equal(Number(created) + Number(unchanged), count);
  assert.ok(Number(unchanged) >= kept);
  assert.equal(await countOf('e0'), count);
});

test('a sender who is gone before its turn is never served, and holds nobody up', async () => {
  const first = open();
  first.write(linesOf(series('g', 1)));
  const response = await responseOf(first);
  const waiting = open({ 'x-request-id': 'left-before-its-turn' });
  waiting.end(linesOf(series('h', 1)));
  await once(waiting, 'finish');
  const third = sendAll(linesOf(series('i', 1)));
  assert.equal(await countOf('h0'), 0, 'it waits');
  waiting.destroy();
  await waitUntil('the service has noticed', () => service.log().includes('left-before-its-turn'));
  first.end();
  await readAll(response);
  assert.equal(summaryOf((await third).told)['created'], 1);
  assert.deepEqual([await countOf('g0'), await countOf('h0'), await countOf('i0')], [1, 0, 1]);
});

test('keys are deleted, absent ones said to be, needed things kept', async () => {
  await sendAll(linesOf(series('f', 2)));
  const keys = [
    { kind: 'product', catalog_id: CATALOG, id: 'f000000' },
    { kind: 'product', catalog_id: CATALOG, id: 'f000000' },
    { kind: 'catalog', id: CATALOG },
    { kind: 'product', catalog_id: CATALOG, id: 'f000001' },
  ];
  const { told } = await sendAll(linesOf(keys), '/manage/v1/bulk/delete');
  assert.deepEqual(
    told.slice(0, -1).map(({ outcome, error }) => outcome ?? error?.code),
    ['deleted', 'absent', 'has_dependents', 'deleted'],
  );
  assert.equal(await countOf('f0'), 0);
});

test('two lines with one key: the second is refused, unless duplicates are allowed', async () => {
  const product = (name: string) => ({ kind: 'product', catalog_id: CATALOG, id: 'one-id', name });
  const body = linesOf([product('first'), product('second')]);
  const refused = await sendAll(body);
  assert.deepEqual(
    refused.told.slice(0, -1).map(({ outcome, error }) => outcome ?? error?.code),
    ['created', 'repeated:id'],
  );
  const allowed = await sendAll(body, '/manage/v1/bulk?allow_duplicates=true');
  assert.deepEqual(
    allowed.told.slice(0, -1).map(({ outcome }) => outcome),
    ['unchanged', 'updated'],
  );
});
