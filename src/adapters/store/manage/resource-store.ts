// Finds, lists, writes and deletes the resources of the management interface. Each write is a transaction of its own, which
// checks the precondition under the workspace's lock; a deletion of much is several.

import type { BundleObject } from '../../../contract/bundle.ts';
import { BundleFault } from '../../../domain/manage/bundle-store.ts';
import type { ResourceObject, ResourceStore, WriteResult } from '../../../domain/manage/managed-resource.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { ObjectWriters } from '../objects/object-writer.ts';
import { tenantLock } from '../objects/object-writer.ts';
import { holds } from './decide-deletion.ts';
import type { DeleteAhead } from './deletion-steps.ts';
import type { DeleteResource } from './resource-deletion.ts';
import { buildListResources } from './resource-list.ts';
import { keyOf, placeOf, type ResourceRows, toResource } from './resource-tables.ts';

export const buildResourceStore = (
  engine: CountingEngine,
  writers: ObjectWriters,
  rows: ResourceRows,
  deleteResource: DeleteResource,
  deleteAhead: DeleteAhead,
): ResourceStore => ({
  async findResource(workspace, kind, key) {
    const place = placeOf(workspace, kind, key);
    const doc = place && (await rows.find(engine.reads, kind, place));
    return doc === undefined ? undefined : toResource(kind, doc);
  },

  listResources: buildListResources(engine, rows),

  writeResource: (workspace, object, precondition) =>
    writeWithFeed(engine, async (tx, feed, usage): Promise<WriteResult> => {
      const line = object as ResourceObject & BundleObject;
      if (line.kind === 'tenant' || line.kind === 'workspace') await feed.lock(tenantLock(workspace));
      await feed.lock(workspace);
      const place = placeOf(workspace, line.kind, keyOf(line));
      const doc = place && (await rows.find(tx, line.kind, place));
      if (!holds(precondition, doc)) {
        return { kind: 'refused', current: doc === undefined ? undefined : toResource(line.kind, doc) };
      }
      try {
        const writer = writers.begin(tx, feed, usage, 'append');
        writer.know(workspace, line, doc);
        const kind = await writer.put(workspace, line);
        return { kind, resource: toResource(line.kind, (await writer.find(workspace, line)) as string) };
      } catch (error) {
        // Nothing was written, so the transaction commits no change.
        if (!(error instanceof BundleFault)) throw error;
        if (error.failure !== undefined) throw error.failure;
        return { kind: 'fault', field: error.field, message: error.message };
      }
    }),

  async deleteResource(workspace, kind, key, options) {
    const target = { workspace, kind, key };
    const last = await deleteAhead(target, options);
    if ('refusal' in last) return last.refusal;
    return writeWithFeed(engine, (tx, feed, usage) => deleteResource(tx, feed, usage, target, last));
  },
});
