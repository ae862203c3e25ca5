// Saves the next version of a record if the base is still the latest. If two callers save from the same base, the second gets
// the changes of the first, and nothing is overwritten.

import type { saveVersion as contract } from '../../contract/records/save-version.ts';
import { recordNotFound } from '../../domain/failures/failures.ts';
import type { MovableUseCase } from '../use-case.ts';
import type { RecordWriteDependencies } from './create-record.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { prepareVersion, settleWrite } from './prepare-version.ts';
import { readVersionBody } from './read-version-body.ts';
import { findModel, reachOf } from './record-access.ts';
import { toVersionPayload } from './record-payloads.ts';

export const buildSaveVersion =
  ({ storeIn, records, meter, now, newId }: RecordWriteDependencies): MovableUseCase<typeof contract> =>
  async (caller, { params, headers, body }) => {
    const { scope } = caller;
    const reach = reachOf(caller);
    const sent = readVersionBody(body, { hasBase: true });
    const store = storeIn(scope);
    const recordId = params.contentModelDataId.toLowerCase();
    const found = await findModel(store, caller, params.modelInternalName);
    if ((await records.findRecord(scope, found.model.internalName, recordId)) === undefined) {
      throw recordNotFound();
    }
    const { model, localized, relations, unique } = await prepareVersion({ store, records, meter }, caller, {
      modelName: params.modelInternalName,
      recordId,
      localized: sent.localized,
    });
    const createdAt = now().toISOString();
    const result = await records.saveVersion(scope, {
      model: model.internalName,
      baseVersionId: sent.baseVersionId ?? '',
      version: {
        id: sent.id ?? newId(),
        recordId,
        name: sent.name ?? '',
        createdAt,
        createdBy: sent.createdBy ?? null,
        localized,
      },
      relations,
      ...(unique === undefined ? {} : { unique }),
      now: createdAt,
      idempotency: idempotencyKeyOf(reach, headers['idempotency-key'], [
        'save-version',
        scope.environmentId,
        model.internalName,
        recordId,
        body,
      ]),
    });
    const version = settleWrite('version', result);
    return {
      version: toVersionPayload({ version, places: [] }, { ...reach, environmentId: scope.environmentId }),
    };
  };
