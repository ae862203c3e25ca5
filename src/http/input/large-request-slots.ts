// How many large requests of a tenant are under way at once: searches and counts with more than 16 kB of criteria, or large writes. What is
// read of a body takes a multiple of its bytes, and as long as a query waits for a search thread, the garbage collector moves all of it again
// and again, while everybody waits. Until its turn a body stays as it came: as bytes, which the collector does not look at.

import { deadlineExceeded, serviceBusy } from '../../domain/failures/unavailable-failures.ts';

export interface LargeRequestLimits {
  readonly ofTenantMax?: number;
  /** How many of a tenant may wait, and for how long. */
  readonly waitingMax?: number;
  readonly waitMaxMs?: number;
}

interface Tenant {
  underWay: number;
  readonly waiting: Set<() => void>;
}

const WAITING_MAX = 256;
const WAIT_MAX_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

export class LargeRequestSlots {
  private readonly limits: Required<LargeRequestLimits>;
  /** Those that have a request under way. */
  private readonly tenants = new Map<string, Tenant>();

  constructor(limits: LargeRequestLimits = {}) {
    this.limits = { ofTenantMax: 1, waitingMax: WAITING_MAX, waitMaxMs: WAIT_MAX_MS, ...limits };
  }

  /**
   * Resolves to what frees the slot; calling that again does nothing. Rejects with 503 when too many wait, or for too long, and with the reason
   * of the signal when nobody waits for the response any more.
   */
  async take(tenantId: string, gone: AbortSignal): Promise<() => void> {
    gone.throwIfAborted();
    const tenant = this.tenants.get(tenantId) ?? { underWay: 0, waiting: new Set() };
    this.tenants.set(tenantId, tenant);
    if (tenant.underWay < this.limits.ofTenantMax) tenant.underWay += 1;
    else await this.wait(tenant, gone);
    let isHeld = true;
    return () => {
      if (isHeld) this.release(tenantId, tenant);
      isHeld = false;
    };
  }

  private wait({ waiting }: Tenant, gone: AbortSignal): Promise<void> {
    const { waitingMax, waitMaxMs } = this.limits;
    if (waiting.size >= waitingMax) throw serviceBusy(RETRY_AFTER_SECONDS);
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        end();
        reject(reason);
      };
      const go = (): void => {
        end();
        resolve();
      };
      const onGone = (): void => leave(gone.reason);
      const timer = setTimeout(() => leave(deadlineExceeded(RETRY_AFTER_SECONDS)), waitMaxMs);
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', onGone);
        waiting.delete(go);
      };
      gone.addEventListener('abort', onGone);
      waiting.add(go);
    });
  }

  /** The slot goes to whoever has waited longest. */
  private release(tenantId: string, tenant: Tenant): void {
    const [next] = tenant.waiting;
    if (next !== undefined) {
      next();
      return;
    }
    tenant.underWay -= 1;
    if (tenant.underWay === 0) this.tenants.delete(tenantId);
  }
}
