// A large body that is parsed in steps is read, or refused, with the same words as one that is parsed at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../test/fixtures/fake-caller.ts';
import { Failure } from '../domain/failures/failures.ts';
import { parseJsonBody, parseJsonBodyInSteps } from './json-body.ts';

const rule = { action: 'contains', field_name: 'name', value: 'tent – ❄' };
const group = { operator: 'OR', rules: Array.from({ length: 100 }, () => rule) };
const body = JSON.stringify({ search_term: 'tent', filter: Array.from({ length: 20 }, () => ({ group })) });

const outcomeOf = async (parse: () => unknown): Promise<unknown> => {
  try {
    return await parse();
  } catch (error) {
    assert.ok(error instanceof Failure);
    return [error.status, error.code, error.message];
  }
};

test('valid, broken and undecodable bodies', async () => {
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
  };
  const middle = Math.floor(body.length / 2);
  const texts = [
    ['valid', body],
    ['valid ASCII', body.replaceAll(/[^\0-\x7f]/g, '')],
    ['with a byte order mark', `\uFEFF${body}`],
    ['cut off', body.slice(0, -1)],
    ['cut off in the middle', body.slice(0, middle)],
    ['followed by another', `${body}${body}`],
    ['with a comma too much', `${body.slice(0, -2)},]}`],
    ['with a comma missing', body.replace('},{"group"', '}{"group"')],
    ['with a word', `${body.slice(0, -2)},nothing]}`],
    ['with a control character', body.replace(/.$/s, ',"a":"\n"}')],
    ['with a bad escape', body.replace(/.$/s, ',"a":"\\x"}')],
    ['with the words of an error', body.replace(/.$/s, ',at JSON at position 7}')],
    ['with the wrong bracket', `${body.slice(0, -2)}}]`],
  ] as const;
  const cases: readonly (readonly [string, Buffer])[] = [
    ...texts.map(([name, text]) => [name, Buffer.from(text)] as const),
    ['empty', Buffer.alloc(0)],
    ['not UTF-8', Buffer.concat([Buffer.from(body), Buffer.from([0xff])])],
  ];
  for (const [name, bytes] of cases) {
    const wanted = await outcomeOf(() => parseJsonBody(bytes));
    assert.deepEqual(await outcomeOf(() => parseJsonBodyInSteps(Buffer.from(bytes), pause)), wanted, name);
  }
  assert.ok(pauses > texts.length);
});

test('a large body is given back, unless it is part of something larger', async () => {
  const [alone, whole] = [new TextEncoder().encode('{"a":1}'), new TextEncoder().encode('{"a":1}{}')];
  assert.deepEqual(await parseJsonBodyInSteps(alone, () => undefined), { a: 1 });
  assert.deepEqual(await parseJsonBodyInSteps(whole.subarray(0, 7), () => undefined), { a: 1 });
  assert.deepEqual([alone.length, whole.length], [0, 9]);
});

test('a large body that is nested too deep is refused before it is parsed', async () => {
  const bytes = Buffer.from('['.repeat(500_000));
  await assert.rejects(
    parseJsonBodyInSteps(bytes, () => undefined),
    failure(400, 'InvalidInput', 'out_of_range:body'),
  );
});
