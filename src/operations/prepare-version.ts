// What creating a record and saving a version share: values held against the model before anything is written, and what
// the store found out while it wrote.

import type { Caller } from '../domain/caller.ts';
import { compareVersions } from '../domain/compare-versions.ts';
import type { ContentModel } from '../domain/content-model.ts';
import {
  alreadyExists,
  type FieldError,
  idempotencyKeyReused,
  invalidValues,
  modelNotVersionable,
  preconditionFailed,
  recordNotFound,
  singleRecordExists,
  versionNotFound,
} from '../domain/failures.ts';
import { checkTexts } from '../domain/field-values.ts';
import type { ScopedStore } from '../domain/ports.ts';
import type { RecordVersion, Relation, UniqueValue } from '../domain/record.ts';
import type { RecordWriteResult, VersionWrite, VersionWriteResult } from '../domain/record-ports.ts';
import { pathOfField } from '../domain/record-text.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../domain/request-budget.ts';
import { loadComponents } from './load-components.ts';
import type { VersionBody } from './read-version-body.ts';
import { findModel } from './record-access.ts';

type Prepared = Pick<VersionWrite, 'relations' | 'unique'> & {
  readonly model: ContentModel;
  readonly localized: RecordVersion['localized'];
};

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'localized',
  advice: 'send shorter values, or fewer of those that have a pattern',
};

/** Throws unless the model takes new versions and every value fits it. */
export const prepareVersion = async (
  { store, meter }: { readonly store: ScopedStore; readonly meter: Meter },
  caller: Caller,
  modelName: string,
  { localized }: Pick<VersionBody, 'localized'>,
): Promise<Prepared> => {
  const { model } = await findModel(store, caller, modelName);
  if (!model.isVersionable) throw modelNotVersionable();
  const components = await loadComponents(store, model);
  const check = await meter.run(caller.scope, ALLOWANCE, (budget) =>
    checkTexts(model, components, localized, budget),
  );
  if (!check.isValid) throw invalidValues(check.errors);
  return { model, ...check.texts };
};

/** The version that was written, now or when the same request came first; throws for every other outcome. */
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
      throw alreadyExists(kind, 'leave out the id, and one is made');
    case 'single-exists':
      throw singleRecordExists();
    case 'missing-relations':
      throw invalidValues(missingRelations(result.relations));
    case 'taken':
      throw invalidValues(result.values.map(toTaken));
    case 'no-record':
      throw recordNotFound();
    case 'no-base':
      throw versionNotFound();
    case 'changed':
      throw preconditionFailed({
        current_version_id: result.latest.id,
        changes: compareVersions(result.base, result.latest),
      });
  }
};

/** One error for each field of a locale, however many of its records are missing. */
const missingRelations = (relations: readonly Relation[]): FieldError[] => {
  const byField = new Map<string, FieldError>();
  for (const { field, locale, models } of relations) {
    const key = JSON.stringify([locale, ...field.split('.').slice(0, 2)]);
    const kind = models === null ? 'a record' : `a record of ${models.join(' or ')}`;
    if (!byField.has(key)) {
      byField.set(key, {
        field,
        locale,
        code: 'not_found',
        message: `${field} must name ${kind} that stands`,
      });
    }
  }
  return [...byField.values()];
};

const toTaken = ({ field, locale }: UniqueValue): FieldError => ({
  field: pathOfField(field),
  locale,
  code: 'not_unique',
  message: `${pathOfField(field)} must be unique, and another record has this value`,
});
