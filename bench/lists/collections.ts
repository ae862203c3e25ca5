// How long the garbage collector held this thread, and when. Says whether slow samples are slow because of it.

import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

export interface Sample {
  readonly began: number;
  readonly ended: number;
}

export class Collections {
  readonly #seen: Sample[] = [];
  readonly #observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      this.#seen.push({ began: startTime, ended: startTime + duration });
    }
  });

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  /** Of the slowest hundredth of the samples, in words. */
  async describeSlowest(samples: readonly Sample[]): Promise<string> {
    // Collections are reported a little later.
    await setImmediate();
    const slowest = samples
      .toSorted((one, other) => other.ended - other.began - (one.ended - one.began))
      .slice(0, Math.ceil(samples.length / 100));
    const took = slowest.reduce((sum, { began, ended }) => sum + ended - began, 0);
    const within = slowest.reduce((sum, sample) => sum + this.#within(sample), 0);
    return `the slowest ${slowest.length} of ${samples.length} took ${took.toFixed(1)} ms, ${within.toFixed(1)} of them in the collector`;
  }

  #within({ began, ended }: Sample): number {
    return this.#seen
      .filter((each) => each.began >= began && each.began <= ended)
      .reduce((sum, each) => sum + each.ended - each.began, 0);
  }

  close(): void {
    this.#observer.disconnect();
  }
}
