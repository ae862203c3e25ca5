// What the log says about the collector: once when it fails, once when it works again, and not more often than every ten minutes, however
// often it comes and goes.

import type { SignalName } from '../config/telemetry-variables.ts';

export interface TelemetryLog {
  readonly info: (values: object, message: string) => void;
  readonly warn: (values: object, message: string) => void;
}

const SILENT_MS = 600_000;

export class CollectorLog {
  /** How many exports failed so far. */
  failures = 0;
  private readonly log: TelemetryLog;
  private readonly nowMs: () => number;
  private readonly failing = new Set<SignalName>();
  private saidAt = Number.NEGATIVE_INFINITY;
  private isSaid = false;

  constructor(log: TelemetryLog, nowMs: () => number = () => performance.now()) {
    this.log = log;
    this.nowMs = nowMs;
  }

  failed(signal: SignalName, url: string, reason: string): void {
    this.failures += 1;
    this.failing.add(signal);
    if (this.isSaid || this.nowMs() - this.saidAt < SILENT_MS) return;
    this.isSaid = true;
    this.saidAt = this.nowMs();
    this.log.warn(
      { signal, collector: new URL(url).origin, reason },
      'telemetry cannot be exported: check OTEL_EXPORTER_OTLP_ENDPOINT and the collector; requests are served as before, and what does not fit into the queue is dropped; said once',
    );
  }

  worked(signal: SignalName): void {
    if (!this.failing.delete(signal) || this.failing.size > 0 || !this.isSaid) return;
    this.isSaid = false;
    this.log.info({}, 'telemetry is exported again');
  }
}
