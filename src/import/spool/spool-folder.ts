// Temporary folders of imports. Their names say which process they belong to, so that those of a killed one can be removed by the
// next: nobody else may still use them.

import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const MACHINE_CHARS = 8;
const NAME = /^import-([0-9a-f]{8})-(\d+)-/;

/** Whether a folder of this name is one of an import, or holds results of a bulk request. */
export const isSpoolFolder = (name: string): boolean =>
  /^(?:import-[0-9a-f]{8}-\d+|results)-\w{6}$/.test(name);

/** Creates one under `parentFolder`, readable by its owner alone. */
export const makeSpoolFolder = async (parentFolder: string): Promise<string> => {
  await mkdir(parentFolder, { recursive: true });
  const machine = await nameMachine();
  await removeAbandoned(parentFolder, machine);
  return mkdtemp(join(parentFolder, `import-${machine}-${process.pid}-`));
};

/** Process ids mean something on one machine and, in containers, in one namespace only. */
const nameMachine = async (): Promise<string> => {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return hash('sha256', `${hostname()} ${namespace}`).slice(0, MACHINE_CHARS);
};

const removeAbandoned = async (parentFolder: string, machine: string): Promise<void> => {
  for (const name of await readdir(parentFolder)) {
    const [, owner, pid] = NAME.exec(name) ?? [];
    if (owner !== machine || isRunning(Number(pid))) continue;
    // What cannot be removed does not stop an import.
    await rm(join(parentFolder, name), { recursive: true, force: true }).catch(() => {});
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
