// The visitor id: stable within a day, different whenever any of its parts is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Peer } from '../identity.ts';
import { visitorId, visitorOf } from './visitor.ts';

const workspace = { tenantId: 'acme', workspaceId: 'web' };
const morning = new Date('2026-03-04T00:00:00Z');
const id = visitorId('secret', morning, workspace, '192.0.2.1', 'browser');

test('the visitor id is short, opaque and holds all day', () => {
  assert.match(id, /^[\w-]{22}$/);
  const evening = new Date('2026-03-04T23:59:59Z');
  assert.equal(visitorId('secret', evening, workspace, '192.0.2.1', 'browser'), id);
});

test('the visitor id changes with every part of it', () => {
  const others = [
    visitorId('other', morning, workspace, '192.0.2.1', 'browser'),
    visitorId('secret', new Date('2026-03-05T00:00:00Z'), workspace, '192.0.2.1', 'browser'),
    visitorId('secret', morning, { ...workspace, tenantId: 'x' }, '192.0.2.1', 'browser'),
    visitorId('secret', morning, { ...workspace, workspaceId: 'x' }, '192.0.2.1', 'browser'),
    visitorId('secret', morning, workspace, '192.0.2.2', 'browser'),
    visitorId('secret', morning, workspace, '192.0.2.1', 'other'),
  ];
  assert.equal(new Set([id, ...others]).size, others.length + 1);
});

test('a connection that caches a visitor id gives each visitor of each workspace and day their own', () => {
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
  // Each pair in both orders, so that a cached id is always the wrong one for the next visitor.
  for (const before of others) {
    for (const after of others) {
      for (const one of [before, after, after]) {
        const { ip, userAgent, now } = one;
        const given = visitorOf({ ip, userAgent, peer }, one.workspace, 'secret', now);
        assert.equal(given, visitorId('secret', now, one.workspace, ip, userAgent));
      }
    }
  }
});
