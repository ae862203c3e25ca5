// The thread that runs long reads, with its own connection to the store. Workspaces take turns in it.

import { parentPort, workerData } from 'node:worker_threads';
import { buildCachedStore } from '../adapters/cached-store/cached-store.ts';
import { buildMeter } from '../adapters/scheduling/metered-requests.ts';
import { buildTimeSlices, realClock } from '../adapters/scheduling/time-slices.ts';
import type {
  FromReadThread,
  ReadThreadSettings,
  ToReadThread,
} from '../adapters/threaded-reads/read-messages.ts';
import { Failure } from '../domain/failures/failures.ts';
import { toPlain } from '../domain/failures/plain-failure.ts';
import { toJsonBytes } from '../domain/text/json-bytes.ts';
import { objectReader } from '../import/read-object.ts';
import { openStore } from '../open-store.ts';
import { buildLongReads } from '../operations/long-reads.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();

/** To a database server. Half of them are for reads. */
const CONNECTIONS = 4;

const port = parentPort;
if (port === null) throw new Error('long-reads.ts is the module of a thread');

const { popularTermsMinVisitors, ...place } = workerData as ReadThreadSettings;
const store = await openStore({ ...place, storeConnections: CONNECTIONS });
const reads = buildLongReads({
  storeIn: buildCachedStore(store).inScope,
  recordsIn: store.recordsIn,
  records: store,
  resources: store,
  modelTexts: store,
  submissions: store,
  eventStore: store,
  searchReports: store,
  reader: objectReader,
  popularTermsMinVisitors,
  meter: buildMeter(buildTimeSlices(realClock)),
  now: () => new Date(),
});

const send = (message: FromReadThread): void => port.postMessage(message);

port.on('message', async ({ number, request, position }: ToReadThread) => {
  try {
    const { operation, caller, input } = request;
    // Not less than what the main thread has seen: it caches the response.
    if (!(store.position(caller.scope) >= position)) await store.catchUp(caller.scope);
    // Safe: the main thread has validated the input, and both threads build the same reads.
    const result = await reads[operation]?.(caller, input as never);
    send({ kind: 'result', number, json: toJsonBytes(result) });
  } catch (error) {
    if (error instanceof Failure) send({ kind: 'failure', number, failure: toPlain(error) });
    else
      send({
        kind: 'error',
        number,
        cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
  }
});
send({ kind: 'ready' });
