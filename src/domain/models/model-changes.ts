// Compares two sets of content models, and finds the changes that would remove or reinterpret stored data. Pure: the amount
// of data comes from `model-use.ts`.

import type { ModelBreak } from '../failures/data-failures.ts';
import { isSameJson } from '../text/json-value.ts';
import type { ModelUse } from './model-use.ts';

/** A content model as in a bundle, with every default. */
export interface ModelDocument {
  readonly id: string;
  readonly internal_name: string;
  readonly fields: readonly FieldDocument[];
  readonly [property: string]: unknown;
}

export interface FieldDocument {
  readonly field_properties: { readonly internal_name: string; readonly [property: string]: unknown };
  readonly [property: string]: unknown;
}

export interface PropertyChange {
  readonly property: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface FieldChange {
  readonly field: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** For an added field, all its properties; for a removed one, none. */
  readonly changes: readonly PropertyChange[];
}

export interface ModelChange {
  /** Internal name. */
  readonly model: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly changes: readonly PropertyChange[];
  readonly fields: readonly FieldChange[];
}

/** Not compared: creation time does not matter, and fields are compared separately. */
const IGNORED: ReadonlySet<string> = new Set(['kind', 'created_at', 'fields']);

/**
 * Ordered by internal name. Models are matched by name, then by id; a renamed model is reported under its new name.
 */
export const compareModelSets = (
  before: readonly ModelDocument[],
  after: readonly ModelDocument[],
): ModelChange[] => {
  const olds = new Map(before.map((model) => [model.internal_name, model]));
  const names = new Set(after.map((model) => model.internal_name));
  const renamed = new Map(
    before.filter((model) => !names.has(model.internal_name)).map((model) => [model.id, model]),
  );
  const changes = after.flatMap((fresh): ModelChange[] => {
    const model = fresh.internal_name;
    const old = olds.get(model) ?? renamed.get(fresh.id);
    if (old === undefined) {
      return [{ model, kind: 'added', changes: [], fields: compareFields([], fresh.fields) }];
    }
    olds.delete(old.internal_name);
    return compareModels(old, fresh);
  });
  const removed = [...olds.keys()].map(
    (model): ModelChange => ({ model, kind: 'removed', changes: [], fields: [] }),
  );
  return [...changes, ...removed].sort((one, other) => (one.model < other.model ? -1 : 1));
};

const compareModels = (old: ModelDocument, fresh: ModelDocument): ModelChange[] => {
  const changes = [...compareProperties(old, fresh, IGNORED), ...compareOrder(old, fresh)];
  const fields = compareFields(old.fields, fresh.fields);
  return changes.length + fields.length === 0
    ? []
    : [{ model: fresh.internal_name, kind: 'changed', changes, fields }];
};

const compareProperties = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string>,
): PropertyChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((property) => !ignored.has(property) && !isSameJson(before[property], after[property]))
    .map((property) => ({ property, before: before[property], after: after[property] }));

const fieldNames = ({ fields }: ModelDocument): string[] =>
  fields.map(({ field_properties }) => field_properties.internal_name);

/** Compares the order only if the fields are the same. */
const compareOrder = (before: ModelDocument, after: ModelDocument): PropertyChange[] => {
  const [one, other] = [fieldNames(before), fieldNames(after)];
  return isSameJson(one, other) || !isSameJson(one.toSorted(), other.toSorted())
    ? []
    : [{ property: 'order of fields', before: one, after: other }];
};

const compareFields = (before: readonly FieldDocument[], after: readonly FieldDocument[]): FieldChange[] => {
  const olds = new Map(before.map((field) => [field.field_properties.internal_name, flatten(field)]));
  const news = new Map(after.map((field) => [field.field_properties.internal_name, flatten(field)]));
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((name): FieldChange[] => {
    const old = olds.get(name);
    const fresh = news.get(name);
    if (fresh === undefined) return [{ field: name, kind: 'removed', changes: [] }];
    if (old === undefined) {
      return [
        { field: name, kind: 'added', changes: compareProperties({}, fresh, new Set(['internal_name'])) },
      ];
    }
    const changes = compareProperties(old, fresh, new Set());
    return changes.length === 0 ? [] : [{ field: name, kind: 'changed', changes }];
  });
};

/** Merges `field_properties` with the other properties of a field. They have no name in common. */
const flatten = ({ field_properties, ...rest }: FieldDocument): Readonly<Record<string, unknown>> => ({
  ...field_properties,
  ...rest,
});

/** Properties that determine what the values of a field mean. If one changes, stored values may not fit. */
const MEANING: readonly string[] = ['data_type', 'relation_type', 'component_id', 'is_localized'];

export const hasOtherMeaning = ({ changes }: FieldChange): boolean =>
  changes.some(({ property }) => MEANING.includes(property));

/** The stored name of the model, which its records use. */
export const storedNameOf = ({ model, changes }: ModelChange): string => {
  const renaming = changes.find(({ property }) => property === 'internal_name');
  return renaming === undefined ? model : String(renaming.before);
};

/** `use`: usage of the stored model. `misfits`: records with values that the new rules of a field reject. */
export const findBreaks = (
  change: ModelChange,
  use: ModelUse,
  misfits: ReadonlyMap<string, number> = new Map(),
): ModelBreak[] => {
  const { model } = change;
  if (change.kind === 'added') return [];
  if (change.kind === 'removed') {
    return use.holders === 0
      ? []
      : [{ model, records: use.holders, message: `is removed, and ${hold(use.holders)} its values` }];
  }
  return [
    ...change.changes.flatMap((each) => breakOfModel(model, each, use)),
    ...change.fields.flatMap((each) => breakOfField(model, each, use)),
    ...[...misfits].map(([field, records]) => ({
      model,
      field,
      records,
      message: `gets stricter rules, and ${hold(records)} a value that does not fit them`,
    })),
  ];
};

const hold = (records: number): string => (records === 1 ? '1 record holds' : `${records} records hold`);

const lack = (records: number): string => (records === 1 ? '1 record lacks' : `${records} records lack`);

const breakOfModel = (
  model: string,
  { property, before, after }: PropertyChange,
  { records, severalLocales }: ModelUse,
): ModelBreak[] => {
  if (property === 'internal_name' && records > 0) {
    return [{ model, records, message: `was called ${show(before)}, and ${hold(records)} that name` }];
  }
  if (property === 'type' && after === 'single' && records > 1) {
    return [{ model, records, message: `allows only one record, and has ${records}` }];
  }
  if (property === 'is_versionable' && after === false && records > 0) {
    return [{ model, records, message: `is no longer versionable, and ${hold(records)} its values` }];
  }
  if (property === 'is_localization_enabled' && before === true && severalLocales > 0) {
    return [
      {
        model,
        records: severalLocales,
        message: `allows only one locale, and ${hold(severalLocales)} several`,
      },
    ];
  }
  return [];
};

const breakOfField = (
  model: string,
  { field, kind, changes }: FieldChange,
  { holders, fields }: ModelUse,
): ModelBreak[] => {
  const { filled, complete } = fields.get(field) ?? { filled: 0, complete: 0 };
  if (kind === 'removed') {
    return filled === 0
      ? []
      : [{ model, field, records: filled, message: `is removed, and ${hold(filled)} a value` }];
  }
  const meaning = kind === 'added' ? [] : changes.filter(({ property }) => MEANING.includes(property));
  const becomesRequired = changes.some(({ property, after }) => property === 'is_required' && after === true);
  const missing = holders - complete;
  return [
    ...(filled === 0
      ? []
      : meaning.map(({ property, before, after }) => ({
          model,
          field,
          records: filled,
          message: `${property} becomes ${show(after)} (it is ${show(before)}), and ${hold(filled)} a value`,
        }))),
    ...(becomesRequired && missing > 0
      ? [{ model, field, records: missing, message: `becomes required, and ${lack(missing)} it` }]
      : []),
  ];
};

/** A value of a document, for messages. */
export const show = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
