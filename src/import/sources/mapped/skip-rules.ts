// Rows that are left out on purpose: where a column has one of some values, has none of them, or has nothing.

import { below, type MappingFaults, readKnown, readList } from './mapping-faults.ts';
import { CONSTANT_MAX_CHARS, readPath } from './rules/rule-source.ts';
import type { ColumnPath } from './values/column-path.ts';
import type { RowValues } from './values/row-values.ts';

export interface SkipRule {
  readonly path: ColumnPath;
  /** Why the row is left out; undefined if it is not. */
  reason(row: RowValues): string | undefined;
}

const RULES_MAX = 50;
const VALUES_MAX = 1_000;
const conditions = ['equals', 'not_equals', 'absent'] as const;

export const readSkipRules = (value: unknown, path: string, faults: MappingFaults): readonly SkipRule[] =>
  value === undefined
    ? []
    : readList(value, path, RULES_MAX, faults, (written, at) => readSkipRule(written, at, faults));

const readSkipRule = (value: unknown, at: string, faults: MappingFaults): SkipRule | undefined => {
  const written = readKnown(value, at, ['column', ...conditions], faults);
  if (written === undefined) return undefined;
  const path = readPath(written['column'], below(at, 'column'), faults);
  const given = conditions.filter((name) => written[name] !== undefined);
  const [condition] = given;
  if (condition === undefined || given.length > 1) {
    return faults.add(at, `must have exactly one of ${conditions.join(', ')}`);
  }
  if (path === undefined) return undefined;
  const where = below(at, condition);
  if (condition === 'absent') {
    if (written[condition] !== true) return faults.add(where, 'must be true');
    return { path, reason: (row) => (row.find(path) === undefined ? `${path.text} is absent` : undefined) };
  }
  const listed = Array.isArray(written[condition]) ? written[condition] : [written[condition]];
  const texts = new Set(
    readList(listed, where, VALUES_MAX, faults, (item, inner) => readWord(item, inner, faults)),
  );
  const isSkipped = condition === 'equals';
  return {
    path,
    reason: (row) => {
      const text = row.findText(path) ?? '';
      return texts.has(text) === isSkipped
        ? `${path.text} is ${JSON.stringify(text.slice(0, 40))}`
        : undefined;
    },
  };
};

const readWord = (value: unknown, path: string, faults: MappingFaults): string | undefined =>
  (typeof value === 'string' && value.length <= CONSTANT_MAX_CHARS) ||
  typeof value === 'number' ||
  typeof value === 'boolean'
    ? String(value)
    : faults.add(path, 'must be a text, a number or a boolean');
