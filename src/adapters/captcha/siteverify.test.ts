// A fake captcha service: it says solved or refused, responds with nonsense, does not respond, or is gone.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { buildSiteverify } from './siteverify.ts';

const listen = async (t: TestContext, respond: RequestListener): Promise<string> => {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
};

const respondWith =
  (status: number, body: string, headers = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };

test('the secret and the solution are sent as a form, and nothing else', async (t) => {
  const seen: unknown[] = [];
  const url = await listen(t, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    seen.push(request.method, request.url, request.headers['content-type'], body);
    response.end('{"success":true}');
  });
  assert.equal(await buildSiteverify({ url, secret: 's&=' }).verify('a b+'), 'passed');
  assert.deepEqual(seen, [
    'POST',
    '/siteverify',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'secret=s%26%3D&response=a+b%2B',
  ]);
});

const verdicts: readonly [number, string, string][] = [
  [200, '{"success":true}', 'passed'],
  [200, '{"success":false,"error-codes":["invalid-input-response"]}', 'refused'],
  [200, '{"success":false,"error-codes":["timeout-or-duplicate"]}', 'refused'],
  [200, '{"success":false}', 'refused'],
  [200, '{"success":"true"}', 'refused'],
  [200, '{}', 'refused'],
  [200, '{"success":false,"error-codes":["invalid-input-secret"]}', 'unavailable'],
  [200, '{"success":false,"error-codes":["internal-error"]}', 'unavailable'],
  [200, '', 'unavailable'],
  [200, 'null', 'unavailable'],
  [200, '<html>', 'unavailable'],
  [500, '{"success":true}', 'unavailable'],
  [404, '', 'unavailable'],
  [200, `{"success":true,"padding":"${'x'.repeat(70_000)}"}`, 'unavailable'],
];

for (const [status, body, verdict] of verdicts) {
  test(`${status} ${body.slice(0, 60)} is ${verdict}`, async (t) => {
    const failures: string[] = [];
    const verifier = buildSiteverify({
      url: await listen(t, respondWith(status, body)),
      secret: 'hush',
      onFailure: (reason) => failures.push(reason),
    });
    assert.equal(await verifier.verify('solution'), verdict);
    assert.equal(failures.length, verdict === 'unavailable' ? 1 : 0);
    assert.ok(!/hush|solution/.test(failures.join()));
  });
}

test('a redirection is not followed with the secret', async (t) => {
  const target = await listen(t, respondWith(200, '{"success":true}'));
  const url = await listen(t, respondWith(307, '', { location: target }));
  assert.equal(await buildSiteverify({ url, secret: 's' }).verify('x'), 'unavailable');
});

test('a service that never responds, never finishes or is not there is unavailable', async (t) => {
  const silent = await listen(t, (request) => request.resume());
  const endless = await listen(t, (_, response) => response.writeHead(200).write('{"success":'));
  const gone = 'http://127.0.0.1:1/';
  for (const url of [silent, endless, gone]) {
    assert.equal(await buildSiteverify({ url, secret: 's', timeoutMs: 200 }).verify('x'), 'unavailable');
  }
});
