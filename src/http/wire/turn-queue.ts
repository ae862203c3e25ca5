// Handles what arrives in one turn of the event loop together, at its end. One step done for many requests in a row is much
// cheaper than all steps done for one request after another: its code and data stay in the caches of the processor.

/** Adds an item to those that are handled next, in the order in which they came. */
export type TurnQueue<T> = (item: T) => void;

/** `handle` does not throw. More than `max` items take several turns, so that timers and sockets have theirs in between. */
export const buildTurnQueue = <T>(
  handle: (item: T) => void,
  max: number = Number.POSITIVE_INFINITY,
): TurnQueue<T> => {
  let waiting: T[] = [];
  const handleWaiting = (): void => {
    const taken = waiting;
    waiting = taken.length > max ? taken.splice(max) : [];
    if (waiting.length > 0) setImmediate(handleWaiting);
    for (const item of taken) handle(item);
  };
  return (item) => {
    if (waiting.length === 0) setImmediate(handleWaiting);
    waiting.push(item);
  };
};
