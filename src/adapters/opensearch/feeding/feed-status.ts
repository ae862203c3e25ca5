// How far behind the documents are, as the process that feeds knows it.

import type { Metric } from '../../../domain/metric.ts';
import type { FeedingState } from '../feeding-state.ts';

export interface FeedStatus {
  /** Whether this process feeds. If not, the rest says nothing. */
  readonly isFeeding: boolean;
  /** Catalogs that have not caught up. */
  readonly behindCatalogs: number;
  /** Of the catalog that is farthest behind. */
  readonly behindChanges: number;
  /** For how long a catalog has been behind at most. */
  readonly behindMs: number;
  /** Objects that the index has refused. */
  readonly parked: number;
}

interface Progress {
  head: number;
  position: number;
  behindSince: number | undefined;
  parked: number;
}

export const buildFeedStatus = (now: () => number) => {
  const places = new Map<string, Progress>();
  const counts = { retries: 0, failures: 0, built: 0 };
  let isFeeding = false;
  const update = (key: string, change: Partial<Progress>): void => {
    const place = { head: 0, position: -1, behindSince: undefined, parked: 0, ...places.get(key), ...change };
    place.behindSince = place.position < place.head ? (place.behindSince ?? now()) : undefined;
    places.set(key, place);
  };
  const read = (): FeedStatus => {
    const behind = [...places.values()].filter(({ behindSince }) => behindSince !== undefined);
    const most = (of: (place: Progress) => number): number => Math.max(0, ...behind.map(of));
    return {
      isFeeding,
      behindCatalogs: behind.length,
      behindChanges: most(({ head, position }) => head - Math.max(0, position)),
      behindMs: most(({ behindSince = 0 }) => now() - behindSince),
      parked: [...places.values()].reduce((sum, { parked }) => sum + parked, 0),
    };
  };
  return {
    begin: (): void => {
      isFeeding = true;
    },
    end: (): void => {
      isFeeding = false;
      places.clear();
    },
    saw: (key: string, head: number): void => update(key, { head }),
    /** Undefined: the catalog is gone. */
    fed: (key: string, state: FeedingState | undefined): void => {
      if (state === undefined) places.delete(key);
      else update(key, { position: state.position, parked: state.parked });
    },
    retried: (): void => {
      counts.retries += 1;
    },
    failed: (): void => {
      counts.failures += 1;
    },
    built: (): void => {
      counts.built += 1;
    },
    read,
    metrics: (): Metric[] => metricsOf(read(), counts),
  };
};

const metricsOf = (
  status: FeedStatus,
  counts: Readonly<Record<'retries' | 'failures' | 'built', number>>,
): Metric[] => {
  const metric = (name: string, kind: Metric['kind'], help: string, value: number): Metric => ({
    name: `search_feed_${name}`,
    kind,
    help,
    value,
  });
  return [
    metric('active', 'gauge', 'Whether this process feeds OpenSearch.', Number(status.isFeeding)),
    metric(
      'behind_catalogs',
      'gauge',
      'Catalogs with changes that cannot be found yet.',
      status.behindCatalogs,
    ),
    metric(
      'behind_changes',
      'gauge',
      'Changes that cannot be found yet, at most of a catalog.',
      status.behindChanges,
    ),
    metric(
      'behind_seconds',
      'gauge',
      'For how long a catalog has been behind at most.',
      status.behindMs / 1_000,
    ),
    metric(
      'parked_objects',
      'gauge',
      'Objects that OpenSearch has refused; they are not found.',
      status.parked,
    ),
    metric('retries_total', 'counter', 'Bulk requests that were sent again.', counts.retries),
    metric(
      'failures_total',
      'counter',
      'Turns of a catalog that failed, and were taken again.',
      counts.failures,
    ),
    metric('generations_total', 'counter', 'Catalogs that were built from scratch.', counts.built),
  ];
};
