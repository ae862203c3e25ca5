// A data folder that holds a bundle: imported once for all tests of a file, and copied for each of them.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeDataDir, runCommand } from './running-service.ts';

const importBundle = async (bundle: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { code, err } = await runCommand(folder, ['import', '-'], { input: bundle });
  assert.equal(code, 0, err);
  return folder;
};

/** How a test comes to a folder of its own that holds the bundle. */
export const importOnce = (makeBundle: () => string): ((context: TestContext) => Promise<string>) => {
  let imported: Promise<string> | undefined;
  return async (context) => {
    imported ??= importBundle(makeBundle());
    const dataDir = await makeDataDir(context);
    await cp(await imported, dataDir, { recursive: true });
    return dataDir;
  };
};
