// Makes content models of Contentful's content types, and says for each field how its values are read. Rules without a
// counterpart are left out.

import { isOwnTextName, type OwnTextName } from '../../../domain/models/record-text.ts';
import { compilePattern } from '../../../domain/patterns/linear-pattern.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { isObject, ownValue } from '../../../domain/text/json-value.ts';
import type { SourceObject } from '../source-format.ts';
import { modelIdOf } from './contentful-ids.ts';
import { type ContentfulSpace, spaceOf, textAt } from './contentful-space.ts';
import type { ContentType, ContentTypeField } from './contentful-types.ts';

type Json = Readonly<Record<string, unknown>>;

/** How the values of a field are read. */
export type ValueForm =
  | 'text'
  | 'tree'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'json'
  | 'entry'
  | 'entries'
  | 'asset'
  | 'assets';

export interface FieldPlan {
  readonly field: ContentTypeField;
  /** In the model. */
  readonly name: string;
  readonly form: ValueForm;
  readonly dataType: string;
}

export interface ModelPlan {
  readonly type: ContentType;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** The field that holds the slug of a page. */
  readonly slugField: string | undefined;
}

export const planModel = (type: ContentType, space: ContentfulSpace): ModelPlan => {
  const taken = new Set(type.fields.map(({ id }) => id));
  const fields = new Map<string, FieldPlan>();
  for (const field of type.fields) {
    const name = nameOf(field, type, taken);
    taken.add(name);
    fields.set(field.id, { field, name, ...shapeOf(field, space.widgetOf(type.id, field.id)) });
  }
  const slug = type.fields.find(
    ({ id, type: of }) => of === 'Symbol' && (id === 'slug' || space.widgetOf(type.id, id) === 'slugEditor'),
  );
  return { type, fields, slugField: slug?.id };
};

/** The types that can be a value of the record itself. */
const ownTypes: Readonly<Record<OwnTextName, readonly string[]>> = {
  title: ['Symbol', 'Text'],
  page_slug: ['Symbol'],
  summary: ['Symbol', 'Text'],
  body: ['Symbol', 'Text', 'RichText'],
  image_url: [],
};

/** Names are kept, unless every record has a value of that name that means something else. */
const nameOf = (field: ContentTypeField, type: ContentType, taken: ReadonlySet<string>): string => {
  const { id } = field;
  if (id === '__proto__') return freeName('proto', taken);
  if (!isOwnTextName(id)) return id;
  const fits = ownTypes[id].includes(field.type) && (id !== 'title' || type.displayField === 'title');
  return fits ? id : freeName(`${id}_field`, taken);
};

const freeName = (name: string, taken: ReadonlySet<string>): string => {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}_${count}`;
    if (!taken.has(free)) return free;
  }
};

const optionsOf = (rules: Json): readonly unknown[] => {
  const options: unknown = ownValue(rules, 'in');
  if (!Array.isArray(options)) return [];
  const usable = options.filter(
    (option) => typeof option === 'number' || (typeof option === 'string' && option.trim() !== ''),
  );
  return [...new Set(usable)];
};

const shapeOf = (
  field: ContentTypeField,
  widget: string | undefined,
): { readonly form: ValueForm; readonly dataType: string } => {
  const hasOptions = optionsOf(field.rules).length > 0;
  switch (field.type) {
    case 'Symbol':
      return { form: 'text', dataType: hasOptions ? 'select' : 'text' };
    case 'Text':
      return { form: 'text', dataType: widget === 'markdown' ? 'rich_text' : 'text' };
    case 'RichText':
      return { form: 'tree', dataType: 'rich_text' };
    case 'Integer':
    case 'Number':
      return { form: 'number', dataType: hasOptions ? 'select' : 'number' };
    case 'Date':
      return { form: 'text', dataType: 'date' };
    case 'Boolean':
      return { form: 'boolean', dataType: 'boolean' };
    case 'Link':
      return field.linkType === 'Asset'
        ? { form: 'asset', dataType: 'media' }
        : { form: 'entry', dataType: 'relation' };
    case 'Array':
      return listShape(field);
    default:
      return { form: 'json', dataType: 'json' };
  }
};

const listShape = ({ itemType, linkType, itemRules }: ContentTypeField) => {
  if (itemType !== 'Link') {
    const dataType = optionsOf(itemRules).length > 0 ? 'multi_select' : 'json';
    return { form: 'texts', dataType } as const;
  }
  return linkType === 'Asset'
    ? ({ form: 'assets', dataType: 'json' } as const)
    : ({ form: 'entries', dataType: 'relation' } as const);
};

export const modelObject = (plan: ModelPlan, space: ContentfulSpace): SourceObject['object'] => {
  const { type } = plan;
  return {
    kind: 'content_model',
    id: modelIdOf(spaceOf({ sys: type.sys }), type.id),
    internal_name: type.id,
    name: type.name,
    description: type.description,
    ...createdAtOf(type.sys),
    act_as_web_page: plan.slugField !== undefined,
    is_localization_enabled: space.fallbacks.size > 1,
    fields: [...plan.fields.values()].map((field, position) => fieldObject(field, position, space)),
  };
};

export const createdAtOf = (sys: Json): { readonly created_at?: string } => {
  const time = textAt(sys, 'createdAt') ?? textAt(sys, 'updatedAt') ?? textAt(sys, 'publishedAt');
  return time === undefined ? {} : { created_at: time };
};

const fieldObject = (plan: FieldPlan, position: number, space: ContentfulSpace) => {
  const { field, dataType } = plan;
  const format = { tree: 'json', text: 'markdown' }[plan.form as 'tree' | 'text'];
  return {
    field_properties: {
      internal_name: plan.name,
      display_name: field.name,
      data_type: dataType,
      is_searchable: plan.form === 'text' || plan.form === 'texts' || plan.form === 'tree',
      is_localized: field.isLocalized,
      validation: validationOf(plan),
      ...(dataType === 'rich_text' ? { format } : {}),
    },
    // In an optional locale, required fields may be empty.
    is_required: field.isRequired && !(field.isLocalized && space.hasOptionalLocale),
    position,
    ...(dataType === 'relation'
      ? { relation_type: plan.form === 'entries' ? 'many_to_many' : 'many_to_one' }
      : {}),
  };
};

const validationOf = ({ field, form, dataType }: FieldPlan): Json => {
  const { rules, itemRules } = field;
  const unique = ownValue(rules, 'unique') === true ? { unique: true } : {};
  switch (dataType) {
    case 'text':
      return { ...bounds(rules, 'size', 'length'), ...patternOf(rules), ...unique };
    case 'rich_text':
      // The size of a tree is not that of its JSON.
      return form === 'tree' ? {} : { ...bounds(rules, 'size', 'length'), ...patternOf(rules), ...unique };
    case 'number':
      return { ...bounds(rules, 'range'), ...(field.type === 'Integer' ? { integer: true } : {}), ...unique };
    case 'date':
      return { ...datesOf(rules), ...unique };
    case 'select':
      return { options: optionsOf(rules), ...unique };
    case 'multi_select':
      return { options: optionsOf(itemRules), ...bounds(rules, 'size', 'items') };
    case 'relation':
      return form === 'entries'
        ? { ...modelsOf(itemRules), ...bounds(rules, 'size', 'items') }
        : modelsOf(rules);
    case 'media':
      return mediaRules(rules);
    default:
      return {};
  }
};

/** `{ size: { min, max } }` as `min_length` and `max_length`, or `min` and `max`. */
const bounds = (rules: Json, rule: string, of?: 'length' | 'items'): Json => {
  const given = ownValue(rules, rule);
  const name = (end: string) => (of === undefined ? end : `${end}_${of}`);
  const isBound = (value: unknown, least: number) =>
    typeof value === 'number' && (of === undefined || (Number.isSafeInteger(value) && value >= least));
  const [min, max] = isObject(given) ? [ownValue(given, 'min'), ownValue(given, 'max')] : [];
  return {
    ...(isBound(min, 0) ? { [name('min')]: min } : {}),
    ...(isBound(max, 1) ? { [name('max')]: max } : {}),
  };
};

const patternOf = (rules: Json): Json => {
  const pattern = textAt(rules, 'regexp', 'pattern');
  const isUsable = pattern !== undefined && textAt(rules, 'regexp', 'flags') === undefined;
  return isUsable && compilePattern(pattern) !== undefined ? { pattern } : {};
};

const datesOf = (rules: Json): Json => {
  const [min, max] = [textAt(rules, 'dateRange', 'min'), textAt(rules, 'dateRange', 'max')];
  const isDate = (text: string | undefined) => text !== undefined && parseInstant(text) !== undefined;
  return { ...(isDate(min) ? { min } : {}), ...(isDate(max) ? { max } : {}) };
};

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item.trim() !== '');

const modelsOf = (rules: Json): Json => {
  const models = textsOf(ownValue(rules, 'linkContentType'));
  return models.length === 0 ? {} : { models };
};

const mediaRules = (rules: Json): Json => {
  const groups = textsOf(ownValue(rules, 'linkMimetypeGroup'));
  const types = groups.filter((group) => /^(?:image|audio|video)$/.test(group)).map((group) => `${group}/*`);
  const size = bounds({ size: ownValue(rules, 'assetFileSize') }, 'size', 'items')['max_items'];
  return {
    ...(types.length === groups.length && types.length > 0 ? { media_types: types } : {}),
    ...(size === undefined ? {} : { max_bytes: size }),
  };
};
