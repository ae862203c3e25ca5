// What the primary process and its workers tell each other.

import type { MetricValues } from '../../metrics/worker-metrics.ts';

export type ToWorker =
  /** Comes first. `isReplacement`: others serve meanwhile, so it need not hurry to listen. */
  | { readonly kind: 'begin'; readonly number: number; readonly isReplacement: boolean }
  /** Comes with the handle of the connection. */
  | { readonly kind: 'connection'; readonly id: number }
  /** All workers are about to stop: load balancers should send requests to another node. Connections still come. */
  | { readonly kind: 'drain' }
  /** No connection comes after it. */
  | { readonly kind: 'stop' }
  /** Asks for the metrics of this worker. */
  | { readonly kind: 'collect'; readonly round: number }
  /** The metrics of all workers, as this one asked for. */
  | { readonly kind: 'metrics'; readonly request: number; readonly text: string };

export type FromWorker =
  /** It takes connections. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken'; readonly id: number }
  /** A signal told it to stop: it wants no more connections. */
  | { readonly kind: 'leaving' }
  /** Its metrics: for a round, or its last ones. */
  | { readonly kind: 'values'; readonly round: number | undefined; readonly values: readonly MetricValues[] }
  /** Asks for the metrics of all workers. */
  | { readonly kind: 'scrape'; readonly request: number };
