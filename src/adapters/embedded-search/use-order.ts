// In which order indexes were last asked for, kept over a restart, so that what is wanted most is ready first. Losing it costs nothing
// but the order: it is never worth a failure.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEPT_MAX = 10_000;

export interface UseOrder {
  /** Keys of indexes, the last one that was asked for first. */
  load(): Promise<string[]>;
  save(keys: readonly string[]): Promise<void>;
}

export const openUseOrder = (file: string): UseOrder => {
  let saved = '';
  /** Of earlier runs: what has not been asked for in this one comes after what has. */
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
        await writeFile(`${file}.new`, text, { mode: 0o600 });
        await rename(`${file}.new`, file);
        saved = text;
      } catch {
        // The next start takes them as they come.
      }
    },
  };
};
