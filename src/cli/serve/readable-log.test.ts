// Log lines at a terminal: short, aligned, complete, and unable to control it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { buildPaint } from '../colors.ts';
import { buildReadableLog, showLine } from './readable-log.ts';

const plain = buildPaint({ isTTY: false, hasColors: () => false });
const colored = buildPaint({ isTTY: true, hasColors: () => true });
const time = new Date(2026, 10, 16, 9, 5, 7).getTime();
const show = (line: object, paint = plain): string =>
  showLine(`${JSON.stringify({ time, ...line })}\n`, paint);

const completed = {
  level: 30,
  requestId: 'r-1',
  method: 'GET',
  route: '/discovery/search/content',
  status: 200,
  durationMs: 1.234,
  tenantId: 'acme',
  workspaceId: 'web',
  environmentId: 'PRODUCTION-1',
  msg: 'request completed',
};

test('a request is one line: time, status, method, route, duration, where', () => {
  assert.equal(
    show(completed),
    '09:05:07 200 GET    /discovery/search/content                           1.2 ms acme/web\n',
  );
  assert.equal(
    show({
      ...completed,
      method: 'PATCH',
      route: null,
      status: 404,
      failure: 'RouteNotFound',
      tenantId: undefined,
      workspaceId: undefined,
      worker: 2,
    }),
    '09:05:07 #2 404 PATCH  (no route)                                          1.2 ms RouteNotFound\n',
  );
});

test('anything else has its level, its message and its values', () => {
  assert.equal(
    show({ level: 40, tenantId: 'acme', allowed: 5, list: [1], msg: 'a limit is near' }),
    '09:05:07 warn a limit is near tenantId=acme allowed=5 list=[1]\n',
  );
  for (const [level, name] of [
    [10, 'debug'],
    [20, 'debug'],
    [30, 'info'],
    [50, 'error'],
    [60, 'error'],
  ] as const)
    assert.equal(show({ level, msg: 'x' }), `09:05:07 ${name} x\n`);
  assert.equal(
    show({ level: 30, method: 'GET', route: '/healthz', msg: 'request broken off' }),
    '09:05:07 info request broken off method=GET route=/healthz\n',
  );
});

test('an error is shown with its stack, and with what caused it', () => {
  const err = {
    type: 'Error',
    message: 'no',
    stack: 'Error: no\n    at a.ts:1',
    cause: { message: 'disk', stack: '' },
  };
  assert.equal(
    show({ level: 50, err, msg: 'unexpected error' }),
    '09:05:07 error unexpected error\n  Error: no\n      at a.ts:1\n  disk\n',
  );
});

test('no value controls the terminal', () => {
  const evil = '\u001b[2J\u0007\u009b1m\r\nx';
  const line = show({
    level: 50,
    msg: evil,
    value: evil,
    err: { stack: `Error: ${evil}` },
  });
  assert.doesNotMatch(line.replaceAll('\n', ''), /\p{Cc}/u);
  assert.doesNotMatch(show({ ...completed, tenantId: evil }).replaceAll('\n', ''), /\p{Cc}/u);
});

test('colours change nothing but colours', () => {
  for (const line of [
    completed,
    { ...completed, status: 503, failure: 'StorageFull' },
    { level: 40, msg: 'x', a: 1 },
  ]) {
    assert.notEqual(show(line, colored), show(line));
    assert.equal(stripVTControlCharacters(show(line, colored)), show(line));
  }
});

test('what is no log line goes through as it is', () => {
  const written: string[] = [];
  const log = buildReadableLog({ write: (text) => written.push(text) }, plain);
  for (const text of ['Segmentation fault\n', '[1]\n', 'null\n', '{"a"\n']) log.write(text);
  assert.deepEqual(written, ['Segmentation fault\n', '[1]\n', 'null\n', '{"a"\n']);
});
