// Request rates per tenant and per token, and how many requests of a tenant run at once (Decision 0025). Checked once the
// caller is known, in memory only: each process counts for itself.

import type { Scope } from '../../domain/access/scope.ts';
import { Failure, tooManyConcurrent, tooManyRequests } from '../../domain/failures/failures.ts';
import { type BucketLevel, buildTokenBuckets, type TokenBuckets } from '../../domain/limits/token-bucket.ts';

/** A number of requests within a number of seconds; all of them may come at once. */
export interface RequestRate {
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface RateLimitSettings {
  /** Absent: no limit. */
  readonly rateLimitPerTenant: RequestRate | undefined;
  readonly rateLimitPerToken: RequestRate | undefined;
  /** 0: no limit. */
  readonly concurrentRequestsPerTenant: number;
}

type HeaderFields = Readonly<Record<string, string>>;

export interface Admission {
  /** Headers for the response, whatever it is. Empty when no rate is limited. */
  readonly headers: HeaderFields;
  /** Call it when the response is sent or never will be. Calling it again does nothing. */
  release(): void;
}

/** The failure of a refused request, with the headers of its response. */
export class NotAdmitted extends Failure {
  readonly headers: HeaderFields;

  constructor(failure: Failure, headers: HeaderFields) {
    const { status, name, message, code, retryAfterSeconds, refusal } = failure;
    super(status, name, message, {
      code,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(refusal === undefined ? {} : { refusal }),
    });
    this.headers = headers;
  }
}

export interface RateLimits {
  /** Whether every request is counted, those served from the cache included. */
  readonly countsEvery: boolean;
  /** Without a `tokenId` only the tenant's limits apply. Throws `NotAdmitted`. */
  admit(scope: Pick<Scope, 'tenantId'>, tokenId: string | undefined): Admission;
}

const CONCURRENT_RETRY_SECONDS = 1;
const SECOND_MS = 1_000;

interface Policy {
  readonly name: string;
  readonly rate: RequestRate;
  readonly buckets: TokenBuckets;
}

/** `now` in milliseconds, from a monotonic clock. */
export const openRateLimits = (settings: RateLimitSettings, now: () => number): RateLimits => {
  const tenantPolicy = policyOf('tenant', settings.rateLimitPerTenant);
  const tokenPolicy = policyOf('token', settings.rateLimitPerToken);
  const concurrency = buildConcurrency(settings.concurrentRequestsPerTenant);
  const enter = (tenantId: string, headers: HeaderFields): Admission => {
    const release = concurrency.enter(tenantId);
    if (release === undefined) throw new NotAdmitted(tooManyConcurrent(CONCURRENT_RETRY_SECONDS), headers);
    return { headers, release };
  };
  return {
    countsEvery: tenantPolicy !== undefined || tokenPolicy !== undefined,
    admit({ tenantId }, tokenId) {
      if (tenantPolicy === undefined && tokenPolicy === undefined) return enter(tenantId, NO_HEADERS);
      const nowMs = now();
      const asked: [Policy, key: string][] = [];
      if (tenantPolicy !== undefined) asked.push([tenantPolicy, tenantId]);
      if (tokenPolicy !== undefined && tokenId !== undefined) asked.push([tokenPolicy, tokenId]);
      const seen = asked.map(([policy, key]) => ({ policy, level: policy.buckets.look(key, nowMs) }));
      const waitMs = Math.max(0, ...seen.map(({ level }) => level.waitMs));
      // All or nothing: a refused request takes no token from any bucket.
      if (waitMs > 0) {
        throw new NotAdmitted(tooManyRequests(Math.ceil(waitMs / SECOND_MS)), headersOf(seen));
      }
      const { release } = enter(tenantId, headersOf(seen));
      const left = asked.map(([policy, key]) => ({ policy, level: policy.buckets.take(key, nowMs) }));
      return { headers: headersOf(left), release };
    },
  };
};

const policyOf = (name: string, rate: RequestRate | undefined): Policy | undefined =>
  rate && {
    name,
    rate,
    buckets: buildTokenBuckets({ quota: rate.quota, windowMs: rate.windowSeconds * SECOND_MS }),
  };

const NO_HEADERS: HeaderFields = Object.freeze({});

/** draft-ietf-httpapi-ratelimit-headers-10: `"tenant";q=100;w=60` and `"tenant";r=50;t=30`. */
const headersOf = (
  seen: readonly { readonly policy: Policy; readonly level: BucketLevel }[],
): HeaderFields => {
  if (seen.length === 0) return NO_HEADERS;
  const policies = seen.map(
    ({ policy: { name, rate } }) => `"${name}";q=${rate.quota};w=${rate.windowSeconds}`,
  );
  const levels = seen.map(
    ({ policy: { name }, level }) =>
      `"${name}";r=${level.remaining};t=${Math.ceil(level.fullInMs / SECOND_MS)}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: levels.join(', ') };
};

const NOTHING_TO_RELEASE = (): void => {};

/** Holds no more keys than there are open requests. */
const buildConcurrency = (max: number) => {
  const running = new Map<string, number>();
  return {
    /** `undefined` when too many are open already. */
    enter(tenantId: string): (() => void) | undefined {
      if (max === 0) return NOTHING_TO_RELEASE;
      const before = running.get(tenantId) ?? 0;
      if (before >= max) return undefined;
      running.set(tenantId, before + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const left = (running.get(tenantId) ?? 1) - 1;
        if (left === 0) running.delete(tenantId);
        else running.set(tenantId, left);
      };
    },
  };
};
