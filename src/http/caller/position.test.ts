// `Vitrine-Position`: which responses have it, what is refused, and how long a read waits for it.

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { allRoutes } from '../../contract/routes.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { Failure } from '../../domain/failures/failures.ts';
import type { FeedPositions } from '../../domain/ports.ts';
import { buildPositions, returnsPosition, takesPosition } from './position.ts';

const WEB = { tenantId: 'acme', workspaceId: 'web' };
const OUTLET = { tenantId: 'acme', workspaceId: 'outlet' };
const SECRET = Buffer.alloc(32, 1);

const carrying = (...values: readonly string[]): IncomingMessage =>
  ({
    headers: values.length === 0 ? {} : { 'vitrine-position': values.join(', ') },
    rawHeaders: values.flatMap((value) => ['Vitrine-Position', value]),
  }) as unknown as IncomingMessage;

const openFeed = (position: number): FeedPositions & { known: number; asked: number } => ({
  known: position,
  asked: 0,
  position(_: WorkspaceScope) {
    return this.known;
  },
  async catchUp() {
    this.asked += 1;
  },
});

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof Failure);
    return `${error.status} ${error.code}`;
  }
  return undefined;
};

test('a value is good for its workspace and its secret, and says nothing', () => {
  const positions = buildPositions(openFeed(41), SECRET, 0);
  const value = positions.issue(WEB) ?? '';
  assert.match(value, /^[\w-]{22}$/);
  assert.equal(positions.read(carrying(value), WEB), 41);
  assert.equal(positions.read(carrying(), WEB), undefined);
  const other = buildPositions(openFeed(41), Buffer.alloc(32, 2), 0);
  for (const [reader, workspace, sent] of [
    [positions, OUTLET, value],
    [other, WEB, value],
    [positions, WEB, '41'],
    [positions, WEB, ''],
    [positions, WEB, `${value}A`],
    [positions, WEB, 'A'.repeat(22)],
  ] as const) {
    assert.equal(
      codeOf(() => reader.read(carrying(sent), workspace)),
      '400 malformed:vitrine-position',
    );
  }
  assert.equal(
    codeOf(() => positions.read(carrying(value, value), WEB)),
    '400 repeated:vitrine-position',
  );
  assert.equal(buildPositions(openFeed(Number.NaN), SECRET, 0).issue(WEB), undefined);
});

test('a read waits until the process has come so far, and asks the database first', async () => {
  const feed = openFeed(3);
  const positions = buildPositions(feed, SECRET, 60_000);
  await positions.reach(WEB, 3);
  assert.equal(feed.asked, 0);
  const reached = positions.reach(WEB, 5);
  feed.known = 4;
  await new Promise((resolve) => setImmediate(resolve));
  feed.known = 5;
  await reached;
  assert.ok(feed.asked > 0);
});

test('if it takes too long, 503 with Retry-After', async () => {
  const positions = buildPositions(openFeed(3), SECRET, 10);
  await assert.rejects(positions.reach(WEB, 4), (error) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.code, error.retryAfterSeconds], [503, 'position_not_reached', 1]);
    return true;
  });
});

test('which operations return it, and which take it', () => {
  const names = (has: typeof takesPosition): string[] =>
    Object.values(allRoutes)
      .filter(has)
      .map(({ name }) => name);
  const [returning, taking] = [names(returnsPosition), names(takesPosition)];
  for (const name of ['publish-versions', 'create-record', 'manage-put-product', 'manage-create-token'])
    assert.ok(returning.includes(name), name);
  for (const name of ['submit-form', 'manage-bulk', 'manage-put-tenant', 'search-content', 'count-products'])
    assert.ok(!returning.includes(name), name);
  for (const name of [
    'search-content',
    'count-products',
    'popular-terms',
    'list-records',
    'manage-list-products',
  ])
    assert.ok(taking.includes(name), name);
  assert.deepEqual(
    returning.filter((name) => taking.includes(name)),
    [],
  );
});
