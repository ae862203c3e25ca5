// Where a rule takes its value from: a column, the first of several, several joined, a template, or a constant.

import { showValue } from '../../../schema/line-faults.ts';
import { below, type MappingFaults, readList, readText } from '../mapping-faults.ts';
import { type ColumnPath, PATH_MAX_CHARS, parsePath } from '../values/column-path.ts';
import { type RowValues, textOf } from '../values/row-values.ts';

export interface RuleSource {
  readonly paths: readonly ColumnPath[];
  /** For faults. */
  readonly column: string;
  /** Undefined if nothing is there. */
  read(row: RowValues): unknown;
}

export const sourceNames = ['from', 'first', 'join', 'template', 'value'] as const;

const COLUMNS_MAX = 50;
const TEMPLATE_MAX_CHARS = 1_000;
export const SEPARATOR_MAX_CHARS = 20;
export const CONSTANT_MAX_CHARS = 10_000;
const CONSTANT_MAX_ITEMS = 100;

export const readPath = (value: unknown, path: string, faults: MappingFaults): ColumnPath | undefined => {
  const text = readText(value, path, PATH_MAX_CHARS, faults);
  if (text === undefined) return undefined;
  const column = parsePath(text);
  if (column === undefined) return faults.add(path, 'must name a column or a path of at most 16 steps in it');
  faults.columns.push(column);
  return column;
};

/** A text, number, boolean, or a list of these. */
export const readConstant = (value: unknown, path: string, faults: MappingFaults): unknown => {
  if (Array.isArray(value)) {
    const items = readList(value, path, CONSTANT_MAX_ITEMS, faults, (item, at) => ({
      item: readConstant(Array.isArray(item) ? {} : item, at, faults),
    }));
    return items.map(({ item }) => item);
  }
  if (typeof value === 'string' && value.length <= CONSTANT_MAX_CHARS) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return faults.add(
    path,
    `must be a text of at most ${CONSTANT_MAX_CHARS} characters, a number, a boolean or a list of these, not ${showValue(value)}`,
  );
};

/** `rule` has exactly one of the names of a source. */
export const readSource = (
  rule: Readonly<Record<string, unknown>>,
  path: string,
  faults: MappingFaults,
): RuleSource | undefined => {
  const given = sourceNames.filter((name) => Object.hasOwn(rule, name));
  const [name] = given;
  if (name === undefined || given.length > 1) {
    return faults.add(path, `must have exactly one of ${sourceNames.join(', ')}`);
  }
  const at = below(path, name);
  switch (name) {
    case 'from':
      return fromColumn(readPath(rule[name], at, faults));
    case 'first':
      return firstOf(readPaths(rule[name], at, faults));
    case 'join':
      return joined(readPaths(rule[name], at, faults), readSeparator(rule, path, faults) ?? ' ');
    case 'template':
      return template(readText(rule[name], at, TEMPLATE_MAX_CHARS, faults), at, faults);
    case 'value': {
      const value = readConstant(rule[name], at, faults);
      return { paths: [], column: '', read: () => value };
    }
  }
};

const readPaths = (value: unknown, path: string, faults: MappingFaults): readonly ColumnPath[] =>
  readList(value, path, COLUMNS_MAX, faults, (item, at) => readPath(item, at, faults));

export const readSeparator = (
  rule: Readonly<Record<string, unknown>>,
  path: string,
  faults: MappingFaults,
): string | undefined =>
  rule['with'] === undefined
    ? undefined
    : readText(rule['with'], below(path, 'with'), SEPARATOR_MAX_CHARS, faults);

const fromColumn = (path: ColumnPath | undefined): RuleSource | undefined =>
  path && { paths: [path], column: path.text, read: (row) => row.find(path) };

const named = (paths: readonly ColumnPath[]): Pick<RuleSource, 'paths' | 'column'> => ({
  paths,
  column: paths.map(({ text }) => text).join(', '),
});

const firstOf = (paths: readonly ColumnPath[]): RuleSource => ({
  ...named(paths),
  read: (row) => {
    for (const path of paths) {
      const value = row.find(path);
      if (value !== undefined) return value;
    }
    return undefined;
  },
});

const joined = (paths: readonly ColumnPath[], separator: string): RuleSource => ({
  ...named(paths),
  read: (row) => {
    const texts = paths.flatMap((path) => {
      const value = row.find(path);
      const items = Array.isArray(value) ? value : [value];
      return items
        .filter((item) => item !== undefined && item !== null)
        .map((item) => textOf(item, path.text));
    });
    return texts.length === 0 ? undefined : texts.join(separator);
  },
});

// A brace that is written twice stands for itself. One pass: no part can match in two ways.
const TEMPLATE_PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/gu;

const template = (text: string | undefined, at: string, faults: MappingFaults): RuleSource | undefined => {
  if (text === undefined) return undefined;
  const parts: (string | ColumnPath)[] = [];
  for (const [part, name] of text.matchAll(TEMPLATE_PART)) {
    if (part === '{' || part === '}')
      return faults.add(at, `has a single ${part}; write it twice to mean itself`);
    const path = name === undefined ? undefined : parsePath(name);
    if (name !== undefined && path === undefined) return faults.add(at, `names no column in "{${name}}"`);
    parts.push(path ?? part.replace('{{', '{').replace('}}', '}'));
  }
  const paths = parts.filter((part) => typeof part !== 'string');
  faults.columns.push(...paths);
  if (paths.length === 0) return faults.add(at, 'names no column; use "value" for a constant');
  return { ...named(paths), read: (row) => fill(parts, row) };
};

/** Undefined if none of its columns has a value. */
const fill = (parts: readonly (string | ColumnPath)[], row: RowValues): string | undefined => {
  let isFilled = false;
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const text = row.findText(part);
    isFilled ||= text !== undefined;
    return text ?? '';
  });
  return isFilled ? texts.join('').trim() : undefined;
};
