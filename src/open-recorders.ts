// Opens what is recorded of visitors: their searches, and their events.

import type { Config } from './config.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import type { Store } from './open-store.ts';
import { openEventBuffer } from './operations/events/event-buffer.ts';
import { eventMetrics } from './operations/events/event-metrics.ts';
import { openSearchRecorder } from './operations/terms/record-searches.ts';
import { recorderMetrics } from './operations/terms/recorder-metrics.ts';

export const openRecorders = (
  config: Config,
  store: Store,
  metrics: ServiceMetrics,
  now: () => Date,
  warn: (fields: object, message: string) => void,
) => {
  const log = { warn };
  const searches = openSearchRecorder({ store, now, enabled: config.searchRecording, log });
  const events = openEventBuffer({ store, enabled: config.eventRecording, log });
  metrics.gather(() => [...recorderMetrics(searches), ...eventMetrics(events)]);
  return {
    searches,
    events,
    close: async () => {
      await searches.close();
      await events.close();
    },
  };
};
