// Gives each piece of long work a turn of the event loop of its own. In one turn, what is short is done for everybody, and one piece of
// long work goes on: however many lists, large bodies and large responses there are, a request waits for one piece of one of them.

const waiting: (() => void)[] = [];

/** Calls this in a turn of its own, in the order in which it was asked for. It should return after about a millisecond. */
export const inOwnTurn = (work: () => void): void => {
  if (waiting.push(work) === 1) setImmediate(runNext);
};

export const ownTurn = (): Promise<void> => new Promise(inOwnTurn);

const runNext = (): void => {
  const work = waiting[0];
  // Before the work, which may throw or ask for another turn.
  waiting.shift();
  if (waiting.length > 0) setImmediate(runNext);
  work?.();
};
