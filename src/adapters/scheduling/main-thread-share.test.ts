// A tenant's share of the main thread: once used up it refills with time, and no other tenant's is touched.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MainThreadShare } from './main-thread-share.ts';

const openShare = () => {
  const clock = { ms: 0 };
  return { clock, share: new MainThreadShare(() => clock.ms) };
};

/** Another tenant has just sent a query. */
const withOther = (share: MainThreadShare, tenantId: string) => {
  share.isLeft('other');
  share.isLeft(tenantId);
};

test('a tenant that used up its share has none for a while, and others keep theirs', () => {
  const { clock, share } = openShare();
  assert.ok(share.isLeft('a'));
  withOther(share, 'a');
  for (let query = 0; query < 10; query += 1) share.take('a', 1_000_000);
  assert.ok(!share.isLeft('a'));
  assert.ok(share.isLeft('b'));
  clock.ms = 24;
  assert.ok(!share.isLeft('a'));
  clock.ms = 27;
  assert.ok(share.isLeft('a'));
});

test('over a long time the share is a fifth', () => {
  const { clock, share } = openShare();
  let inline = 0;
  for (; clock.ms < 10_000; clock.ms += 1) {
    withOther(share, 'a');
    if (!share.isLeft('a')) continue;
    share.take('a', 1_000_000);
    inline += 1;
  }
  assert.ok(inline > 1_900 && inline < 2_100, String(inline));
});

test('a tenant alone has the whole thread, and only while alone', () => {
  const { clock, share } = openShare();
  share.take('a', 1e12);
  assert.ok(share.isLeft('a'));
  withOther(share, 'a');
  share.take('a', 1e12);
  assert.ok(!share.isLeft('a'));
  clock.ms = 1_001;
  share.take('a', 1e12);
  assert.ok(share.isLeft('a'));
});

test('the debt of a tenant is limited to a fifth of a second', () => {
  const { clock, share } = openShare();
  withOther(share, 'a');
  share.take('a', 1e12);
  clock.ms = 201;
  assert.ok(share.isLeft('a'));
});

test('a tenant that is served from elsewhere counts as another one', () => {
  const { clock, share } = openShare();
  share.take('a', 1e12);
  share.note('a');
  assert.ok(share.isLeft('a'));
  share.note('other');
  assert.ok(!share.isLeft('a'));
  clock.ms = 999;
  share.note('other');
  share.take('a', 1e12);
  assert.ok(!share.isLeft('a'));
});
