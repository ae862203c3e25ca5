// Schedules the uninterruptible parts of large requests: one at a time, tenants in turn. After a long part the tenant pauses for a multiple
// of that time, so that large requests of one tenant delay only that tenant.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { FairQueue } from '../domain/limits/fair-queue.ts';
import { ownTurn } from './own-turns.ts';

const LONG_MS = 1;
/** How long a part lasts that can be interrupted. */
const STEP_MS = 1.5;
const REST_TIMES = 3;
const REST_MAX_MS = 30;

/** To be called between the steps of some work: returns a promise when it is time to pause. */
export type PauseIfDue = () => Promise<unknown> | undefined;

export class LargeRequestScheduler {
  private readonly waiting = new FairQueue<() => void>();
  /** Until when a tenant pauses; only tenants that wait or have just run are kept. */
  private readonly restUntil = new Map<string, number>();
  private isRunning = false;
  private readonly hasRests: boolean;

  /** Without rests, in a thread where nobody waits but who has sent such a request. */
  constructor({ hasRests = true }: { readonly hasRests?: boolean } = {}) {
    this.hasRests = hasRests;
  }

  /**
   * Does work in turns of the tenant, and returns in another one. Who has begun goes on before others of the same tenant begin: what they
   * have read meanwhile takes memory, which is expensive to collect while it is in use.
   */
  async inTurns<T>(tenantId: string, work: (pauseIfDue: PauseIfDue) => T | Promise<T>): Promise<T> {
    await this.take(tenantId, false);
    let since = performance.now();
    const result = await work(() => {
      if (performance.now() - since < STEP_MS) return undefined;
      return this.take(tenantId, true).then(() => {
        since = performance.now();
      });
    });
    await this.take(tenantId, true);
    return result;
  }

  /** Resolves when the tenant may run: the part is what the caller does until they wait again. */
  private take(tenantId: string, hasBegun: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (hasBegun) this.waiting.addFirst(tenantId, resolve);
    else this.waiting.add(tenantId, resolve);
    if (!this.isRunning) void this.run();
    return promise;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    const mayRun = (tenantId: string): boolean => !this.restUntil.has(tenantId);
    while (!this.waiting.isEmpty) {
      this.endRests();
      if (!this.waiting.canTake(mayRun)) {
        await sleep(1);
        continue;
      }
      await ownTurn();
      // Chosen now: others may have come, or begun, while it waited.
      this.endRests();
      const next = this.waiting.take(mayRun);
      if (next !== undefined) await this.giveTurn(next.owner, next.item);
    }
    this.isRunning = false;
  }

  private endRests(): void {
    const now = performance.now();
    for (const [tenantId, until] of this.restUntil) if (until <= now) this.restUntil.delete(tenantId);
  }

  private async giveTurn(tenantId: string, go: () => void): Promise<void> {
    const startedAt = performance.now();
    go();
    await nextTurn();
    const now = performance.now();
    const tookMs = now - startedAt;
    if (this.hasRests && tookMs > LONG_MS)
      this.restUntil.set(tenantId, now + Math.min(REST_MAX_MS, REST_TIMES * tookMs));
  }
}
