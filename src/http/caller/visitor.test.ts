// The mark of a visitor: stable within a day, different whenever any of its parts is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorMark } from './visitor.ts';

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
