// Responses on a real connection: what arrives, in which order, and whose memory is free afterwards.

import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { endSoon, type FramedBytes } from './write-queue.ts';

const framed = (length: number, fill: string): FramedBytes => ({
  before: '{"Data":"',
  bytes: new Uint8Array(length).fill(fill.charCodeAt(0)),
  after: '"}',
});
const textOf = ({ before, bytes, after }: FramedBytes): string =>
  before + Buffer.from(bytes).toString() + after;

const serve = async (context: TestContext, listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

test('large bytes arrive whole, on one connection, and their memory is free afterwards', async (context) => {
  const sent: FramedBytes[] = [];
  const texts: string[] = [];
  const port = await serve(context, (_request, response) => {
    const body = framed(300_000 + sent.length, 'abc'[sent.length] as string);
    sent.push(body);
    texts.push(textOf(body));
    response.writeHead(200, { 'content-length': String(texts.at(-1)?.length) });
    endSoon(response, body, 'latin1');
  });
  for (let number = 0; number < 3; number += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(await response.text(), texts[number]);
  }
  await waitUntil('the memory is free', () => sent.every(({ bytes }) => bytes.byteLength === 0));
});

test('small responses go before large ones, of which there is one per turn', async (context) => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  const port = await serve(context, (request, response) => {
    const name = request.url as string;
    response.once('finish', () => order.push(name));
    waiting.push(() => {
      response.writeHead(200);
      if (name === '/small') endSoon(response, 'small', 'latin1');
      else if (name === '/text') endSoon(response, 'x'.repeat(100_000), 'latin1');
      else endSoon(response, framed(100_000, 'x'), 'latin1');
    });
    if (waiting.length === 3) for (const respond of waiting) respond();
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
  // One after the other: their order of arrival must not matter.
  await Promise.all(['/bytes', '/text', '/small'].map(get));
  assert.equal(order[0], '/small');
  assert.deepEqual(order.toSorted(), ['/bytes', '/small', '/text']);
});

test('the memory of a response whose client leaves is not touched', async (context) => {
  let body: FramedBytes | undefined;
  let isClosed = false;
  const port = await serve(context, (_request, response) => {
    body = framed(64 * 1024 * 1024, 'x');
    response.once('close', () => {
      isClosed = true;
    });
    response.writeHead(200);
    endSoon(response, body, 'latin1');
  });
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  client.once('data', () => client.destroy());
  client.on('error', () => {});
  await waitUntil('the response is given up', () => isClosed);
  assert.equal(body?.bytes.byteLength, 64 * 1024 * 1024);
});
