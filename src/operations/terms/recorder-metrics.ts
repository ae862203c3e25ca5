// The number of searches that were not recorded, as a metric.

import type { Metric } from '../../domain/metric.ts';
import type { OpenSearchRecorder } from './record-searches.ts';

export const recorderMetrics = ({ dropped }: Pick<OpenSearchRecorder, 'dropped'>): Metric[] => [
  {
    name: 'recorded_searches_dropped_total',
    kind: 'counter',
    help: 'Searches not recorded because too many were waiting.',
    value: dropped,
  },
];
