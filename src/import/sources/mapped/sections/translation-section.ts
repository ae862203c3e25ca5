// Rows that are translations of a product: their locale is another than that of the import. They may be anywhere in any file.

import { languageSubtag, normalizeLocale } from '../../../../domain/text/locale.ts';
import { below, type MappingFaults, readKnown } from '../mapping-faults.ts';
import { type Rule, readRule } from '../rules/rule.ts';
import { type FieldRule, fill, type ReadRow, readValue, text, type Written } from './section-fields.ts';

export interface TranslationSection {
  readonly id: FieldRule;
  readonly locale: Rule;
  readonly fields: readonly FieldRule[];
}

const fieldNames = ['name', 'description', 'slug'];

/** What it does not say itself is as in the product. */
export const readTranslation = (
  product: Written,
  path: string,
  productFields: readonly FieldRule[],
  faults: MappingFaults,
): TranslationSection | undefined => {
  const at = below(path, 'translation');
  if (product['translation'] === undefined) return undefined;
  const written = readKnown(product['translation'], at, ['id', 'locale', ...fieldNames], faults);
  if (written === undefined) return undefined;
  if (written['locale'] === undefined) {
    return faults.add(below(at, 'locale'), 'is missing; name the column that has the locale');
  }
  const ruleOf = (name: string): readonly FieldRule[] => {
    if (written[name] === undefined) {
      return productFields
        .filter((field) => field.name === name)
        .map((field) => ({ ...field, isRequired: name === 'id' }));
    }
    const rule = readRule(written[name], below(at, name), text, faults);
    return rule === undefined ? [] : [{ name, rule, isRequired: name === 'id' }];
  };
  const locale = readRule(written['locale'], below(at, 'locale'), text, faults);
  const [id] = ruleOf('id');
  if (locale === undefined || id === undefined) return undefined;
  return { id, locale, fields: fieldNames.flatMap(ruleOf) };
};

export interface Translation {
  readonly id: string;
  readonly locale: string;
  readonly texts: Readonly<Record<string, unknown>>;
}

/** The locale of a row that is a translation; undefined if the row is the product itself. */
export const translationLocale = (section: TranslationSection, read: ReadRow): string | undefined => {
  const found = readValue(section.locale, read);
  if (typeof found !== 'string') return undefined;
  const own = normalizeLocale(read.target.locale);
  const locale = normalizeLocale(found);
  return locale === own || locale === languageSubtag(own) ? undefined : locale;
};

/** Undefined if its problems say why. */
export const translationIn = (
  section: TranslationSection,
  locale: string,
  read: ReadRow,
): Translation | undefined => {
  const { id } = fill([section.id], read);
  const texts = fill(section.fields, read);
  return typeof id === 'string' && read.problems.length === 0 ? { id, locale, texts } : undefined;
};
