// Registers metrics whose values are stored outside the library. They are read only on a scrape, so that counting costs no
// more than an addition.

import type { Counter, Registry } from 'prom-client';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly value: number;
  readonly labels?: Labels;
  /** Labels that many samples share. The library formats them once per object. */
  readonly sharedLabels?: Labels;
  /** The name of the sample if it differs from that of the metric: one of the three of a histogram. */
  readonly metricName?: string;
}

export interface Gathered {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly read: () => readonly Sample[];
}

export const PREFIX = 'vitrine_';

export const registerGathered = (registry: Registry, { read, ...described }: Gathered): void => {
  const metric = { ...described, name: PREFIX + described.name };
  const get = async () => ({ ...metric, values: read() });
  // Safe: the registry uses only the name and the values of a metric, as the library itself does when it merges processes.
  registry.registerMetric({ ...metric, get } as unknown as Counter);
};
