// Checks one value of one field of any data type, including relations and components, which involve other models.
// Returns the value as it is stored: ids of related records in lower case.

import { isObject, isUnused, ownValue } from '../text/json-value.ts';
import type { ContentModel, ContentModelField } from './content-model.ts';
import { fieldsOfModel } from './record-text.ts';
import {
  assertDistinct,
  assertNotBlank,
  checkBoolean,
  checkDate,
  checkJson,
  checkList,
  checkMedia,
  checkNumber,
  checkOption,
  checkOptions,
  checkText,
  type PatternContext,
  ValueFault,
} from './value-rules.ts';

export const COMPONENT_DEPTH_MAX = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;

/** The models of components, by id. Values of a component whose model is missing are not checked. */
export type ComponentModels = ReadonlyMap<string, ContentModel>;

export interface ValueContext extends PatternContext {
  readonly components: ComponentModels;
  /** Called for every relation. `at` is relative to the field. */
  readonly relate: (at: string, recordId: string, models: readonly string[] | null) => void;
  /** Called for every fault within a component, so that one does not hide the others. */
  readonly report: (fault: ValueFault) => void;
}

/** Throws `ValueFault` if the value does not fit the field; faults within components are reported instead. */
export const checkValue = (
  field: ContentModelField,
  value: unknown,
  context: ValueContext,
  depth = 1,
): unknown => {
  const { data_type, validation } = field.fieldProperties;
  // The content of a JSON value is free.
  if (data_type !== 'json') assertNotBlank(value);
  switch (data_type) {
    case 'text':
    case 'rich_text':
      return checkText(value, validation, context);
    case 'number':
    case 'currency':
      return checkNumber(value, validation);
    case 'boolean':
      return checkBoolean(value);
    case 'date':
      return checkDate(value, validation);
    case 'select':
      return checkOption(value, validation);
    case 'multi_select':
      return checkOptions(value, validation);
    case 'media':
      return checkMedia(value);
    case 'json':
      return checkJson(value);
    case 'relation':
      return checkRelation(field, value, context);
    case 'component':
      return checkComponent(field, value, context, depth);
  }
};

const checkRelation = (field: ContentModelField, value: unknown, context: ValueContext): unknown => {
  const { relationType, fieldProperties } = field;
  const models = modelsOf(fieldProperties.validation['models']);
  const isMany = relationType === '' ? Array.isArray(value) : relationType.endsWith('_to_many');
  if (!isMany) {
    const id = readId(value, '');
    context.relate('', id, models);
    return id;
  }
  const ids = checkList(value, fieldProperties.validation).map((item, index) => readId(item, `.${index}`));
  assertDistinct(ids);
  for (const [index, id] of ids.entries()) context.relate(`.${index}`, id, models);
  return ids;
};

const modelsOf = (rule: unknown): readonly string[] | null => {
  const names = Array.isArray(rule) ? rule.filter((name) => typeof name === 'string') : [];
  return names.length === 0 ? null : names;
};

const readId = (value: unknown, at: string): string => {
  if (typeof value !== 'string') throw new ValueFault('wrong_type', 'must be the id of a record', at);
  if (!UUID.test(value)) throw new ValueFault('malformed', 'must be the id of a record', at);
  return value.toLowerCase();
};

const checkComponent = (
  field: ContentModelField,
  value: unknown,
  context: ValueContext,
  depth: number,
): unknown => {
  // Check the size first, so that the rest has bounded input.
  checkJson(value);
  const model = context.components.get(field.componentId.toLowerCase());
  if (!Array.isArray(value)) return readComponent(model, value, '', context, depth);
  return checkList(value, field.fieldProperties.validation).map((item, index) =>
    readComponent(model, item, `.${index}`, context, depth),
  );
};

const readComponent = (
  model: ContentModel | undefined,
  value: unknown,
  at: string,
  context: ValueContext,
  depth: number,
): unknown => {
  if (!isObject(value)) throw new ValueFault('wrong_type', 'must be an object', at);
  if (model === undefined) return value;
  if (depth > COMPONENT_DEPTH_MAX) throw new ValueFault('too_deep', 'is nested too deeply', at);
  const fields = fieldsOfModel(model);
  const known = new Set(fields.map(({ fieldProperties }) => fieldProperties.internal_name));
  for (const unknown of Object.keys(value).filter((name) => !known.has(name))) {
    context.report(
      new ValueFault('unknown_field', `has no field ${JSON.stringify(unknown.slice(0, 64))}`, at),
    );
  }
  const kept: [string, unknown][] = [];
  for (const inner of fields) {
    const name = inner.fieldProperties.internal_name;
    const given = ownValue(value, name);
    if (!isUnused(given)) {
      kept.push([name, checkInner(inner, given, `${at}.${name}`, context, depth + 1)]);
    } else if (inner.isRequired) {
      context.report(new ValueFault('missing', 'is missing', `${at}.${name}`));
    }
  }
  return Object.fromEntries(kept);
};

/** Reports nested faults with their full path. */
const checkInner = (
  field: ContentModelField,
  value: unknown,
  at: string,
  context: ValueContext,
  depth: number,
): unknown => {
  const relate: ValueContext['relate'] = (below, id, models) => context.relate(`${at}${below}`, id, models);
  const expect: ValueContext['expect'] = (expected) =>
    context.expect({ ...expected, at: `${at}${expected.at}` });
  const report: ValueContext['report'] = (fault) =>
    context.report(new ValueFault(fault.code, fault.message, `${at}${fault.at}`));
  try {
    return checkValue(field, value, { ...context, relate, expect, report }, depth);
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    report(error);
    return undefined;
  }
};
