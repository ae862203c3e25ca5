// Against a Map of strings, and with texts whose hashes are equal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextMap } from './text-map.ts';

test('a text map finds what a Map of strings would find', () => {
  const texts = new TextMap<number>();
  const oracle = new Map<string, number>();
  for (let turn = 0; turn < 20_000; turn += 1) {
    const text = `${'x'.repeat(turn % 3)}${(turn * 7919) % 5_000}`;
    if (turn % 2 === 0) {
      texts.set(text, turn);
      oracle.set(text, turn);
    }
    assert.equal(texts.get(text), oracle.get(text));
    assert.equal(texts.size, oracle.size);
  }
  assert.equal(texts.get('absent'), undefined);
  assert.equal(texts.get(''), undefined);
  texts.clear();
  assert.equal(texts.size, 0);
  for (const text of oracle.keys()) assert.equal(texts.get(text), undefined);
});

test('texts whose hashes are equal are told apart', () => {
  const texts = new TextMap<string>();
  // Among 200,000 texts, a hash of 32 bits is equal for about five pairs.
  const count = 200_000;
  for (let at = 0; at < count; at += 1) texts.set(`text ${at}`, `value ${at}`);
  assert.equal(texts.size, count);
  for (let at = 0; at < count; at += 1) assert.equal(texts.get(`text ${at}`), `value ${at}`);
});
