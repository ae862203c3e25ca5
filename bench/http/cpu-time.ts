// How long a process has computed so far: unlike throughput, this hardly depends on what else the machine does.

import { readdirSync, readFileSync } from 'node:fs';

/** Threads that V8 and Node keep for themselves. Those that run JavaScript are the main one and the workers. */
const INNER_THREAD = /V8Worker|libuv|DelayedTask|SignalInsp/;

/** In milliseconds, over all threads that run JavaScript; undefined where the system does not tell. */
export const readCpuMs = (pid: number | undefined): number | undefined => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => cpuOfThread(`/proc/${pid}/task/${thread}`))
      .reduce((total, ms) => total + ms, 0);
  } catch {
    return undefined;
  }
};

const cpuOfThread = (folder: string): number => {
  try {
    if (INNER_THREAD.test(readFileSync(`${folder}/comm`, 'utf8'))) return 0;
    return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // It has ended since it was listed.
    return 0;
  }
};
