// Which indexes are warmed up, in which order, and what the log says, over a fake index that records its calls.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { type IndexId, indexKey } from './index-id.ts';
import { buildPendingLog, buildWarmingLog } from './indexing-log.ts';
import { openUseOrder, type UseOrder } from './use-order.ts';
import { startWarming, type WarmingProgress } from './warm-indexes.ts';

const placeOf = (workspaceId: string, catalogId: string): IndexId => ({
  scope: { tenantId: 'acme', workspaceId, environmentId: 'P1' },
  catalogId,
});

class Notes {
  readonly heads = new Map<string, { places: IndexId[]; head: number }>();
  readonly warmed: string[] = [];
  readonly told: WarmingProgress[] = [];
  readonly failures: unknown[] = [];
  room = Number.POSITIVE_INFINITY;
  failing: string | undefined;
  readonly #open = new Set<string>();

  put(workspaceId: string, ...catalogIds: string[]): void {
    const known = this.heads.get(workspaceId) ?? { places: [], head: 0 };
    const places = [...known.places, ...catalogIds.map((id) => placeOf(workspaceId, id))];
    this.heads.set(workspaceId, { places, head: known.head + 1 });
  }

  start(context: TestContext, order: readonly string[] = [], saved: string[][] = []) {
    const useOrder: UseOrder = {
      load: async () => [...order],
      save: async (keys) => void saved.push([...keys]),
    };
    const warming = startWarming({
      places: {
        listHeads: async () =>
          [...this.heads].map(([workspaceId, { head }]) => ({ tenantId: 'acme', workspaceId, head })),
        listPlaces: async ({ workspaceId }: WorkspaceScope) => this.heads.get(workspaceId)?.places ?? [],
      },
      index: {
        warm: async (indexId, isQuiet) => {
          if (indexId.catalogId === this.failing) throw new Error('no');
          this.warmed.push(`${indexId.catalogId}${isQuiet ? '' : ' near'}`);
          this.#open.add(indexKey(indexId));
        },
        isOpen: (indexId) => this.#open.has(indexKey(indexId)),
        hasRoom: () => this.#open.size < this.room,
        uses: () => ['used'],
      },
      useOrder,
      onProgress: (progress) => this.told.push(progress),
      onFailure: (error) => this.failures.push(error),
    });
    context.after(() => warming.close());
    return warming;
  }
}

test('the first round opens as many as fit, most recently used first', async (context) => {
  const notes = new Notes();
  notes.put('web', 'a', 'b');
  notes.put('other', 'c', 'd');
  notes.room = 3;
  const warming = notes.start(context, [indexKey(placeOf('other', 'd')), indexKey(placeOf('web', 'b'))]);
  assert.notEqual(warming.progress(), undefined);
  await warming.firstRound;
  assert.deepEqual(notes.warmed, ['d', 'b', 'a']);
  assert.deepEqual(
    notes.told.map(({ done, total }) => [done, total]),
    [
      [0, 4],
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ],
  );
  assert.equal(warming.progress(), undefined);
});

test('then indexes follow the changes, including new catalogs, and are refreshed once the feed is quiet', async (context) => {
  const notes = new Notes();
  notes.put('web', 'a');
  notes.put('still', 'z');
  await notes.start(context).firstRound;
  assert.deepEqual(notes.warmed.splice(0), ['a', 'z']);
  notes.put('web', 'new');
  await waitUntil('four are warmed', () => notes.warmed.length === 4);
  assert.deepEqual(notes.warmed, ['a near', 'new near', 'a', 'new']);
});

test('failures are reported and do not stop it; closing saves the order of use', async (context) => {
  const notes = new Notes();
  const saved: string[][] = [];
  notes.put('web', 'a', 'b');
  notes.failing = 'a';
  const warming = notes.start(context, [], saved);
  await warming.firstRound;
  assert.equal(notes.failures.length, 1);
  assert.deepEqual(notes.warmed, ['b']);
  assert.equal(warming.progress(), undefined);
  notes.failing = undefined;
  notes.put('web');
  await waitUntil('a is warmed', () => notes.warmed.includes('a'));
  await warming.close();
  assert.deepEqual(saved, [['used']]);
});

test('the order of use is saved; indexes not used this time come last', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-order-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'search', 'use-order.json');
  const first = openUseOrder(file);
  assert.deepEqual(await first.load(), []);
  await first.save(['b', 'a']);
  const second = openUseOrder(file);
  assert.deepEqual(await second.load(), ['b', 'a']);
  await second.save(['a']);
  assert.deepEqual(await openUseOrder(file).load(), ['a', 'b']);
});

test('the log has start, progress and end, at a readable rate', () => {
  const lines: string[] = [];
  let now = 0;
  const log = (values: object, message: string) => lines.push(`${message} ${JSON.stringify(values)}`);
  const warmed = buildWarmingLog(log, () => now);
  warmed({ done: 0, total: 0, tookMs: 1 });
  for (const done of [0, 1, 2, 3]) {
    warmed({ done, total: 3, tookMs: now });
    now += 3_000;
  }
  assert.deepEqual(lines.splice(0), [
    'search indexes are being made ready {"done":0,"indexes":3}',
    'search indexes are being made ready {"done":2,"indexes":3}',
    'search indexes are ready {"indexes":3,"durationMs":9000}',
  ]);
  const pending = buildPendingLog(log, () => now);
  const indexId = placeOf('web', 'a');
  for (const left of [100, 0, 9_000, 8_000, 5_000, 0, 0]) {
    pending(indexId, left);
    now += 3_000;
  }
  const where = '"tenantId":"acme","workspaceId":"web","environmentId":"P1","catalogId":"a"';
  assert.deepEqual(lines, [
    `a search index takes in changes {${where},"productsLeft":9000}`,
    `a search index takes in changes {${where},"productsLeft":5000}`,
    `a search index is up to date {${where}}`,
  ]);
});
