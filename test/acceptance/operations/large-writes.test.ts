// Writes with large bodies (Decision 0140): another thread runs them, and nobody can tell. Bodies are made large by white space, which
// means nothing in JSON, so each response is compared with that to the same body without it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manageName } from '../../../src/contract/manage/manage-operations.ts';
import { managedKinds } from '../../../src/contract/manage/manage-resources.ts';
import { fillPath } from '../../../src/contract/operation.ts';
import { LARGE_WRITE_BYTES } from '../../../src/http/run-use-case.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { allPlaces, home, markOf, shared } from '../service/fixture-bundle.ts';
import {
  type Call,
  dataOf,
  OPERATOR,
  operationNames,
  operationOf,
  outcomeOf,
  scopeHeadersOf,
  startFixture,
  type WireResponse,
} from '../service/fixture-service.ts';
import { openSampleData } from './good-calls.ts';

const fixture = await startFixture();
const { call, service } = fixture;
const samples = await openSampleData(fixture);

const movable = operationNames.filter((name) => operationOf(name).runsAsideWhenLarge === true);

const PADDING = ' '.repeat(LARGE_WRITE_BYTES);

/** The same call with a large body. */
const large = ({ body, ...rest }: Call): Call => ({
  ...rest,
  bytes: `${PADDING}${typeof body === 'string' ? body : JSON.stringify(body)}`,
  headers: [['content-type', 'application/json'], ...(rest.headers ?? [])],
});

const countMoved = async (): Promise<number> => {
  const headers = { authorization: `Bearer ${OPERATOR}` };
  const text = await (await service.fetch('/metrics', { headers })).text();
  return Number(/^vitrine_large_writes_total (\d+)$/m.exec(text)?.[1]);
};

/** Without what is made anew for each request. */
const comparable = (response: WireResponse): unknown => {
  const { text, status, headers } = response;
  const made = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
  const known = new Set([shared.passingRecord, ...shared.passingVersions, shared.record, shared.model]);
  const plain = (value: string): string =>
    value.replaceAll(made, (found) => (known.has(found) ? found : 'made'));
  const named = ['content-type', 'location', 'cache-control', 'vary'].map((name) => headers.get(name) ?? '');
  return [
    status,
    JSON.parse(plain(text)),
    named.map(plain),
    headers.get('etag'),
    headers.has('vitrine-position'),
  ];
};

const token = (name: string): string => samples.allowed(name);

test('the thread takes them once it has started', async () => {
  const name = 'manage-put-product';
  await waitUntil('a write has moved', async () => {
    const response = await call(name, large({ ...(await samples.prepare(name)), token: token(name) }));
    assert.equal(response.status < 300, true, response.text);
    return (await countMoved()) > 0;
  });
});

for (const name of movable) {
  test(`${name}: large and small, the response is the same`, async () => {
    const send = async (change: (call: Call) => Call): Promise<unknown> => {
      const good = { ...(await samples.prepare(name)), token: token(name) };
      return comparable(await call(name, change(good)));
    };
    // First a small one, so that both puts replace what is there.
    await send((good) => good);
    const small = await send((good) => good);
    const before = await countMoved();
    assert.deepEqual(await send(large), small);
    assert.equal(await countMoved(), before + 1);
  });
}

test('every write of an object is among them', () => {
  const generated = managedKinds.flatMap((row) => [manageName('create', row), manageName('put', row)]);
  assert.deepEqual([...movable].sort(), [...generated, 'create-record', 'save-version'].sort());
});

for (const name of ['create-record', 'save-version', 'manage-put-product', 'manage-create-product']) {
  test(`${name}: a large body is refused with the same words as a small one`, async () => {
    const good = { ...(await samples.prepare(name)), token: token(name) };
    const json = JSON.stringify(good.body);
    const bodies = [
      json.slice(0, -1),
      `${json}}`,
      '[]',
      'null',
      '"text"',
      json.replace('{', '{"colour":"red",'),
      json.replace('{', '{"__proto__":"x",'),
      `{"localized":{"en-us":{"title":"\\ud800"}}}`,
      '{}',
    ];
    for (const body of bodies) {
      const refused = await call(name, { ...good, body });
      // Positions count from the start of the body, white space included.
      const there = await call(name, large({ ...good, body }));
      assert.equal(outcomeOf(there), outcomeOf(refused), body.slice(0, 80));
      assert.equal(there.status >= 400 && there.status < 500, true, there.text);
    }
  });
}

test('what is not UTF-8, and what is not there, is refused as ever', async () => {
  const good = { ...(await samples.prepare('create-record')), token: token('create-record') };
  const { body: _, ...rest } = good;
  const bytes = Buffer.concat([Buffer.from(PADDING), Buffer.from([0x7b, 0xff, 0x7d])]);
  const headers = [['content-type', 'application/json']] as const;
  const response = await call('create-record', { ...rest, bytes, headers });
  assert.equal(outcomeOf(response), '400 InvalidInput invalid_json:body');
  const deep = large({ ...good, body: `{"localized":${'['.repeat(200)}${']'.repeat(200)}}` });
  assert.equal(outcomeOf(await call('create-record', deep)), '400 InvalidInput out_of_range:body');
  const nowhere = { ...good, params: { modelInternalName: 'nowhere' } };
  assert.equal(
    outcomeOf(await call('create-record', large(nowhere))),
    outcomeOf(await call('create-record', nowhere)),
  );
});

test('each is in its own workspace, and the next read shows it', async () => {
  for (const place of allPlaces) {
    const good = { ...(await samples.prepare('create-record', place)), token: samples.tokenOf(place) };
    const created = await call('create-record', large(good));
    assert.equal(created.status, 201, created.text);
  }
  for (const place of allPlaces) {
    const params = { modelInternalName: shared.modelName, contentModelDataId: shared.passingRecord };
    const read = { place, token: samples.tokenOf(place), params, query: { preview: true, locale: 'en-us' } };
    const { text, status } = await call('get-record', read);
    assert.equal(status, 200, `${JSON.stringify(place)} ${text}`);
    for (const other of allPlaces)
      assert.equal(text.includes(`Passing ${markOf(other)}`), markOf(other) === markOf(place));
  }
});

test('a long result is the object, plain and compressed, with its tag', async () => {
  const name = 'manage-put-content-item';
  const good = { ...(await samples.prepare(name)), token: token(name) };
  const text = 'Grüße aus 日本. '.repeat(8_000);
  const wanted = { ...good, body: { ...(good.body as object), body: text } };
  const before = await countMoved();
  const plain = await call(name, wanted);
  const coded = await service.fetch(fillPath(operationOf(name).path, good.params ?? {}), {
    method: 'PUT',
    headers: {
      ...Object.fromEntries(scopeHeadersOf(home)),
      authorization: `Bearer ${token(name)}`,
      'content-type': 'application/json',
      'accept-encoding': 'br',
    },
    body: JSON.stringify(wanted.body),
  });
  assert.equal(await countMoved(), before + 2);
  assert.equal(coded.headers.get('content-encoding'), 'br');
  assert.equal(coded.headers.get('etag'), plain.headers.get('etag')?.replace(/"$/, '.br"'));
  const decoded = (await coded.json()) as { Data: { item: object } };
  assert.deepEqual(decoded.Data.item, dataOf<{ item: object }>(plain).item);
  const { body: _, ...rest } = good;
  const read = await call('manage-get-content-item', rest);
  const { item } = dataOf<{ item: { body: string } }>(read);
  assert.equal(item.body, text);
  assert.deepEqual(dataOf<{ item: object }>(plain).item, item);
  assert.equal(plain.headers.get('etag'), read.headers.get('etag'));
  await call(name, good);
});

test('an idempotency key holds across both threads', async () => {
  const body = { localized: { 'en-us': { title: 'Once' } } };
  const wanted: Call = {
    place: home,
    token: samples.tokenOf(home),
    params: { modelInternalName: shared.modelName },
    headers: [['idempotency-key', 'large-and-small']],
    body,
  };
  const small = await call('create-record', wanted);
  const again = await call('create-record', large(wanted));
  assert.deepEqual([again.status, again.text], [small.status, small.text]);
  const other = await call(
    'create-record',
    large({ ...wanted, body: { localized: { 'en-us': { title: 'Twice' } } } }),
  );
  assert.equal(other.status, 409, other.text);
});

test('of many from the same base, one is saved', async () => {
  const good = { ...(await samples.prepare('save-version')), token: samples.tokenOf(home) };
  const { base_version_id, localized } = good.body as { base_version_id: string; localized: object };
  const save = (change: (call: Call) => Call) =>
    call('save-version', change({ ...good, body: { base_version_id, localized } }));
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, at) => save(at % 2 === 0 ? large : (each) => each)),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(412)]);
  const saved = responses.find(({ status }) => status === 201);
  assert.ok(saved);
  const { version } = dataOf<{ version: { id: string } }>(saved);
  const params = { ...good.params, version_id: version.id };
  assert.equal((await call('get-version', { place: home, token: good.token, params })).status, 200);
});
