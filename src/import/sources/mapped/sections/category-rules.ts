// The categories of a product by name: each value a category, or a path of categories. Each category becomes a line of its own.

import { below, type MappingFaults, readText } from '../mapping-faults.ts';
import { type Rule, readRule } from '../rules/rule.ts';
import { SEPARATOR_MAX_CHARS } from '../rules/rule-source.ts';
import { categoriesOf, type PathCategory } from './category-path.ts';
import { type ReadRow, readValue, type Written } from './section-fields.ts';

export interface CategoryRules {
  readonly rule: Rule;
  /** Between the levels of a path; `list`: the values are the levels of one path; undefined: one level. */
  readonly path: string | undefined;
}

const LIST = 'list';
const LEVELS_MAX = 20;

export const readCategoryRules = (
  value: unknown,
  path: string,
  faults: MappingFaults,
): CategoryRules | undefined => {
  const rule = readRule(value, path, { type: 'text', isList: true, extraNames: ['path'] }, faults);
  const written = typeof value === 'object' && value !== null ? (value as Written)['path'] : undefined;
  const levels =
    written === undefined ? undefined : readText(written, below(path, 'path'), SEPARATOR_MAX_CHARS, faults);
  return rule && { rule, path: levels };
};

/** The categories to write, outermost first, and those the product is in. */
export const categoriesIn = (
  { rule, path }: CategoryRules,
  read: ReadRow,
): { readonly all: readonly PathCategory[]; readonly ids: readonly string[] } => {
  const names = (readValue(rule, read) ?? []) as readonly string[];
  const paths =
    path === LIST ? [names] : names.map((name) => (path === undefined ? [name] : name.split(path)));
  const clean = paths
    .map((levels) => levels.map((level) => level.trim()).filter((level) => level !== ''))
    .filter((levels) => levels.length > 0);
  const deep = clean.find((levels) => levels.length > LEVELS_MAX);
  if (deep !== undefined) {
    read.problems.push({
      fault: `has ${deep.length} levels of categories; at most ${LEVELS_MAX} are allowed`,
      column: rule.column,
      value: deep.join(' > '),
    });
    return { all: [], ids: [] };
  }
  const made = clean.map(categoriesOf);
  return {
    all: made.flat(),
    ids: [...new Set(made.flatMap((categories) => categories.at(-1)?.id ?? []))],
  };
};
