// Runs the main thread of a process before all others that want a core, if the system has the commands for it and allows it (Linux, root).

import { spawnSync } from 'node:child_process';

/** Helper threads of V8 run without a priority, so the main thread must not wait for them: none collects garbage, one compiles. */
const V8_FLAGS = ['--v8-pool-size=1', '--single-threaded-gc'];

interface HowToRun {
  readonly execPath: string;
  readonly execArgv: string[];
}

/**
 * For `fork`: the main thread runs first, those with higher priorities before others. `core`: the only one to run on. Helper threads
 * that ran first would hold the service for the 5 to 20 ms in which they compile or collect garbage.
 */
export const runBeforeOthers = (priority: number, core?: number): HowToRun | undefined => {
  const first = [
    'chrt',
    '--reset-on-fork',
    '--fifo',
    String(priority),
    ...(core === undefined ? [] : ['taskset', '-c', String(core)]),
  ];
  const [command = '', ...args] = first;
  if (spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  return { execPath: command, execArgv: [...args, process.execPath, ...V8_FLAGS] };
};
