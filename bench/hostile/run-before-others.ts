// Runs a program before all others that want a core, if the system has the commands for it and allows it (Linux, root).

import { spawnSync } from 'node:child_process';

interface HowToRun {
  readonly execPath: string;
  readonly execArgv: string[];
}

/** For `fork`. Higher priorities run first. `core`: the only one to run on. */
export const runBeforeOthers = (priority: number, core?: number): HowToRun | undefined => {
  const first = [
    'chrt',
    '--fifo',
    String(priority),
    ...(core === undefined ? [] : ['taskset', '-c', String(core)]),
  ];
  const [command = '', ...args] = first;
  if (spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  return { execPath: command, execArgv: [...args, process.execPath] };
};
