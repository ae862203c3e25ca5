// What a whole search index is built from, over a read replica or over the database itself.

import type { BulkSource, SearchSource } from '../../../domain/ports.ts';
import { buildDirectory } from '../access/directory.ts';
import { buildFindVisibleCatalog } from '../access/visible-catalog.ts';
import { buildFeedReads } from '../feed/feed-reader.ts';
import type { ReplicaReads } from '../feed/replica-reads.ts';
import type { Db } from '../sql/engine.ts';
import { buildSearchSource } from './search-source.ts';

export const buildReadAside =
  (readReplica: ReplicaReads, primary: BulkSource): SearchSource['readAside'] =>
  (workspace, position, work) =>
    readReplica(
      { workspace, position },
      (db) => work(sourceOver(db)),
      () => work(primary),
    );

const sourceOver = (reads: Db): BulkSource => ({
  ...buildFeedReads({ reads }),
  ...buildSearchSource({ reads }, buildFindVisibleCatalog(reads)),
  findEnvironment: buildDirectory({ reads }).findEnvironment,
});
