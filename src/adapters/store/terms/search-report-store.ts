// The counts that search reports are made of (Decision 0099). They are replaced as a whole, under a generation of their own, in
// short transactions; a reader who finds another generation at the end starts over.

import { hash, randomUUID } from 'node:crypto';
import { type RequestBudget, readingUnits } from '../../../domain/limits/request-budget.ts';
import {
  type CatalogKey,
  chooseTerms,
  type Period,
  type PeriodSums,
  type SearchReportStore,
  type TermDayCounts,
} from '../../../domain/terms/search-report.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { findCatalogEnvironments } from '../search/all-catalogs.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { addPacked, noSums, packDay } from './packed-counts.ts';
import { buildRecentSums } from './recent-sums.ts';

/** Sorts after all days. */
const TERMS = 'terms';
const TERMS_IN_PART = 200;
/** Each is shorter than 64 KB. */
const WRITTEN_AT_ONCE = 8;
const READ_AT_ONCE = 4;
const DELETED_AT_ONCE = 16;
/** For each term: the columns of its sums, and its place in the ranking. */
const UNITS_PER_TERM = 300;
const UNITS_PER_PART = readingUnits(1, 50_000);

interface Part {
  /** `terms`, or a day. */
  readonly section: string;
  readonly part: number;
  readonly doc: string;
}

export const buildSearchReportStore = (engine: Engine): SearchReportStore => {
  const { reads } = engine;
  const findHead = prepareFindHead(reads);
  const readSums = prepareReadSums(reads);
  const readTerms = prepareReadTerms(reads);
  const recent = buildRecentSums();
  return {
    async replaceSearchCounts({ tenantId, workspaceId, catalogId }, counts, { minVisitors, now }) {
      const catalog = { tenantId, workspaceId, catalogId };
      const { parts, terms } = packCounts([...counts], minVisitors);
      const digest = hash('sha256', JSON.stringify(parts));
      const head = await findHead.first(reads, catalog);
      const isSame = head?.digest === digest;
      const generation = isSame ? head.generation : randomUUID();
      if (!isSame && !(await writeParts(engine, catalog, generation, parts))) return;
      const written = { generation, terms, digest, counted_at: now.toISOString() };
      const isReplaced =
        parts.length === 0
          ? await deleteHead(engine, catalog)
          : await writeHead(engine, catalog, written, parts.length);
      if (isReplaced) await deleteOthers(engine, catalog, generation);
    },

    async reportSearches({ tenantId, workspaceId, catalogId }, asked, choose, budget) {
      const catalog = { tenantId, workspaceId, catalogId };
      for (;;) {
        const head = await findHead.first(reads, catalog);
        if (head === undefined) return undefined;
        const counted = { ...catalog, generation: head.generation };
        const read = ({ from, until }: Period) =>
          recent.find([...Object.values(counted), from, until, asked.lowTotal], () => {
            budget.spend(head.terms * UNITS_PER_TERM);
            return readSums(counted, { from, until }, noSums(head.terms), asked, budget);
          });
        const sums = await read(asked.period);
        const before = asked.before === undefined ? undefined : await read(asked.before);
        const chosen = await choose(sums, before);
        const terms = await readTerms(counted, chosen.places, budget);
        const { generation } = (await findHead.first(reads, catalog)) ?? {};
        if (generation === head.generation) return { chosen, terms, countedAt: head.counted_at };
      }
    },
  };
};

const packCounts = (
  counts: readonly TermDayCounts[],
  minVisitors: number,
): { readonly parts: readonly Part[]; readonly terms: number } => {
  const terms = chooseTerms(counts, minVisitors);
  const places = new Map(terms.map((term, place) => [term, place]));
  const parts: Part[] = [];
  for (let start = 0; start < terms.length; start += TERMS_IN_PART) {
    const doc = JSON.stringify(terms.slice(start, start + TERMS_IN_PART));
    parts.push({ section: TERMS, part: start / TERMS_IN_PART, doc });
  }
  const days = Map.groupBy(counts, ({ day }) => day);
  for (const [day, ofDay] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kept: [number, TermDayCounts][] = [];
    const others = { terms: 0, searches: 0, zeros: 0 };
    for (const each of ofDay) {
      const place = places.get(each.term);
      if (place !== undefined) {
        kept.push([place, each]);
        continue;
      }
      others.terms += 1;
      others.searches += each.searches;
      others.zeros += each.zeros;
    }
    kept.sort(([a], [b]) => a - b);
    for (const [part, doc] of packDay(kept, others).entries()) parts.push({ section: day, part, doc });
  }
  return { parts, terms: terms.length };
};

const prepareFindHead = (reads: Db) =>
  prepareInWorkspace(reads, { catalogId: '' }, (workspace, value) =>
    workspace
      .selectFrom('search_report')
      .select(['generation', 'terms', 'digest', 'counted_at'])
      .where('catalog_id', '=', value.catalogId),
  );

type Generation = CatalogKey & { readonly generation: string };

const prepareReadSums = (reads: Db) => {
  const partsAfter = prepareInWorkspace(
    reads,
    { catalogId: '', generation: '', until: '', section: '', part: 0 },
    (workspace, value) =>
      workspace
        .selectFrom('search_report_part')
        .select(['section', 'part', 'doc'])
        .where('catalog_id', '=', value.catalogId)
        .where('generation', '=', value.generation)
        .where('section', '<=', value.until)
        .where((eb) => eb(eb.refTuple('section', 'part'), '>', eb.tuple(value.section, value.part)))
        .orderBy('section')
        .orderBy('part')
        .limit(READ_AT_ONCE),
  );
  return async (
    generation: Generation,
    { from, until }: Period,
    sums: PeriodSums,
    { lowTotal }: { readonly lowTotal: number },
    { spend, pause }: RequestBudget,
  ): Promise<PeriodSums> => {
    let last = { section: from, part: -1 };
    for (;;) {
      spend(READ_AT_ONCE * UNITS_PER_PART);
      const rows = await partsAfter.all(reads, { ...generation, until, ...last });
      for (const { section, part, doc } of rows) {
        addPacked(sums, doc, lowTotal);
        last = { section, part };
        await pause();
      }
      if (rows.length < READ_AT_ONCE) return sums;
    }
  };
};

const prepareReadTerms = (reads: Db) => {
  const findParts = prepareForIds(
    { tenantId: '', workspaceId: '', catalogId: '', generation: '' },
    ({ catalogId, generation, ...workspace }, parts: number[]) =>
      inWorkspace(reads, workspace)
        .selectFrom('search_report_part')
        .select(['part', 'doc'])
        .where('catalog_id', '=', catalogId)
        .where('generation', '=', generation)
        .where('section', '=', TERMS)
        .where('part', 'in', parts),
  );
  return async (
    generation: Generation,
    places: readonly number[],
    { spend, pause }: RequestBudget,
  ): Promise<string[]> => {
    const texts = new Map<number, readonly string[]>();
    const wanted = [...new Set(places.map((place) => Math.floor(place / TERMS_IN_PART)))];
    for (let start = 0; start < wanted.length; start += WRITTEN_AT_ONCE) {
      spend(WRITTEN_AT_ONCE * UNITS_PER_PART);
      const rows = await findParts(reads, generation, wanted.slice(start, start + WRITTEN_AT_ONCE));
      for (const { part, doc } of rows) texts.set(part, parseStored<string[]>(doc));
      await pause();
    }
    return places.map((place) => texts.get(Math.floor(place / TERMS_IN_PART))?.[place % TERMS_IN_PART] ?? '');
  };
};

/** False if the catalog was deleted meanwhile: counting takes time. */
const writeParts = async (
  engine: Engine,
  catalog: CatalogKey,
  generation: string,
  parts: readonly Part[],
): Promise<boolean> => {
  const yieldIfDue = buildYield();
  for (let start = 0; start < parts.length; start += WRITTEN_AT_ONCE) {
    const rows = parts
      .slice(start, start + WRITTEN_AT_ONCE)
      .map((part) => ({ catalog_id: catalog.catalogId, generation, ...part }));
    const isThere = await engine.write(async (tx) => {
      await engine.lockWorkspace(tx, catalog);
      if ((await findCatalogEnvironments(tx, catalog)) === undefined) return false;
      await inWorkspace(tx, catalog).insertInto('search_report_part').values(rows).execute();
      return true;
    });
    if (!isThere) return false;
    await yieldIfDue();
  }
  return true;
};

interface Head {
  readonly generation: string;
  readonly terms: number;
  readonly digest: string;
  readonly counted_at: string;
}

/** False if parts are missing: someone else has replaced the counts meanwhile, or the catalog was deleted. */
const writeHead = (engine: Engine, catalog: CatalogKey, head: Head, parts: number): Promise<boolean> =>
  engine.write(async (tx) => {
    await engine.lockWorkspace(tx, catalog);
    if ((await findCatalogEnvironments(tx, catalog)) === undefined) return false;
    const workspace = inWorkspace(tx, catalog);
    const { found } = await workspace
      .selectFrom('search_report_part')
      .select((eb) => eb.fn.countAll<number>().as('found'))
      .where('catalog_id', '=', catalog.catalogId)
      .where('generation', '=', head.generation)
      .executeTakeFirstOrThrow();
    if (Number(found) !== parts) return false;
    await workspace
      .insertInto('search_report')
      .values({ catalog_id: catalog.catalogId, ...head })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'workspace_id', 'catalog_id']).doUpdateSet(head),
      )
      .execute();
    return true;
  });

/** Nothing is left to report. */
const deleteHead = (engine: Engine, catalog: CatalogKey): Promise<boolean> =>
  engine.write(async (tx) => {
    await engine.lockWorkspace(tx, catalog);
    await inWorkspace(tx, catalog)
      .deleteFrom('search_report')
      .where('catalog_id', '=', catalog.catalogId)
      .execute();
    return true;
  });

/** Also of one that was given up. */
const deleteOthers = async (engine: Engine, catalog: CatalogKey, generation: string): Promise<void> => {
  const yieldIfDue = buildYield();
  while (
    await engine.write(async (tx) => {
      await engine.lockWorkspace(tx, catalog);
      return deleteSome(tx, catalog, generation);
    })
  )
    await yieldIfDue();
};

/** Neighbours of one section. Returns false when none is left. */
const deleteSome = async (tx: Db, catalog: CatalogKey, generation: string): Promise<boolean> => {
  const workspace = inWorkspace(tx, catalog);
  const rows = await workspace
    .selectFrom('search_report_part')
    .select(['generation', 'section', 'part'])
    .where('catalog_id', '=', catalog.catalogId)
    .where('generation', '<>', generation)
    .orderBy('generation')
    .orderBy('section')
    .orderBy('part')
    .limit(DELETED_AT_ONCE)
    .execute();
  const [first] = rows;
  if (first === undefined) return false;
  const last = rows.findLast((row) => row.generation === first.generation && row.section === first.section);
  await workspace
    .deleteFrom('search_report_part')
    .where('catalog_id', '=', catalog.catalogId)
    .where('generation', '=', first.generation)
    .where('section', '=', first.section)
    .where('part', '<=', last?.part ?? first.part)
    .execute();
  return true;
};
