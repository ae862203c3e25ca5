// Bulk requests over a store in memory: one result for each line once it is committed, whatever the lines, the sender and
// the reader do.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { scope } from '../../../test/fixtures/fake-caller.ts';
import {
  asInput,
  bundleBytes,
  CATALOG_ID,
  scopeLine,
  shortLines,
} from '../../../test/fixtures/sample-bundle.ts';
import { serviceUnavailable } from '../../domain/failures/unavailable-failures.ts';
import type { BulkSender } from '../../domain/manage/bulk-lines.ts';
import type { BulkOutcome, BulkStep, BulkStore } from '../../domain/manage/managed-resource.ts';
import { bulkReader } from '../../import/read-bulk.ts';
import { openTextSpool } from '../../import/spool/text-spool.ts';
import type { BatchLimits } from './bulk-batches.ts';
import { buildRunBulk } from './manage-bulk.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manage-bulk-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const { tenantId, workspaceId } = scope;
const editor: BulkSender = { tenantId, workspaceId, isOperator: false };
const operator: BulkSender = { ...editor, isOperator: true };
const product = (id: string, name = 'Shoe') => ({ ...shortLines.product, id, name });

/** Keeps steps by their key; what is in `needed` is needed, and products named `Bad` refer to nothing. */
class FakeBulkStore implements BulkStore {
  readonly kept = new Map<string, string>();
  readonly batches: number[] = [];
  readonly workspaces = new Set<string>();
  failure: unknown;
  beforeBatch: () => Promise<void> = async () => {};

  async writeBatch(
    workspace: { tenantId: string; workspaceId: string },
    steps: readonly BulkStep[],
  ): Promise<readonly BulkOutcome[]> {
    await this.beforeBatch();
    if (this.failure !== undefined) throw this.failure;
    this.batches.push(steps.length);
    this.workspaces.add(`${workspace.tenantId}/${workspace.workspaceId}`);
    return steps.map((step) => (step.action === 'put' ? this.#put(step.object) : this.#delete(step)));
  }

  #put(object: Readonly<Record<string, unknown>> & { readonly kind: string }): BulkOutcome {
    if (object['name'] === 'Bad')
      return { kind: 'fault', message: 'catalog_id: there is no such catalog', code: 'refused:catalog_id' };
    const place = `${object.kind} ${object['id']}`;
    const text = JSON.stringify(object);
    const stood = this.kept.get(place);
    this.kept.set(place, text);
    return { kind: stood === undefined ? 'created' : stood === text ? 'unchanged' : 'updated' };
  }

  #delete(step: Extract<BulkStep, { action: 'delete' }>): BulkOutcome {
    if (step.kind === 'catalog') {
      return { kind: 'needed', dependents: [{ kind: 'product', id: 'p1' }], count: 7 };
    }
    return { kind: this.kept.delete(`${step.kind} ${step.key['id']}`) ? 'deleted' : 'absent' };
  }
}

const start = (
  store: BulkStore,
  input: AsyncIterable<Uint8Array>,
  options: { who?: BulkSender; action?: 'write' | 'delete'; limits?: BatchLimits } = {},
) => {
  const run = buildRunBulk({
    bulk: store,
    bulkReader,
    openSpool: () => openTextSpool(folder, 1_000),
    batchLimits: options.limits ?? { lines: 500, size: 1_000_000, openMs: 1_000_000 },
  });
  return run(options.action ?? 'write', options.who ?? editor, input);
};

type Told = { line?: number; outcome?: string; error?: { code?: string; message: string }; summary?: object };

const parsed = async (answer: AsyncIterable<string>): Promise<Told[]> => {
  const text = (await Array.fromAsync(answer)).join('');
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

const bulk = async (...args: Parameters<typeof start>): Promise<Told[]> => {
  const told = await parsed(start(...args));
  assert.deepEqual(await readdir(folder), []);
  return told;
};

/** `1 created`, `2 blank_value:id`. */
const short = (told: readonly Told[]): string[] =>
  told.slice(0, -1).map(({ line, outcome, error }) => `${line} ${outcome ?? error?.code}`);

const send = (...lines: readonly unknown[]) => asInput(bundleBytes(lines));
const noCounts = { created: 0, updated: 0, unchanged: 0, deleted: 0, absent: 0, failed: 0 };

test('every line has its result in order, and the summary counts them', async () => {
  const store = new FakeBulkStore();
  const lines = [scopeLine, product('p1'), '', product('p2'), product('p1'), product('p2', 'Boot')];
  const told = await bulk(store, send(...lines), { who: { ...editor, allowsDuplicates: true } });
  assert.deepEqual(short(told), ['1 accepted', '2 created', '4 created', '5 unchanged', '6 updated']);
  assert.deepEqual(told.at(-1), {
    summary: { ...noCounts, lines: 5, created: 2, updated: 1, unchanged: 1, is_complete: true },
  });
  assert.deepEqual([...store.workspaces], ['acme/web']);
  const again = await bulk(store, send(product('p1'), product('p2', 'Boot')));
  assert.deepEqual(short(again), ['1 unchanged', '2 unchanged']);
});

test('a line with the key of an earlier one is refused, and the earlier one stands', async () => {
  const store = new FakeBulkStore();
  const told = await bulk(store, send(product('p1'), product('p2'), product('p1', 'Boot'), scopeLine));
  assert.deepEqual(short(told), ['1 created', '2 created', '3 repeated:id', '4 accepted']);
  assert.match(told[2]?.error?.message ?? '', /id "p1" is already in line 1; allow_duplicates=true/);
  assert.deepEqual(short(await bulk(store, send(product('p1')))), ['1 unchanged']);
});

test('no lines at all have no results but a summary', async () => {
  const store = new FakeBulkStore();
  for (const input of [asInput(), send('', '  ')]) {
    assert.deepEqual(await bulk(store, input), [{ summary: { ...noCounts, lines: 0, is_complete: true } }]);
  }
  assert.deepEqual(store.batches, []);
});

test('a line at fault is told with its cause and stops no other', async () => {
  const store = new FakeBulkStore();
  const told = await bulk(
    store,
    send(
      product('p1'),
      '{',
      { kind: 'prodct' },
      product(' '),
      { ...product('p2'), colour: 'red' },
      product('p3', 'Bad'),
      product('p4'),
      '[]',
    ),
  );
  assert.deepEqual(short(told), [
    '1 created',
    '2 invalid_json:line',
    '3 not_allowed:kind',
    '4 blank_value:id',
    '5 unknown_field:colour',
    '6 refused:catalog_id',
    '7 created',
    '8 wrong_type:line',
  ]);
  assert.deepEqual(told[4], {
    line: 5,
    error: {
      name: 'InvalidInput',
      message: 'product: colour is not a known field',
      code: 'unknown_field:colour',
    },
  });
  assert.deepEqual(told[5], {
    line: 6,
    error: {
      name: 'Conflict',
      message: 'product: catalog_id: there is no such catalog',
      code: 'refused:catalog_id',
    },
  });
  assert.deepEqual(told.at(-1)?.summary, { ...noCounts, lines: 8, created: 2, failed: 6, is_complete: true });
});

test('keys are deleted; what is absent or still needed is told', async () => {
  const store = new FakeBulkStore();
  await bulk(store, send(product('p1')));
  const told = await bulk(
    store,
    send(
      { kind: 'product', catalog_id: CATALOG_ID, id: 'p1' },
      { kind: 'product', catalog_id: CATALOG_ID, id: 'p1' },
      { kind: 'catalog', id: CATALOG_ID },
      product('p1'),
      { kind: 'record', id: CATALOG_ID },
      { ...product('p1'), nmae: 'Shoe' },
      { kind: 'popular_term', rank: 1 },
    ),
    { action: 'delete' },
  );
  assert.deepEqual(short(told), [
    '1 deleted',
    '2 absent',
    '3 has_dependents',
    '4 absent',
    '5 absent',
    '6 unknown_field:nmae',
    '7 not_allowed:kind',
  ]);
  assert.deepEqual(told[2]?.error, {
    name: 'Conflict',
    message: 'The catalog is still needed by 7 other objects; delete them first',
    code: 'has_dependents',
    dependents: [{ kind: 'product', id: 'p1' }],
    dependent_count: 7,
  });
  assert.deepEqual(told.at(-1)?.summary, {
    ...noCounts,
    lines: 7,
    deleted: 1,
    absent: 3,
    failed: 3,
    is_complete: true,
  });
});

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
  const answer = start(store, send(product('p1')))[Symbol.asyncIterator]();
  let isTold = false;
  const first = answer.next().then(({ value }) => {
    isTold = true;
    return value;
  });
  for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setImmediate(next));
  assert.equal(isTold, false);
  resolve();
  assert.match(String(await first), /^\{"line":1,"outcome":"created"\}\n/);
  while ((await answer.next()).done !== true);
});

test('lines of another scope never reach the store, nor do those under a scope line that cannot be read', async () => {
  const store = new FakeBulkStore();
  const elsewhere = { ...scopeLine, workspace_id: 'other' };
  const told = await bulk(
    store,
    send(
      product('p1'),
      elsewhere,
      product('p2'),
      scopeLine,
      product('p3'),
      '{"kind":"scope","tenant_id":',
      product('p4'),
      { kind: 'scope', tenant_id: 'acme' },
      product('p5'),
      scopeLine,
      product('p6'),
    ),
  );
  assert.deepEqual(short(told), [
    '1 created',
    '2 conflicting:scope',
    '3 conflicting:scope',
    '4 accepted',
    '5 created',
    '6 invalid_json:line',
    '7 conflicting:scope',
    '8 missing:workspace_id',
    '9 conflicting:scope',
    '10 accepted',
    '11 created',
  ]);
  assert.deepEqual([...store.kept.keys()], ['product p1', 'product p3', 'product p6']);
  // The operator works in the workspace of his request too.
  assert.deepEqual(short(await bulk(store, send(elsewhere, product('p2')), { who: operator })), [
    '1 conflicting:scope',
    '2 conflicting:scope',
  ]);
  // A workspace of another tenant may have the same id.
  const namesake = { ...scopeLine, tenant_id: 'globex' };
  assert.deepEqual(short(await bulk(store, send(namesake, product('p7')))), [
    '1 conflicting:scope',
    '2 conflicting:scope',
  ]);
  assert.equal(store.kept.size, 3);
});

test('what stands above the workspace is the operator’s, and only that of his request', async () => {
  const lines = [shortLines.tenant, shortLines.workspace, product('p1')];
  const store = new FakeBulkStore();
  assert.deepEqual(short(await bulk(store, send(...lines))), [
    '1 operator_only',
    '2 operator_only',
    '3 created',
  ]);
  assert.deepEqual(short(await bulk(store, send(...lines), { who: operator })), [
    '1 created',
    '2 created',
    '3 unchanged',
  ]);
  const foreign = [
    { kind: 'tenant', id: 'other' },
    { kind: 'workspace', id: 'other' },
  ];
  for (const action of ['write', 'delete'] as const) {
    assert.deepEqual(short(await bulk(store, send(...foreign), { who: operator, action })), [
      '1 conflicting:id',
      '2 conflicting:id',
    ]);
    assert.deepEqual(short(await bulk(store, send({ kind: 'tenant', id: 'acme' }), { action })), [
      '1 operator_only',
    ]);
  }
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
  const answer = start(store, source())[Symbol.asyncIterator]();
  const first = await answer.next();
  await allSent;
  assert.equal(sent, lines);
  let text = String(first.value);
  for (let next = await answer.next(); next.done !== true; next = await answer.next()) text += next.value;
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

test('a connection that is lost ends the answer with its cause', async () => {
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

test('whoever turns away from the answer ends the work and leaves nothing behind', async () => {
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
