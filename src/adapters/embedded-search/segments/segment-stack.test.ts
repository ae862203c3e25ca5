// A shared segment never changes, however much is deleted afterwards, and the next share has the current state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aText } from '../../../../test/suites/search/memory-source.ts';
import { buildContentSegment } from './built-catalog.ts';
import { contentKind } from './segment-kinds.ts';
import { SegmentStack, toTransferable } from './segment-stack.ts';

const items = ['a', 'b', 'c'].map((id) => ({
  key: `item:${id}`,
  providerId: id,
  texts: { en: aText({ title: `tent ${id}` }) },
}));

for (const origin of ['made here', 'handed over by a thread'] as const) {
  test(`a segment ${origin}: shared memory never changes`, () => {
    const segment = buildContentSegment(items);
    const isMadeHere = origin === 'made here';
    const stack = new SegmentStack(contentKind, isMadeHere ? [] : [toTransferable(contentKind, segment)]);
    if (isMadeHere) stack.add(segment);
    const ids: (number | undefined)[] = [];
    for (const { key } of items) {
      const [shared] = stack.share();
      assert.ok(shared !== undefined);
      const memory = [shared.bytes, ...(shared.live === undefined ? [] : [shared.live.bytes])];
      const before = memory.map((bytes) => Buffer.from(bytes));
      ids.push(shared.live?.id);
      assert.equal(stack.remove(key), true);
      memory.forEach((bytes, at) => void assert.deepEqual(Buffer.from(bytes), before[at]));
    }
    assert.equal(new Set(ids).size, items.length, 'what changed has another id');
  });
}
