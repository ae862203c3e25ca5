// The contents of a data folder as export lines in a comparable form: without times and ids created by the service.
// Read from a copy, so that the killed service recovers the original itself.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportBundle } from '../../../src/import/export-bundle.ts';
import { openStore } from '../../../src/open-store.ts';

const TIME = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;

/** Versions are identified by record and number. */
export const neutralize = (lines: readonly string[]): string[] => {
  const names = new Map<string, string>();
  for (const line of lines) {
    const { kind, id, record_id, number } = JSON.parse(line) as Record<string, string>;
    if (kind === 'version') names.set(`"${id}"`, `"version ${number} of ${record_id}"`);
  }
  return lines
    .map((line) =>
      line.replaceAll(TIME, '"then"').replaceAll(/"[0-9a-f-]{36}"/g, (found) => names.get(found) ?? found),
    )
    .sort();
};

export const readState = async (dataDir: string): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-state-'));
  try {
    await cp(dataDir, folder, { recursive: true });
    const store = await openStore({ dataDir: folder });
    try {
      return neutralize(await Array.fromAsync(exportBundle(store, {})));
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
