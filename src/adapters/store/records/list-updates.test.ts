// Lists that a request brought up to date are found again within it, and kept together: after one check, and only if nothing has
// changed meanwhile.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import { EVERY_RECORD } from '../../../domain/records/list-keys.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import type { Db } from '../sql/engine.ts';
import { KeptLists } from './kept-lists.ts';
import { type DecodedPiece, ListContents } from './list-contents.ts';
import type { ListPlace } from './list-rows.ts';
import { ListUpdates } from './list-updates.ts';
import type { RecentReads } from './recent-changes.ts';

const PIECES = 10;
const place = (list: string): ListPlace => ({
  tenantId: 't',
  workspaceId: 'w',
  environmentId: 'PROD',
  model: 'article',
  list,
  locale: 'en-us',
});
const titles = place('text:title');
const codes = place('text:code');
const ids = place(EVERY_RECORD);

const fingerprintAt = (position: number) => ({ position, fingerprint: String(position) });

/** Piece number `n` has the slots `2n` and `2n + 1`, and keys that begin with the number. */
const pieceOf = (number: number): DecodedPiece => ({
  key: `${number}a`,
  record_id: '',
  last_key: `${number}b`,
  entries: 2,
  head_run: 1,
  tail_run: 1,
  slots: Uint32Array.of(2 * number, 2 * number + 1),
});
const stored = Array.from({ length: PIECES }, (_, number) => pieceOf(number));

/** The record of slot 10, in the sixth piece, changed between the states. */
const recent: RecentReads = {
  findMark: async (_, __, position) => fingerprintAt(position),
  find: async (_, __, ___, position) => {
    const slots = new SlotSet();
    slots.add(10);
    return { mark: fingerprintAt(position), ids: ['5a'], slots, entriesIn: () => [] };
  },
};

/** Requests at any state, over the same kept lists. */
const buildRequests = () => {
  const kept = new KeptLists();
  const seen = { checks: 0, reads: 0 };
  const open = (position: number, check: () => void = () => {}) => {
    const source = {
      // Nothing here asks the store itself.
      db: undefined as unknown as Db,
      kept,
      recent,
      state: { position, revision: position },
      check: async () => {
        seen.checks += 1;
        check();
      },
    };
    const updates: ListUpdates = new ListUpdates(source, unbounded, {
      load: async (asked) => (await updates.findContents(asked)) ?? new ListContents([]),
      readPieces: () => async (after, limit) => {
        seen.reads += 1;
        const from = stored.findIndex(({ key }) => key > after.key);
        return from === -1 ? [] : stored.slice(from, from + limit);
      },
    });
    return updates;
  };
  const fill = async () => {
    const updates = open(1);
    for (const each of [titles, codes, ids]) await updates.keep('contents', each, new ListContents(stored));
    Object.assign(seen, { checks: 0, reads: 0 });
  };
  return { kept, seen, open, fill };
};

it('what a request brought up to date is kept after one check', async () => {
  const { kept, seen, open, fill } = buildRequests();
  await fill();
  const updates = open(2);
  const found = await updates.findContents(titles);
  assert.ok(await updates.findContents(codes));
  assert.equal(await updates.findContents(titles), found, 'it is found again');
  // One each of titles, codes and ids.
  assert.deepEqual(seen, { checks: 0, reads: 3 });
  assert.equal(kept.find('contents', titles)?.revision, 1, 'not before the check');
  await updates.keepUpdated();
  assert.deepEqual(seen, { checks: 1, reads: 3 });
  for (const each of [titles, codes, ids]) assert.equal(kept.find('contents', each)?.revision, 2);
  assert.equal(await open(2).findContents(titles), found);
  assert.equal(seen.reads, 3);
});

it('what did not change is shared with the list before', async () => {
  const { open, fill } = buildRequests();
  await fill();
  const { pieces } = (await open(2).findContents(titles)) ?? new ListContents([]);
  assert.equal(pieces.length, PIECES);
  for (const [index, piece] of pieces.entries()) assert.equal(piece, stored[index]);
});

it('nothing is kept if the workspace has changed meanwhile', async () => {
  const { kept, open, fill } = buildRequests();
  await fill();
  const updates = open(2, () => {
    throw new Error('changed');
  });
  await updates.findContents(titles);
  await assert.rejects(updates.keepUpdated(), /changed/);
  for (const each of [titles, ids]) assert.equal(kept.find('contents', each)?.revision, 1);
});

it('a list that was dropped is not kept', async () => {
  const { kept, open, fill } = buildRequests();
  await fill();
  const updates = open(2);
  await updates.findContents(titles);
  updates.drop(titles);
  await updates.keepUpdated();
  assert.equal(kept.find('contents', titles), undefined);
  assert.equal(kept.find('contents', ids)?.revision, 2);
});

it('a request that needed nothing new asks nothing', async () => {
  const { seen, open, fill } = buildRequests();
  await fill();
  const updates = open(1);
  assert.ok(await updates.findContents(titles));
  await updates.keepUpdated();
  assert.deepEqual(seen, { checks: 0, reads: 0 });
});
