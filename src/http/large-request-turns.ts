// Turns for the parts of large requests that take milliseconds and cannot be cut: one part at a time, by turns among tenants, and whoever
// had a long one leaves the thread to everybody else for some times as long. So large requests of one tenant hold up only its own.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const LONG_MS = 2;
const REST_TIMES = 3;
const REST_MAX_MS = 30;

export class LargeRequestTurns {
  /** Who waits, by tenant, in the order of their turns. */
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Until when a tenant rests; only of those who still wait, or have just had a turn. */
  private readonly restUntil = new Map<string, number>();
  private isRunning = false;

  /** Resolves when it is the tenant's turn: what the caller does until they next wait is the part. */
  take(tenantId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = this.waiting.get(tenantId);
    if (own === undefined) this.waiting.set(tenantId, [resolve]);
    else own.push(resolve);
    if (!this.isRunning) void this.run();
    return promise;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.size > 0) {
      await nextTurn();
      const tenantId = this.findNext(performance.now());
      if (tenantId === undefined) await sleep(1);
      else await this.giveTurn(tenantId);
    }
    this.isRunning = false;
  }

  /** The first that does not rest. */
  private findNext(now: number): string | undefined {
    for (const [tenantId, until] of this.restUntil) if (until <= now) this.restUntil.delete(tenantId);
    return this.waiting.keys().find((tenantId) => !this.restUntil.has(tenantId));
  }

  private async giveTurn(tenantId: string): Promise<void> {
    const own = this.waiting.get(tenantId) ?? [];
    const go = own.shift();
    // Behind the other tenants.
    this.waiting.delete(tenantId);
    if (own.length > 0) this.waiting.set(tenantId, own);
    const startedAt = performance.now();
    go?.();
    await nextTurn();
    const now = performance.now();
    const tookMs = now - startedAt;
    if (tookMs > LONG_MS) this.restUntil.set(tenantId, now + Math.min(REST_MAX_MS, REST_TIMES * tookMs));
  }
}
