// Results that arrive as lines of JSON, one by one. The last one has a summary: without it, they are not complete.

import { VitrineError } from './vitrine-error.ts';

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

/** Throws a `VitrineError` if they break off, or what the signal was aborted with. */
export async function* readResults<T extends object>(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let isComplete = false;
  try {
    for await (const line of readLines(response)) {
      const result = JSON.parse(line) as T;
      isComplete = 'summary' in result;
      yield result;
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new VitrineError('NetworkError', 'The connection broke off in the middle of the results', {
      cause,
    });
  }
  if (!isComplete) throw new VitrineError('NetworkError', 'The results ended before their summary');
}
