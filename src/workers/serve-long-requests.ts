// The thread that runs long reads and writes with large bodies, with its own connection to the store, and matches long texts. Workspaces
// take turns in it.

import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { buildCachedStore } from '../adapters/cached-store/cached-store.ts';
import { buildMeter } from '../adapters/scheduling/metered-requests.ts';
import { buildTimeSlices, realClock } from '../adapters/scheduling/time-slices.ts';
import { toResultJson } from '../adapters/threaded-requests/result-json.ts';
import type {
  FromThread,
  MatchTask,
  ReadTask,
  RequestThreadSettings,
  Task,
  TaskResult,
  ToThread,
  WriteTask,
} from '../adapters/threaded-requests/thread-messages.ts';
import type { Scope } from '../domain/access/scope.ts';
import { Failure } from '../domain/failures/failures.ts';
import { toPlain } from '../domain/failures/plain-failure.ts';
import type { WriteResult } from '../domain/limits/large-writes.ts';
import { compilePattern, matchesInSteps } from '../domain/patterns/linear-pattern.ts';
import type { LargeJson } from '../domain/text/large-json.ts';
import { objectReader } from '../import/read-object.ts';
import { openStore } from '../open-store.ts';
import { buildLargeWrites } from '../operations/large-writes.ts';
import { buildLongReads } from '../operations/long-reads.ts';
import { asObjectBody, parseJsonBodyInSteps } from '../runtime/json-body.ts';
import { LargeRequestScheduler } from '../runtime/large-request-scheduler.ts';

/** To a database server. Half of them are for reads. */
const CONNECTIONS = 8;

const port = parentPort;
if (port === null) throw new Error('serve-long-requests.ts is the module of a thread');

const send = (message: FromThread, moved: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...moved]);

const { popularTermsMinVisitors, ...place } = workerData as RequestThreadSettings;
const store = await openStore({
  ...place,
  storeConnections: CONNECTIONS,
  onNear: (near) => send({ kind: 'near', near }),
  metrics: {
    waitedToWrite: (tookMs) => send({ kind: 'waited-to-write', tookMs }),
    flushed: (tookMs, isDone) => send({ kind: 'flushed', tookMs, isDone }),
  },
});
const meter = buildMeter(buildTimeSlices(realClock));
const bodies = new LargeRequestScheduler({ hasRests: false });
const parts = {
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
  newId: randomUUID,
  now: () => new Date(),
};
const reads = buildLongReads(parts);
const writes = buildLargeWrites(parts);

/** The one who asks spends the budget. */
const UNLIMITED = { units: Number.POSITIVE_INFINITY, part: 'pattern', advice: '' };

/** What the main thread has seen must be seen here. After a failover it may also be less than what was known here. */
const reach = async (scope: Scope, position: number): Promise<void> => {
  if (store.position(scope) !== position) await store.catchUp(scope);
};

const match = ({ workspace, pattern, text }: MatchTask): Promise<boolean> => {
  const compiled = compilePattern(pattern);
  if (compiled === undefined) throw new Error('the pattern cannot be used');
  return meter.run(workspace, UNLIMITED, (budget) => matchesInSteps(compiled, text, budget));
};

const read = async ({ request, position }: ReadTask): Promise<string | LargeJson> => {
  const { operation, caller, input } = request;
  // The main thread caches the response.
  await reach(caller.scope, position);
  // Safe: the main thread has validated the input, and both threads build the same reads.
  return toResultJson(await reads[operation]?.(caller, input as never));
};

const write = async ({ request, position }: WriteTask, begin: () => void): Promise<WriteResult> => {
  const { operation, caller, body } = request;
  const { scope } = caller;
  const json = await bodies.inTurns(scope.tenantId, (pauseIfDue) => parseJsonBodyInSteps(body, pauseIfDue));
  await reach(scope, position);
  const found = writes.get(operation);
  if (found === undefined) throw new Error(`${operation} does not run in this thread`);
  const object = asObjectBody(json);
  begin();
  const { payload, head } = await found.run(request, object);
  return { json: toResultJson(payload), head };
};

const run = (number: number, task: Task): Promise<TaskResult> => {
  if (task.kind === 'match') return match(task);
  return task.kind === 'read' ? read(task) : write(task, () => send({ kind: 'begun', number }));
};

/** The memory of a long result moves to the main thread. */
const movedIn = (result: TaskResult): ArrayBuffer[] => {
  const json = typeof result === 'object' && 'json' in result ? result.json : result;
  return typeof json === 'object' ? [json.bytes.buffer] : [];
};

const carryOut = async ({ number, task }: Exclude<ToThread, 'ping'>): Promise<void> => {
  try {
    const result = await run(number, task);
    send({ kind: 'result', number, result }, movedIn(result));
  } catch (error) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (error instanceof Failure) send({ kind: 'failure', number, failure: toPlain(error) });
    else send({ kind: 'error', number, cause });
  }
};

port.on('message', (message: ToThread) => {
  if (message === 'ping') send({ kind: 'there' });
  else void carryOut(message);
});
send({ kind: 'ready' });
