// The interface of a benchmarked engine, the same for all. An engine that cannot express a query exactly says so; it
// does not get an easier one.

export interface QueryResult {
  readonly total: number;
  /** How many of the best documents came with it. */
  readonly hits: number;
}

export type Ask = () => QueryResult | Promise<QueryResult>;

export interface Engine<Document, Question> {
  readonly add: (batch: readonly Document[]) => void | Promise<void>;
  /** Called after the last batch; then the engine can be queried. */
  readonly finish: () => void | Promise<void>;
  /** The query in the engine's own terms, prepared; undefined if it cannot be expressed exactly. */
  readonly prepare: (question: Question) => Ask | undefined;
  /** Replaces the document with the same id; undefined if unsupported. */
  readonly replace: ((document: Document) => void | Promise<void>) | undefined;
  /** Background work after changes, outside the time of any request. */
  readonly settle: () => void | Promise<void>;
  /** Serialization of the index; undefined if unsupported. */
  readonly snapshot: Snapshot | undefined;
}

export interface Snapshot {
  readonly save: () => Uint8Array | string | Promise<Uint8Array | string>;
  readonly load: (saved: Uint8Array | string) => void | Promise<void>;
}

export const PAGE_HITS = 10;
/** Of each facet. */
export const BUCKETS = 20;

export const nothingToSettle = (): void => undefined;
