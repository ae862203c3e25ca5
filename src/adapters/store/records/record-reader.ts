// Records as one environment shows them: what is published there, locale by locale, or a preview of each latest
// version. A batch is read with one statement, so that no record is seen half before and half after a change. The
// sizes of the records, which are read first, decide how many make a batch.

import type { Scope } from '../../../domain/access/scope.ts';
import {
  inSteps,
  readingUnits,
  UNITS_PER_KEY,
  UNITS_PER_ROW,
  unbounded,
} from '../../../domain/limits/request-budget.ts';
import type { RecordReader, RecordsIn, RecordView } from '../../../domain/records/record-ports.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { buildConsistentRead, type ReadState } from './consistent-read.ts';
import { KeptLists } from './kept-lists.ts';
import { StalePieces } from './list-loader.ts';
import { type ListQueries, prepareListQueries } from './list-rows.ts';
import { buildRecentReads, type RecentReads } from './recent-changes.ts';
import { findListPage } from './record-list.ts';
import { buildRecordSlots, type RecordSlots } from './record-slots.ts';
import {
  buildFindShownRecords,
  type FindShownRecords,
  recordSizes,
  recordsOf,
  shownRows,
  toShownRecords,
} from './shown-records.ts';

/** Keys and sizes only. */
const SIZES_AT_ONCE = 100;
/** The last attempt uses no kept list. */
const ATTEMPTS_MAX = 4;

export const buildRecordReaders = (engine: Engine): RecordsIn => {
  const slots = buildRecordSlots(engine.reads);
  const queries = {
    ...prepareQueries(engine.reads),
    lists: prepareListQueries(engine.reads),
    slots,
    findShownRecords: buildFindShownRecords(engine.reads),
    kept: new KeptLists(),
    recent: buildRecentReads(engine.reads, slots),
  };
  const readConsistently = buildConsistentRead(engine);
  return (scope) => ({
    ...buildReader(engine.reads, scope, queries),
    atOnce: (work, budget = unbounded) =>
      readConsistently(
        scope,
        (db, check, state) => work(buildReader(db, scope, queries, check, state)),
        budget,
      ),
  });
};

type Queries = ReturnType<typeof prepareQueries> & {
  readonly lists: ListQueries;
  readonly slots: RecordSlots;
  readonly findShownRecords: FindShownRecords;
  readonly kept: KeptLists;
  readonly recent: RecentReads;
};

const buildReader = (
  db: Db,
  scope: Scope,
  queries: Queries,
  check?: () => Promise<void>,
  state?: ReadState,
): RecordReader => ({
  async *readRecords(model, view, { spend, pause } = unbudgeted()) {
    const { tenantId, workspaceId, environmentId } = scope;
    const place = { tenantId, workspaceId, environmentId, model };
    for (let after = ''; ; ) {
      spend(SIZES_AT_ONCE * UNITS_PER_KEY);
      const sizes = await queries.sizes[view].all(db, { ...place, after, limit: SIZES_AT_ONCE });
      for (const { items, bytes } of inSteps(sizes)) {
        const pauseNow = pause();
        if (pauseNow !== undefined) {
          await pauseNow;
          await check?.();
        }
        spend(readingUnits(items.length, bytes));
        const upTo = items.at(-1)?.record_id ?? after;
        const records = toShownRecords(await queries[view].all(db, { ...place, after, upTo }), view);
        if (records.length > 0) yield records;
        after = upTo;
      }
      if (sizes.length < SIZES_AT_ONCE) return;
    }
  },

  findPage(query, search, budget = unbudgeted()) {
    const { lists, slots, kept, recent } = queries;
    const findRecords = (ids: readonly string[]) =>
      queries.findShownRecords(db, scope, search.view, ids, budget);
    return whileStale(async (isLast) => {
      const source = { db, queries: lists, kept, recent, state: isLast ? undefined : state, check };
      return findListPage({ source, scope, slots, findRecords }, query, search, budget);
    }, check);
  },

  async *readSlugHolders(slug, { spend, pause } = unbudgeted()) {
    const { tenantId, workspaceId } = scope;
    for (let after = ''; ; ) {
      spend(UNITS_PER_ROW);
      const pauseNow = pause();
      if (pauseNow !== undefined) {
        await pauseNow;
        await check?.();
      }
      // One at a time: however many versions of a record have the slug, the next record is one look-up away.
      const next = await queries.slugHolder.first(db, { tenantId, workspaceId, slug, after });
      if (next === undefined) return;
      after = next.record_id;
      yield after;
    }
  },

  findRecords: (recordIds, view, budget = unbudgeted()) =>
    queries.findShownRecords(
      db,
      scope,
      view,
      recordIds.map((id) => id.toLowerCase()),
      budget,
    ),
});

/** Repeats the work when it met kept lists whose pieces have been split or joined. Undefined: it always did. */
const whileStale = async <T>(
  work: (isLast: boolean) => Promise<T>,
  check: (() => Promise<void>) | undefined,
): Promise<T | undefined> => {
  for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
    try {
      return await work(attempts === ATTEMPTS_MAX);
    } catch (error) {
      if (!(error instanceof StalePieces)) throw error;
      await check?.();
    }
  }
  return undefined;
};

const prepareQueries = (reads: Db) => {
  const place = { tenantId: '', workspaceId: '', environmentId: '', model: '', after: '' };
  const batch = (view: RecordView) =>
    prepareQuery({ ...place, upTo: '' }, (value) => {
      const page = recordsOf(reads, value)
        .where('model', '=', value.model)
        .where('record_id', '>', value.after)
        .where('record_id', '<=', value.upTo)
        .orderBy('record_id');
      return shownRows(reads, value, page, view);
    });
  const sizes = (view: RecordView) =>
    prepareQuery({ ...place, limit: 0 }, (value) =>
      recordSizes(reads, value, view)
        .where('record.model', '=', value.model)
        .where('record.record_id', '>', value.after)
        .orderBy('record.record_id')
        .limit(value.limit),
    );
  return {
    published: batch('published'),
    latest: batch('latest'),
    sizes: { published: sizes('published'), latest: sizes('latest') },
    slugHolder: prepareQuery({ tenantId: '', workspaceId: '', slug: '', after: '' }, (value) =>
      inWorkspace(reads, value)
        .selectFrom('version_slug')
        .select('record_id')
        .where('slug', '=', value.slug)
        .where('record_id', '>', value.after)
        .orderBy('record_id')
        .limit(1),
    ),
  };
};
