// Creates a record and its first version in one transaction. It publishes nothing.

import type { createRecord as contract } from '../../contract/records/create-record.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { Meter } from '../../domain/limits/request-budget.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import type { RecordStore } from '../../domain/records/record-ports.ts';
import type { MovableUseCase } from '../use-case.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { prepareVersion, settleWrite } from './prepare-version.ts';
import { readVersionBody } from './read-version-body.ts';
import { reachOf } from './record-access.ts';
import { toVersionPayload } from './record-payloads.ts';

export interface RecordWriteDependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly records: RecordStore;
  readonly meter: Meter;
  readonly now: () => Date;
  /** A new UUID in lower case. */
  readonly newId: () => string;
}

export const buildCreateRecord =
  ({ storeIn, records, meter, now, newId }: RecordWriteDependencies): MovableUseCase<typeof contract> =>
  async (caller, { params, headers, body }) => {
    const { scope } = caller;
    const reach = reachOf(caller);
    const sent = readVersionBody(body, { hasBase: false });
    const store = storeIn(scope);
    const recordId = sent.id ?? newId();
    const { model, localized, relations, unique } = await prepareVersion({ store, records, meter }, caller, {
      modelName: params.modelInternalName,
      recordId,
      localized: sent.localized,
    });
    const createdAt = now().toISOString();
    const createdBy = sent.createdBy ?? null;
    const record = { id: recordId, model: model.internalName, createdAt, createdBy };
    const result = await records.createRecord(scope, record, {
      version: { id: newId(), recordId: record.id, name: sent.name ?? '', createdAt, createdBy, localized },
      relations,
      ...(unique === undefined ? {} : { unique }),
      isSingle: model.type === 'single',
      now: createdAt,
      idempotency: idempotencyKeyOf(reach, headers['idempotency-key'], [
        'create-record',
        scope.environmentId,
        model.internalName,
        body,
      ]),
    });
    const version = settleWrite('record', result);
    return {
      // A repeated request must return the time and the generated id of the first one; the stored version has both.
      record: {
        id: version.recordId,
        model: model.internalName,
        created_at: version.createdAt,
        created_by: version.createdBy,
      },
      version: toVersionPayload({ version, places: [] }, { ...reach, environmentId: scope.environmentId }),
    };
  };
