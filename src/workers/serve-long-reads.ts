// The thread that runs long reads, with its own connection to the store, and matches long texts. Workspaces take turns in it.

import { parentPort, workerData } from 'node:worker_threads';
import { buildCachedStore } from '../adapters/cached-store/cached-store.ts';
import { buildMeter } from '../adapters/scheduling/metered-requests.ts';
import { buildTimeSlices, realClock } from '../adapters/scheduling/time-slices.ts';
import type {
  FromReadThread,
  ReadResult,
  ReadTask,
  ReadThreadSettings,
  ToReadThread,
} from '../adapters/threaded-reads/read-messages.ts';
import { toReadResult } from '../adapters/threaded-reads/read-result.ts';
import { Failure } from '../domain/failures/failures.ts';
import { toPlain } from '../domain/failures/plain-failure.ts';
import { compilePattern, matchesInSteps } from '../domain/patterns/linear-pattern.ts';
import { objectReader } from '../import/read-object.ts';
import { openStore } from '../open-store.ts';
import { buildLongReads } from '../operations/long-reads.ts';

/** To a database server. Half of them are for reads. */
const CONNECTIONS = 4;

const port = parentPort;
if (port === null) throw new Error('serve-long-reads.ts is the module of a thread');

const { popularTermsMinVisitors, ...place } = workerData as ReadThreadSettings;
const store = await openStore({ ...place, storeConnections: CONNECTIONS });
const meter = buildMeter(buildTimeSlices(realClock));
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
  meter,
  now: () => new Date(),
});

/** The one who asks spends the budget. */
const UNLIMITED = { units: Number.POSITIVE_INFINITY, part: 'pattern', advice: '' };

const run = async (task: ReadTask): Promise<ReadResult> => {
  if (task.kind === 'match') {
    const { workspace, pattern, text } = task;
    const compiled = compilePattern(pattern);
    if (compiled === undefined) throw new Error('the pattern cannot be used');
    return meter.run(workspace, UNLIMITED, (budget) => matchesInSteps(compiled, text, budget));
  }
  const { request, position } = task;
  const { operation, caller, input } = request;
  // What the main thread has seen: it caches the response. After a failover it may also be less than what was known here.
  if (store.position(caller.scope) !== position) await store.catchUp(caller.scope);
  // Safe: the main thread has validated the input, and both threads build the same reads.
  return toReadResult(await reads[operation]?.(caller, input as never));
};

const send = (message: FromReadThread): void => {
  const result = message.kind === 'result' ? message.result : undefined;
  port.postMessage(message, typeof result === 'object' ? [result.bytes.buffer] : []);
};

port.on('message', async ({ number, task }: ToReadThread) => {
  try {
    send({ kind: 'result', number, result: await run(task) });
  } catch (error) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (error instanceof Failure) send({ kind: 'failure', number, failure: toPlain(error) });
    else send({ kind: 'error', number, cause });
  }
});
send({ kind: 'ready' });
