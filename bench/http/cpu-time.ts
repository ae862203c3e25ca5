// The CPU time of a process so far: unlike throughput, it hardly depends on other load on the machine.

import { readdirSync, readFileSync } from 'node:fs';

/** Internal threads of V8 and Node. The main thread and the workers run JavaScript. */
const INNER_THREAD = /V8Worker|libuv|DelayedTask|SignalInsp/;

/** In milliseconds, over all threads that run JavaScript; undefined if the system does not report it. */
export const readCpuMs = (pid: number | undefined): number | undefined => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => cpuOfThread(`/proc/${pid}/task/${thread}`))
      .reduce((total, ms) => total + ms, 0);
  } catch {
    return undefined;
  }
};

/** A tick of the kernel's clock, as Linux reports times. */
const TICK_MS = 10;
/** The places of the times in user and kernel mode, its own and those of its children, after the name of the program. */
const TIMES = [11, 12, 13, 14];

/** In milliseconds, over all threads and child processes, of the latter those that have ended; NaN if the system does not report it. */
export const readProcessCpuMs = (pid: number | undefined): number => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const values = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return TIMES.reduce((sum, at) => sum + Number(values[at]), 0) * TICK_MS;
  } catch {
    return Number.NaN;
  }
};

const cpuOfThread = (folder: string): number => {
  try {
    if (INNER_THREAD.test(readFileSync(`${folder}/comm`, 'utf8'))) return 0;
    return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // It ended after it was listed.
    return 0;
  }
};
