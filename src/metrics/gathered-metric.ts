// Numbers that are kept elsewhere, in the form in which the library asks its own metrics for theirs. Nothing is copied before
// someone wants to read it, so what is counted often costs no more than an addition.

import type { Counter, Registry } from 'prom-client';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly value: number;
  readonly labels?: Labels;
  /** Labels that many samples have in common: written out once for as long as the object lives. */
  readonly sharedLabels?: Labels;
  /** The name of the line, where it is not that of the metric: of a histogram, one of its three. */
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
  // Safe: of a metric the registry only asks for its name and what it holds; the library merges those of other processes so.
  registry.registerMetric({ ...metric, get } as unknown as Counter);
};
