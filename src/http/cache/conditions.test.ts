// Tags of things: they come with reads and writes alike, a read that holds one gets 304, and conditions of writes reach
// the use case as they were sent. Whether a condition holds is not decided at the edge.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allNames,
  buildFixture,
  callTo,
  contentOf,
  type Fixture,
  operationOf,
  scoped,
  secretFor,
} from '../../../test/fixtures/server-fixture.ts';
import { preconditionFailed } from '../../domain/failures/failures.ts';

const send = (fixture: Fixture, name: string, headers: Readonly<Record<string, string>> = {}) => {
  const call = callTo(name);
  const { headers: type, ...content } = contentOf(call);
  const authorization = `Bearer ${secretFor(name)}`;
  return fixture.server.app.inject({
    method: call.method,
    url: call.url,
    headers: { ...scoped, ...type, authorization, ...headers },
    ...content,
  });
};

const tagged = allNames.filter((name) => operationOf(name).entityTagOf !== undefined);
const tagOf = (name: string): string => {
  const { entityTagOf, successExample } = operationOf(name);
  return String(entityTagOf?.(successExample as never));
};

test('there are things with tags of their own, to read and to write', () => {
  for (const method of ['GET', 'PUT', 'POST']) {
    assert.ok(
      tagged.some((name) => operationOf(name).method === method),
      method,
    );
  }
});

test('the tag of a thing is the header of every response that holds it', async () => {
  const fixture = buildFixture();
  for (const name of tagged) {
    const response = await send(fixture, name);
    assert.equal(response.headers['etag'], tagOf(name), name);
    const isRead = operationOf(name).method === 'GET';
    assert.equal(response.headers['cache-control'], isRead ? 'private, no-cache' : 'no-store', name);
  }
});

test('304: a read that holds the tag; a write never gets it', async () => {
  const fixture = buildFixture();
  for (const name of tagged) {
    const { method, successStatus = 200 } = operationOf(name);
    const isRead = method === 'GET';
    const own = await send(fixture, name, isRead ? { 'if-none-match': tagOf(name) } : {});
    assert.equal(own.statusCode, isRead ? 304 : successStatus, name);
    if (isRead) assert.equal(own.body, '');
    if (isRead) assert.equal(own.headers['etag'], tagOf(name));
    const any = await send(fixture, name, { 'if-none-match': '*' });
    assert.equal(any.statusCode, isRead ? 304 : successStatus, name);
    if (isRead) assert.equal((await send(fixture, name, { 'if-none-match': '"x"' })).statusCode, 200, name);
  }
});

const conditional = allNames.filter((name) => 'if-match' in operationOf(name).headers.properties);

test('conditions of a write are read by their schema and handed on', async () => {
  assert.ok(conditional.length > 0);
  for (const name of conditional) {
    const fixture = buildFixture();
    for (const held of ['*', '"a"', 'W/"a"', '"a", "b"']) {
      assert.equal((await send(fixture, name, { 'if-match': held })).statusCode, 200, name);
      assert.equal(fixture.carried.at(-1)?.input.headers['if-match'], held, name);
    }
    await send(fixture, name, { 'if-match': 'null' });
    assert.equal(fixture.carried.at(-1)?.input.headers['if-match'], undefined);
    const count = fixture.carried.length;
    for (const [bad, code] of [
      ['a', 'malformed:if-match'],
      ['"a" "b"', 'malformed:if-match'],
      ['', 'blank_value:if-match'],
      [`"${'a'.repeat(2_000)}"`, 'too_long:if-match'],
    ]) {
      const response = await send(fixture, name, { 'if-match': bad ?? '' });
      assert.deepEqual([response.statusCode, response.json().Data.Error.code], [400, code], `${name} ${bad}`);
    }
    assert.equal(fixture.carried.length, count);
  }
});

test('412 carries what stands now, in the envelope, and is never kept', async () => {
  const fixture = buildFixture();
  const current = { item: { id: 'a' }, _meta_: { etag: '"t"' } };
  for (const name of conditional) {
    for (const details of [{ current }, { current: null }]) {
      fixture.carry = () => Promise.reject(preconditionFailed(details));
      const response = await send(fixture, name, { 'if-match': '"a"' });
      assert.equal(response.statusCode, 412, name);
      const { Error: error, ...rest } = response.json().Data;
      assert.deepEqual(rest, { Status: 'failure', ...details });
      assert.equal(error.name, 'PreconditionFailed');
      assert.equal(response.headers['cache-control'], 'no-store');
      assert.equal(response.headers['etag'], undefined);
    }
  }
});

test('a DELETE needs no body and no media type; one that is sent must be JSON', async () => {
  const fixture = buildFixture();
  for (const name of allNames.filter((each) => operationOf(each).method === 'DELETE')) {
    assert.equal((await send(fixture, name, { 'content-type': 'nonsense' })).statusCode, 200, name);
    const response = await fixture.server.app.inject({
      method: 'DELETE',
      url: callTo(name).url,
      headers: { ...scoped, authorization: `Bearer ${secretFor(name)}`, 'content-type': 'application/json' },
      payload: '{',
    });
    assert.deepEqual(
      [response.statusCode, response.json().Data.Error.code],
      [400, 'invalid_json:body'],
      name,
    );
  }
});
