// A data folder that holds a bundle: imported once for all tests of a file, and copied for each of them.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeDataDir, runCommand } from './running-service.ts';
import { isOverPostgres } from './test-database.ts';

const importInto = async (folder: string, bundle: string): Promise<string> => {
  const { code, err } = await runCommand(folder, ['import', '-'], { input: bundle });
  assert.equal(code, 0, err);
  return folder;
};

const importBundle = async (bundle: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return importInto(folder, bundle);
};

/** How a test comes to a folder of its own that holds the bundle. */
export const importOnce = (makeBundle: () => string): ((context: TestContext) => Promise<string>) => {
  let imported: Promise<string> | undefined;
  return async (context) => {
    const dataDir = await makeDataDir(context);
    // The folder does not hold the data then.
    if (isOverPostgres()) return importInto(dataDir, makeBundle());
    imported ??= importBundle(makeBundle());
    await cp(await imported, dataDir, { recursive: true });
    return dataDir;
  };
};
