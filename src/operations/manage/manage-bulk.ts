// Bulk writes and deletes: reads lines, writes them in batches, returns results once they are committed. Reading does not
// wait for the client to read results; those wait in a spool on disk, and only one batch is held in memory.

import { Failure, internalError } from '../../domain/failures/failures.ts';
import type { BulkLine, BulkReader, BulkSender, RunBulk, TextSpool } from '../../domain/manage/bulk-lines.ts';
import type { BulkOutcome, BulkStep, BulkStore } from '../../domain/manage/managed-resource.ts';
import { type BatchLimits, batchesOf } from './bulk-batches.ts';
import { BulkResults } from './bulk-results.ts';
import { buildLineGate } from './bulk-scope.ts';

export interface BulkDependencies {
  readonly bulk: BulkStore;
  readonly bulkReader: BulkReader;
  readonly openSpool: () => TextSpool;
  readonly batchLimits?: BatchLimits;
}

/** Large enough to share the cost of a flush to disk, small enough that other writers do not wait long. */
const BATCH_LIMITS: BatchLimits = { lines: 500, size: 2 * 1024 * 1024, openMs: 50 };

export const buildRunBulk =
  (dependencies: BulkDependencies): RunBulk =>
  (action, sender, body) => {
    const { bulkReader, batchLimits = BATCH_LIMITS } = dependencies;
    const lines = action === 'write' ? bulkReader.readWrites(body, sender) : bulkReader.readDeletes(body);
    return streamResults(dependencies, (spool, isStopped) =>
      work(batchesOf(lines, batchLimits), sender, dependencies.bulk, spool, isStopped),
    );
  };

/** The work starts when the response is first read, and continues however slowly it is read. */
async function* streamResults(
  { openSpool }: BulkDependencies,
  run: (spool: TextSpool, isStopped: () => boolean) => Promise<void>,
): AsyncGenerator<string> {
  const spool = openSpool();
  let isStopped = false;
  let isRead = false;
  const running = run(spool, () => isStopped);
  try {
    yield* spool.read();
    isRead = true;
  } finally {
    isStopped = true;
    const closing = running.then(() => spool.close());
    // If the client is gone, do not wait for the batch that is being written.
    if (isRead) await closing;
    else closing.catch(() => {});
  }
}

/** Never rejects: an error becomes part of the response or ends it. */
const work = async (
  batches: AsyncIterable<readonly BulkLine[]>,
  sender: BulkSender,
  bulk: BulkStore,
  spool: TextSpool,
  isStopped: () => boolean,
): Promise<void> => {
  const results = new BulkResults();
  const gate = buildLineGate(sender);
  const workspace = { tenantId: sender.tenantId, workspaceId: sender.workspaceId };
  try {
    let broken: unknown;
    try {
      for await (const batch of batches) {
        await handleBatch(batch, gate, (steps) => bulk.writeBatch(workspace, steps), results);
        await spool.append(results.take());
        if (isStopped()) return spool.end();
      }
    } catch (error) {
      broken = error;
    }
    const failure = broken === undefined ? undefined : asFailure(broken);
    await spool.append(results.take() + results.summary(failure));
    // A Failure is part of the response. Any other error must also reach the log.
    spool.end(broken instanceof Failure ? undefined : broken);
  } catch (error) {
    spool.end(error);
  }
};

const asFailure = (error: unknown): Failure => (error instanceof Failure ? error : internalError());

type Write = (steps: readonly BulkStep[]) => Promise<readonly BulkOutcome[]>;

const handleBatch = async (
  batch: readonly BulkLine[],
  gate: ReturnType<typeof buildLineGate>,
  write: Write,
  results: BulkResults,
): Promise<void> => {
  const passed = batch.map((line) => ({ line, verdict: gate(line.content) }));
  const steps = passed.flatMap(({ verdict }) => (verdict.kind === 'step' ? [verdict.step] : []));
  let outcomes: readonly BulkOutcome[] = [];
  let broken: unknown;
  try {
    if (steps.length > 0) outcomes = await write(steps);
  } catch (error) {
    broken = error;
  }
  let next = 0;
  for (const { line, verdict } of passed) {
    if (verdict.kind === 'accepted') results.accept(line.number);
    else if (verdict.kind === 'error') results.refuse(line.number, verdict.error);
    else if (broken !== undefined) results.refuse(line.number, asFailure(broken));
    else results.tell(line.number, verdict.step, outcomes[next]);
    if (verdict.kind === 'step') next += 1;
    if (line.content.kind === 'fault' && line.content.isEnd) results.breakOff();
  }
  if (broken !== undefined) throw broken;
};
