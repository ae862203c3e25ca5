// The management interface's things: found, listed, written and deleted one at a time, each write in a transaction of its own
// in which the precondition is looked at under the workspace's lock.

import type { BundleObject } from '../../contract/bundle.ts';
import type { ResourceObject, ResourceStore, WriteResult } from '../../domain/managed-resource.ts';
import { BundleFault } from '../../import/bundle-store.ts';
import { canonicalJsonWithout } from './canonical-json.ts';
import { writeWithFeed } from './change-feed.ts';
import type { ObjectWriters } from './object-writer.ts';
import { tenantLock } from './object-writer.ts';
import { type DeleteThing, holds } from './resource-deletion.ts';
import { buildListResources } from './resource-list.ts';
import { keyOf, placeOf, type ResourceRows, toResource } from './resource-tables.ts';
import type { CountingEngine } from './usage-writer.ts';

export const buildResourceStore = (
  engine: CountingEngine,
  writers: ObjectWriters,
  rows: ResourceRows,
  deleteThing: DeleteThing,
): ResourceStore => ({
  async findResource(workspace, kind, key) {
    const place = placeOf(workspace, kind, key);
    const doc = place && (await rows.find(engine.reads, kind, place));
    return doc === undefined ? undefined : toResource(kind, doc);
  },

  listResources: buildListResources(engine),

  writeResource: (workspace, object, precondition) =>
    writeWithFeed(engine, async (tx, feed, usage): Promise<WriteResult> => {
      const line = object as ResourceObject & BundleObject;
      if (line.kind === 'tenant' || line.kind === 'workspace') await feed.lock(tenantLock(workspace));
      await feed.lock(workspace);
      const place = placeOf(workspace, line.kind, keyOf(line));
      const doc = place && (await rows.find(tx, line.kind, place));
      const current = doc === undefined ? undefined : toResource(line.kind, doc);
      if (!holds(precondition, current)) return { kind: 'refused', current };
      try {
        const kind = await writers.begin(tx, feed, usage, 'append').put(workspace, line);
        return { kind, resource: toResource(line.kind, canonicalJsonWithout(line, 'kind')) };
      } catch (error) {
        // Nothing of it was written: the transaction ends as it began.
        if (!(error instanceof BundleFault)) throw error;
        if (error.failure !== undefined) throw error.failure;
        return { kind: 'fault', field: error.field, message: error.message };
      }
    }),

  deleteResource: (workspace, kind, key, options) =>
    writeWithFeed(engine, (tx, feed, usage) =>
      deleteThing(tx, feed, usage, { workspace, kind, key }, options),
    ),
});
