// Rows that are content: one line for each locale that the row has.

import { normalizeLocale } from '../../../../domain/text/locale.ts';
import { plainValue } from '../../rows/exact-number.ts';
import { below, type MappingFaults, readKnown } from '../mapping-faults.ts';
import { type ObjectOf, readsOthers } from './product-section.ts';
import {
  columnsOf,
  type FieldRule,
  type FieldSpec,
  fill,
  fillLocalized,
  type LocaleFields,
  type ReadRow,
  readFields,
  readLocalized,
  readNamedRules,
  setOwn,
  text,
  texts,
} from './section-fields.ts';

export interface ContentSection {
  readonly fields: readonly FieldRule[];
  readonly extraData: readonly FieldRule[];
  readonly localized: readonly LocaleFields[];
  /** Columns that are not extra data; undefined if other columns are left out. */
  readonly usedColumns: ReadonlySet<string> | undefined;
}

const required: FieldSpec = { ...text, isRequired: true };

const localizedSpecs: Readonly<Record<string, FieldSpec>> = {
  title: text,
  url: text,
  summary: text,
  body: text,
  keywords: texts,
  image_url: text,
};

const specs: Readonly<Record<string, FieldSpec>> = {
  provider_id: required,
  locale: text,
  type: required,
  ...localizedSpecs,
  title: required,
  url: required,
  body_format: text,
  created_at: { type: 'time', isRequired: true },
  created_by: text,
  modified_at: { type: 'time' },
  modified_by: text,
};

const names: readonly string[] = [...Object.keys(specs), 'extra_data', 'other_columns', 'localized'];

export const readContentSection = (
  value: unknown,
  path: string,
  skipColumns: readonly string[],
  faults: MappingFaults,
): ContentSection | undefined => {
  const written = readKnown(value, path, names, faults);
  if (written === undefined) return undefined;
  const fields = readFields(written, path, specs, faults);
  const extraData = readNamedRules(
    written['extra_data'],
    below(path, 'extra_data'),
    { type: 'any', mayChooseType: true, isList: 'maybe' },
    faults,
  );
  const localized = readLocalized(written['localized'], below(path, 'localized'), localizedSpecs, faults);
  const used = columnsOf([...fields, ...extraData, ...localized.flatMap((locale) => locale.fields)]);
  return {
    fields,
    extraData,
    localized,
    usedColumns: readsOthers(written, path, faults) ? new Set([...used, ...skipColumns]) : undefined,
  };
};

export const contentLines = (section: ContentSection, read: ReadRow): readonly ObjectOf[] => {
  const fields = fill(section.fields, read);
  const extra = { ...otherData(section, read), ...fill(section.extraData, read) };
  const item = {
    kind: 'content_item' as const,
    catalog_id: read.target.catalogId,
    locale: read.target.locale,
    ...fields,
    ...(Object.keys(extra).length > 0 ? { extra_data: extra } : {}),
  };
  const own = normalizeLocale(String(item.locale));
  const translations = Object.entries(fillLocalized(section.localized, read))
    .filter(([locale]) => normalizeLocale(locale) !== own)
    .map(([locale, texts]) => ({ ...item, ...texts, locale }));
  return [item, ...translations];
};

const otherData = ({ usedColumns }: ContentSection, { row }: ReadRow): Record<string, unknown> => {
  const data: Record<string, unknown> = {};
  if (usedColumns === undefined) return data;
  for (const [column, cell] of Object.entries(row.cells)) {
    if (!usedColumns.has(column) && cell !== null && cell !== '') setOwn(data, column, plainValue(cell));
  }
  return data;
};
