// The number of events that were not recorded, as a metric.

import type { Metric } from '../../domain/metric.ts';
import type { OpenEventBuffer } from './event-buffer.ts';

export const eventMetrics = ({ dropped }: Pick<OpenEventBuffer, 'dropped'>): Metric[] => [
  {
    name: 'recorded_events_dropped_total',
    kind: 'counter',
    help: 'Events of shoppers not recorded because too many were waiting.',
    value: dropped,
  },
];
