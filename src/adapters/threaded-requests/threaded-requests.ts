// Runs what would take long on the main thread in one thread with its own connection to the store: long reads, reads of tenants that have
// used up their share of the main thread, and writes with large bodies. Workspaces share it as they share the main thread: by time slices
// and permits. The first of these starts it; until it is ready, they wait for it if other tenants would wait for them, and stay on the main
// thread otherwise, as they do while it cannot be had. Long texts are matched against patterns there too; they wait until it is ready.

import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import { outcomeUnknown, serviceBusy } from '../../domain/failures/unavailable-failures.ts';
import type { LargeWrites, WriteRequest, WriteResult } from '../../domain/limits/large-writes.ts';
import type { LongReads, ReadRequest } from '../../domain/limits/long-reads.ts';
import type { Meter } from '../../domain/limits/request-budget.ts';
import type { Metric } from '../../domain/metric.ts';
import type { FeedPositions } from '../../domain/ports.ts';
import { isAlone } from '../../runtime/give-back.ts';
import type { MainThreadShare } from '../scheduling/main-thread-share.ts';
import { RETRY_AFTER_SECONDS, RequestThread, type ThreadEvents } from './request-thread.ts';
import type { RequestThreadSettings } from './thread-messages.ts';

export interface ThreadedRequests {
  readonly reads: LongReads;
  readonly writes: LargeWrites;
  /** Undefined if the thread cannot be had. */
  matchAside(workspace: WorkspaceScope, pattern: string, text: string): Promise<boolean | undefined>;
  readonly metrics: () => readonly Metric[];
  close(): Promise<void>;
}

export interface ThreadedRequestOptions extends ThreadEvents {
  /** Builds the meter of the reads that are on the main thread still. */
  readonly meterWith: (mayLeave: () => boolean) => Meter;
  readonly positions: Pick<FeedPositions, 'position' | 'catchUp'>;
  /** Tells whether a tenant may use more of the main thread now. */
  readonly share: Pick<MainThreadShare, 'isLeft' | 'isShared' | 'note'>;
  readonly now?: () => number;
}

/** How long such reads begin in the thread, before one of them is tried on the main thread again. */
const LONG_FOR_MS = 60_000;
/** The oldest are forgotten first. */
const KNOWN_MAX = 10_000;
/** In one query parameter: a filter of more than about fifteen rules. */
const MUCH_CHARS = 1_000;

export const openThreadedRequests = (
  entry: URL,
  settings: RequestThreadSettings,
  { meterWith, positions, share, now = () => performance.now(), ...events }: ThreadedRequestOptions,
): ThreadedRequests => {
  const thread = new RequestThread(entry, settings, events, now);
  const longUntil = new Map<string, number>();
  const moved = { reads: 0, writes: 0 };
  /** While other tenants are there, who would wait for the request, it waits for a thread that starts. */
  const mayMove = (): boolean => thread.isReadyOrStarts() || (share.isShared && thread.isStarting);
  const whenStarted = async (): Promise<void> => {
    if (!(await thread.hasStarted())) throw serviceBusy(RETRY_AFTER_SECONDS);
  };

  const runWrite = async (request: WriteRequest): Promise<WriteResult> => {
    const { scope } = request.caller;
    // Its memory leaves this thread.
    const body = isAlone(request.body) ? request.body : new Uint8Array(request.body);
    if (thread.isStarting) await whenStarted();
    moved.writes += 1;
    const task = {
      kind: 'write',
      request: { ...request, body },
      position: positions.position(scope),
    } as const;
    const result = await thread.run(task);
    // It is committed: a failure from here on must not say that it is not.
    await positions.catchUp(scope).catch((error: unknown) => {
      throw outcomeUnknown(error);
    });
    return result;
  };

  return {
    reads: {
      meter: meterWith(mayMove),
      belongsAside: (request, canWait) => {
        if (!share.isLeft(request.caller.scope.tenantId)) return mayMove();
        if (share.isShared && asksMuch(request)) return mayMove();
        if (canWait && share.isShared && thread.isReady) return true;
        if (longUntil.size === 0 || !thread.isReady) return false;
        return now() < (longUntil.get(keyOf(request)) ?? 0);
      },
      noteLong: (request) => {
        const key = keyOf(request);
        longUntil.delete(key);
        longUntil.set(key, now() + LONG_FOR_MS);
        if (longUntil.size > KNOWN_MAX) longUntil.delete(longUntil.keys().next().value as string);
      },
      run: async (request) => {
        if (thread.isStarting) await whenStarted();
        moved.reads += 1;
        return thread.run({ kind: 'read', request, position: positions.position(request.caller.scope) });
      },
    },
    writes: {
      run: (request) => {
        share.note(request.caller.scope.tenantId);
        return mayMove() ? runWrite(request) : undefined;
      },
    },
    matchAside: async ({ tenantId, workspaceId }, pattern, text) => {
      if (!thread.isReadyOrStarts() && !(await thread.hasStarted())) return undefined;
      moved.reads += 1;
      return thread.run({ kind: 'match', workspace: { tenantId, workspaceId }, pattern, text });
    },
    metrics: () => [
      {
        name: 'long_reads_total',
        kind: 'counter',
        help: 'Reads that took long or were beyond the share of their tenant, and long texts to match, that another thread took over.',
        value: moved.reads,
      },
      {
        name: 'large_writes_total',
        kind: 'counter',
        help: 'Writes with large bodies that ran in another thread.',
        value: moved.writes,
      },
    ],
    close: () => thread.close(),
  };
};

/** A long filter has many rules, and even to prepare them takes milliseconds. */
const asksMuch = ({ input: { query } }: ReadRequest): boolean =>
  Object.values(query).some((value) => typeof value === 'string' && value.length > MUCH_CHARS);

/** One page of a list says little about another list, a search in it says a lot about other searches. */
const keyOf = ({ operation, caller, input: { query } }: ReadRequest): string => {
  const parameters = Object.keys(query).filter((name) => query[name] !== undefined);
  return [workspaceKey(caller.scope), operation, ...parameters.sort()].join('\0');
};
