// Rows that are categories.

import { below, type MappingFaults, readKnown } from '../mapping-faults.ts';
import type { ObjectOf } from './product-section.ts';
import {
  type FieldRule,
  type FieldSpec,
  fill,
  fillLocalized,
  type LocaleFields,
  type ReadRow,
  readFields,
  readLocalized,
  text,
} from './section-fields.ts';

export interface CategorySection {
  readonly fields: readonly FieldRule[];
  readonly localized: readonly LocaleFields[];
}

const specs: Readonly<Record<string, FieldSpec>> = {
  id: { ...text, isRequired: true },
  name: text,
  parent_id: text,
};

export const readCategorySection = (
  value: unknown,
  path: string,
  faults: MappingFaults,
): CategorySection | undefined => {
  const written = readKnown(value, path, [...Object.keys(specs), 'localized'], faults);
  if (written === undefined) return undefined;
  return {
    fields: readFields(written, path, specs, faults),
    localized: readLocalized(written['localized'], below(path, 'localized'), { name: text }, faults),
  };
};

export const categoryLine = ({ fields, localized }: CategorySection, read: ReadRow): ObjectOf => {
  const texts = fillLocalized(localized, read);
  return {
    kind: 'category',
    catalog_id: read.target.catalogId,
    ...fill(fields, read),
    ...(Object.keys(texts).length > 0 ? { localized: texts } : {}),
  };
};
