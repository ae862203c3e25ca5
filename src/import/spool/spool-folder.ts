// Temporary folders of imports and bulk requests. Their names say which process they belong to, so that those of a killed one can
// be removed by the next: nobody else may still use them.

import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const MACHINE_CHARS = 8;
const NAME = /^(?:import|results)-([0-9a-f]{8})-(\d+)-/;
/** Clocks of disks are coarse. */
const TOLERANCE_MS = 1_000;

/** Whether a folder of this name is one of an import, or holds results of a bulk request. */
export const isSpoolFolder = (name: string): boolean =>
  /^(?:(?:import|results)-[0-9a-f]{8}-\d+|results)-\w{6}$/.test(name);

/** Creates one under `parentFolder`, readable by its owner alone. */
export const makeSpoolFolder = async (
  parentFolder: string,
  use: 'import' | 'results' = 'import',
): Promise<string> => {
  await mkdir(parentFolder, { recursive: true });
  await removeAbandonedFolders(parentFolder);
  return mkdtemp(join(parentFolder, `${use}-${await nameMachine()}-${process.pid}-`));
};

/** Removes the folders of processes of this machine that no longer run. Throws nothing: what is left harms nobody. */
export const removeAbandonedFolders = async (parentFolder: string): Promise<void> => {
  const machine = await nameMachine();
  for (const name of await readdir(parentFolder).catch(() => [])) {
    const [, owner, pid] = NAME.exec(name) ?? [];
    if (owner !== machine) continue;
    const path = join(parentFolder, name);
    if (await isAbandoned(path, Number(pid))) {
      await rm(path, { recursive: true, force: true }).catch(() => {});
    }
  }
};

/** Process ids mean something on one machine and, in containers, in one namespace only. */
const nameMachine = async (): Promise<string> => {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return hash('sha256', `${hostname()} ${namespace}`).slice(0, MACHINE_CHARS);
};

/** In a container, the process before this one often had the same number. */
const isAbandoned = async (path: string, pid: number): Promise<boolean> => {
  if (pid !== process.pid) return !isRunning(pid);
  const startedAt = Date.now() - process.uptime() * 1_000;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return mtimeMs < startedAt - TOLERANCE_MS;
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
