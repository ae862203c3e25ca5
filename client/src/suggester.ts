// Suggestions for a search field, one call for each keystroke: the latest text wins, the same text is asked for once, and recent
// answers are kept.

import type { ResultOf } from './call-types.ts';
import type { CallOptions } from './send-request.ts';

export type Suggestions = ResultOf<'suggestSearches'>;

interface SuggestInput {
  readonly search_term?: string | undefined;
}

export interface SuggesterOptions<Input extends SuggestInput> {
  /** What else to ask for, such as `products_limit`. */
  readonly input?: Omit<Input, 'search_term'> | undefined;
  /** How many answers are kept. Default 50; 0 keeps none. */
  readonly cacheSize?: number | undefined;
  /** How long an answer is kept. Default 60,000. */
  readonly maxAgeMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Undefined if a later call has overtaken this one: show nothing then. */
export type Suggest = (
  text: string,
  options?: Pick<CallOptions, 'signal'>,
) => Promise<Suggestions | undefined>;

interface Question {
  readonly text: string;
  readonly control: AbortController;
  readonly answer: Promise<Suggestions>;
}

/** The promise, unless the signal aborts before. */
const untilAborted = async <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return promise;
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
};

/** Drops the oldest entries beyond `size`. */
const keep = <V>(cache: Map<string, V>, key: string, value: V, size: number): void => {
  cache.delete(key);
  cache.set(key, value);
  for (const oldest of cache.keys()) {
    if (cache.size <= size) return;
    cache.delete(oldest);
  }
};

export const createSuggester = <Input extends SuggestInput>(
  client: { suggestSearches(input: Input, options?: CallOptions): Promise<Suggestions> },
  { input, cacheSize = 50, maxAgeMs = 60_000, timeoutMs }: SuggesterOptions<Input> = {},
): Suggest => {
  const cache = new Map<string, { readonly answer: Suggestions; readonly untilMs: number }>();
  let latest: Question | undefined;

  const ask = (text: string): Question => {
    const control = new AbortController();
    const asked = { ...input, search_term: text } as unknown as Input;
    const answer = client.suggestSearches(asked, { signal: control.signal, timeoutMs });
    const forget = (): void => {
      if (latest?.control === control) latest = undefined;
    };
    answer.then((found) => {
      keep(cache, text, { answer: found, untilMs: Date.now() + maxAgeMs }, cacheSize);
      forget();
    }, forget);
    return { text, control, answer };
  };

  return async (typed, { signal } = {}) => {
    const text = typed.trim();
    const known = cache.get(text);
    if (latest?.text !== text) {
      latest?.control.abort();
      latest = undefined;
    }
    if (known !== undefined && Date.now() < known.untilMs) return known.answer;
    const mine = latest ?? ask(text);
    latest = mine;
    try {
      const answer = await untilAborted(mine.answer, signal);
      return mine.control.signal.aborted ? undefined : answer;
    } catch (error) {
      if (mine.control.signal.aborted && !signal?.aborted) return undefined;
      throw error;
    }
  };
};
