// Counts recorded searches by term. They are read in pages, in the order of visitors, and counted here: one large query would
// block the event loop for as long as it runs.

import type { PopularTermsStore } from '../../../domain/ports.ts';
import { LOW_TOTAL_MAX } from '../../../domain/terms/search-report.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

const ROWS_AT_ONCE = 500;

interface Search {
  readonly visitor: string;
  readonly at: string;
  readonly term: string;
  readonly total: number;
}

export const buildSummarizeSearches = (reads: Db): PopularTermsStore['summarizeSearches'] => {
  const searchesAfter = prepareInWorkspace(
    reads,
    { catalogId: '', since: '', visitor: '', at: '', term: '' },
    (workspace, value) =>
      workspace
        .selectFrom('search_event')
        .select(['visitor', 'at', 'term', 'total'])
        .where('catalog_id', '=', value.catalogId)
        .where('at', '>=', value.since)
        .where((eb) =>
          eb(eb.refTuple('visitor', 'at', 'term'), '>', eb.tuple(value.visitor, value.at, value.term)),
        )
        .orderBy('visitor')
        .orderBy('at')
        .orderBy('term')
        .limit(ROWS_AT_ONCE),
  );

  return async ({ tenantId, workspaceId, catalogId }, since) => {
    const yieldIfDue = buildYield();
    const counts = buildCounts();
    let last: Search = { visitor: '', at: '', term: '', total: 0 };
    let own: Search[] = [];
    for (;;) {
      const { visitor, at, term } = last;
      const where = { tenantId, workspaceId, catalogId, since, visitor, at, term };
      const rows = await searchesAfter.all(reads, where);
      for (const row of rows) {
        if (own[0] !== undefined && own[0].visitor !== row.visitor) {
          counts.addVisitor(own);
          own = [];
        }
        own.push(row);
        last = row;
      }
      if (rows.length < ROWS_AT_ONCE) break;
      await yieldIfDue();
    }
    counts.addVisitor(own);
    return counts.result();
  };
};

/** What was counted of a term on a day. */
interface DayCounts {
  /** Visitors who found something. */
  finders: number;
  visitors: number;
  searches: number;
  zeros: number;
  found: number;
  low: ReadonlyMap<number, number>;
}

const NONE: ReadonlyMap<number, number> = new Map();

const buildCounts = () => {
  const byTerm = new Map<string, { finders: number; readonly days: Map<string, DayCounts> }>();

  const countsOf = (term: string, day: string): DayCounts => {
    const ofTerm = byTerm.get(term) ?? { finders: 0, days: new Map<string, DayCounts>() };
    byTerm.set(term, ofTerm);
    const counts = ofTerm.days.get(day);
    if (counts !== undefined) return counts;
    const none = { finders: 0, visitors: 0, searches: 0, zeros: 0, found: 0, low: NONE };
    ofTerm.days.set(day, none);
    return none;
  };

  /** All searches of one visitor, in order. */
  const addVisitor = (searches: readonly Search[]): void => {
    const [searched, found, foundEver] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const [index, search] of searches.entries()) {
      if (isTypedOn(search, searches[index + 1])) continue;
      const day = search.at.slice(0, 10);
      const counts = countsOf(search.term, day);
      addSearch(counts, search.total);
      // The day has a fixed length, so no two pairs make the same key.
      const key = day + search.term;
      if (!searched.has(key)) counts.visitors += 1;
      searched.add(key);
      if (search.total === 0) continue;
      if (!found.has(key)) counts.finders += 1;
      found.add(key);
      const ofTerm = byTerm.get(search.term);
      if (ofTerm !== undefined && !foundEver.has(search.term)) ofTerm.finders += 1;
      foundEver.add(search.term);
    }
  };

  const result = () => ({
    days: [...byTerm].flatMap(([term, { days }]) =>
      [...days].flatMap(([day, { finders }]) => (finders === 0 ? [] : [{ term, day, visitors: finders }])),
    ),
    totals: [...byTerm].flatMap(([term, { finders }]) =>
      finders === 0 ? [] : [{ term, visitors: finders }],
    ),
    counts: [...byTerm].flatMap(([term, { days }]) =>
      [...days].map(([day, { finders: _, ...counts }]) => ({ term, day, ...counts })),
    ),
  });

  return { addVisitor, result };
};

const addSearch = (counts: DayCounts, total: number): void => {
  counts.searches += 1;
  counts.found += total;
  if (total === 0) counts.zeros += 1;
  else if (total <= LOW_TOTAL_MAX)
    counts.low = new Map(counts.low).set(total, (counts.low.get(total) ?? 0) + 1);
};

/** Whether the visitor was still typing: the next search starts with this one and is longer. */
const isTypedOn = (search: Search, next: Search | undefined): boolean =>
  next !== undefined && next.term.length > search.term.length && next.term.startsWith(search.term);
