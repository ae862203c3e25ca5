// Bulk requests over a store in memory: one result for each line, whatever the line says and whoever sends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bulk,
  editor,
  FakeBulkStore,
  noCounts,
  operator,
  product,
  send,
  short,
} from '../../../test/fixtures/bulk-fixture.ts';
import { asInput, CATALOG_ID, scopeLine, shortLines } from '../../../test/fixtures/sample-bundle.ts';

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
  // The operator works in the workspace of their request too.
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

test('what stands above the workspace is the operator’s, and only that of their request', async () => {
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
