// Revisions in memory: never an older one than a commit that was acknowledged, and never one from before a failover.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newStorageShare } from '../storage-health.ts';
import { buildRevisions, type Heads } from './revisions.ts';

const WEB = { tenantId: 'acme', workspaceId: 'web' };
const OUTLET = { tenantId: 'acme', workspaceId: 'outlet' };

const at = (head: number, timeline = '1', { tenantId, workspaceId } = WEB): Heads => ({
  timeline,
  rows: [{ tenant_id: tenantId, workspace_id: workspaceId, head, access_head: 1, product_changes: 2 }],
});

const open = (share = newStorageShare()) => {
  let now = 0;
  const revisions = buildRevisions(share, { onMissing: () => {}, onCommit: () => {} }, { nowMs: () => now });
  const poll = (...heads: [Heads, ...Heads[]]): void => {
    now += 1;
    revisions.beginPoll().finish({ ...heads[0], rows: heads.flatMap(({ rows }) => rows) });
    now += 1;
  };
  /** Others do something between the query and its result. */
  const pollDuring = (heads: Heads, meanwhile: () => void): void => {
    now += 1;
    const begun = revisions.beginPoll();
    now += 1;
    meanwhile();
    begun.finish(heads);
  };
  return { ...revisions, poll, pollDuring };
};

test('the response to an earlier commit may come last', () => {
  const { revision, noteCommit, poll } = open();
  revision(WEB);
  poll(at(4));
  noteCommit(at(6));
  noteCommit(at(5));
  assert.equal(revision(WEB), 6);
});

test('a commit does not make certain what another thread has changed', () => {
  const share = newStorageShare();
  const { revision, position, noteCommit, poll } = open(share);
  const other = open(share);
  revision(WEB);
  poll(at(4));
  // The other thread commits after this one, and its response comes first.
  other.noteCommit(at(6));
  noteCommit(at(5));
  assert.equal(revision(WEB), Number.NaN);
  assert.equal(position(WEB), 5, 'so far it has come at least');
  poll(at(6));
  assert.equal(revision(WEB), 6);
});

test('positions that go back, or a new timeline, make every revision a new one', () => {
  const { revision, nonProductRevision, accessRevision, revisionAt, position, noteCommit, poll } = open();
  revision(WEB);
  revision(OUTLET);
  poll(at(4), at(9, '1', OUTLET));
  const kinds = [revision, nonProductRevision, accessRevision].map((of) => ({
    of,
    seen: new Set([of(WEB)]),
  }));
  const assertNew = (): void => {
    for (const { of, seen } of kinds) {
      const found = of(WEB);
      assert.ok(!Number.isNaN(found) && !seen.has(found), String(found));
      seen.add(found);
    }
    assert.equal(revision(WEB), revisionAt(position(WEB)));
  };
  poll(at(3), at(9, '1', OUTLET));
  assertNew();
  assert.equal(position(WEB), 3);
  poll(at(3, '2'), at(9, '2', OUTLET));
  assertNew();
  // The first to learn of it may be a write of this process.
  noteCommit(at(2, '3'));
  assertNew();
  assert.equal(position(WEB), 2);
  assert.equal(revision(OUTLET), Number.NaN);
  assert.equal(position(OUTLET), Number.NaN);
  noteCommit(at(8, '3', OUTLET));
  assert.equal(position(OUTLET), 8);
});

test('a look that is overtaken by a commit does not take the database for an older one', () => {
  const share = newStorageShare();
  const { revision, position, noteCommit, poll, pollDuring } = open(share);
  const other = open(share);
  revision(WEB);
  poll(at(4));
  pollDuring(at(4), () => {
    other.noteCommit(at(5));
    // What it has committed is not certain to be the newest.
    noteCommit(at(6));
  });
  assert.equal(position(WEB), 6);
  poll(at(6));
  assert.equal(revision(WEB), 6);
});

test('a look that is overtaken by a failover is of no use', () => {
  const { revision, position, noteCommit, poll, pollDuring } = open();
  revision(WEB);
  revision(OUTLET);
  poll(at(4), at(9, '1', OUTLET));
  pollDuring({ ...at(4), rows: [...at(4).rows, ...at(9, '1', OUTLET).rows] }, () => noteCommit(at(3, '2')));
  assert.equal(position(WEB), 3);
  assert.equal(position(OUTLET), Number.NaN);
  const after = revision(WEB);
  poll(at(3, '2'), at(7, '2', OUTLET));
  assert.equal(revision(WEB), after, 'it was replaced once');
});

test('revisions stay apart and exact however often the database is replaced', () => {
  const { revision, poll } = open();
  revision(WEB);
  const seen = new Set<number>();
  for (let times = 1; times <= 20_000; times += 1) {
    poll(at(1_000 + (times % 3), String(times)));
    const found = revision(WEB);
    assert.ok(Number.isSafeInteger(found) && !seen.has(found), String(found));
    seen.add(found);
  }
});
