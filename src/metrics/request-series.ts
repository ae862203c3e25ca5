// Counts responses by operation and status. It runs for every request, including cache hits, so it only adds a few numbers;
// a histogram of the library would cost ten times as much (Decision 0016).

import { type Gathered, type Labels, PREFIX, type Sample } from './gathered-metric.ts';

/** For requests to unknown routes. */
export const NO_OPERATION = 'none';

const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const;
const DURATION = 'http_request_duration_seconds';
const MS_PER_SECOND = 1_000;

interface Series {
  readonly operation: string;
  readonly sharedLabels: Labels;
  /** Number of requests per bucket; the last bucket has no upper bound. */
  readonly buckets: Float64Array;
  totalMs: number;
  bytes: number;
  fromCache: number;
}

export interface KnownRoutes {
  /** Names that may become labels, and whether responses of each are ever cached. */
  readonly [name: string]: { readonly isCacheable?: boolean };
}

export class RequestSeries {
  private readonly routes: KnownRoutes;
  private readonly series = new Map<string, Map<number, Series>>();

  constructor(routes: KnownRoutes) {
    this.routes = routes;
  }

  responded(operation: string, status: number, tookMs: number, bytes: number, fromCache: boolean): void {
    const series = this.series.get(operation)?.get(status) ?? this.open(operation, status);
    let place = 0;
    while (place < BOUNDS_MS.length && tookMs > (BOUNDS_MS[place] as number)) place += 1;
    (series.buckets[place] as number) += 1;
    series.totalMs += tookMs;
    series.bytes += bytes;
    if (fromCache) series.fromCache += 1;
  }

  gathered(): Gathered[] {
    return [
      {
        name: 'http_requests_total',
        type: 'counter',
        help: 'Requests served, by operation, status and cache result.',
        read: () => this.all().flatMap((series) => this.countsOf(series)),
      },
      {
        name: DURATION,
        type: 'histogram',
        help: 'Time from a request to its response, by operation and status.',
        read: () => this.all().flatMap(durationsOf),
      },
      {
        name: 'http_response_bytes_total',
        type: 'counter',
        help: 'Bytes of response bodies, by operation and status.',
        read: () => this.all().map(({ sharedLabels, bytes }) => ({ sharedLabels, value: bytes })),
      },
    ];
  }

  /** Labels are bounded by the known routes and statuses, whatever is requested. */
  private open(name: string, status: number): Series {
    const operation = Object.hasOwn(this.routes, name) ? name : NO_OPERATION;
    const byStatus = this.series.get(operation) ?? new Map<number, Series>();
    this.series.set(operation, byStatus);
    const series = byStatus.get(status) ?? {
      operation,
      sharedLabels: { operation, status: String(status) },
      buckets: new Float64Array(BOUNDS_MS.length + 1),
      totalMs: 0,
      bytes: 0,
      fromCache: 0,
    };
    byStatus.set(status, series);
    return series;
  }

  private all(): Series[] {
    return [...this.series.values()].flatMap((byStatus) => [...byStatus.values()]);
  }

  private countsOf(series: Series): Sample[] {
    const { sharedLabels } = series;
    const made = countOf(series) - series.fromCache;
    const isCached = this.routes[series.operation]?.isCacheable === true;
    return isCached
      ? [
          { sharedLabels, labels: { cache: 'hit' }, value: series.fromCache },
          { sharedLabels, labels: { cache: 'miss' }, value: made },
        ]
      : [{ sharedLabels, labels: { cache: 'none' }, value: made }];
  }
}

const countOf = ({ buckets }: Series): number => buckets.reduce((total, count) => total + count, 0);

const BUCKETS = [...BOUNDS_MS.map((bound) => String(bound / MS_PER_SECOND)), '+Inf'].map((le) => ({ le }));
const LINE_NAMES = {
  bucket: `${PREFIX}${DURATION}_bucket`,
  sum: `${PREFIX}${DURATION}_sum`,
  count: `${PREFIX}${DURATION}_count`,
} as const;

const durationsOf = (series: Series): Sample[] => {
  const { sharedLabels, totalMs } = series;
  let count = 0;
  const samples: Sample[] = BUCKETS.map((labels, place) => {
    count += series.buckets[place] as number;
    return { metricName: LINE_NAMES.bucket, sharedLabels, labels, value: count };
  });
  samples.push({ metricName: LINE_NAMES.sum, sharedLabels, value: totalMs / MS_PER_SECOND });
  samples.push({ metricName: LINE_NAMES.count, sharedLabels, value: count });
  return samples;
};
