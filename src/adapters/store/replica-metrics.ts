// How far read replicas lag behind, and how often they were of use.

import type { Metric } from '../../domain/metric.ts';
import type { Store } from './store.ts';

/** Zeros where there are none. */
export const buildReplicaMetrics = ({ replicas }: Pick<Store, 'replicas'>): (() => readonly Metric[]) => {
  let served = 0;
  let refused = 0;
  replicas?.watch(({ refusal }) => {
    if (refusal === undefined) served += 1;
    else refused += 1;
  });
  const readLag = replicas?.measureLag() ?? (() => 0);
  return () => [
    {
      name: 'store_replica_lag_seconds',
      kind: 'gauge',
      help: 'How far the read replica that is furthest behind lags.',
      value: readLag(),
    },
    {
      name: 'store_replica_reads_total',
      kind: 'counter',
      help: 'Steps of building an index that were read from a read replica.',
      value: served,
    },
    {
      name: 'store_replica_refusals_total',
      kind: 'counter',
      help: 'Steps that a read replica was not fit for.',
      value: refused,
    },
  ];
};
