// Handles what arrives in one turn of the event loop together, at its end. One step done for many requests in a row is much
// cheaper than all steps done for one request after another: its code and data stay in the caches of the processor.

/** Adds an item to those that are handled next, in the order in which they came. */
export type TurnQueue<T> = (item: T) => void;

export interface TurnQueueOptions<T> {
  /** Does not throw. */
  readonly handle: (item: T) => void;
  /** More items than these take several turns, so that timers and sockets have theirs in between. */
  readonly max: number;
  /** Called when items will be handled at the end of a turn. What it schedules for then comes after them. */
  readonly onScheduled: () => void;
}

export const buildTurnQueue = <T>({ handle, max, onScheduled }: TurnQueueOptions<T>): TurnQueue<T> => {
  let waiting: T[] = [];
  const schedule = (): void => {
    setImmediate(handleWaiting);
    onScheduled();
  };
  const handleWaiting = (): void => {
    const taken = waiting;
    waiting = taken.splice(max);
    if (waiting.length > 0) schedule();
    for (const item of taken) handle(item);
  };
  return (item) => {
    if (waiting.length === 0) schedule();
    waiting.push(item);
  };
};
