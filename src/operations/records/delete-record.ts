// Deletes a record and all its versions, unless other objects need it.

import type { deleteRecord as contract } from '../../contract/records/delete-record.ts';
import { forbiddenReach, recordNotFound } from '../../domain/failures/failures.ts';
import type { UseCase } from '../use-case.ts';
import type { VersionReadDependencies } from './find-version.ts';
import { assertNotNeeded, findModel, reachOf } from './record-access.ts';

interface Dependencies extends VersionReadDependencies {
  readonly now: () => Date;
}

export const buildDeleteRecord =
  ({ storeIn, records, now }: Dependencies): UseCase<typeof contract> =>
  async (caller, { params, query }) => {
    const { scope } = caller;
    const reach = reachOf(caller);
    const cascade = query.cascade === true;
    // It would unpublish the record in environments outside the token.
    if (cascade && !reach.isWholeWorkspace) throw forbiddenReach();
    const { model } = await findModel(storeIn(scope), caller, params.modelInternalName);
    const recordId = params.contentModelDataId.toLowerCase();
    const result = await records.removeRecord(scope, model.internalName, recordId, {
      cascade,
      now: now().toISOString(),
    });
    if (result.kind === 'absent') throw recordNotFound();
    assertNotNeeded('record', result, reach);
    return { record_id: recordId };
  };
