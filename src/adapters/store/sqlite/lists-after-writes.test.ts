// Lists right after a write, over SQLite: two nodes of this release and one of the previous release on the same file.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLong, runs } from '../../../../test/fixtures/long-runs.ts';
import { hasHistory, unpackPrevious } from '../../../../test/fixtures/previous-release.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import {
  describeCostsAfterWrites,
  describeListsAfterWrites,
  describeSplitPieces,
  type OpenNodes,
} from '../../../../test/suites/store/lists-after-writes.ts';
import type { Store } from '../store.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

type OpenStore = (options: { readonly dataDir: string }) => Promise<Store>;

let previous: Promise<OpenStore> | undefined;

/** It writes as the store of this release does, as far as records are concerned. */
const importPrevious = async (): Promise<OpenStore> => {
  const path = join(unpackPrevious(), 'src', 'open-store.ts');
  return (await import(pathToFileURL(path).href)).openStore as OpenStore;
};

const openNodes: OpenNodes = async (t) => {
  const dataDir = await copySqliteFolder();
  t.after(() => rmSync(dataDir, { recursive: true }));
  const open = async (opened: Promise<Store>): Promise<Store> => {
    const store = await opened;
    t.after(() => store.close());
    return store;
  };
  const nodes = [await open(openSqliteStore({ dataDir })), await open(openSqliteStore({ dataDir }))] as const;
  // An unpacked archive has no history.
  if (!hasHistory) return nodes;
  previous ??= importPrevious();
  return [...nodes, await open((await previous)({ dataDir }))];
};

describeListsAfterWrites('SQLite', openNodes, { records: runs(600, 1_700), rounds: runs(4, 80) });
if (!isLong) {
  describeSplitPieces('SQLite', openNodes);
  // In the short form it is this one that compares long lists.
  describeCostsAfterWrites('SQLite', openNodes);
}
