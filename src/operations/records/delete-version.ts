// Deletes one version of a record, unless it is published anywhere or is the only one.

import type { deleteVersion as contract } from '../../contract/records/delete-version.ts';
import { versionNotFound } from '../../domain/failures/failures.ts';
import type { UseCase } from '../use-case.ts';
import { findRecordOfPath, type VersionReadDependencies } from './find-version.ts';
import { assertNotNeeded, reachOf } from './record-access.ts';

export const buildDeleteVersion =
  (dependencies: VersionReadDependencies): UseCase<typeof contract> =>
  async (caller, { params }) => {
    const reach = reachOf(caller);
    const record = await findRecordOfPath(dependencies, caller, params);
    const versionId = params.version_id.toLowerCase();
    const result = await dependencies.records.removeVersion(caller.scope, record.id, versionId);
    if (result.kind === 'absent') throw versionNotFound();
    assertNotNeeded('version', result, reach);
    return { version_id: versionId };
  };
