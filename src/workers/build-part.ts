// The process that builds parts of an index, one after another, each with its own connection to the store. It ends when nobody waits for
// it any more.

import { writeFileSync } from 'node:fs';
import type { BuiltPart } from '../adapters/embedded-search/segments/built-catalog.ts';
import type { BuildReply, BuildRequest } from '../adapters/embedded-search/work/build-process.ts';
import { buildIndexWork } from '../adapters/embedded-search/work/index-work.ts';
import { Failure } from '../domain/failures/failures.ts';
import { toPlain } from '../domain/failures/plain-failure.ts';
import { openStore } from '../open-store.ts';
import { lowerPriority } from './lower-priority.ts';

/** When memory runs out, Linux ends this process first, not the service. */
const endFirst = (): void => {
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A sandbox may forbid it.
  }
};

lowerPriority();
endFirst();
process.once('disconnect', () => process.exit());
// They are for the service, which may be asked to stop by a terminal that signals every process. It closes the channel then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const reply = (message: BuildReply): void => {
  process.send?.(message);
};

const build = async ({ place, task, values }: BuildRequest): Promise<BuiltPart> => {
  const store = await openStore(place);
  const work = buildIndexWork(store, undefined);
  try {
    return await (work[task] as (...values: readonly unknown[]) => Promise<BuiltPart>)(...values);
  } finally {
    // Node ends a process whose garbage has an open file in it. Nothing was written: there is nothing to lose.
    await store.close().catch(() => {});
  }
};

const serve = async (request: BuildRequest): Promise<void> => {
  try {
    const { segments, upTo } = await build(request);
    reply({ lengths: segments.map(({ bytes }) => bytes.byteLength), upTo });
    for (const { bytes } of segments) process.stdout.write(bytes);
  } catch (error) {
    if (error instanceof Failure) reply({ refusal: toPlain(error) });
    else reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

process.on('message', (request: BuildRequest) => void serve(request));
