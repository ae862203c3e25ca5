// Of each tenant, one large query at a time: a search or count with more than 16 kB of criteria. What is read of a body takes a multiple
// of its bytes, and as long as the query waits for a search thread, the garbage collector moves all of it again and again, while everybody
// waits. Until its turn a body stays as it came: as bytes, which the collector does not look at.

import { serviceBusy } from '../../domain/failures/unavailable-failures.ts';

/** How many of a tenant may wait, and for how long. */
const WAITING_MAX = 256;
const WAIT_MAX_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

export interface LargeQuerySlotsOptions {
  readonly waitingMax?: number;
  readonly waitMaxMs?: number;
}

export class LargeQuerySlots {
  private readonly waitingMax: number;
  private readonly waitMaxMs: number;
  /** Who waits, by the tenants that have a query under way. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor({ waitingMax = WAITING_MAX, waitMaxMs = WAIT_MAX_MS }: LargeQuerySlotsOptions = {}) {
    this.waitingMax = waitingMax;
    this.waitMaxMs = waitMaxMs;
  }

  /** Resolves to what frees the slot; calling that again does nothing. Rejects with 503 when too many wait, or for too long. */
  async take(tenantId: string): Promise<() => void> {
    const others = this.waiting.get(tenantId);
    if (others === undefined) this.waiting.set(tenantId, new Set());
    else await this.wait(others);
    let isHeld = true;
    return () => {
      if (isHeld) this.release(tenantId);
      isHeld = false;
    };
  }

  private wait(others: Set<() => void>): Promise<void> {
    if (others.size >= this.waitingMax) throw serviceBusy(RETRY_AFTER_SECONDS);
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        others.delete(go);
        reject(serviceBusy(RETRY_AFTER_SECONDS));
      }, this.waitMaxMs);
      others.add(go);
    });
  }

  /** The slot goes to whoever has waited longest. */
  private release(tenantId: string): void {
    const others = this.waiting.get(tenantId);
    const [next] = others ?? [];
    if (next === undefined) this.waiting.delete(tenantId);
    else {
      others?.delete(next);
      next();
    }
  }
}
