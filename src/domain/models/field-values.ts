// Checks texts against a model and reports one error per field (Decision 0022). It yields to other requests while it matches
// patterns. Whether related records exist and values are unique is checked by the write.

import type { FieldFault } from '../failures/failure-codes.ts';
import type { FieldError } from '../failures/field-failures.ts';
import { type Counted, FirstHundred } from '../failures/first-hundred.ts';
import { type RequestBudget, unbounded } from '../limits/request-budget.ts';
import { isBlank } from '../text/blank.ts';
import { countOf } from '../text/count-of.ts';
import { isObject, isSameJson, isUnused, ownValue } from '../text/json-value.ts';
import { normalizeLocale } from '../text/locale.ts';
import { shownName } from '../text/shown-name.ts';
import type { ContentModel, ContentModelField, FieldDataType } from './content-model.ts';
import type { RecordText } from './record-text.ts';
import {
  fieldsOfModel,
  isOwnTextName,
  type OwnTextName,
  ownTextNames,
  pathOfField,
  valueOfField,
} from './record-text.ts';
import type { Relation, UniqueValue } from './value-errors.ts';
import {
  assertMatches,
  assertNotBlank,
  assertText,
  assertUrl,
  checkText,
  type Expected,
  PatternBudget,
  ValueFault,
} from './value-rules.ts';
import { type ComponentModels, checkValue, type ValueContext } from './value-shapes.ts';

const TITLE_MAX_CHARS = 1_000;
const SLUG_MAX_CHARS = 1_000;
const LOCALE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,4}$/u;
const LOCALE_MAX_CHARS = 35;

export interface TextsCheck {
  /** None if the texts fit. Otherwise the other properties cover only the values that fit. */
  readonly errors: Counted<FieldError>;
  /** By normalized locale; at least one. */
  readonly localized: Readonly<Record<string, RecordText>>;
  readonly relations: readonly Relation[];
  /** Values that no other record of the model may have. */
  readonly unique: readonly UniqueValue[];
}

export const checkTexts = async (
  model: ContentModel,
  components: ComponentModels,
  sent: Readonly<Record<string, unknown>>,
  budget: RequestBudget = unbounded,
): Promise<TextsCheck> => {
  const check = new TextChecker(model, components, budget);
  const localized: Record<string, RecordText> = {};
  for (const { locale, text } of check.readLocales(sent)) localized[locale] = await check.read(locale, text);
  check.assertSameEverywhere(localized);
  const { errors, relations } = check;
  return { errors, localized, relations, unique: uniqueValuesOf(model, localized) };
};

/** The data types whose values can be unique. */
const uniqueTypes: ReadonlySet<FieldDataType> = new Set([
  'text',
  'rich_text',
  'number',
  'currency',
  'date',
  'select',
] as const);

export const uniqueValuesOf = (
  model: ContentModel,
  localized: Readonly<Record<string, RecordText>>,
): UniqueValue[] =>
  model.fields
    .map(({ fieldProperties }) => fieldProperties)
    .filter(({ validation, data_type }) => validation['unique'] === true && uniqueTypes.has(data_type))
    .flatMap(({ internal_name: field }) =>
      Object.entries(localized)
        .map(([locale, text]) => ({ field, locale, value: valueOfField(text, field) }))
        .filter(({ value }) => value !== undefined),
    );

class TextChecker {
  readonly errors = new FirstHundred<FieldError>();
  readonly relations: Relation[] = [];
  private readonly model: ContentModel;
  private readonly components: ComponentModels;
  private readonly fields: readonly ContentModelField[];
  private readonly budget: RequestBudget;
  private readonly patternBudget = new PatternBudget();
  /** Of the field that is being checked. */
  private expected: Expected[] = [];
  private reported: ValueFault[] = [];

  constructor(model: ContentModel, components: ComponentModels, budget: RequestBudget) {
    this.model = model;
    this.budget = budget;
    this.components = components;
    this.fields = fieldsOfModel(model);
  }

  readLocales(sent: Readonly<Record<string, unknown>>) {
    const texts = new Map<string, Readonly<Record<string, unknown>>>();
    for (const [key, text] of Object.entries(sent)) {
      const locale = normalizeLocale(key);
      if (!LOCALE.test(key) || key.length > LOCALE_MAX_CHARS) {
        this.fail('localized', 'malformed', `localized: ${shownName(key)} is not a locale such as en-us`);
      } else if (texts.has(locale)) {
        this.fail('localized', 'repeated', `localized has the locale ${locale} twice`, locale);
      } else if (isObject(text)) {
        texts.set(locale, text);
      } else if (!isUnused(text)) {
        this.fail('localized', 'wrong_type', `localized.${locale} must be an object`, locale);
      }
    }
    if (texts.size === 0 && this.errors.count === 0) {
      this.fail('localized', 'missing', 'localized must have at least one locale');
    }
    if (texts.size > 1 && !this.model.isLocalizationEnabled) {
      this.fail(
        'localized',
        'too_many',
        'The content model is not localized: localized must have only one locale',
      );
    }
    return [...texts].map(([locale, text]) => ({ locale, text }));
  }

  async read(locale: string, sent: Readonly<Record<string, unknown>>): Promise<RecordText> {
    const own: Partial<Record<OwnTextName, string | undefined>> = {};
    for (const name of ownTextNames) own[name] = await this.readOwn(locale, name, ownValue(sent, name));
    this.refuseUnknown(locale, sent, [...ownTextNames, 'fields'], '');
    return {
      title: own.title ?? '',
      pageSlug: own.page_slug ?? '',
      summary: own.summary,
      body: own.body ?? '',
      imageUrl: own.image_url ?? null,
      fields: await this.readFields(locale, ownValue(sent, 'fields')),
    };
  }

  private readOwn(locale: string, name: OwnTextName, value: unknown): Promise<string | undefined> {
    const field = this.fields.find(({ fieldProperties }) => fieldProperties.internal_name === name);
    return this.attempt(locale, name, () => {
      if (isUnused(value)) {
        if (name === 'title' || field?.isRequired === true) throw new ValueFault('missing', 'is missing');
        return undefined;
      }
      assertNotBlank(value);
      if (name === 'image_url') assertUrl(value);
      else assertText(value);
      assertLength(name, value);
      return field === undefined ? value : this.checkGoverned(field, value);
    });
  }

  /** Checks a value of the record itself, such as its title, by the rules of the model field with the same name. */
  private checkGoverned(field: ContentModelField, value: string): string {
    const { data_type, validation } = field.fieldProperties;
    switch (data_type) {
      case 'text':
      case 'rich_text':
        return checkText(value, validation, this.contextFor('', field.fieldProperties.internal_name));
      case 'select':
      case 'date':
        checkValue(field, value, this.contextFor('', field.fieldProperties.internal_name));
        return value;
      default:
        return value;
    }
  }

  private async readFields(locale: string, sent: unknown): Promise<Record<string, unknown>> {
    const fields = this.fields.filter(({ fieldProperties }) => !isOwnTextName(fieldProperties.internal_name));
    const given = await this.attempt(locale, 'fields', () => {
      if (isUnused(sent)) return {};
      if (!isObject(sent)) throw new ValueFault('wrong_type', 'must be an object');
      if (isBlank(sent)) throw new ValueFault('blank_value', 'is blank');
      return sent;
    });
    if (given === undefined) return {};
    this.refuseUnknown(
      locale,
      given,
      fields.map(({ fieldProperties }) => fieldProperties.internal_name),
      'fields.',
    );
    const values: [string, unknown][] = [];
    for (const field of fields) {
      const name = field.fieldProperties.internal_name;
      const value = await this.readField(locale, field, ownValue(given, name));
      if (value !== undefined) values.push([name, value]);
    }
    return Object.fromEntries(values);
  }

  private readField(locale: string, field: ContentModelField, value: unknown): Promise<unknown> {
    const path = pathOfField(field.fieldProperties.internal_name);
    return this.attempt(locale, path, () => {
      if (!isUnused(value)) return checkValue(field, value, this.contextFor(locale, path));
      if (field.isRequired) throw new ValueFault('missing', 'is missing');
      return undefined;
    });
  }

  private contextFor(locale: string, path: string): ValueContext {
    return {
      components: this.components,
      expect: (expected) => this.expected.push(expected),
      report: (fault) => this.reported.push(fault),
      relate: (at, recordId, models) => {
        this.relations.push({ field: `${path}${at}`, locale, recordId, models });
      },
    };
  }

  private refuseUnknown(locale: string, sent: object, known: readonly string[], prefix: string): void {
    for (const name of new Set(Object.keys(sent)).difference(new Set(known))) {
      this.errors.add(() => {
        const field = `${prefix}${shownName(name)}`;
        return { field, locale, code: 'unknown_field', message: `Unknown field: ${field}` };
      });
    }
  }

  /** A field that is not localized must have the same value in every locale. */
  assertSameEverywhere(localized: Readonly<Record<string, RecordText>>): void {
    for (const { fieldProperties } of this.fields) {
      const { internal_name: name, is_localized } = fieldProperties;
      if (is_localized) continue;
      const given = Object.entries(localized)
        .map(([locale, text]) => ({ locale, value: valueOfField(text, name) }))
        .filter(({ value }) => value !== undefined);
      const other = given.find(({ value }) => !isSameJson(value, given[0]?.value));
      if (other !== undefined) {
        const path = pathOfField(name);
        this.fail(
          path,
          'conflicting',
          `${path} is not localized: it must be the same in every locale`,
          other.locale,
        );
      }
    }
  }

  /** Runs a check. If it fails, or a pattern does not match, records the errors and returns undefined. */
  private async attempt<T>(locale: string, path: string, check: () => T): Promise<T | undefined> {
    await this.budget.pause();
    this.expected = [];
    this.reported = [];
    const related = this.relations.length;
    const result = attemptNow(check);
    const faults = [...this.reported, ...('fault' in result ? [result.fault] : [])];
    for (const each of this.expected) {
      await assertMatches(each, this.patternBudget, this.budget).catch((error: unknown) => {
        if (!(error instanceof ValueFault)) throw error;
        faults.push(error);
      });
    }
    if ('value' in result && faults.length === 0) return result.value;
    // Do not check the relations of a field that has errors.
    this.relations.length = related;
    for (const { at, code, message } of faults) {
      this.fail(`${path}${at}`, code, `${path}${at} ${message}`, locale);
    }
    return undefined;
  }

  private fail(field: string, code: FieldFault, message: string, locale?: string): void {
    this.errors.add(() => ({ field, ...(locale === undefined ? {} : { locale }), code, message }));
  }
}

const attemptNow = <T>(check: () => T): { readonly value: T } | { readonly fault: ValueFault } => {
  try {
    return { value: check() };
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    return { fault: error };
  }
};

const assertLength = (name: OwnTextName, value: string): void => {
  const max = name === 'title' ? TITLE_MAX_CHARS : name === 'page_slug' ? SLUG_MAX_CHARS : undefined;
  if (max !== undefined && value.length > max) {
    throw new ValueFault('too_long', `must not be longer than ${countOf(max, 'character')}`);
  }
};
