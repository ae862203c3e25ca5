// What the recorder of searches lost, as a number to watch the process by.

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
