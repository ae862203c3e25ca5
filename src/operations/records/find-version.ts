// Finds the record and the versions in a path, or throws the failure for what does not exist.

import type { PlainCaller } from '../../domain/access/caller.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { recordNotFound, versionNotFound } from '../../domain/failures/failures.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import type { ContentRecord, PlacedVersion } from '../../domain/records/record.ts';
import type { RecordStore } from '../../domain/records/record-ports.ts';
import { findModel } from './record-access.ts';

export interface VersionReadDependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly records: RecordStore;
}

interface RecordParams {
  readonly modelInternalName: string;
  readonly contentModelDataId: string;
}

export const findRecordOfPath = async (
  { storeIn, records }: VersionReadDependencies,
  caller: PlainCaller,
  params: RecordParams,
): Promise<ContentRecord> => {
  const { model } = await findModel(storeIn(caller.scope), caller, params.modelInternalName);
  const recordId = params.contentModelDataId.toLowerCase();
  const record = await records.findRecord(caller.scope, model.internalName, recordId);
  if (record === undefined) throw recordNotFound();
  return record;
};

export const findVersionOf = async (
  { records }: VersionReadDependencies,
  { scope }: PlainCaller,
  record: ContentRecord,
  versionId: string,
): Promise<PlacedVersion> => {
  const found = await records.findVersion(scope, record.id, versionId.toLowerCase());
  if (found === undefined) throw versionNotFound();
  return found;
};
