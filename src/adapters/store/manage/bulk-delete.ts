// Deletes the object of one bulk line. Managed resources, records and versions follow the same rules as single requests;
// deleting a publication unpublishes the version. Nothing is deleted by cascade unless the caller asks for it.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import {
  type BulkDelete,
  type BulkOutcome,
  type RecordKind,
  recordKinds,
} from '../../../domain/manage/managed-resource.ts';
import type { PublicationRows } from '../records/publication-rows.ts';
import type { RecordRemoval, Writing } from '../records/record-removal.ts';
import type { DeleteResource } from './resource-deletion.ts';

export type BulkDeleter = (
  writing: Writing,
  workspace: WorkspaceScope,
  step: BulkDelete,
  cascade?: boolean,
) => Promise<BulkOutcome>;

const isRecordKind = (kind: BulkDelete['kind']): kind is RecordKind =>
  (recordKinds as readonly string[]).includes(kind);

export const buildBulkDelete = (
  deleteResource: DeleteResource,
  removal: RecordRemoval,
  publications: PublicationRows,
): BulkDeleter => {
  const remove = async (writing: Writing, workspace: WorkspaceScope, step: BulkDelete, cascade: boolean) => {
    const { kind, key } = step;
    const { id = '', record_id: recordId = '' } = key;
    if (!isRecordKind(kind)) {
      const { tx, feed, usage } = writing;
      const options = { precondition: { kind: 'none' }, cascade } as const;
      return deleteResource(tx, feed, usage, { workspace, kind, key }, options);
    }
    switch (kind) {
      case 'record':
        return removal.removeRecord(writing, workspace, { id }, { cascade });
      case 'version':
        return removal.removeVersion(writing, workspace, recordId, id);
      case 'publication':
        return unpublish(writing, publications, workspace, step);
    }
  };
  return async (writing, workspace, step, cascade = false) => {
    const result = await remove(writing, workspace, step, cascade);
    switch (result.kind) {
      case 'done':
        return { kind: 'deleted' };
      case 'needed':
        return result;
      default:
        return { kind: 'absent' };
    }
  };
};

const unpublish = async (
  { tx, feed }: Writing,
  publications: PublicationRows,
  workspace: WorkspaceScope,
  { key, locales }: BulkDelete,
): Promise<{ readonly kind: 'done' | 'absent' }> => {
  const { record_id: recordId = '', environment_id: environmentId = '', version_id: versionId = '' } = key;
  await feed.lock(workspace);
  const version = await publications.findVersion(tx, workspace, versionId);
  if (version?.recordId !== recordId) return { kind: 'absent' };
  const placement = { workspace, environmentId, recordId, versionId, locales: locales ?? version.locales };
  if (!(await publications.unpublish(tx, placement))) return { kind: 'absent' };
  await feed.append(workspace, { kind: 'publication', catalogId: '', id: recordId });
  return { kind: 'done' };
};
