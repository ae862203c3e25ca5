// Reads a mapping: a JSON document that says which column becomes which field. Everything in it is checked before a row is read.

import { parseJson } from '../../../domain/text/parse-json.ts';
import { jsonProblem } from '../../bundle-codec.ts';
import { nestsDeeperThan } from '../../lines/json-nesting.ts';
import { below, MappingFaults, readKnown } from './mapping-faults.ts';
import { type CategorySection, readCategorySection } from './sections/category-section.ts';
import { type ContentSection, readContentSection } from './sections/content-section.ts';
import { type FormSection, readFormSection } from './sections/form-section.ts';
import { type ProductSection, readProductSection } from './sections/product-section.ts';
import { readSkipRules, type SkipRule } from './skip-rules.ts';
import { type ColumnPath, parsePath } from './values/column-path.ts';

export const mappedKinds = ['products', 'content', 'forms'] as const;

export type MappedKind = (typeof mappedKinds)[number];

export interface Mapping {
  /** Where the list of a JSON document is; empty for the top. */
  readonly rows: readonly string[];
  readonly skip: readonly SkipRule[];
  /** All that it reads; those of forms may be inside of a column. */
  readonly columns: readonly ColumnPath[];
  readonly product: ProductSection | undefined;
  readonly category: CategorySection | undefined;
  readonly content: ContentSection | undefined;
  readonly form: FormSection | undefined;
}

export type ReadMapping = { readonly mapping: Mapping } | { readonly faults: readonly string[] };

export const MAPPING_MAX_CHARS = 256 * 1024;
const NESTING_MAX = 16;

/** At least one of them must be there. */
const sectionsOf: Readonly<Record<MappedKind, readonly string[]>> = {
  products: ['product', 'category'],
  content: ['content'],
  forms: ['form'],
};

export const readMapping = (text: string, kind: MappedKind): ReadMapping => {
  const faults = new MappingFaults();
  const value = parse(text, faults);
  if (faults.list.length > 0) return { faults: faults.list };
  const sections = sectionsOf[kind];
  const written = readKnown(value, '', ['rows', 'skip', 'notes', ...sections], faults);
  if (written === undefined) return { faults: ['must be a JSON object'] };
  if (!sections.some((name) => written[name] !== undefined)) {
    faults.add('', `has none of ${sections.join(', ')}; ${kind} need one`);
  }
  const rows = readRowsPath(written['rows'], faults);
  const skip = readSkipRules(written['skip'], 'skip', faults);
  const skipColumns = skip.flatMap(({ path }) => [path.text, path.steps[0] ?? path.text]);
  const section = <T>(name: string, read: (value: unknown, path: string) => T | undefined): T | undefined =>
    written[name] === undefined ? undefined : read(written[name], below('', name));
  const mapping: Mapping = {
    rows,
    columns: faults.columns,
    skip,
    product: section('product', (inner, at) => readProductSection(inner, at, skipColumns, faults)),
    category: section('category', (inner, at) => readCategorySection(inner, at, faults)),
    content: section('content', (inner, at) => readContentSection(inner, at, skipColumns, faults)),
    form: section('form', (inner, at) => readFormSection(inner, at, faults)),
  };
  return faults.list.length > 0 ? { faults: faults.list } : { mapping };
};

const readRowsPath = (value: unknown, faults: MappingFaults): readonly string[] => {
  if (value === undefined) return [];
  const path = typeof value === 'string' ? parsePath(value) : undefined;
  if (path === undefined || path.steps.includes(''))
    faults.add('rows', 'must be a path such as "data.items"');
  return path?.steps ?? [];
};

const parse = (text: string, faults: MappingFaults): unknown => {
  if (text.length > MAPPING_MAX_CHARS) {
    return faults.add('', `is longer than ${MAPPING_MAX_CHARS} characters`);
  }
  if (nestsDeeperThan(text, NESTING_MAX))
    return faults.add('', `is nested deeper than ${NESTING_MAX} levels`);
  try {
    return parseJson(text);
  } catch (error) {
    return faults.add('', `is not valid JSON: ${jsonProblem(error)}`);
  }
};
