// Events of shoppers (Decision 0072): recorded, counted, dropped by age and erased by visitor.

import type { EventStore } from '../../../domain/events/event-ports.ts';
import type { ProductDay } from '../../../domain/events/popularity.ts';
import {
  type EventCounts,
  type EventPlace,
  type EventType,
  eventTypes,
  type ProductEvent,
} from '../../../domain/events/product-event.ts';
import { UNITS_PER_ROW } from '../../../domain/limits/request-budget.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { ReplicaReads } from '../feed/replica-reads.ts';
import { findCatalogEnvironments, listCatalogs } from '../search/all-catalogs.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import { buildEraseMarks } from './erase-marks.ts';
import {
  dropSomeEvents,
  type EventRow,
  prepareInsertEvents,
  prepareReadEvents,
  type ReadEvents,
} from './event-rows.ts';

/** The last day that can be written. */
const END_OF_DAYS = '9999-12-31';

type InsertEvents = ReturnType<typeof prepareInsertEvents>;

export const buildEventStore = (
  engine: Engine,
  readReplica: ReplicaReads,
): Omit<EventStore, 'readScores' | 'changeScores' | 'hasAttribute'> => {
  const { reads } = engine;
  const insert = prepareInsertEvents(reads);
  const read = prepareReadEvents(reads);
  const hasEvents = buildHasEvents(reads);
  return {
    async appendEvents(events) {
      if (events.length > 0) await engine.write((tx) => insertEvents(engine, tx, insert, events));
    },

    async dropEventsBefore(day) {
      const yieldIfDue = buildYield();
      while (await engine.write((tx) => dropSomeEvents(tx, day))) await yieldIfDue();
    },

    async listEventPlaces(catalogId) {
      const yieldIfDue = buildYield();
      const found: EventPlace[] = [];
      for (const { environmentIds, ...catalog } of await listCatalogs(reads, catalogId)) {
        for (const environmentId of environmentIds.toSorted()) {
          if (await hasEvents({ ...catalog, environmentId })) found.push({ ...catalog, environmentId });
          await yieldIfDue();
        }
      }
      return found;
    },

    summarizeEvents: (place, from, begin) =>
      readReplica(
        { workspace: place, isCurrent: true },
        (db) => summarize(prepareReadEvents(db), place, from, begin()),
        () => summarize(read, place, from, begin()),
      ),

    async countVisitors(place, { from, until, term }, { spend, pause }) {
      const counts = new Map<string, Record<EventType, number>>();
      const steps = read(place, { from, until }, (step) => spend(step * UNITS_PER_ROW));
      for await (const step of steps) {
        for (const row of step) {
          if (term !== undefined && row.term !== term) continue;
          const own = counts.get(row.product_id) ?? noVisitors();
          own[row.type as EventType] += 1;
          counts.set(row.product_id, own);
        }
        await pause();
      }
      return counts;
    },

    eraseMarks: buildEraseMarks(engine),
  };
};

const noVisitors = (): Record<EventType, number> => ({ view: 0, click: 0, add_to_cart: 0, purchase: 0 });

/** Events are stored with a delay. Those of a catalog that was deleted meanwhile, or is no longer shown, are dropped. */
const insertEvents = async (
  engine: Engine,
  tx: Db,
  insert: InsertEvents,
  events: readonly ProductEvent[],
): Promise<void> => {
  const together = Map.groupBy(events, ({ tenantId, workspaceId, environmentId, catalogId }) =>
    JSON.stringify([tenantId, workspaceId, catalogId, environmentId]),
  );
  // In order, so that two nodes never wait for each other.
  for (const key of [...together.keys()].sort()) {
    const own = together.get(key) ?? [];
    const [first] = own;
    if (first === undefined) continue;
    await engine.lockWorkspace(tx, first);
    const environments = await findCatalogEnvironments(tx, first);
    if (environments?.includes(first.environmentId) === true) await insert(tx, first, own);
  }
};

/** Whether there are events, or scores from earlier ones. */
const buildHasEvents = (reads: Db) => {
  const [events, scores] = [
    prepareFirstRow(reads, 'product_event'),
    prepareFirstRow(reads, 'product_popularity'),
  ];
  return async (place: EventPlace): Promise<boolean> =>
    (await events.first(reads, { ...place })) !== undefined ||
    (await scores.first(reads, { ...place })) !== undefined;
};

/** The order is that of the key, so that no other index is used. */
const prepareFirstRow = (reads: Db, table: 'product_event' | 'product_popularity') =>
  prepareInWorkspace(reads, { catalogId: '', environmentId: '' }, (workspace, value) => {
    const rows = workspace
      .selectFrom(table)
      .select('product_id')
      .where('catalog_id', '=', value.catalogId)
      .where('environment_id', '=', value.environmentId);
    const key = keysInWorkspace[table] as readonly 'product_id'[];
    return key.reduce((query, column) => query.orderBy(column), rows).limit(1);
  });

const summarize = async <T>(
  read: ReadEvents,
  place: EventPlace,
  from: string,
  summary: { add(day: ProductDay): void; result(): T },
): Promise<T> => {
  const yieldIfDue = buildYield();
  const visits = new Visits(summary.add.bind(summary));
  for await (const step of read(place, { from, until: END_OF_DAYS }, () => {})) {
    for (const row of step) visits.add(row);
    await yieldIfDue();
  }
  visits.end();
  return summary.result();
};

/** Counts the visitors of one product on one day after the other. Rows come in that order, those of a visitor together. */
class Visits {
  readonly #onDay: (day: ProductDay) => void;
  #visitors = noVisitors();
  #row: EventRow | undefined;
  /** The place of the strongest event of the visitor in the list of types. */
  #strongest = 0;

  constructor(onDay: (day: ProductDay) => void) {
    this.#onDay = onDay;
  }

  add(row: EventRow): void {
    const last = this.#row;
    const strength = eventTypes.indexOf(row.type as EventType);
    if (last?.day === row.day && last.product_id === row.product_id && last.visitor === row.visitor) {
      this.#strongest = Math.max(this.#strongest, strength);
      return;
    }
    this.#endVisitor();
    if (last?.day !== row.day || last.product_id !== row.product_id) this.#endDay();
    this.#row = row;
    this.#strongest = strength;
  }

  end(): void {
    this.#endVisitor();
    this.#endDay();
  }

  #endVisitor(): void {
    const type = eventTypes[this.#strongest];
    if (this.#row !== undefined && type !== undefined) this.#visitors[type] += 1;
  }

  #endDay(): void {
    if (this.#row === undefined) return;
    const { product_id: productId, day } = this.#row;
    this.#onDay({ productId, day, visitors: this.#visitors satisfies EventCounts });
    this.#visitors = noVisitors();
  }
}
