// The visitor id: stable within a day, different whenever any of its parts is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorId } from './visitor.ts';

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
