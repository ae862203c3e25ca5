// The settings of the HTTP server with their defaults. Nothing is read from the environment here.

import { defaultLimits, type Limits } from '../domain/limits/limits.ts';
import type { RateLimitSettings } from './caller/rate-limits.ts';

/** Receives one complete log line at a time. */
export interface LogStream {
  write(line: string): void;
}

export interface HttpConfig extends RateLimitSettings {
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly logStream: LogStream;
  /** The number of this process among several that serve, for the log. */
  readonly worker?: number | undefined;
  readonly bodyLimitBytes: number;
  readonly headersLimitBytes: number;
  /** Exact origins, or `*` for any. Empty: no cross-origin access. */
  readonly corsOrigins: '*' | readonly string[];
  /** `true` trusts every peer's `X-Forwarded-*`; a list trusts the peers with these addresses or in these ranges. */
  readonly trustProxy: boolean | readonly string[];
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** How long an idle connection is kept; above the 60 s of common load balancers, so that they close first. */
  readonly keepAliveTimeoutMs: number;
  /** How often timeouts are checked, so how late one may fire. */
  readonly timeoutCheckMs: number;
  /** How long a read waits for a write that it follows. */
  readonly searchWaitMs: number;
  /** Memory for cached responses. */
  readonly responseCacheMiB: number;
  /** How long a shared cache may keep a public response; 0: not at all. */
  readonly publicCacheSeconds: number;
  /** How much longer it may serve a stale response while it revalidates. */
  readonly publicStaleSeconds: number;
  /** The limits of a tenant, for the OpenAPI description. */
  readonly limits: Limits;
}

export const defaultHttpConfig: HttpConfig = {
  logLevel: 'info',
  logStream: process.stderr,
  bodyLimitBytes: 1_048_576,
  headersLimitBytes: 16_384,
  corsOrigins: [],
  trustProxy: false,
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  keepAliveTimeoutMs: 65_000,
  timeoutCheckMs: 2_000,
  searchWaitMs: 1_000,
  responseCacheMiB: 32,
  publicCacheSeconds: 5,
  publicStaleSeconds: 30,
  limits: defaultLimits,
  rateLimitPerTenant: undefined,
  rateLimitPerToken: undefined,
  concurrentRequestsPerTenant: 256,
};
