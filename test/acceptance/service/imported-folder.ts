// A data folder that holds a bundle or the demo shop: filled once in a run of all tests, or once in a test file that runs alone,
// and copied for each test.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataDir, runCommand, startService } from './running-service.ts';
import { copyDatabase, createDatabaseFor, isOverPostgres } from './test-database.ts';

type Cleanup = Parameters<typeof makeDataDir>[0];
type Fill = (folder: string) => Promise<void>;

/** A folder that all test files of one run share. Set by `test/run-tests.ts`; undefined where a file runs alone. */
const sharedFolder = process.env['VITRINE_TEST_SHARED'];

const fillAlone = async (fill: Fill): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await createDatabaseFor(folder);
  await fill(folder);
  return folder;
};

/** Test files that need the same folder at the same time may both fill one; the first one to finish is used. */
const fillShared = async (folder: string, fill: Fill): Promise<string> => {
  const isThere = () =>
    access(folder).then(
      () => true,
      () => false,
    );
  if (await isThere()) return folder;
  const own = await mkdtemp(`${folder}-`);
  await fill(own);
  try {
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true });
    if (!(await isThere())) throw error;
  }
  return folder;
};

const fillOnce = (nameOf: () => string, fill: Fill): ((context: Cleanup) => Promise<string>) => {
  let filled: Promise<string> | undefined;
  return async (context) => {
    const dataDir = await makeDataDir(context);
    if (isOverPostgres()) {
      // The folder does not hold the data then.
      filled ??= fillAlone(fill);
      await copyDatabase(await filled, dataDir);
      return dataDir;
    }
    filled ??= sharedFolder === undefined ? fillAlone(fill) : fillShared(join(sharedFolder, nameOf()), fill);
    await cp(await filled, dataDir, { recursive: true });
    return dataDir;
  };
};

/** How a test comes to a folder of its own that holds the bundle. */
export const importOnce = (makeBundle: () => string) =>
  fillOnce(
    () => `imported-${hash('sha256', makeBundle())}`,
    async (folder) => {
      const { code, err } = await runCommand(folder, ['import', '-'], { input: makeBundle() });
      assert.equal(code, 0, err);
    },
  );

/** How a test comes to a folder of its own as `serve --demo` fills it. */
export const loadDemoOnce = () =>
  fillOnce(
    () => 'demo',
    async (folder) => {
      const service = await startService(folder, {}, ['--demo']);
      assert.equal(await service.stop(), 0, service.log());
    },
  );
