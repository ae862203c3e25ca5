// Bulk requests as streams: batches, results once they are committed, and what happens if the sender, the reader or the store stops.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  bulk,
  FakeBulkStore,
  folder,
  noCounts,
  product,
  send,
  short,
  start,
} from '../../../test/fixtures/bulk-fixture.ts';
import { asInput, bundleBytes } from '../../../test/fixtures/sample-bundle.ts';
import { serviceUnavailable } from '../../domain/failures/unavailable-failures.ts';

test('batches are bounded, and a batch of faults alone needs no transaction', async () => {
  const store = new FakeBulkStore();
  const limits = { lines: 4, size: 1_000_000, openMs: 1_000_000 };
  const lines = Array.from({ length: 10 }, (_, index) => product(`p${index}`));
  await bulk(store, send(...lines), { limits });
  assert.deepEqual(store.batches, [4, 4, 2]);
  await bulk(store, send('{', '{', '{', '{', product('p1')), { limits });
  assert.deepEqual(store.batches, [4, 4, 2, 1]);
  const long = [product('a', 'x'.repeat(600)), product('b', 'x'.repeat(600)), product('c')];
  await bulk(store, send(...long), { limits: { lines: 100, size: 1_000, openMs: 1_000_000 } });
  assert.deepEqual(store.batches.slice(4), [2, 1]);
});

test('a result is told only once its batch is committed', async () => {
  const store = new FakeBulkStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.beforeBatch = () => promise;
  const result = start(store, send(product('p1')))[Symbol.asyncIterator]();
  let isTold = false;
  const first = result.next().then(({ value }) => {
    isTold = true;
    return value;
  });
  for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setImmediate(next));
  assert.equal(isTold, false);
  resolve();
  assert.match(String(await first), /^\{"line":1,"outcome":"created"\}\n/);
  while ((await result.next()).done !== true);
});

test('a line without end is a fault of its own', async () => {
  const store = new FakeBulkStore();
  const huge = Buffer.alloc(1024 * 1024, 0x78);
  const input = asInput(
    bundleBytes([product('p1')]),
    ...Array.from({ length: 9 }, () => huge),
    Buffer.from('\n'),
    bundleBytes([product('p2')]),
  );
  assert.deepEqual(short(await bulk(store, input)), ['1 created', '2 too_long:line', '3 created']);
});

test('packed lines are lines; packed data that breaks off is told where it does', async () => {
  const store = new FakeBulkStore();
  const packed = gzipSync(bundleBytes([product('p1'), product('p2')]));
  assert.deepEqual(short(await bulk(store, asInput(packed))), ['1 created', '2 created']);
  // Two parts, the second one damaged: the first is read in whole.
  const told = await bulk(store, asInput(gzipSync(bundleBytes([product('p3')])), packed.subarray(0, 12)));
  assert.deepEqual(short(told), ['1 created', '2 malformed:line']);
  assert.deepEqual(told.at(-1), {
    summary: { ...noCounts, lines: 2, created: 1, failed: 1, is_complete: false },
  });
});

test('a sender who reads nothing before all is sent gets every result', async () => {
  const store = new FakeBulkStore();
  const lines = 5_000;
  let sent = 0;
  const { promise: allSent, resolve } = Promise.withResolvers<void>();
  const source = async function* () {
    for (; sent < lines; sent += 1) yield bundleBytes([product(`p${sent}`)]);
    resolve();
  };
  const result = start(store, source())[Symbol.asyncIterator]();
  const first = await result.next();
  await allSent;
  assert.equal(sent, lines);
  let text = String(first.value);
  for (let next = await result.next(); next.done !== true; next = await result.next()) text += next.value;
  const told = text.trimEnd().split('\n');
  assert.equal(told.length, lines + 1);
  assert.deepEqual(JSON.parse(told.at(-2) ?? ''), { line: lines, outcome: 'created' });
  assert.equal(store.kept.size, lines);
  assert.deepEqual(await readdir(folder), []);
});

test('an input that breaks off leaves what was committed, and whole lines are not lost', async () => {
  const store = new FakeBulkStore();
  const source = async function* () {
    yield bundleBytes([product('p1'), product('p2'), product('p3')]);
    yield Buffer.from(JSON.stringify(product('p4')).slice(0, -1));
    throw serviceUnavailable(1);
  };
  const limits = { lines: 2, size: 1_000_000, openMs: 1_000_000 };
  const told = await bulk(store, source(), { limits });
  assert.deepEqual(short(told), ['1 created', '2 created', '3 created']);
  assert.deepEqual(store.batches, [2, 1]);
  const { summary, error } = told.at(-1) ?? {};
  assert.deepEqual(summary, { ...noCounts, lines: 3, created: 3, is_complete: false });
  assert.equal(error?.code, 'service_unavailable');
});

test('a connection that is lost ends the response with its cause', async () => {
  const store = new FakeBulkStore();
  const source = async function* () {
    yield bundleBytes([product('p1')]);
    throw new Error('aborted');
  };
  const texts: string[] = [];
  await assert.rejects(async () => {
    for await (const text of start(store, source())) texts.push(text);
  }, /aborted/);
  assert.match(texts.join(''), /"is_complete":false\},"error":\{"name":"InternalError"/);
  assert.deepEqual([...store.kept.keys()], ['product p1']);
  await eventually(async () => (await readdir(folder)).length === 0);
});

test('a store that fails is told for the lines of its batch, and nothing after is looked at', async () => {
  const store = new FakeBulkStore();
  const limits = { lines: 2, size: 1_000_000, openMs: 1_000_000 };
  store.beforeBatch = async () => {
    if (store.batches.length === 1) store.failure = serviceUnavailable(1);
  };
  const lines = Array.from({ length: 6 }, (_, index) => product(`p${index}`));
  const told = await bulk(store, send(...lines), { limits });
  assert.deepEqual(short(told), ['1 created', '2 created', '3 service_unavailable', '4 service_unavailable']);
  const { summary, error } = told.at(-1) ?? {};
  assert.deepEqual(summary, { ...noCounts, lines: 4, created: 2, failed: 2, is_complete: false });
  assert.equal(error?.code, 'service_unavailable');
});

test('whoever stops reading the response ends the work and leaves nothing behind', async () => {
  const store = new FakeBulkStore();
  let isEnded = false;
  const source = async function* () {
    try {
      for (let index = 0; ; index += 1) {
        yield bundleBytes([product(`p${index}`)]);
        if (index % 50 === 0) await new Promise((next) => setImmediate(next));
      }
    } finally {
      isEnded = true;
    }
  };
  for await (const text of start(store, source(), { limits: { lines: 10, size: 1e6, openMs: 1e6 } })) {
    assert.ok(text.length > 0);
    break;
  }
  await eventually(async () => isEnded && (await readdir(folder)).length === 0);
});

const eventually = async (isTrue: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (await isTrue()) return;
    await new Promise((next) => setImmediate(next));
  }
  assert.fail('it did not come about');
};
