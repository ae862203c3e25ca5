// The mark of a visitor: stable within a day, different whenever any of its parts is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Peer } from './identity.ts';
import { visitorMark, visitorOf } from './visitor.ts';

const workspace = { tenantId: 'acme', workspaceId: 'web' };
const morning = new Date('2026-03-04T00:00:00Z');
const mark = visitorMark('secret', morning, workspace, '192.0.2.1', 'browser');

test('the mark is short, opaque and holds all day', () => {
  assert.match(mark, /^[\w-]{22}$/);
  const evening = new Date('2026-03-04T23:59:59Z');
  assert.equal(visitorMark('secret', evening, workspace, '192.0.2.1', 'browser'), mark);
});

test('the mark changes with every part of it', () => {
  const others = [
    visitorMark('other', morning, workspace, '192.0.2.1', 'browser'),
    visitorMark('secret', new Date('2026-03-05T00:00:00Z'), workspace, '192.0.2.1', 'browser'),
    visitorMark('secret', morning, { ...workspace, tenantId: 'x' }, '192.0.2.1', 'browser'),
    visitorMark('secret', morning, { ...workspace, workspaceId: 'x' }, '192.0.2.1', 'browser'),
    visitorMark('secret', morning, workspace, '192.0.2.2', 'browser'),
    visitorMark('secret', morning, workspace, '192.0.2.1', 'other'),
  ];
  assert.equal(new Set([mark, ...others]).size, others.length + 1);
});

test('a connection that keeps its mark gives each visitor of each workspace and day their own', () => {
  const peer: Peer = { caller: undefined, visitor: undefined };
  const first = { workspace, ip: '192.0.2.1', userAgent: 'browser', now: morning };
  const others = [
    first,
    { ...first, workspace: { ...workspace, tenantId: 'globex' } },
    { ...first, workspace: { ...workspace, workspaceId: 'app' } },
    { ...first, ip: '192.0.2.2' },
    { ...first, userAgent: 'other' },
    { ...first, now: new Date('2026-03-05T00:00:00Z') },
  ];
  // Each right after each, so that whatever is kept is what must not be given.
  for (const before of others) {
    for (const after of others) {
      for (const one of [before, after, after]) {
        const { ip, userAgent, now } = one;
        const given = visitorOf({ ip, userAgent, peer }, one.workspace, 'secret', now);
        assert.equal(given, visitorMark('secret', now, one.workspace, ip, userAgent));
      }
    }
  }
});
