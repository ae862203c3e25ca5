// How much time of the event loop the queries of one tenant may take. Each tenant has a token bucket of work units (see
// `work-budget.ts`); a query that finds it empty runs in a thread. A tenant that asks alone may use the whole event loop.

/** A fifth of the event loop: a unit is about a nanosecond. */
const UNITS_PER_MS = 200_000;
const UNITS_MAX = 5_000_000;
/** The largest debt of a tenant: it is paid off in a fifth of a second. */
const UNITS_MIN = -40_000_000;
const TENANTS_MAX = 1_000;
/** A tenant is alone when no other has asked for this long. */
const ALONE_MS = 1_000;

interface Bucket {
  units: number;
  /** When the bucket held this many. */
  atMs: number;
}

export class InlineShare {
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();
  private lastTenant: string | undefined;
  /** When a tenant other than the latest last asked. */
  private othersAtMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Whether the tenant has any of its share left, or is alone. Ask for each of its queries, wherever it will run. */
  isLeft(tenantId: string): boolean {
    const now = this.now();
    if (tenantId !== this.lastTenant && this.lastTenant !== undefined) this.othersAtMs = now;
    this.lastTenant = tenantId;
    const bucket = this.buckets.get(tenantId);
    if (bucket === undefined || now - this.othersAtMs > ALONE_MS) return true;
    const units = unitsAt(bucket, now);
    // Full again: it need not be stored.
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

  /** A bucket is full within a fraction of a second: hardly any is ever left. */
  private removeFull(now: number): void {
    for (const [tenantId, bucket] of this.buckets) {
      if (unitsAt(bucket, now) === UNITS_MAX) this.buckets.delete(tenantId);
    }
  }
}

const unitsAt = ({ units, atMs }: Bucket, now: number): number =>
  Math.min(UNITS_MAX, units + (now - atMs) * UNITS_PER_MS);
