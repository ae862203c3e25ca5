// Metrics are for the operator alone, and read as Prometheus wants them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture, secrets } from '../../test/fixtures/server-fixture.ts';
import { metricsText } from './metrics.ts';

const get = (authorization?: string) =>
  buildFixture().server.app.inject({
    url: '/metrics',
    headers: authorization === undefined ? {} : { authorization: `Bearer ${authorization}` },
  });

test('every metric has its help and its type', () => {
  const text = metricsText([{ name: 'search_bytes', kind: 'gauge', help: 'Memory.', value: 42 }]);
  assert.ok(
    text.startsWith(
      '# HELP vitrine_search_bytes Memory.\n# TYPE vitrine_search_bytes gauge\nvitrine_search_bytes 42\n',
    ),
  );
  for (const line of text.trimEnd().split('\n')) {
    assert.match(line, /^(?:# (?:HELP|TYPE) vitrine_\w+ .+|vitrine_\w+ [\d.e+-]+)$/);
  }
});

test('the operator gets them', async () => {
  const answer = await get(secrets.operator);
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.match(answer.body, /^vitrine_resident_memory_bytes \d+$/m);
});

test('nobody else does', async () => {
  assert.equal((await get()).statusCode, 401);
  assert.equal((await get(secrets.full)).statusCode, 401);
  assert.equal((await get('unknown')).statusCode, 401);
});
