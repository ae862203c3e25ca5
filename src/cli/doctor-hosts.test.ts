// Hosts are looked up on a DNS server of the test, which knows one, denies others, and is silent about one.

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { lookUpHosts } from './doctor-hosts.ts';

const NXDOMAIN = 3;
const HEADER_BYTES = 12;

const startDns = async (t: TestContext) => {
  const socket = createSocket('udp4');
  const asked = new Set<string>();
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + size));
      at += 1 + size;
    }
    const name = labels.join('.').toLowerCase();
    const type = question.readUInt16BE(at + 1);
    asked.add(name);
    if (name === 'silent.shop') return;
    const isKnown = name === 'known.shop' && type === 1;
    const answer = Buffer.from(question.subarray(0, at + 5));
    answer.writeUInt16BE(0x8180 | (name === 'known.shop' ? 0 : NXDOMAIN), 2);
    answer.writeUInt16BE(isKnown ? 1 : 0, 6);
    answer.writeUInt32BE(0, 8);
    const address4 = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(isKnown ? Buffer.concat([answer, address4]) : answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
};

test('hosts that DNS does not know are told, those without an answer are counted', {
  timeout: 20_000,
}, async (t) => {
  const { server, asked } = await startDns(t);
  const hosts = [
    'known.shop',
    'Gone.Shop:8443',
    'gone.shop',
    'silent.shop',
    'a.test',
    'b.example',
    '10.0.0.1',
    'x',
  ];
  const startedMs = performance.now();
  assert.deepEqual(await lookUpHosts(hosts, [server]), { absent: ['gone.shop'], unanswered: 1, skipped: 0 });
  assert.ok(performance.now() - startedMs < 10_000);
  assert.deepEqual([...asked].sort(), ['gone.shop', 'known.shop', 'silent.shop']);
});

test('at most 100 are looked up', { timeout: 20_000 }, async (t) => {
  const { server, asked } = await startDns(t);
  const hosts = Array.from({ length: 130 }, (_, at) => `shop-${at}.shop`);
  const { absent, skipped, unanswered } = await lookUpHosts(hosts, [server]);
  assert.deepEqual([absent.length + unanswered, skipped, asked.size], [100, 30, 100]);
});
