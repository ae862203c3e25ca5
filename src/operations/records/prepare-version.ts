// What creating a record and saving a version share: values are checked against the model before anything is written, and
// the outcome of the write becomes a result or a failure.

import type { PlainCaller } from '../../domain/access/caller.ts';
import { baseIsGone } from '../../domain/failures/data-failures.ts';
import {
  alreadyExists,
  idempotencyKeyReused,
  modelNotVersionable,
  preconditionFailed,
  recordNotFound,
  singleRecordExists,
} from '../../domain/failures/failures.ts';
import { invalidValues } from '../../domain/failures/field-failures.ts';
import { countedTogether } from '../../domain/failures/first-hundred.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import { checkTexts } from '../../domain/models/field-values.ts';
import { loadComponents } from '../../domain/models/load-components.ts';
import { refusedErrors } from '../../domain/models/value-errors.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { compareVersions } from '../../domain/records/compare-versions.ts';
import type { RecordVersion } from '../../domain/records/record.ts';
import type {
  RecordStore,
  RecordWriteResult,
  VersionWrite,
  VersionWriteResult,
} from '../../domain/records/record-ports.ts';
import type { VersionBody } from './read-version-body.ts';
import { findModel } from './record-access.ts';

type Prepared = Pick<VersionWrite, 'relations' | 'unique'> & {
  readonly model: ContentModel;
  readonly localized: RecordVersion['localized'];
};

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'localized',
  advice: 'send shorter values, or fewer values with a pattern',
};

/**
 * Throws unless the model is versionable and every value fits it, with all faults, including those that only the store can
 * find. The store checks again while it writes, because others write too.
 */
export const prepareVersion = async (
  { store, records, meter }: PrepareDependencies,
  caller: PlainCaller,
  {
    modelName,
    recordId,
    localized,
  }: Pick<VersionBody, 'localized'> & {
    readonly modelName: string;
    readonly recordId: string;
  },
): Promise<Prepared> => {
  const { model } = await findModel(store, caller, modelName);
  if (!model.isVersionable) throw modelNotVersionable();
  const components = await loadComponents((id) => store.findContentModel(id), model);
  const check = await meter.run(caller.scope, ALLOWANCE, (budget) =>
    checkTexts(model, components, localized, budget),
  );
  if (check.errors.count > 0) {
    const record = { id: recordId, model: model.internalName };
    const refused = await records.findRefusedValues(caller.scope, record, check);
    throw invalidValues(countedTogether(check.errors, refusedErrors(refused)));
  }
  return { model, ...check };
};

interface PrepareDependencies {
  readonly store: ScopedStore;
  readonly records: Pick<RecordStore, 'findRefusedValues'>;
  readonly meter: Meter;
}

/** The version written by this request or by an earlier one with the same idempotency key. Throws for any other outcome. */
export const settleWrite = (
  kind: 'record' | 'version',
  result: RecordWriteResult | VersionWriteResult,
): RecordVersion => {
  switch (result.kind) {
    case 'done':
    case 'replayed':
      return result.version;
    case 'key-reused':
      throw idempotencyKeyReused();
    case 'exists':
      throw alreadyExists(kind, 'leave out the id to have one generated');
    case 'single-exists':
      throw singleRecordExists();
    case 'refused':
      throw invalidValues(refusedErrors(result));
    case 'no-record':
      throw recordNotFound();
    case 'no-base':
      throw baseIsGone(result.latest.id);
    case 'changed':
      throw preconditionFailed({
        current_version_id: result.latest.id,
        changes: compareVersions(result.base, result.latest),
      });
  }
};
