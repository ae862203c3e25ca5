// OpenSearch over HTTP: pooled connections to several nodes, attempts within one deadline, bounded concurrency, a circuit breaker.
// Knows nothing of documents and queries. Decision 0106.

import type { Metric } from '../../../domain/metric.ts';
import { type BreakerSettings, buildBreaker, type Outcome } from './breaker.ts';
import { buildCallPermits, type Entry } from './call-permits.ts';
import { buildClientMetrics } from './client-metrics.ts';
import { authorizationOf, type Credentials, prepareCall, type SearchServerCall } from './prepare-call.ts';
import { readResponse } from './read-response.ts';
import { buildSearchCalls, type SearchCalls } from './search-calls.ts';
import { type GoneCause, SearchServerError, SearchServerGone } from './search-server-errors.ts';
import { sendAttempts } from './send-attempts.ts';
import { type NodeSettings, openServerNodes } from './server-nodes.ts';

export interface SearchServerSettings extends NodeSettings, Credentials {
  /** For searches that name none, the wait in the queue included. */
  readonly searchDeadlineMs?: number;
  /** For all other calls. */
  readonly deadlineMs?: number;
  readonly connectMs?: number;
  readonly runningMax?: number;
  readonly waitingMax?: number;
  readonly responseMaxBytes?: number;
  readonly breaker?: Partial<BreakerSettings>;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

export interface SearchServer extends SearchCalls {
  /**
   * The parsed JSON of a response with 2xx; undefined if it has no body. Throws `SearchServerError` for any other response, and
   * `SearchServerGone` if there is none, or one that says that the server is not available.
   */
  request<T>(call: SearchServerCall): Promise<T>;
  /** Searches of one owner: the flood of another does not keep them waiting. */
  callsOf(owner: string): SearchCalls;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface OpenedSearchServer extends SearchServer {
  readonly metrics: () => readonly Metric[];
}

const defaults = {
  searchDeadlineMs: 2_000,
  deadlineMs: 10_000,
  connectMs: 1_000,
  runningMax: 64,
  waitingMax: 256,
  responseMaxBytes: 8_388_608,
  now: () => performance.now(),
} satisfies Partial<SearchServerSettings>;

const breakerDefaults: BreakerSettings = {
  windowMs: 10_000,
  callsMin: 10,
  failedShare: 0.5,
  openMs: 1_000,
  openMaxMs: 10_000,
};

/** `POST _search`: enough to know which call it was, and nothing of a tenant. */
const endpointOf = ({ method, path }: SearchServerCall): string => {
  const endpoint = path.split('/').find((part) => part.startsWith('_'));
  return `${method} ${endpoint ?? 'an index'}`;
};

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof SearchServerGone)) return error instanceof SearchServerError ? 'good' : 'unknown';
  return error.why === 'closed' ? 'unknown' : 'bad';
};

const refusals: Readonly<Record<Exclude<Entry, 'admitted'> | 'open', readonly [GoneCause, string]>> = {
  open: ['open', 'most calls failed just now'],
  full: ['full', 'too many calls are waiting'],
  late: ['deadline', 'the calls before it took too long'],
  closed: ['closed', 'the client is closed'],
};

export const openSearchServer = (given: SearchServerSettings): OpenedSearchServer => {
  const settings = { ...defaults, ...given };
  const { now } = settings;
  const nodes = openServerNodes(settings, settings.runningMax * 2, now);
  const permits = buildCallPermits(settings);
  const breaker = buildBreaker({ ...breakerDefaults, ...settings.breaker }, now);
  const authorization = authorizationOf(settings);
  const metrics = buildClientMetrics(breaker, nodes);
  const stops = new Set<() => void>();
  let isClosed = false;

  const refuse = (endpoint: string, reason: keyof typeof refusals): never => {
    metrics.refused();
    const [why, text] = refusals[reason];
    throw new SearchServerGone(why, `${endpoint} was not sent to OpenSearch: ${text}`);
  };

  const send = async (call: SearchServerCall, endpoint: string, endsAt: number): Promise<unknown> => {
    // It may have opened while the call waited.
    const settle = breaker.admit() ?? refuse(endpoint, 'open');
    const startedAt = now();
    let outcome: Outcome = 'good';
    try {
      const prepared = await prepareCall(call, authorization);
      const mayRepeat = call.idempotent ?? ['GET', 'HEAD'].includes(call.method);
      const limits = { ...settings, endsAt, endpoint, mayRepeat, stops, isClosed: () => isClosed };
      return await sendAttempts(nodes, prepared, limits, metrics.repeated, (response) =>
        readResponse(endpoint, response),
      );
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      settle(outcome);
      metrics.ended(now() - startedAt, outcome === 'good');
    }
  };

  const request = async <T>(call: SearchServerCall): Promise<T> => {
    const endpoint = endpointOf(call);
    const endsAt = now() + (call.deadlineMs ?? settings.deadlineMs);
    if (breaker.isRefusing()) refuse(endpoint, 'open');
    const { owner = '' } = call;
    const entry = await permits.enter(owner, endsAt - now());
    if (entry !== 'admitted') return refuse(endpoint, entry);
    try {
      return (await send(call, endpoint, endsAt)) as T;
    } finally {
      permits.leave(owner);
    }
  };

  return {
    request,
    ...buildSearchCalls(request, settings.searchDeadlineMs),
    callsOf: (owner) => buildSearchCalls((call) => request({ ...call, owner }), settings.searchDeadlineMs),
    metrics: metrics.list,
    close: async () => {
      permits.close();
      isClosed = true;
      for (const stop of [...stops]) stop();
      nodes.close();
    },
  };
};
