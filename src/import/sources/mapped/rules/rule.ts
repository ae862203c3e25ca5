// A rule: how one field is made from a row. Its steps always run in the same order: source, split, item, values, html, then the
// type of the field, then the default. There is no code and no pattern of the author, so every step is bounded.

import { htmlToText } from '../../../../markup/html-text.ts';
import { plainValue } from '../../rows/exact-number.ts';
import { below, type MappingFaults, readChoice, readKnown, readNamed, readText } from '../mapping-faults.ts';
import type { ColumnPath } from '../values/column-path.ts';
import { type RowValues, textOf, ValueFault } from '../values/row-values.ts';
import { buildConversion, conversionNames, type ValueType, valueTypes } from './conversion.ts';
import {
  type RuleSource,
  readConstant,
  readSeparator,
  readSource,
  SEPARATOR_MAX_CHARS,
  sourceNames,
} from './rule-source.ts';

export interface Rule {
  /** What it reads. */
  readonly paths: readonly ColumnPath[];
  /** For faults. */
  readonly column: string;
  /** Undefined if the row has nothing there. Throws `ValueFault`. */
  read(row: RowValues): unknown;
}

export interface RuleShape {
  readonly type: ValueType;
  /** Whether the field is a list. `maybe`: one value stays one. */
  readonly isList?: boolean | 'maybe';
  /** Further names that the caller reads itself. */
  readonly extraNames?: readonly string[];
  /** Whether the rule may choose the type. */
  readonly mayChooseType?: boolean;
}

type Step = (value: unknown) => unknown;

const SPLIT_MAX_ITEMS = 1_000;
const VALUES_MAX = 1_000;
const ITEM_MAX = 10_000;
const stepNames = ['with', 'split', 'item', 'values', 'html', 'default'] as const;

/** The name of a column alone is a rule too. */
export const readRule = (
  value: unknown,
  path: string,
  shape: RuleShape,
  faults: MappingFaults,
): Rule | undefined => {
  const written = typeof value === 'string' ? { from: value } : value;
  const names = [
    ...sourceNames,
    ...stepNames,
    ...(shape.mayChooseType ? ['type'] : []),
    ...conversionNames,
    ...(shape.extraNames ?? []),
  ];
  const rule = readKnown(written, path, names, faults);
  if (rule === undefined) return undefined;
  const source = readSource(rule, path, faults);
  const chosen =
    shape.mayChooseType && rule['type'] !== undefined
      ? readChoice(rule['type'], below(path, 'type'), valueTypes, faults)
      : shape.type;
  const steps = readSteps(rule, path, source, faults);
  const convert = buildConversion(rule, path, chosen ?? shape.type, faults);
  const standIn =
    rule['default'] === undefined ? undefined : readConstant(rule['default'], below(path, 'default'), faults);
  const separator = rule['join'] === undefined ? readSeparator(rule, path, faults) : undefined;
  if (source === undefined) return undefined;
  const type = chosen ?? shape.type;
  const finish = (found: unknown): unknown => {
    if (Array.isArray(found) && separator !== undefined) {
      return convert(found.map((item) => textOf(item, source.column)).join(separator), source.column);
    }
    if (type === 'any') return plainValue(found);
    if (shape.isList === true || (Array.isArray(found) && shape.isList === 'maybe')) {
      const items = Array.isArray(found) ? found.filter((item) => item !== null && item !== '') : [found];
      return items.map((item) => convert(item, source.column));
    }
    return convert(found, source.column);
  };
  return {
    paths: source.paths,
    column: source.column,
    read: (row) => {
      let found = source.read(row);
      for (const step of steps) {
        if (found === undefined) break;
        found = step(found);
      }
      if (found === undefined || found === '') found = standIn;
      return found === undefined ? undefined : finish(found);
    },
  };
};

const readSteps = (
  rule: Readonly<Record<string, unknown>>,
  path: string,
  source: RuleSource | undefined,
  faults: MappingFaults,
): readonly Step[] => {
  const column = source?.column ?? '';
  const steps: Step[] = [];
  if (rule['split'] !== undefined) {
    const separator = readText(rule['split'], below(path, 'split'), SEPARATOR_MAX_CHARS, faults);
    if (separator !== undefined) steps.push(splitter(separator, column));
  }
  if (rule['item'] !== undefined) {
    const index = rule['item'];
    if (typeof index !== 'number' || !Number.isInteger(index) || Math.abs(index) > ITEM_MAX) {
      faults.add(below(path, 'item'), 'must be a whole number: 0 is the first, -1 the last');
    } else {
      steps.push((value) =>
        Array.isArray(value)
          ? (value.at(index) ?? undefined)
          : index === 0 || index === -1
            ? value
            : undefined,
      );
    }
  }
  if (rule['values'] !== undefined) {
    const at = below(path, 'values');
    const table = new Map(
      readNamed(rule['values'], at, VALUES_MAX, faults).map(([name, value]) => [
        name,
        readConstant(value, below(at, name), faults),
      ]),
    );
    steps.push(each((value) => (isScalar(value) ? (table.get(textOf(value, column)) ?? value) : value)));
  }
  if (rule['html'] !== undefined) {
    const way = readChoice(rule['html'], below(path, 'html'), ['text', 'keep'] as const, faults);
    if (way === 'text') steps.push(each((value) => (typeof value === 'string' ? htmlToText(value) : value)));
  }
  return steps;
};

const isScalar = (value: unknown): boolean => typeof value !== 'object';

const each =
  (step: Step): Step =>
  (value) =>
    Array.isArray(value) ? value.map(step) : step(value);

const splitter =
  (separator: string, column: string): Step =>
  (value) => {
    const texts = Array.isArray(value) ? value : [value];
    const items = texts.flatMap((text) =>
      textOf(text, column)
        .split(separator, SPLIT_MAX_ITEMS + 1)
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
    if (items.length > SPLIT_MAX_ITEMS) {
      throw new ValueFault(
        `has more than ${SPLIT_MAX_ITEMS} parts between ${JSON.stringify(separator)}`,
        column,
      );
    }
    return items.length === 0 ? undefined : items;
  };
