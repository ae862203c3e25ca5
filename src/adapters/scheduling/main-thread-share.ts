// Limits how much of the main thread one tenant's queries and lists may use. Each tenant has a token bucket of work units, about a
// nanosecond each, that refills with time; what finds it empty runs in another thread. A tenant that is alone may use the whole thread.

export const UNITS_PER_MS = 1_000_000;
/** A fifth of the thread. */
const REFILLED_PER_MS = UNITS_PER_MS / 5;
const UNITS_MAX = 5_000_000;
/** The maximum debt of a tenant: it is refilled in a fifth of a second. */
const UNITS_MIN = -40_000_000;
const TENANTS_MAX = 1_000;
/** A tenant is alone if no other has sent anything for this long. */
const ALONE_MS = 1_000;

interface Bucket {
  units: number;
  /** When it held this many units. */
  atMs: number;
}

export class MainThreadShare {
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();
  private lastTenant: string | undefined;
  /** When a tenant other than the last one sent something. */
  private othersAtMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Call it for each request that reads, wherever it is served from: then other tenants are not alone. */
  note(tenantId: string): void {
    if (tenantId === this.lastTenant) return;
    if (this.lastTenant !== undefined) this.othersAtMs = this.now();
    this.lastTenant = tenantId;
  }

  /** Whether anybody else has sent something lately. */
  get isShared(): boolean {
    return this.now() - this.othersAtMs <= ALONE_MS;
  }

  /** Whether the tenant has any share left or is alone. */
  isLeft(tenantId: string): boolean {
    this.note(tenantId);
    const now = this.now();
    const bucket = this.buckets.get(tenantId);
    if (bucket === undefined || !this.isShared) return true;
    const units = unitsAt(bucket, now);
    // Full again: no need to track it.
    if (units === UNITS_MAX) this.buckets.delete(tenantId);
    return units > 0;
  }

  take(tenantId: string, units: number): void {
    const now = this.now();
    const bucket = this.buckets.get(tenantId);
    const left = Math.max(UNITS_MIN, (bucket === undefined ? UNITS_MAX : unitsAt(bucket, now)) - units);
    if (bucket !== undefined) {
      bucket.units = left;
      bucket.atMs = now;
      return;
    }
    if (this.buckets.size >= TENANTS_MAX) this.removeFull(now);
    this.buckets.set(tenantId, { units: left, atMs: now });
  }

  /** A bucket refills within a fraction of a second, so hardly any remain. */
  private removeFull(now: number): void {
    for (const [tenantId, bucket] of this.buckets) {
      if (unitsAt(bucket, now) === UNITS_MAX) this.buckets.delete(tenantId);
    }
  }
}

const unitsAt = ({ units, atMs }: Bucket, now: number): number =>
  Math.min(UNITS_MAX, units + (now - atMs) * REFILLED_PER_MS);
