// Many small writes in one transaction. Each step is checked in full before it writes, so a failed step leaves nothing
// behind and the others go on. Each step sees what the steps before it wrote.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BundleFault, type PutOutcome } from '../../../domain/manage/bundle-store.ts';
import type {
  BulkDelete,
  BulkOutcome,
  BulkStep,
  BulkStore,
} from '../../../domain/manage/managed-resource.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import { buildGuardModel } from '../models/model-guard.ts';
import type { ObjectWriters } from '../objects/object-writer.ts';
import type { RemoveVersionsAhead } from '../records/remove-versions-ahead.ts';
import type { BulkDeleter } from './bulk-delete.ts';
import { IMPORT_LOCK_TIMEOUT_MS } from './bundle-writer.ts';
import type { DeleteAhead } from './deletion-steps.ts';

export const buildBulkStore = (
  engine: CountingEngine,
  writers: ObjectWriters,
  deleteOne: BulkDeleter,
  deleteAhead: DeleteAhead,
  removeVersionsAhead: RemoveVersionsAhead,
): BulkStore => {
  const guardModel = buildGuardModel(engine);
  return {
    async writeBatch(workspace, steps) {
      const deletes = onlyDeletes(steps);
      // A line of its own deletes something of these records, and must find it.
      const named = new Set(deletes.map(({ key }) => key['record_id']));
      for (const { kind, key } of deletes) {
        if (kind === 'environment' || kind === 'catalog')
          await deleteAhead({ workspace, kind, key }, NO_CASCADE, BULK_WRITE);
        const { id = '' } = key;
        if (kind === 'record' && !named.has(id))
          await removeVersionsAhead(workspace, { id }, NO_CASCADE, BULK_WRITE);
      }
      return writeWithFeed(
        engine,
        async (tx, feed, usage) => {
          const yieldIfDue = buildYield();
          const writer = writers.begin(tx, feed, usage, 'append');
          const put = async (object: BundleObject): Promise<PutOutcome> => {
            if (object.kind === 'content_model') {
              await writer.flush();
              await guardModel(tx, workspace, object);
            }
            return writer.put(workspace, object);
          };
          const outcomes: BulkOutcome[] = [];
          const deleteStep = async (step: BulkDelete): Promise<BulkOutcome> => {
            await writer.flush();
            const outcome = await deleteOne({ tx, feed, usage }, workspace, step);
            writer.forget(step.kind);
            return outcome;
          };
          await writer.expect(steps.flatMap((step) => objectsOf(workspace, step)));
          for (const step of steps) {
            outcomes.push(
              step.action === 'put' ? await putOne(put, step.object as BundleObject) : await deleteStep(step),
            );
            await yieldIfDue();
          }
          return outcomes;
        },
        BULK_WRITE,
      );
    },
  };
};

/** A bulk request may be half done when it has to wait for an import. */
const BULK_WRITE = { lockTimeoutMs: IMPORT_LOCK_TIMEOUT_MS };

const NO_CASCADE = { precondition: { kind: 'none' }, cascade: false } as const;

/** None if something is written too: an environment that may be deleted now may then be needed when it is its turn. */
const onlyDeletes = (steps: readonly BulkStep[]): readonly BulkDelete[] => {
  const deletes = steps.filter((step) => step.action === 'delete');
  return deletes.length === steps.length ? deletes : [];
};

const objectsOf = (scope: WorkspaceScope, step: BulkStep) =>
  step.action === 'put' ? [{ scope, object: step.object as BundleObject }] : [];

const putOne = async (
  put: (object: BundleObject) => Promise<PutOutcome>,
  object: BundleObject,
): Promise<BulkOutcome> => {
  try {
    return { kind: await put(object) };
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    const { message, field, failure } = error;
    const code = failure?.code ?? `refused:${field === '' ? 'line' : field}`;
    return { kind: 'fault', message, code, ...(failure === undefined ? {} : { failure }) };
  }
};
