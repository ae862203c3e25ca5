// Which word a misspelt one stands for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestWords } from './nearest-word.ts';
import { TextBuilder } from './text-builder.ts';

const index = (...texts: readonly string[]) => {
  const builder = new TextBuilder('en', 'en');
  texts.forEach((text, item) => {
    builder.add(item, 1, [{ text, weight: 1 }]);
  });
  return builder.finish(
    texts.length,
    Uint32Array.from(texts, (_, item) => item),
  );
};

const nearestWord = (surface: string, texts: Parameters<typeof nearestWords>[1]) =>
  [...nearestWords(surface, texts)][0];

test('fewest edits first, then the most frequent, then the first by letters', () => {
  const texts = [index('lantern', 'lanterns', 'lanterns'), index('lamp', 'lamb', 'clamp clamp')];
  assert.equal(nearestWord('lantrens', texts), 'lanterns');
  assert.equal(nearestWord('lamq', texts), 'lamb');
  assert.equal(nearestWord('klamp', texts), 'clamp', 'another first letter, if none with the same is near');
  assert.equal(nearestWord('zebra', texts), undefined);
  assert.equal(nearestWord('lä', texts), undefined);
  assert.deepEqual([...nearestWords('lantrens', texts)], ['lanterns', 'lantern']);
  assert.deepEqual([...nearestWords('lamq', texts)], ['lamb', 'lamp']);
});
