// When the host of a virtual machine gave its cores to others. What waits then waits for the host, not for the service. The kernel counts
// only a part of it ("steal"), so one process per core measures it.

import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Span } from '../loop/shared-clock.ts';
import type { LateWakeUp } from './heartbeat-process.ts';
import { runBeforeOthers } from './run-before-others.ts';

/** What has waited meanwhile needs so long to be caught up with. */
const AFTERMATH_MS = 100;
/** More cores than the service and both sides of the benchmark use. */
const CORES_MAX = 8;

/** What was withheld so far; nothing where processes cannot be run before others. */
export const watchWithheld = (children: ChildProcess[]): readonly Span[] => {
  const spans: Span[] = [];
  const cores = Math.min(CORES_MAX, availableParallelism());
  for (let core = 0; core < cores; core += 1) {
    const first = runBeforeOthers(2, core);
    if (first === undefined) return [];
    const child = fork(join(import.meta.dirname, 'heartbeat-process.ts'), first);
    children.push(child);
    child.on('message', ({ fromMs, toMs }: LateWakeUp) => spans.push({ fromMs, toMs: toMs + AFTERMATH_MS }));
  }
  return spans;
};

export const leaveOut = <S extends Span>(all: readonly S[], withheld: readonly Span[]): S[] =>
  all.filter(({ fromMs, toMs }) => !withheld.some((span) => fromMs < span.toMs && toMs > span.fromMs));
