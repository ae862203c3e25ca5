// Counts recorded searches by term. They are read in pages, in the order of visitors, and counted here: one large query would
// block the event loop for as long as it runs.

import type { PopularTermsStore } from '../../../domain/ports.ts';
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

const buildCounts = () => {
  const byTerm = new Map<string, { visitors: number; readonly days: Map<string, number> }>();

  /** All searches of one visitor, in order. */
  const addVisitor = (searches: readonly Search[]): void => {
    const termsSeen = new Set<string>();
    const daysSeen = new Set<string>();
    for (const [index, search] of searches.entries()) {
      if (search.total === 0 || isTypedOn(search, searches[index + 1])) {
        continue;
      }
      const counted = byTerm.get(search.term) ?? { visitors: 0, days: new Map<string, number>() };
      byTerm.set(search.term, counted);
      if (!termsSeen.has(search.term)) counted.visitors += 1;
      termsSeen.add(search.term);
      const day = search.at.slice(0, 10);
      // The day has a fixed length, so no two pairs make the same key.
      if (!daysSeen.has(day + search.term)) counted.days.set(day, (counted.days.get(day) ?? 0) + 1);
      daysSeen.add(day + search.term);
    }
  };

  const result = () => ({
    days: [...byTerm].flatMap(([term, { days }]) =>
      [...days].map(([day, visitors]) => ({ term, day, visitors })),
    ),
    totals: [...byTerm].map(([term, { visitors }]) => ({ term, visitors })),
  });

  return { addVisitor, result };
};

/** Whether the visitor was still typing: the next search starts with this one and is longer. */
const isTypedOn = (search: Search, next: Search | undefined): boolean =>
  next !== undefined && next.term.length > search.term.length && next.term.startsWith(search.term);
