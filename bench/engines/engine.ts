// What a benchmark asks of an engine, the same of all. An engine that cannot express a question exactly says so; it is not
// given an easier one.

export interface Answer {
  readonly total: number;
  /** How many of the best documents came with it. */
  readonly hits: number;
}

export type Ask = () => Answer | Promise<Answer>;

export interface Engine<Document, Question> {
  readonly add: (batch: readonly Document[]) => void | Promise<void>;
  /** After the last batch; from here on it can be asked. */
  readonly finish: () => void | Promise<void>;
  /** The question in the engine's own terms, ready to be asked; undefined when it cannot be expressed exactly. */
  readonly prepare: (question: Question) => Ask | undefined;
  /** Puts the document in place of the one with its id; undefined where that cannot be done. */
  readonly replace: ((document: Document) => void | Promise<void>) | undefined;
  /** What an engine does aside after changes, in no request's time. */
  readonly settle: () => void | Promise<void>;
  /** The index as something that can be kept, and back; undefined where there is no such thing. */
  readonly snapshot: Snapshot | undefined;
}

export interface Snapshot {
  readonly save: () => Uint8Array | string | Promise<Uint8Array | string>;
  readonly load: (saved: Uint8Array | string) => void | Promise<void>;
}

export const PAGE_HITS = 10;

export const nothingToSettle = (): void => undefined;
