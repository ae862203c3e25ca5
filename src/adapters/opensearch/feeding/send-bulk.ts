// Bulk requests: each operation ends done, superseded by a newer one, or refused for good. What the server has no room for is sent
// again, later and in smaller requests. Sending an operation twice does no harm.

import { setTimeout as pause } from 'node:timers/promises';
import type { SearchServer } from '../client/search-server.ts';
import { SearchServerError, SearchServerGone } from '../client/search-server-errors.ts';

/** The lines of one operation. */
export type BulkOperation = string;

/** `body`: a string is JSON. */
export const bulkOperation = (
  action: 'index' | 'create',
  target: Readonly<Record<string, unknown>>,
  body: object | string,
): BulkOperation =>
  `${JSON.stringify({ [action]: target })}\n${typeof body === 'string' ? body : JSON.stringify(body)}\n`;

/** `conflict`: there is something newer, or somebody else was first. */
export type BulkOutcome = 'done' | 'conflict' | { readonly refused: string };

export interface BulkSettings {
  readonly server: SearchServer;
  /** The name that documents are written by. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onRetry?: (() => void) | undefined;
  /** The first pause before something is sent again; doubled each time. */
  readonly pauseMs?: number;
}

const REQUEST_BYTES_MAX = 4_000_000;
const OPERATIONS_MAX = 2_000;
const DEADLINE_MS = 15_000;
const ATTEMPTS_MAX = 6;
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 5_000;

interface BulkResponse {
  readonly items: readonly Readonly<
    Record<
      string,
      { readonly status: number; readonly error?: { readonly type: string; readonly reason: string } }
    >
  >[];
}

/** The index does not exist: somebody has deleted it. */
export class IndexMissing extends Error {
  override readonly name = 'IndexMissing';

  constructor(target: string) {
    super(`OpenSearch has no index with the name ${target}`);
  }
}

/** One outcome for each operation. Throws `SearchServerGone` if the server has no room for too long. */
export const sendBulk = async (
  settings: BulkSettings,
  operations: readonly BulkOperation[],
): Promise<BulkOutcome[]> => {
  const outcomes: BulkOutcome[] = Array.from(operations, () => 'done');
  let waiting = operations.map((_, at) => at);
  let most = OPERATIONS_MAX;
  let attempts = 0;
  while (waiting.length > 0) {
    settings.signal.throwIfAborted();
    const taken = waiting.slice(0, takeUpTo(operations, waiting, most));
    const results = await sendOnce(
      settings,
      taken.map((at) => operations[at] as string),
    );
    const again: number[] = [];
    taken.forEach((at, place) => {
      const result = results[place] as ItemResult;
      if (result === 'busy' || result === 'too large') again.push(at);
      else outcomes[at] = result;
    });
    waiting = [...again, ...waiting.slice(taken.length)];
    if (again.length === 0) {
      attempts = 0;
      most = Math.min(OPERATIONS_MAX, most * 2);
      continue;
    }
    most = Math.max(1, Math.floor(taken.length / 2));
    if (results.includes('too large')) continue;
    attempts = again.length < taken.length ? 1 : attempts + 1;
    if (attempts >= ATTEMPTS_MAX)
      throw new SearchServerGone('busy', 'OpenSearch has no room for bulk requests; they will be sent again');
    settings.onRetry?.();
    await pauseFor(settings, attempts);
  }
  return outcomes;
};

type ItemResult = BulkOutcome | 'busy' | 'too large';

const sendOnce = async (
  { server, target, signal }: BulkSettings,
  lines: readonly BulkOperation[],
): Promise<ItemResult[]> => {
  try {
    const { items } = await server.request<BulkResponse>({
      method: 'POST',
      path: `/${target}/_bulk`,
      query: { require_alias: 'true' },
      body: lines.join(''),
      deadlineMs: DEADLINE_MS,
      idempotent: true,
    });
    return items.map((item) => classify(target, Object.values(item)[0]));
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof SearchServerGone && error.why !== 'closed') return lines.map(() => 'busy');
    if (!(error instanceof SearchServerError)) throw error;
    if (error.status === 429) return lines.map(() => 'busy');
    // The request as a whole: one of its operations may be the reason, or their number.
    if (error.status !== 400 && error.status !== 413) throw error;
    return lines.map(() => (lines.length === 1 ? { refused: reasonOf(error) } : 'too large'));
  }
};

const classify = (target: string, item: BulkResponse['items'][number][string] | undefined): ItemResult => {
  if (item === undefined) return 'busy';
  if (item.status < 300) return 'done';
  if (item.status === 409) return 'conflict';
  if (item.status === 404) throw new IndexMissing(target);
  return item.status === 400 ? { refused: reasonOf(item.error) } : 'busy';
};

const REASON_CHARS = 200;

/** The reason may repeat what was sent: only its beginning, which names the field. */
const reasonOf = (error: { readonly type: string; readonly reason: string } | undefined): string =>
  `${error?.type ?? 'refused'}: ${error?.reason ?? ''}`.slice(0, REASON_CHARS);

const takeUpTo = (operations: readonly BulkOperation[], waiting: readonly number[], most: number): number => {
  let bytes = 0;
  let count = 0;
  for (const at of waiting) {
    // Three bytes for a character at most; texts are mostly one.
    bytes += (operations[at] as string).length;
    if (count > 0 && (count >= most || bytes > REQUEST_BYTES_MAX)) break;
    count += 1;
  }
  return count;
};

const pauseFor = async ({ signal, pauseMs = PAUSE_MS }: BulkSettings, attempts: number): Promise<void> => {
  const ms = Math.min(PAUSE_MAX_MS, pauseMs * 2 ** (attempts - 1));
  await pause(ms * (1 + Math.random()), undefined, { signal });
};
