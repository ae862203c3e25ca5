// Bulk requests in real threads over a real store: their results, how they end early, and that permits are released.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { asInput, bundleBytes, CATALOG_ID, shortLines } from '../../../test/fixtures/sample-bundle.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { requestTimeout } from '../../domain/failures/http-failures.ts';
import { defaultLimits } from '../../domain/limits/limits.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { BulkSender } from '../../domain/manage/bulk-lines.ts';
import { openStore, type Store } from '../../open-store.ts';
import { openThreadedBulk, type ThreadedBulk } from './threaded-bulk.ts';

const operator: BulkSender = { tenantId: 'acme', workspaceId: 'web', isOperator: true };
const { tenant, workspace, environment, catalog } = shortLines;
const product = (id: string) => ({ ...shortLines.product, id });

let dataDir: string;
let store: Store;
let bulk: ThreadedBulk;
let turnsTold = 0;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threaded-bulk-'));
  store = await openStore({ dataDir });
  bulk = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1, {
    onPermit: (waitedMs) => {
      assert.ok(waitedMs >= 0);
      turnsTold += 1;
    },
  });
  await told(asInput(bundleBytes([tenant, workspace, environment, catalog])));
});

after(async () => {
  await bulk.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const told = async (body: AsyncIterable<Uint8Array>): Promise<Record<string, unknown>[]> =>
  (await Array.fromAsync(bulk.run('write', operator, body)))
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const has = async (id: string): Promise<boolean> =>
  (await store.findResource(operator, 'product', { catalog_id: CATALOG_ID, id })) !== undefined;

test('what a thread reported is in the store', async () => {
  const [first, last] = await told(asInput(bundleBytes([product('p1')])));
  assert.deepEqual(first, { line: 1, outcome: 'created' });
  assert.equal((last as { summary: { is_complete: boolean } }).summary.is_complete, true);
  assert.ok(await has('p1'));
});

test('results are sent when this process knows of the commits that they report', async (context) => {
  const known: number[] = [];
  const knowing = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1, {
    catchUp: async (caughtUp) => {
      await store.catchUp(caughtUp);
      known.push(store.position(operator));
    },
  });
  context.after(() => knowing.close());
  const before = store.position(operator);
  for await (const _ of knowing.run('write', operator, asInput(bundleBytes([product('k1')])))) {
    // Without the call it would be read again only some milliseconds later.
    assert.equal(store.position(operator), known.at(-1));
  }
  assert.deepEqual([...new Set(known)], [before + 1]);
});

test('a body that breaks off keeps the lines before it, and the results say so', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bundleBytes([product('p2')]);
    throw requestTimeout();
  }
  const response = await told(broken());
  assert.deepEqual(response[0], { line: 1, outcome: 'created' });
  const last = response.at(-1) as { summary: { is_complete: boolean }; error: { code: string } };
  assert.equal(last.summary.is_complete, false);
  assert.equal(last.error.code, 'request_timeout');
  assert.ok(await has('p2'));
});

test('a request waits for a permit unread, and a reader that leaves releases it', async () => {
  let isRead = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) yield bundleBytes([product(`e${number}`)]);
  }
  async function* second(): AsyncGenerator<Uint8Array> {
    isRead = true;
    yield bundleBytes([product('p3')]);
  }
  const first = bulk.run('write', operator, endless())[Symbol.asyncIterator]();
  await first.next();
  const toldBefore = turnsTold;
  const waiting = told(second());
  await first.next();
  assert.equal(isRead, false);
  assert.equal(turnsTold, toldBefore);
  await first.return?.();
  await waiting;
  assert.equal(isRead, true);
  assert.equal(turnsTold, toldBefore + 1);
  assert.ok(await has('p3'));
});

test('a request whose sender leaves while it waits gives up its place, and is never read', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) yield bundleBytes([product(`w${number}`)]);
  }
  async function* never(): AsyncGenerator<Uint8Array> {
    assert.fail('it is read');
    yield bundleBytes([product('g1')]);
  }
  const first = bulk.run('write', operator, endless())[Symbol.asyncIterator]();
  await first.next();
  const toldBefore = turnsTold;
  const gone = new AbortController();
  const left = Array.fromAsync(bulk.run('write', operator, never(), gone.signal));
  gone.abort(requestTimeout());
  const waiting = first.next().then(() => assert.fail('it still waits'));
  await assert.rejects(Promise.race([left, waiting]), { code: 'request_timeout' });
  await assert.rejects(waiting);
  await assert.rejects(Array.fromAsync(bulk.run('write', operator, never(), gone.signal)));
  await first.return?.();
  await told(asInput(bundleBytes([product('g2')])));
  assert.deepEqual([turnsTold, await has('g1'), await has('g2')], [toldBefore + 1, false, true]);
});

test('late bytes of an abandoned request never reach the next one', async () => {
  const late = Promise.withResolvers<void>();
  async function* left(): AsyncGenerator<Uint8Array> {
    yield bundleBytes([product('l1')]);
    await late.promise;
    yield bundleBytes([product('l2')]);
  }
  const first = bulk.run('write', operator, left())[Symbol.asyncIterator]();
  await first.next();
  await first.return?.();
  async function* next(): AsyncGenerator<Uint8Array> {
    late.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    yield bundleBytes([product('n1')]);
  }
  const response = await told(next());
  assert.deepEqual(
    response.map(({ line, outcome }) => [line, outcome]),
    [
      [1, 'created'],
      [undefined, undefined],
    ],
  );
  assert.deepEqual([await has('l1'), await has('l2'), await has('n1')], [true, false, true]);
});

test('a thread that serves many requests leaks no listeners', async (context) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  context.after(() => process.off('warning', onWarning));
  for (let number = 0; number < 12; number += 1) await told(asInput(bundleBytes([product('p1')])));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});

/** Limits under which fewer bytes at a time are too slow. */
const openImpatient = (context: TestContext, bytes: number): ThreadedBulk => {
  const impatient = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1, {
    throughputLimits: { bytes, withinMs: 0 },
  });
  context.after(() => impatient.close());
  return impatient;
};
const other: BulkSender = { ...operator, workspaceId: 'other' };

test('a sender that is too slow while another waits loses its permit, and learns what became of its lines', async (context) => {
  const impatient = openImpatient(context, 2);
  let isLetGo = false;
  async function* trickle(): AsyncGenerator<Uint8Array> {
    try {
      for (let number = 0; ; number += 1) {
        for (const byte of bundleBytes([product(`t${number}`)])) {
          yield Uint8Array.of(byte);
          await new Promise(setImmediate);
        }
      }
    } finally {
      isLetGo = true;
    }
  }
  const slow = impatient.run('write', operator, trickle())[Symbol.asyncIterator]();
  const texts = [String((await slow.next()).value)];
  // While no other request waits, a slow sender is fine.
  for (let turn = 0; turn < 3; turn += 1) texts.push(String((await slow.next()).value));
  const waiting = Array.fromAsync(impatient.run('write', other, asInput(bundleBytes([workspace]))));
  for (let next = await slow.next(); next.done !== true; next = await slow.next()) texts.push(next.value);
  const lines = texts.join('').trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as {
    summary: { created: number; is_complete: boolean };
    error: { name: string; code: string };
  };
  assert.deepEqual([last.error.name, last.error.code], ['RequestTimeout', 'request_too_slow']);
  assert.deepEqual([last.summary.created, last.summary.is_complete], [lines.length - 1, false]);
  assert.ok(await has(`t${lines.length - 2}`));
  assert.equal(isLetGo, true);
  assert.match((await waiting).join(''), /"is_complete":true/);
});

test('a reader that is too slow while another waits loses results, but never writes', async (context) => {
  const impatient = openImpatient(context, Number.POSITIVE_INFINITY);
  const rest = Promise.withResolvers<void>();
  async function* body(): AsyncGenerator<Uint8Array> {
    yield bundleBytes([product('r1')]);
    await rest.promise;
  }
  const slow = impatient.run('write', operator, body())[Symbol.asyncIterator]();
  await slow.next();
  const waiting = Array.fromAsync(impatient.run('write', other, asInput(bundleBytes([workspace]))));
  rest.resolve();
  await slow.next();
  await assert.rejects(slow.next(), { status: 408, code: 'request_too_slow' });
  assert.match((await waiting).join(''), /"is_complete":true/);
  assert.ok(await has('r1'));
});

test('a request that needs more memory than its thread has is refused, and nobody else is', async (context) => {
  const small = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1, {
    heapMaxMiB: 12,
  });
  context.after(() => small.close());
  const refused = Array.fromAsync(small.run('write', operator, asInput(bundleBytes([product('m1')]))));
  await assert.rejects(refused, { status: 400, code: 'too_much:body', message: /more memory/ });
  assert.equal(await has('m1'), false);
  await told(asInput(bundleBytes([product('m1')])));
  assert.ok(await has('m1'));
});

test('closing terminates running requests', async () => {
  const closing = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1);
  async function* silent(): AsyncGenerator<Uint8Array> {
    yield bundleBytes([product('p4')]);
    await new Promise(() => {});
  }
  const response = closing.run('write', operator, silent())[Symbol.asyncIterator]();
  const read = (async () => {
    while ((await response.next()).done !== true);
  })();
  const failed = assert.rejects(read, /ended with/);
  const waiting = closing.run('write', operator, silent())[Symbol.asyncIterator]();
  const refused = assert.rejects(waiting.next(), /any more/);
  // The thread has sent something or is about to: it runs.
  await waitUntil('p4 is there', () => has('p4'));
  await closing.close();
  await failed;
  await refused;
});

test('nothing is left of the spools', async () => {
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('results-')),
    [],
  );
});

test('no request begins while writes are stopped', async (context) => {
  const refusing = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1, {
    assertWritable: () => {
      throw new Error('the disk is gone');
    },
  });
  context.after(() => refusing.close());
  const body = asInput(bundleBytes([product('p9')]));
  // At once, so that it is a response of its own and not results that break off.
  assert.throws(() => refusing.run('write', operator, body), /the disk is gone/);
});

test('a thread enforces the limits, and reports when one is nearly reached', async (t) => {
  const near: NearLimit[] = [];
  const allowed = 5;
  const limited = openThreadedBulk(new URL('../../workers/run-bulk.ts', import.meta.url), dataDir, 1, {
    limits: { ...defaultLimits, categories_per_catalog: allowed },
    onNear: (note) => near.push(note),
  });
  t.after(() => limited.close());
  const categories = Array.from({ length: 6 }, (_, index) => ({
    ...shortLines.category,
    id: `limited-${index}`,
  }));
  const response = limited.run('write', operator, asInput(bundleBytes(categories)));
  const lines = (await Array.fromAsync(response))
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.slice(0, 6).map(({ outcome, error }) => outcome ?? error.code),
    [...Array.from({ length: 5 }, () => 'created'), 'limit_exceeded:categories_per_catalog'],
  );
  const { tenantId, workspaceId } = operator;
  assert.deepEqual(near, [
    { workspace: { tenantId, workspaceId }, limit: 'categories_per_catalog', allowed, used: allowed },
  ]);
});
