// Looks for commits of other nodes: at an interval, and when one of them sends a notification. Both use one connection that
// nothing else waits for. It is opened with the first question about a revision, or when the database seems lost: a command that
// asks none needs no watcher. Whoever lost the database learns here that it is back.

import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { breakConnection, openClient } from './connections.ts';
import { isTimeout, ReachedStandby } from './postgres-errors.ts';
import type { Reach } from './reach.ts';
import type { Heads, Revisions } from './revisions.ts';
import { queryInScope } from './row-scope.ts';
import { headsOf, toHeads } from './workspace-lock.ts';

const CHANNEL = 'vitrine_feed';
const POLL_MS = 500;
/** A notification may come for each commit of a busy node. */
const POLL_PAUSE_MS = 20;
const RETRY_MS = 250;
/** A server that takes longer for these few rows cannot be reached, or is as good as that. */
const RESPONSE_MAX_MS = 4_000;

const places = `(
    select tenant collate "C", workspace collate "C" from unnest($1::text[], $2::text[]) as place (tenant, workspace))`;

export interface FeedWatcher {
  /** Looks for commits now, or as soon as the running look is over. */
  wake(): void;
  /**
   * Resolves when a look that began after the call is over, whether or not the database could be reached; at once if one succeeded
   * within that time.
   */
  lookNow(unlessWithinMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface WatcherOptions {
  readonly url: string;
  /** SQL, see `timeline.ts`. */
  readonly timeline: string;
  readonly name: string;
  /** See `buildDb`. */
  readonly isScoped: boolean;
  readonly pollMs?: number | undefined;
}

const readHeads = async (
  client: pg.Client,
  workspaces: readonly WorkspaceScope[],
  timeline: string,
  isScoped: boolean,
): Promise<Heads> => {
  const statement = {
    text: headsOf(timeline, places),
    values: [workspaces.map(({ tenantId }) => tenantId), workspaces.map(({ workspaceId }) => workspaceId)],
    query_timeout: RESPONSE_MAX_MS,
  };
  const { rows } = isScoped
    ? await queryInScope(client, 'every workspace', statement)
    : await client.query(statement);
  const heads = toHeads(rows);
  if (heads.timeline === null) throw new ReachedStandby();
  return heads;
};

export const buildFeedWatcher = (
  { url, name, timeline, isScoped, pollMs = POLL_MS }: WatcherOptions,
  revisions: () => Pick<Revisions, 'beginPoll'>,
  reach: Reach,
  watchSilence: () => () => void,
): FeedWatcher => {
  let client: pg.Client | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** When the next look may begin. */
  let earliestMs = 0;
  let isAsked = false;
  let isClosed = false;
  let succeededMs = Number.NEGATIVE_INFINITY;

  const connect = async (): Promise<pg.Client> => {
    const opened = await openClient(url, name);
    opened.on('notification', wake);
    opened.on('error', () => leave(opened));
    opened.on('end', () => leave(opened));
    client = opened;
    await opened.query({ text: `listen ${CHANNEL}`, query_timeout: RESPONSE_MAX_MS } as pg.QueryConfig);
    return opened;
  };

  const leave = (left: pg.Client): void => {
    if (client === left) client = undefined;
    void left.end().catch(() => {});
  };

  const look = async (): Promise<void> => {
    const breakSilent = watchSilence();
    try {
      const noteReached = reach.beginTrial();
      // An open connection does not tell where the address leads now.
      if (reach.isLost() && client !== undefined) leave(client);
      const connected = client ?? (await connect());
      const poll = revisions().beginPoll();
      poll.finish(await readHeads(connected, poll.workspaces, timeline, isScoped));
      noteReached();
      succeededMs = performance.now();
      earliestMs = performance.now() + POLL_PAUSE_MS;
    } catch (error) {
      earliestMs = performance.now() + RETRY_MS;
      if (isTimeout(error)) await breakAfterSilence(breakSilent, () => client);
      if (client !== undefined) leave(client);
      if (!isClosed) reach.explain(error);
    }
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(start, isAsked ? Math.max(0, earliestMs - performance.now()) : pollMs).unref();
  };

  const start = (): void => {
    clearTimeout(timer);
    isAsked = false;
    running = look().finally(() => {
      running = undefined;
      schedule();
    });
  };

  const wake = (): void => {
    if (isAsked) return;
    isAsked = true;
    if (running === undefined) schedule();
  };

  return {
    wake,
    lookNow: async (unlessWithinMs = 0) => {
      if (performance.now() - succeededMs < unlessWithinMs) return;
      await running;
      // Another caller may have begun one meanwhile.
      if (running === undefined && !isClosed) start();
      await running;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
      if (client !== undefined) await client.end().catch(() => {});
    },
  };
};

/** After a pause of the whole process, responses that have arrived are read first. */
const breakAfterSilence = async (
  breakOthers: () => void,
  own: () => pg.Client | undefined,
): Promise<void> => {
  await setImmediate();
  breakOthers();
  const client = own();
  if (client !== undefined) breakConnection(client);
};

export interface FeedNotifier {
  /** Tells other nodes that something was committed. */
  notify(): void;
  close(): Promise<void>;
}

/** Sent after the commit, never within: notifications in transactions would make all commits wait for each other. */
export const buildFeedNotifier = (pool: Pick<pg.Pool, 'query'>): FeedNotifier => {
  let running: Promise<void> | undefined;
  let isAsked = false;
  const send = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      // Only a hint. Whoever misses it looks soon anyway.
      await pool.query(`notify ${CHANNEL}`).catch(() => {});
    }
    running = undefined;
  };
  return {
    notify: () => {
      isAsked = true;
      running ??= send();
    },
    close: async () => running,
  };
};
