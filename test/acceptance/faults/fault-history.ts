// Everything that the clients of the fault rounds sent, and what came back. Times are those of one monotonic clock.

/** `failed`: the response says that nothing was done, or the request was never sent. `unknown`: it may or may not have been. */
export type Outcome = 'done' | 'failed' | 'unknown';

/** Sets the value of a key. Each value is sent once. */
export interface WriteEvent {
  readonly kind: 'write';
  readonly key: string;
  readonly value: string;
  readonly startMs: number;
  /** Of an unknown outcome: when the client gave up. It may take effect later. */
  readonly endMs: number;
  readonly outcome: Outcome;
}

export interface ReadEvent {
  readonly kind: 'read';
  readonly key: string;
  /** The value that was found; undefined if the key was not there. */
  readonly seen: string | undefined;
  /** False: all that is known is that `seen` is not the value. */
  readonly isSo: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** Reads of one session never go back in time: one way to read, on one process. */
  readonly session: string;
  /** The request carried the position that this write returned. */
  readonly follows?: WriteEvent;
  /** It followed a write to another key that began at `startMs`: nothing older will do. */
  readonly isCurrent?: boolean;
}

/** Adds something that has no id yet, so that doing it twice would show. */
export interface AddEvent {
  readonly kind: 'add';
  readonly mark: string;
  readonly outcome: Outcome;
}

export type HistoryEvent = WriteEvent | ReadEvent | AddEvent;

export interface FaultHistory {
  readonly events: HistoryEvent[];
  /** Responses that no fault excuses. */
  readonly strange: string[];
}

export const newHistory = (): FaultHistory => ({ events: [], strange: [] });
