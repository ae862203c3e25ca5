// Decides whether a history can have happened if nothing acknowledged is lost or doubled. For each key it looks for an order
// of all writes and reads in which every read sees the write before it. A write takes effect once, at some moment between its
// start and its end; one with an unknown outcome at any moment after its start, or never; a failed one never. A read shows
// the state of some moment: not before the write that it follows, not before an earlier read of its session, and not longer
// ago than `staleMs`.

import type { AddEvent, HistoryEvent, ReadEvent, WriteEvent } from './fault-history.ts';

interface Step {
  readonly number: number;
  readonly event: WriteEvent | ReadEvent;
  /** Its moment lies between these two. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Steps that come before it in any case. */
  readonly after: readonly number[];
}

/** What is wrong, in words; empty if nothing is. */
export const checkHistory = (events: readonly HistoryEvent[], staleMs: number): string[] => {
  const byKey = Map.groupBy(
    events.filter((event) => event.kind !== 'add'),
    ({ key }) => key,
  );
  return [...byKey].flatMap(([key, own]) => {
    const found = findContradiction(stepsOf(own, staleMs));
    return found === undefined ? [] : [`${key}: ${found}`];
  });
};

/** `counts`: how often each mark was found in the end. */
export const checkAdded = (
  events: readonly HistoryEvent[],
  counts: ReadonlyMap<string, number>,
): string[] => {
  const added = events.filter((event): event is AddEvent => event.kind === 'add');
  const sent = new Set(added.map(({ mark }) => mark));
  return [
    ...added.flatMap(({ mark, outcome }) => {
      const count = counts.get(mark) ?? 0;
      if (count > 1) return [`${mark} is there ${count} times`];
      if (outcome === 'done' && count === 0) return [`${mark} was acknowledged and is lost`];
      if (outcome === 'failed' && count > 0) return [`${mark} failed, and is there`];
      return [];
    }),
    ...[...counts.keys()].filter((mark) => !sent.has(mark)).map((mark) => `nobody sent ${mark}`),
  ];
};

const stepsOf = (events: readonly (WriteEvent | ReadEvent)[], staleMs: number): Step[] => {
  const reads = events.filter((event) => event.kind === 'read');
  const seen = new Set(reads.map((event) => event.seen));
  const isAnySeen = reads.some(({ isSo }) => !isSo);
  // An unknown write that nobody saw explains nothing, unless it replaced what somebody did not see.
  const counted = events
    .filter(
      (event) =>
        event.kind === 'read' ||
        event.outcome === 'done' ||
        (event.outcome === 'unknown' && (isAnySeen || seen.has(event.value))),
    )
    .toSorted((a, b) => a.startMs - b.startMs);
  const numbers = new Map(counted.map((event, number) => [event, number]));
  const lastOfSession = new Map<string, number>();
  return counted.map((event, number) => {
    if (event.kind === 'write') {
      const toMs = event.outcome === 'done' ? event.endMs : Number.POSITIVE_INFINITY;
      return { number, event, fromMs: event.startMs, toMs, after: [] };
    }
    const { follows, session, startMs, endMs, isCurrent = false } = event;
    const earlier = lastOfSession.get(session);
    const isOver = earlier !== undefined && (counted[earlier]?.endMs ?? 0) < startMs;
    lastOfSession.set(session, number);
    const followed = follows === undefined ? undefined : numbers.get(follows);
    return {
      number,
      event,
      fromMs: Math.max(isCurrent ? startMs : startMs - staleMs, follows?.startMs ?? Number.NEGATIVE_INFINITY),
      toMs: endMs,
      after: [...(isOver ? [earlier] : []), ...(followed === undefined ? [] : [followed])],
    };
  });
};

const isOptional = ({ event }: Step): boolean => event.kind === 'write' && event.outcome === 'unknown';

const fits = (event: ReadEvent, value: string | undefined): boolean => (event.seen === value) === event.isSo;

interface State {
  readonly placed: Set<number>;
  readonly value: string | undefined;
}

/** Searches all orders that time allows. A read is placed as soon as it fits: it changes nothing, so later is never better. */
const findContradiction = (steps: readonly Step[]): string | undefined => {
  let best: State = { placed: new Set(), value: undefined };
  const tried = new Set<string>();
  const open: State[] = [best];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const { placed, value } = state;
    placeReads(steps, state);
    if (placed.size > best.placed.size) best = state;
    const left = leftOf(steps, placed);
    if (left.every(isOptional)) return undefined;
    const name = `${value} ${left.map(({ number }) => number).join()}`;
    if (tried.has(name)) continue;
    tried.add(name);
    const writes = possible(steps, placed).filter(({ event }) => event.kind === 'write');
    // Those that are certain are tried first.
    for (const step of writes.toSorted((a, b) => Number(isOptional(b)) - Number(isOptional(a)))) {
      open.push({
        placed: new Set(placed).add(step.number),
        value: (step.event as WriteEvent).value,
      });
    }
  }
  return describe(steps, best);
};

const leftOf = (steps: readonly Step[], placed: ReadonlySet<number>): Step[] =>
  steps.filter((_, number) => !placed.has(number));

/** What may come next: whatever begins before all that is left has to be over, and whose predecessors are placed. */
const possible = (steps: readonly Step[], placed: ReadonlySet<number>): Step[] => {
  const left = leftOf(steps, placed);
  const firstEnd = Math.min(...left.map(({ toMs }) => toMs));
  return left.filter(
    ({ fromMs, after }) => fromMs <= firstEnd && after.every((number) => placed.has(number)),
  );
};

const placeReads = (steps: readonly Step[], { placed, value }: State): void => {
  for (;;) {
    const next = possible(steps, placed).filter(({ event }) => event.kind === 'read' && fits(event, value));
    if (next.length === 0) return;
    for (const step of next) placed.add(step.number);
  }
};

const describe = (steps: readonly Step[], { placed, value }: State): string => {
  const next = leftOf(steps, placed)
    .filter((step) => !isOptional(step))
    .toSorted((a, b) => a.toMs - b.toMs)[0];
  const seen = next?.event.kind === 'read' ? `${next.event.isSo ? '' : 'not '}${next.event.seen}` : 'a write';
  return `no order explains ${seen} (${next?.event.kind === 'read' ? next.event.session : ''}) after ${value}: ${tell(steps)}`;
};

const tell = (steps: readonly Step[]): string =>
  steps
    .map(({ event }) => {
      const time = `${Math.round(event.startMs)}-${Math.round(event.endMs)}`;
      return event.kind === 'write'
        ? `${time} ${event.outcome} ${event.value}`
        : `${time} ${event.session} saw ${event.isSo ? '' : 'not '}${event.seen}${event.follows === undefined ? '' : ` following ${event.follows.value}`}`;
    })
    .join('; ');
