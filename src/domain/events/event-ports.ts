// What is needed to record events and to use them.

import type { WorkspaceScope } from '../access/scope.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { ProductDay, ScoreChange } from './popularity.ts';
import type { EventCounts, EventPlace, ProductEvent } from './product-event.ts';

/** Takes events. It never fails or waits, and drops what does not fit. */
export interface EventRecorder {
  record(events: readonly ProductEvent[]): void;
}

/** Days of `YYYY-MM-DD`, both included. */
export interface EventFilter {
  readonly from: string;
  readonly until: string;
  /** Only events that this search led to. */
  readonly term: string | undefined;
}

export interface EventStore {
  /** Events of a catalog, an environment or a product that does not exist are left out, and so are those that are stored already. */
  appendEvents(events: readonly ProductEvent[]): Promise<void>;
  /** Deletes the events before the day, of all workspaces. */
  dropEventsBefore(day: string): Promise<void>;
  /** Every catalog with events or scores, once for each environment that shows it; or only the one with this id, in any workspace. */
  listEventPlaces(catalogId: string | undefined): Promise<EventPlace[]>;
  /** Sums up the events since a day, in the order of days. `begin` is called once more if it has to start over. */
  summarizeEvents<T>(
    place: EventPlace,
    sinceDay: string,
    begin: () => { add(day: ProductDay): void; result(): T },
  ): Promise<T>;
  /** The distinct visitors of each product, by type. */
  countVisitors(
    place: EventPlace,
    filter: EventFilter,
    budget: RequestBudget,
  ): Promise<Map<string, EventCounts>>;
  /** Whether products of the catalog have an attribute of this name. */
  hasAttribute(place: EventPlace, name: string): Promise<boolean>;
  readScores(place: EventPlace): Promise<Map<string, number>>;
  /** Changes scores, and tells search indexes about those that matter. */
  changeScores(place: EventPlace, changes: readonly ScoreChange[]): Promise<void>;
  /** Deletes everything that is kept under these marks. */
  eraseMarks(workspace: WorkspaceScope, marks: readonly string[]): Promise<ErasedTraces>;
}

export interface ErasedTraces {
  readonly events: number;
  readonly searches: number;
}
