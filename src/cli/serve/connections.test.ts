// Connections while no worker is there: they wait, but not without limit.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { Connections } from './connections.ts';

test('connections wait for a worker, and one too many is closed at once', async (context) => {
  const connections = new Connections(2);
  const { port } = new URL(await connections.listen('127.0.0.1', 0));
  const ended: number[] = [];
  const open = async (number: number): Promise<void> => {
    const socket = connect(Number(port), '127.0.0.1');
    context.after(() => socket.destroy());
    socket.on('error', () => {}).on('close', () => ended.push(number));
    socket.resume();
    await once(socket, 'connect');
  };
  for (const number of [1, 2, 3]) await open(number);
  await waitUntil('the third is closed', () => ended.length > 0);
  assert.deepEqual(ended, [3]);
  await connections.close();
  connections.dropWaiting();
  await waitUntil('all are closed', () => ended.length === 3);
});
