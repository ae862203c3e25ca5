// What the doctor finds in the data folder: permissions, space, times, leftovers. Only metadata is read.

import { lstatSync, readdirSync, type Stats, type StatsFs, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isSpoolFolder } from '../import/spool/spool-folder.ts';
import { type Finding, ok } from './finding.ts';
import { showBytes } from './show-bytes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const LITTLE_BYTES = 256 * 1024 * 1024;
const LITTLE_SHARE = 0.1;
const NAMES_MAX = 5;

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly stats: Stats;
}

export const checkFiles = (dataDir: string, now: Date): Finding[] => {
  const root = entriesIn(join(dataDir, '..')).find(({ path }) => path === dataDir);
  if (root === undefined)
    return [
      {
        check: 'files',
        severity: 'problem',
        message: `The data folder ${dataDir} does not exist or cannot be read`,
        advice: 'set VITRINE_DATA_DIR to the folder of the service, and run the doctor as its user',
      },
    ];
  const entries = [root, ...entriesIn(dataDir), ...entriesIn(join(dataDir, 'search'))];
  return [
    ...checkPermissions(entries),
    gradeSpace(statfsSync(dataDir)),
    ...checkTimes(entries, now.getTime()),
    ...checkLeftovers(entries, now.getTime()),
  ];
};

const entriesIn = (folder: string): Entry[] => {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ path, name, stats }];
    });
  } catch {
    return [];
  }
};

const named = (entries: readonly Entry[]): string => {
  const more = entries.length - NAMES_MAX;
  const names = entries.slice(0, NAMES_MAX).map(({ path }) => path);
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Nobody else reaches what is in a folder that only its owner may enter. */
const checkPermissions = ([root, ...inside]: readonly Entry[]): Finding[] => {
  const isOpen = root === undefined || (root.stats.mode & 0o011) !== 0;
  const files = inside.filter(({ stats }) => !stats.isSymbolicLink());
  const forAll = isOpen ? files.filter(({ stats }) => (stats.mode & 0o006) !== 0) : [];
  const forGroup = isOpen ? files.filter(({ stats }) => (stats.mode & 0o066) === 0o040) : [];
  const advice = 'run "chmod -R go-rwx" on the data folder';
  if (forAll.length > 0)
    return [
      {
        check: 'permissions',
        severity: 'problem',
        message: `Everyone on this machine can read ${named(forAll)}`,
        advice,
      },
    ];
  if (forGroup.length > 0)
    return [
      { check: 'permissions', severity: 'warning', message: `The group can read ${named(forGroup)}`, advice },
    ];
  return [ok('permissions', 'Only the owner can read the data')];
};

/** Separate from the look at the disk: a test cannot fill one. */
export const gradeSpace = ({
  bavail,
  blocks,
  bsize,
}: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>): Finding => {
  const [free, share] = [bavail * bsize, blocks === 0 ? 1 : bavail / blocks];
  const message = `${showBytes(free)} are free on the disk of the data folder`;
  const advice = 'free space or use a larger disk: on a full disk, writes are refused';
  if (free < LITTLE_BYTES) return { check: 'disk', severity: 'problem', message: `Only ${message}`, advice };
  return share < LITTLE_SHARE
    ? { check: 'disk', severity: 'warning', message: `Only ${message} (${Math.floor(share * 100)}%)`, advice }
    : ok('disk', message);
};

const checkTimes = (entries: readonly Entry[], nowMs: number): Finding[] => {
  const ahead = entries.filter(({ stats }) => stats.mtimeMs > nowMs + CLOCK_TOLERANCE_MS);
  if (ahead.length === 0) return [ok('clock', 'No file is from the future')];
  return [
    {
      check: 'clock',
      severity: 'warning',
      message: `The clock is behind the time at which ${named(ahead)} was written`,
      advice: 'set the clock by NTP: expiry of tokens, campaigns and popular terms depend on it',
    },
  ];
};

/** Folders of imports and bulk requests that were killed. */
const checkLeftovers = (entries: readonly Entry[], nowMs: number): Finding[] => {
  const left = entries.filter(
    ({ name, stats }) => isSpoolFolder(name) && stats.isDirectory() && stats.mtimeMs < nowMs - DAY_MS,
  );
  if (left.length === 0) return [ok('leftovers', 'No temporary folder is left over')];
  return [
    {
      check: 'leftovers',
      severity: 'note',
      message: `Temporary folders of interrupted imports are left over: ${named(left)}`,
      advice: 'delete them',
    },
  ];
};
