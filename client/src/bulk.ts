// Bulk requests: lines of JSON in, a result for each line out, as they arrive. A request of any length needs little memory.

import type { Schemas } from './call-types.ts';
import type { OperationEntry } from './operation-table.ts';
import { readResults } from './read-results.ts';
import { type CallOptions, type ClientOptions, sendRequest } from './send-request.ts';

/** A line is committed before its result arrives. */
export type BulkResult =
  | {
      readonly line: number;
      readonly outcome: string;
      readonly error?: undefined;
      readonly summary?: undefined;
    }
  | { readonly line: number; readonly error: Schemas['Error']; readonly summary?: undefined }
  | { readonly summary: BulkSummary; readonly error?: undefined };

/** The last result. */
export interface BulkSummary {
  /** Whether the whole request was read. */
  readonly is_complete: boolean;
  readonly [count: string]: number | boolean | object;
}

/** Lines of JSON, as one text or as a stream of bytes. */
export type BulkLines = string | ReadableStream<Uint8Array>;

export type BulkCall = (
  lines: BulkLines,
  options?: Omit<CallOptions, 'timeoutMs' | 'retries'>,
) => AsyncGenerator<BulkResult, void, undefined>;

export const buildBulkCall = (options: ClientOptions, operation: OperationEntry): BulkCall =>
  async function* sendLines(lines, call = {}) {
    const input = { body: lines, 'content-type': 'application/x-ndjson' };
    const sent = { ...call, timeoutMs: 0 };
    const response = (await sendRequest(options, { untilMs: 0 }, operation, input, sent)) as Response;
    yield* readResults<BulkResult>(response, call.signal);
  };
