// Loads and opens OpenTelemetry if it is configured. A service without it never reads those files.

import type { Config } from './config.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { readVersion } from './runtime/version.ts';
import type { Telemetry, TelemetryParts } from './telemetry/telemetry.ts';

/** `log`: asked for only when there is something to say, since the log may be opened later. */
export const openTelemetryOf = async (
  { telemetry: config }: Pick<Config, 'telemetry'>,
  worker: number | undefined,
  metrics: Pick<ServiceMetrics, 'values' | 'gather'>,
  log: () => TelemetryParts['log'],
): Promise<Telemetry | undefined> => {
  if (config === undefined) return undefined;
  const { openTelemetry } = await import('./telemetry/telemetry.ts');
  const telemetry = openTelemetry(config, {
    version: readVersion(),
    worker,
    metricValues: metrics.values,
    log: {
      info: (...words) => log().info(...words),
      warn: (...words) => log().warn(...words),
    },
  });
  metrics.gather(telemetry.metrics);
  return telemetry;
};
