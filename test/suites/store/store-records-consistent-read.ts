// Suite: records read in several steps come from one state of their workspace, whatever is committed in between, and
// no step is too large.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import { readingUnits } from '../../../src/domain/limits/request-budget.ts';
import type { RecordReader } from '../../../src/domain/records/record-ports.ts';
import { buildListRecords } from '../../../src/operations/records/list-records.ts';
import { caller, environment } from '../../fixtures/fake-caller.ts';
import { meterWith } from '../../fixtures/fake-meter.ts';
import { ACME, line, type OpenStore, putAll, uuid, versionIn, versionText } from './store-fixture.ts';
import { OTHER, openWithModels } from './store-records-fixture.ts';

const COUNT = 60;
/** A pause in the middle of a list. */
const DISTURBED = 5;
const PROD = { ...ACME, environmentId: 'PROD' };
const ids = Array.from({ length: COUNT }, (_, n) => uuid(1_000 + n));

/** Sets one title on all records, in one commit. */
const entitle = async (store: Store, title: string, workspace: WorkspaceScope = ACME): Promise<void> => {
  await putAll(
    store,
    workspace,
    ids.flatMap((id, n) => [
      line('record', { id }),
      versionIn(uuid(2_000 + n), 1, [], { record_id: id, localized: { 'en-us': versionText(title) } }),
      line('publication', { record_id: id, version_id: uuid(2_000 + n) }),
    ]),
  );
};

/** Every title seen, in the list and in each record, with another writer's commit after the first step. */
const titlesWhile = async (reader: RecordReader, disturb: () => Promise<void>): Promise<string[]> => {
  const titles = new Set<string | undefined>();
  let batches = 0;
  for await (const batch of reader.readRecords('blog', 'published')) {
    batches += 1;
    for (const { texts } of batch) titles.add(texts['en-us']?.text.title);
    if (batches === 1) await disturb();
  }
  assert.ok(batches > 1);
  for (const { texts } of await reader.findRecords(ids, 'published')) {
    titles.add(texts['en-us']?.text.title);
  }
  return [...titles].map(String);
};

export const describeRecordStates = (open: OpenStore): void => {
  describe('records read at once', () => {
    for (const disturbances of [0, 1, 2, 10]) {
      it(`are of one state though others commit in the middle of the first ${disturbances} attempts`, async (t) => {
        const store = await openWithModels(open, t);
        await entitle(store, 'at first');
        let runs = 0;
        const titles = await store.recordsIn(PROD).atOnce(async (reader) => {
          runs += 1;
          const run = runs;
          return titlesWhile(reader, async () => {
            if (run <= disturbances) await entitle(store, `after ${run}`);
          });
        });
        assert.equal(titles.length, 1, titles.join());
        assert.equal(runs, Math.min(disturbances, 2) + 1);
      });
    }

    it('are not disturbed by what happens in another workspace', async (t) => {
      const store = await openWithModels(open, t);
      await entitle(store, 'ours');
      let runs = 0;
      const titles = await store.recordsIn(PROD).atOnce((reader) => {
        runs += 1;
        return titlesWhile(reader, () => entitle(store, `theirs ${runs}`, OTHER));
      });
      assert.deepEqual([titles, runs], [['ours'], 1]);
    });

    it('fail as the work does, once nothing has disturbed it', async (t) => {
      const store = await openWithModels(open, t);
      await entitle(store, 'at first');
      let runs = 0;
      const failing = store.recordsIn(PROD).atOnce(async () => {
        runs += 1;
        if (runs === 1) await entitle(store, 'then');
        throw new Error(`failed in run ${runs}`);
      });
      await assert.rejects(failing, /failed in run 2/);
    });

    it('release the permit for long work before they wait for the snapshot of another request', async (t) => {
      const store = await openWithModels(open, t);
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const readDisturbed = (inSnapshot: () => Promise<void>, releasePermit: () => void) => {
        let runs = 0;
        return store.recordsIn(PROD).atOnce(
          async () => {
            runs += 1;
            if (runs < 3) await entitle(store, `run ${runs}`);
            else await inSnapshot();
            return runs;
          },
          { releasePermit },
        );
      };
      const first = readDisturbed(
        async () => {
          held.resolve();
          await released.promise;
        },
        () => {},
      );
      await held.promise;
      const second = readDisturbed(async () => {}, released.resolve);
      assert.deepEqual(await Promise.all([first, second]), [3, 3]);
    });

    it('make a list whose page and total are of one state', async (t) => {
      const store = await openWithModels(open, t);
      await entitle(store, 'needle');
      let step = 0;
      const list = buildListRecords({
        storeIn: (scope) => store.inScope(scope),
        recordsIn: store.recordsIn,
        meter: meterWith({
          onPause: (pauses) => {
            step = pauses;
            // In the middle of the first attempt, when some lists were already read.
            return pauses === DISTURBED ? entitle(store, 'hay') : undefined;
          },
        }).meter,
      });
      const result = await list(
        { ...caller, scope: PROD, environment: { ...environment, id: 'PROD' } },
        { params: { modelInternalName: 'blog' }, query: { search: 'needle' }, headers: {}, body: undefined },
      );
      assert.deepEqual([result.total_count, result.items.length], [0, 0]);
      assert.ok(step > DISTURBED);
    });
  });

  it('reads long records one by one, also after short ones', async (t) => {
    const store = await openWithModels(open, t);
    const body = 'x'.repeat(200_000);
    for (const [n, id] of ids.slice(0, 30).entries()) {
      const localized = { 'en-us': n < 20 ? versionText('short') : { ...versionText('long'), body } };
      await putAll(store, ACME, [
        line('record', { id }),
        versionIn(uuid(2_000 + n), 1, [], { record_id: id, localized }),
        line('publication', { record_id: id, version_id: uuid(2_000 + n) }),
      ]);
    }
    for (const view of ['latest', 'published'] as const) {
      const reader = store.recordsIn(PROD);
      const batches = await Array.fromAsync(reader.readRecords('blog', view));
      assert.deepEqual(
        batches.map(({ length }) => length),
        [20, ...Array.from({ length: 10 }, () => 1)],
      );
      const notes = meterWith();
      const allowance = { units: Number.POSITIVE_INFINITY, part: 'x', advice: '' };
      const found = await notes.meter.run(PROD, allowance, (budget) => reader.findRecords(ids, view, budget));
      assert.deepEqual(found, batches.flat());
      assert.equal(notes.pauses, 11);
      assert.ok(notes.longest < readingUnits(1, 2 * body.length));
    }
  });
};
