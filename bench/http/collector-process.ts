// A collector that takes whatever is exported and keeps nothing. It tells its address, and when asked how many bytes it got.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Its address first, then the bytes it got so far, each time it is asked. */
export type Told = string | number;

const tell = (told: Told): void => void process.send?.(told);

let bytes = 0;

const server = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});

process.on('message', () => tell(bytes));
server.listen(0, '127.0.0.1', () => tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
