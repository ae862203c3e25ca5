// OpenTelemetry: traces, metrics and logs by OTLP over HTTP as JSON (decision 0090). Loaded only if it is configured. Nothing here is
// waited for by a request, and nothing grows without a limit.

import { randomUUID } from 'node:crypto';
import type { SignalName, TelemetryConfig } from '../config/telemetry-variables.ts';
import type { Metric } from '../domain/metric.ts';
import type { BeginTrace } from '../domain/trace.ts';
import type { MetricValues } from '../metrics/worker-metrics.ts';
import type { OperationParts } from '../operations/all-operations.ts';
import { BoundedQueue } from './bounded-queue.ts';
import { CollectorLog, type TelemetryLog } from './collector-log.ts';
import { Exporter, type ExporterOptions } from './exporter.ts';
import { isImportantLine, logRecordJson } from './log-json.ts';
import { metricJson } from './metric-json.ts';
import { buildFrames } from './otlp-json.ts';
import { buildSampler } from './sampler.ts';
import { spansJson } from './span-json.ts';
import { tracePorts } from './trace-ports.ts';
import { type FinishedTrace, Traces } from './traces.ts';

/** When the service stops, the collector gets this long to take the rest. */
const CLOSE_MAX_MS = 3_000;

interface LogStream {
  write(line: string): void;
}

export interface TelemetryParts {
  readonly version: string;
  /** The number of this process among several that serve. */
  readonly worker: number | undefined;
  readonly metricValues: () => Promise<MetricValues[]>;
  readonly log: TelemetryLog;
}

export interface Telemetry {
  /** Absent: requests are not traced. */
  readonly beginTrace: BeginTrace | undefined;
  /** A request has waited for this. */
  readonly waited: (queue: string, tookMs: number) => void;
  readonly tracePorts: (parts: OperationParts) => OperationParts;
  /** The same stream, whose lines are exported too. */
  readonly tapLog: (stream: LogStream) => LogStream;
  readonly metrics: () => readonly Metric[];
  /** Begins to export, once there is a log to say what goes wrong. */
  readonly start: () => void;
  /** Exports the rest, for a few seconds at most. */
  readonly close: () => Promise<void>;
}

export const openTelemetry = (config: TelemetryConfig, parts: TelemetryParts): Telemetry => {
  const collector = new CollectorLog(parts.log);
  const frames = buildFrames(resourceOf(config, parts), parts.version);
  const spans = new BoundedQueue<FinishedTrace>(config.traces?.queueMax ?? 1);
  const lines = new BoundedQueue<string>(config.logs?.queueMax ?? 1);
  const traces = config.traces && new Traces(spans, buildSampler(config.sampling));
  const exporters: Startable[] = [];
  const add = <T>(
    signal: SignalName,
    kind: Pick<ExporterOptions<T>, 'queue' | 'encode' | 'refresh'>,
  ): void => {
    const target = config[signal];
    if (target === undefined) return;
    exporters.push(new Exporter({ signal, target, frame: frames[signal], collector, ...kind }));
  };
  const epoch = buildEpoch();
  add('traces', { queue: spans, encode: (trace) => spansJson(trace, epoch()) });
  add('metrics', metricsExport(parts.metricValues));
  add('logs', { queue: lines, encode: logRecordJson });
  let isClosed = false;
  return {
    beginTrace: traces?.begin,
    waited: (queue, tookMs) => traces?.note(`wait ${queue}`, tookMs),
    tracePorts: (ports) => (traces === undefined ? ports : tracePorts(ports, traces)),
    tapLog: (stream) =>
      config.logs === undefined
        ? stream
        : {
            write: (line) => {
              if (!isClosed) lines.add(line, isImportantLine(line));
              stream.write(line);
            },
          },
    start: () => {
      for (const exporter of exporters) exporter.start();
    },
    metrics: () => ownMetrics(spans.dropped, lines.dropped, collector.failures),
    close: async () => {
      const deadline = AbortSignal.timeout(CLOSE_MAX_MS);
      const waiting = spans.size + lines.size;
      const before = spans.dropped + lines.dropped;
      await Promise.all(exporters.map((exporter) => exporter.close(deadline)));
      isClosed = true;
      const dropped = spans.dropped + lines.dropped - before;
      if (dropped > 0) parts.log.warn({ waiting, dropped }, 'telemetry that was left at the end was dropped');
    },
  };
};

interface Startable {
  start(): void;
  close(deadline: AbortSignal): Promise<void>;
}

const resourceOf = ({ resource }: TelemetryConfig, { version, worker }: TelemetryParts) => ({
  'service.version': version,
  'service.instance.id': randomUUID(),
  'telemetry.sdk.name': 'vitrine',
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.version': version,
  ...(worker === undefined ? {} : { 'vitrine.worker': worker }),
  ...resource,
});

/** More than there are metrics. */
const METRICS_MAX = 1_000;

/** Only the newest values matter: older ones are part of them. */
const metricsExport = (
  metricValues: TelemetryParts['metricValues'],
): Pick<ExporterOptions<MetricValues>, 'queue' | 'encode' | 'refresh'> => {
  const queue = new BoundedQueue<MetricValues>(METRICS_MAX);
  const sinceMs = performance.timeOrigin;
  return {
    queue,
    encode: (metric) => metricJson(metric, { sinceMs, nowMs: Date.now() }),
    refresh: async () => {
      queue.take(queue.size);
      for (const metric of await metricValues()) queue.add(metric, true);
    },
  };
};

/** Clocks may be set while a service runs. Smaller steps than this are left out, since they would only blur durations. */
const CLOCK_STEP_MS = 50;

/** What `performance.now()` counts from, in milliseconds since 1970. */
const buildEpoch = (): (() => number) => {
  let epochMs = performance.timeOrigin;
  return () => {
    const seen = Date.now() - performance.now();
    if (Math.abs(seen - epochMs) > CLOCK_STEP_MS) epochMs = seen;
    return epochMs;
  };
};

const ownMetrics = (spans: number, lines: number, failures: number): Metric[] => [
  {
    name: 'telemetry_spans_dropped_total',
    kind: 'counter',
    help: 'Traced requests that were not exported, because too many were waiting or the collector refused them.',
    value: spans,
  },
  {
    name: 'telemetry_log_records_dropped_total',
    kind: 'counter',
    help: 'Lines of the log that were not exported, because too many were waiting or the collector refused them.',
    value: lines,
  },
  {
    name: 'telemetry_export_failures_total',
    kind: 'counter',
    help: 'Exports of telemetry that the collector did not take.',
    value: failures,
  },
];
