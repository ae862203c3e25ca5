// Bulk requests: lines of JSON in, a result for each line out, as they arrive. A request of any length needs little memory.

import type { Schemas } from './call-types.ts';
import type { OperationEntry } from './operation-table.ts';
import { type CallOptions, type ClientOptions, sendRequest } from './send-request.ts';
import { VitrineError } from './vitrine-error.ts';

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

async function* readLines(response: Response): AsyncGenerator<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let isDone = false; !isDone; ) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      yield* lines.filter((line) => line !== '');
      isDone = done;
    }
  } finally {
    // The service stops if the caller reads no further.
    reader.cancel().catch(() => undefined);
  }
}

export const buildBulkCall = (options: ClientOptions, operation: OperationEntry): BulkCall =>
  async function* sendLines(lines, call = {}) {
    const input = { body: lines, 'content-type': 'application/x-ndjson' };
    const sent = { ...call, timeoutMs: 0 };
    const response = (await sendRequest(options, { untilMs: 0 }, operation, input, sent)) as Response;
    let isComplete = false;
    try {
      for await (const line of readLines(response)) {
        const result = JSON.parse(line) as BulkResult;
        isComplete = result.summary !== undefined;
        yield result;
      }
    } catch (cause) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw new VitrineError('NetworkError', 'The connection broke off in the middle of the results', {
        cause,
      });
    }
    if (!isComplete) throw new VitrineError('NetworkError', 'The results ended before their summary');
  };
