// What is different between two sets of content models, in the names of their documents, and which of it would leave data
// without its field or with another meaning. Pure; how much data there is comes from `model-use.ts`.

import { isSameJson } from '../text/json-value.ts';
import type { ModelUse } from './model-use.ts';

/** A content model as a bundle holds it, whole. */
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
  /** Of a field that is added, everything that it says; of one that is removed, nothing. */
  readonly changes: readonly PropertyChange[];
}

export interface ModelChange {
  /** Internal name. */
  readonly model: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly changes: readonly PropertyChange[];
  readonly fields: readonly FieldChange[];
}

/** Something that a change would do to data that stands. */
export interface ModelBreak {
  readonly model: string;
  /** Absent: it is about the whole model. */
  readonly field?: string;
  /** How many records it touches. */
  readonly records: number;
  readonly message: string;
}

/** When something was made says nothing about what it is. */
const IGNORED: ReadonlySet<string> = new Set(['kind', 'created_at', 'fields']);

/**
 * In the order of internal names. Models are the same by their name, or else by their id: then one got another name, and
 * is told under the new one.
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

/** Only of the same fields: where some come or go, the order is no longer a question. */
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

/** The properties of a field beside what stands around them: no name is in both. */
const flatten = ({ field_properties, ...rest }: FieldDocument): Readonly<Record<string, unknown>> => ({
  ...field_properties,
  ...rest,
});

/** Properties of a field that say what its values mean: with another one, values that stand may not fit. */
const MEANING: readonly string[] = ['data_type', 'relation_type', 'component_id', 'is_localized'];

export const hasOtherMeaning = ({ changes }: FieldChange): boolean =>
  changes.some(({ property }) => MEANING.includes(property));

/** The name under which the model's records stand. */
export const storedNameOf = ({ model, changes }: ModelChange): string => {
  const renaming = changes.find(({ property }) => property === 'internal_name');
  return renaming === undefined ? model : String(renaming.before);
};

/** `use` is that of the model as it stands, `misfits` the records with values that the new rules of a field refuse. */
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
      message: `gets narrower rules, and ${hold(records)} a value that they refuse`,
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
    return [{ model, records, message: `takes one record only, and has ${records}` }];
  }
  if (property === 'is_versionable' && after === false && records > 0) {
    return [{ model, records, message: `takes no more versions, and ${hold(records)} its values` }];
  }
  if (property === 'is_localization_enabled' && before === true && severalLocales > 0) {
    return [
      {
        model,
        records: severalLocales,
        message: `takes one locale only, and ${hold(severalLocales)} several`,
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

export const sayBreak = ({ model, field, message }: ModelBreak): string =>
  `${model}${field === undefined ? '' : `, field ${field}`} ${message}`;

/** A value of a document, for people. */
export const show = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
