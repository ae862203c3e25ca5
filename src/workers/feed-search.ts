// The thread that feeds OpenSearch from the store, with its own connections, as long as it holds the lease.

import { parentPort, workerData } from 'node:worker_threads';
import { leaseTimes, realLeaseClock } from '../adapters/leases/hold-lease.ts';
import { openSearchServer } from '../adapters/opensearch/client/search-server.ts';
import { startFeeder } from '../adapters/opensearch/feeding/feeder.ts';
import type {
  FeedingCommand,
  FeedingMessage,
  FeedingRequest,
} from '../adapters/opensearch/feeding/feeder-thread.ts';
import { openStore } from '../open-store.ts';

const STATUS_MS = 500;

const { server: settings, indexes, holder, ...place } = workerData as FeedingRequest;
const tell = (message: FeedingMessage): void => parentPort?.postMessage(message);
const log = (level: 'info' | 'warn' | 'error', values: object, text: string): void =>
  tell({ kind: 'log', level, values, text });

const store = await openStore(place);
const server = openSearchServer(settings);
const feeder = startFeeder({
  ...{ server, indexes, holder, source: store, places: store, leases: store },
  clock: realLeaseClock,
  times: leaseTimes,
  events: {
    onTaken: ({ name: lease, token, replaced }) => {
      if (replaced === undefined) log('info', { lease, token }, 'lease taken');
      else
        log('warn', { lease, token, replaced }, 'lease taken over from a process that did not end its term');
    },
    onEnded: ({ name: lease, token }, outcome) => {
      if (outcome === 'lost') log('warn', { lease, token }, 'lease lost: its work was broken off');
    },
  },
  onParked: (scope, catalogId, parked) =>
    log('error', { ...scope, catalogId, parked }, 'OpenSearch refused objects: they are not found'),
  onFailure: (error) => log('error', { err: error }, 'feeding OpenSearch failed, and goes on'),
});

const telling = setInterval(
  () => tell({ kind: 'status', status: feeder.status(), metrics: feeder.metrics() }),
  STATUS_MS,
);

parentPort?.on('message', async (command: FeedingCommand) => {
  if (command === 'wake') return feeder.wake();
  parentPort?.removeAllListeners('message');
  clearInterval(telling);
  await feeder.stop();
  await server.close();
  await store.close();
});
