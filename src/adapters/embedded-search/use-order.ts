// The order in which indexes were last used, kept across restarts, so that the most wanted are warmed up first.
// Losing it only costs the order: it never causes a failure.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEPT_MAX = 10_000;

export interface UseOrder {
  /** Index keys, most recently used first. */
  load(): Promise<string[]>;
  save(keys: readonly string[]): Promise<void>;
}

export const openUseOrder = (file: string): UseOrder => {
  let saved = '';
  /** From earlier runs: indexes not used in this run come after those that were. */
  let before: readonly string[] = [];
  return {
    load: async () => {
      try {
        const keys: unknown = JSON.parse(await readFile(file, 'utf8'));
        before = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
        return [...before];
      } catch {
        return [];
      }
    },
    save: async (keys) => {
      const text = JSON.stringify([...new Set([...keys, ...before])].slice(0, KEPT_MAX));
      if (text === saved) return;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        // Several processes may save it at the same time.
        const own = `${file}.${process.pid}.new`;
        await writeFile(own, text, { mode: 0o600 });
        await rename(own, file);
        saved = text;
      } catch {
        // The next start warms up in any order.
      }
    },
  };
};
