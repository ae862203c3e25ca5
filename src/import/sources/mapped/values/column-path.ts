// Where a value is in a row: the name of a column, or a path into it such as `variants.0.sku`, `path.-2.id` (from the end) or
// `images.*.url` (of all). A column whose whole name is the path comes first, so names may have dots.

import { isObject, ownValue } from '../../../../domain/text/json-value.ts';

export const PATH_MAX_CHARS = 500;
const PATH_MAX_STEPS = 16;

export interface ColumnPath {
  readonly text: string;
  readonly steps: readonly string[];
}

/** Undefined if it is blank, too long or too deep. */
export const parsePath = (text: string): ColumnPath | undefined => {
  const steps = text.split('.', PATH_MAX_STEPS + 1);
  const isFit = text.trim() !== '' && text.length <= PATH_MAX_CHARS && steps.length <= PATH_MAX_STEPS;
  return isFit ? { text, steps } : undefined;
};

export const findValue = (cells: Readonly<Record<string, unknown>>, path: ColumnPath): unknown =>
  path.steps.length > 1 && !Object.hasOwn(cells, path.text)
    ? walk(cells, path.steps, 0)
    : ownValue(cells, path.text);

const walk = (value: unknown, steps: readonly string[], at: number): unknown => {
  const step = steps[at];
  if (step === undefined) return value;
  if (isObject(value)) return walk(ownValue(value, step), steps, at + 1);
  if (!Array.isArray(value)) return undefined;
  if (step === '*') {
    return value.flatMap((item) => walk(item, steps, at + 1)).filter((item) => item !== undefined);
  }
  return /^-?\d{1,9}$/.test(step) ? walk(value.at(Number(step)), steps, at + 1) : undefined;
};

/** The column that a path begins in. */
export const columnOf = (cells: Readonly<Record<string, unknown>>, path: ColumnPath): string =>
  Object.hasOwn(cells, path.text) ? path.text : (path.steps[0] ?? path.text);
