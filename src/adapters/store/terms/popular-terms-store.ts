// Recorded searches, and the lists of popular terms made from them (Decision 0010). The domain computes the scores.

import type { PopularTermsStore } from '../../../domain/ports.ts';
import type { SearchEvent } from '../../../domain/terms/popular-terms.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { ReplicaReads } from '../feed/replica-reads.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import { type CatalogKey, findCatalogEnvironments, listCatalogs } from '../search/all-catalogs.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { normalizeInstant } from '../sql/normalize-instant.ts';
import { prepareInWorkspace, prepareQuery } from '../sql/prepared-query.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';
import type { Tables } from '../sql/tables.ts';
import { buildCountSearches } from './count-searches.ts';
import { buildSummarizeSearches } from './summarize-searches.ts';

/** A statement of so many takes well under a millisecond. */
const ROWS_AT_ONCE = 25;
const DROPPED_AT_ONCE = 250;

/** Searches are counted over a read replica that has all of them, where there is one. */
export const buildPopularTermsStore = (
  engine: CountingEngine,
  readReplica: ReplicaReads,
): PopularTermsStore => {
  const inserts = {
    insertOne: prepareInsert(engine.reads, 1),
    insertMany: prepareInsert(engine.reads, ROWS_AT_ONCE),
  };
  const hasSearches = buildHasSearches(engine.reads);
  const summarize = buildSummarizeSearches(engine.reads);
  return {
    async appendSearchEvents(events) {
      if (events.length > 0) await engine.write((tx) => insertEvents(engine, tx, inserts, events));
    },

    async listCatalogsWithSearches(catalogId) {
      const all = await listCatalogs(engine.reads, catalogId);
      const catalogs = all.map(({ environmentIds: _, ...catalog }) => catalog);
      if (catalogId !== undefined) return catalogs;
      const yieldIfDue = buildYield();
      const found: CatalogKey[] = [];
      for (const catalog of catalogs) {
        if (await hasSearches(engine.reads, catalog)) found.push(catalog);
        await yieldIfDue();
      }
      return found;
    },

    summarizeSearches: (catalog, sinceDay) =>
      readReplica(
        { workspace: catalog, isCurrent: true },
        (db) => buildSummarizeSearches(db)(catalog, sinceDay),
        () => summarize(catalog, sinceDay),
      ),

    replacePopularTerms: (catalog, terms) =>
      writeWithFeed(engine, async (tx, feed) => {
        await feed.lock(catalog);
        // Counting takes time: the catalog may have been deleted meanwhile.
        if ((await findCatalogEnvironments(tx, catalog)) === undefined) return;
        if (!(await isStored(tx, catalog, terms))) {
          await replaceTerms(tx, catalog, terms);
          await feed.append(catalog, { kind: 'popular_term', catalogId: catalog.catalogId, id: '' });
        }
      }),

    countSearches: buildCountSearches(engine.reads),

    async dropSearchesBefore(day) {
      const yieldIfDue = buildYield();
      while (await engine.write((tx) => dropSome(tx, day))) {
        await yieldIfDue();
      }
    },
  };
};

const COLUMNS = ['tenant_id', 'workspace_id', 'catalog_id', 'visitor', 'at', 'term', 'total'] as const;

/**
 * A statement for a number of rows, compiled once: building it for each batch would cost more than running it. Its parameters
 * are numbered, so that a plain list holds their values.
 */
const prepareInsert = (db: Db, rows: number) => {
  const numbers = Array.from({ length: rows * COLUMNS.length }, (_, number) => [String(number), '']);
  return prepareQuery(Object.fromEntries(numbers) as Record<string, string>, (value) =>
    acrossWorkspaces(db)
      .insertInto('search_event')
      .values(
        Array.from({ length: rows }, (_, row) => {
          const cells = COLUMNS.map((column, at) => [column, value[row * COLUMNS.length + at]]);
          return Object.fromEntries(cells) as Tables['search_event'];
        }),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
};

/** In the order of the columns. */
const valuesOf = (events: readonly SearchEvent[]): Record<string, string> => {
  const values: (string | number)[] = [];
  // Many searches have the same timestamp.
  let given = '';
  let spelt = '';
  for (const { tenantId, workspaceId, catalogId, visitor, at, term, total } of events) {
    if (at !== given) {
      given = at;
      spelt = normalizeInstant(given);
    }
    values.push(tenantId, workspaceId, catalogId, visitor, spelt, term, total);
  }
  return values as unknown as Record<string, string>;
};

type Insert = ReturnType<typeof prepareInsert>;

const insertEvents = async (
  engine: Engine,
  tx: Db,
  { insertOne, insertMany }: { readonly insertOne: Insert; readonly insertMany: Insert },
  recorded: readonly SearchEvent[],
): Promise<void> => {
  const yieldIfDue = buildYield();
  const kept = await withoutDeleted(engine, tx, recorded);
  for (let start = 0; start < kept.length; start += ROWS_AT_ONCE) {
    const events = kept.slice(start, start + ROWS_AT_ONCE);
    if (events.length === ROWS_AT_ONCE) await insertMany.all(tx, valuesOf(events));
    else for (const event of events) await insertOne.all(tx, valuesOf([event]));
    await yieldIfDue();
  }
};

/** Searches are stored with a delay. Those of a catalog that was deleted meanwhile are dropped. */
const withoutDeleted = async (
  engine: Engine,
  tx: Db,
  events: readonly SearchEvent[],
): Promise<SearchEvent[]> => {
  const kept: SearchEvent[] = [];
  const together = Map.groupBy(events, ({ tenantId, workspaceId, catalogId }) =>
    JSON.stringify([tenantId, workspaceId, catalogId]),
  );
  // In order, so that two nodes never wait for each other.
  for (const key of [...together.keys()].sort()) {
    const [first, ...others] = together.get(key) ?? [];
    if (first === undefined) continue;
    await engine.lockWorkspace(tx, first);
    if ((await findCatalogEnvironments(tx, first)) !== undefined) kept.push(first, ...others);
  }
  return kept;
};

/** Whether the catalog has recorded searches, or popular terms or counts from earlier ones. */
const buildHasSearches = (reads: Db) => {
  const prepare = (table: 'search_event' | 'popular_term' | 'search_report') =>
    prepareInWorkspace(reads, { catalogId: '' }, (workspace, value) =>
      workspace.selectFrom(table).select('catalog_id').where('catalog_id', '=', value.catalogId).limit(1),
    );
  const tables = (['search_event', 'popular_term', 'search_report'] as const).map(prepare);
  return async (db: Db, catalog: CatalogKey): Promise<boolean> => {
    for (const table of tables) if ((await table.first(db, { ...catalog })) !== undefined) return true;
    return false;
  };
};

const isStored = async (tx: Db, catalog: CatalogKey, terms: readonly string[]): Promise<boolean> => {
  const rows = await inWorkspace(tx, catalog)
    .selectFrom('popular_term')
    .select(['rank', 'term'])
    .where('catalog_id', '=', catalog.catalogId)
    .orderBy('rank')
    .execute();
  return (
    rows.length === terms.length &&
    rows.every(({ rank, term }, index) => rank === index + 1 && term === terms[index])
  );
};

const replaceTerms = async (tx: Db, catalog: CatalogKey, terms: readonly string[]): Promise<void> => {
  const yieldIfDue = buildYield();
  const workspace = inWorkspace(tx, catalog);
  await workspace.deleteFrom('popular_term').where('catalog_id', '=', catalog.catalogId).execute();
  for (let start = 0; start < terms.length; start += ROWS_AT_ONCE) {
    const rows = terms.slice(start, start + ROWS_AT_ONCE).map((term, index) => ({
      catalog_id: catalog.catalogId,
      rank: start + index + 1,
      term,
    }));
    await workspace.insertInto('popular_term').values(rows).execute();
    await yieldIfDue();
  }
};

/** In small transactions: a long delete would block all other writers. Returns false when none is left. */
const dropSome = async (tx: Db, day: string): Promise<boolean> => {
  const last = await acrossWorkspaces(tx)
    .selectFrom('search_event')
    .select('at')
    .where('at', '<', day)
    .orderBy('at')
    .limit(1)
    .offset(DROPPED_AT_ONCE - 1)
    .executeTakeFirst();
  // One bound only. With two, SQLite may use the wider one and read all old searches each time.
  const dropped = acrossWorkspaces(tx).deleteFrom('search_event');
  await (last === undefined ? dropped.where('at', '<', day) : dropped.where('at', '<=', last.at)).execute();
  return last !== undefined;
};
