// How long a process's main thread has computed so far: unlike throughput, this hardly depends on what else the machine does.

import { readFileSync } from 'node:fs';

/** In milliseconds; undefined where the system does not tell. */
export const readCpuMs = (pid: number | undefined): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
};
