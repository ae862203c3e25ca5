// The latest text wins, the same text is asked for once, and answers are kept for a while.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSuggester, type Suggestions } from './suggester.ts';

interface Asked {
  readonly search_term: string;
  readonly signal: AbortSignal | undefined;
  answer(): void;
  fail(error: Error): void;
}

const suggestionsFor = (text: string) => ({ auto_suggester: [text] }) as unknown as Suggestions;

const openClient = () => {
  const asked: Asked[] = [];
  return {
    asked,
    client: {
      suggestSearches: (
        input: { readonly search_term?: string | undefined; readonly products_limit?: number },
        options?: { readonly signal?: AbortSignal | undefined },
      ) => {
        const { promise, resolve, reject } = Promise.withResolvers<Suggestions>();
        const text = input.search_term ?? '';
        const signal = options?.signal;
        signal?.addEventListener('abort', () => reject(signal.reason));
        asked.push({ search_term: text, signal, answer: () => resolve(suggestionsFor(text)), fail: reject });
        return promise;
      },
    },
  };
};

test('a call that is overtaken is aborted and yields nothing', async () => {
  const { client, asked } = openClient();
  const suggest = createSuggester(client);
  const [first, second] = [suggest('ra'), suggest('rain')];
  assert.equal(asked[0]?.signal?.aborted, true);
  assert.equal(asked[1]?.signal?.aborted, false);
  asked[1]?.answer();
  assert.equal(await first, undefined);
  assert.deepEqual(await second, suggestionsFor('rain'));
});

test('an answer that arrives together with the next call yields nothing either', async () => {
  const { client, asked } = openClient();
  const suggest = createSuggester(client);
  const first = suggest('ra');
  asked[0]?.answer();
  const second = suggest('rain');
  asked[1]?.answer();
  assert.equal(await first, undefined);
  assert.deepEqual(await second, suggestionsFor('rain'));
});

test('the same text is asked for once, white space aside, and kept afterwards', async () => {
  const { client, asked } = openClient();
  const suggest = createSuggester(client, { input: { products_limit: 3 } });
  const both = [suggest('rain'), suggest(' rain ')];
  asked[0]?.answer();
  assert.deepEqual(await Promise.all(both), [suggestionsFor('rain'), suggestionsFor('rain')]);
  assert.deepEqual(await suggest('rain'), suggestionsFor('rain'));
  assert.equal(asked.length, 1);
});

test('what is kept overtakes what is under way', async () => {
  const { client, asked } = openClient();
  const suggest = createSuggester(client);
  const first = suggest('rain');
  asked[0]?.answer();
  await first;
  const longer = suggest('rain j');
  assert.deepEqual(await suggest('rain'), suggestionsFor('rain'));
  assert.equal(await longer, undefined);
});

test('answers are kept for their time and up to their number', async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const { client, asked } = openClient();
  const suggest = createSuggester(client, { cacheSize: 2, maxAgeMs: 1_000 });
  const ask = async (text: string): Promise<number> => {
    const answer = suggest(text);
    asked.at(-1)?.answer();
    await answer;
    return asked.length;
  };
  assert.deepEqual([await ask('a'), await ask('b'), await ask('a'), await ask('c')], [1, 2, 2, 3]);
  assert.equal(await ask('a'), 4, 'a was the oldest');
  assert.equal(await ask('c'), 4);
  context.mock.timers.tick(1_000);
  assert.equal(await ask('c'), 5);
});

test('a failure reaches the caller and is not kept', async () => {
  const { client, asked } = openClient();
  const suggest = createSuggester(client);
  const first = suggest('rain');
  asked[0]?.fail(new Error('broken'));
  await assert.rejects(first, /broken/);
  const second = suggest('rain');
  asked[1]?.answer();
  assert.deepEqual(await second, suggestionsFor('rain'));
});

test('a caller who aborts leaves the others alone', async () => {
  const { client, asked } = openClient();
  const suggest = createSuggester(client);
  const control = new AbortController();
  const [one, other] = [suggest('rain', { signal: control.signal }), suggest('rain')];
  control.abort(new Error('left'));
  await assert.rejects(one, /left/);
  await assert.rejects(suggest('rain', { signal: control.signal }), /left/);
  asked[0]?.answer();
  assert.deepEqual(await other, suggestionsFor('rain'));
  assert.equal(asked.length, 1);
});
