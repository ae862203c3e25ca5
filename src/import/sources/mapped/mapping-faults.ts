// What is wrong with a mapping, each with its path and, for names, the known ones.

import { isObject } from '../../../domain/text/json-value.ts';
import { showKey, showValue } from '../../schema/line-faults.ts';
import type { ColumnPath } from './values/column-path.ts';

const FAULTS_MAX = 20;

export class MappingFaults {
  readonly list: string[] = [];
  /** All columns that the mapping reads. */
  readonly columns: ColumnPath[] = [];

  add(path: string, problem: string): undefined {
    if (this.list.length < FAULTS_MAX) this.list.push(path === '' ? problem : `${path} ${problem}`);
    return undefined;
  }
}

export const below = (path: string, name: string): string =>
  path === '' ? showKey(name) : `${path}.${showKey(name)}`;

/** An object whose names are all known; undefined otherwise. */
export const readKnown = (
  value: unknown,
  path: string,
  known: readonly string[],
  faults: MappingFaults,
): Readonly<Record<string, unknown>> | undefined => {
  if (!isObject(value)) return faults.add(path, `must be an object, not ${showValue(value)}`);
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      faults.add(below(path, name), `is not known; the known names are ${known.join(', ')}`);
    }
  }
  return value;
};

/** An object with names of the author's own choice. */
export const readNamed = (
  value: unknown,
  path: string,
  namesMax: number,
  faults: MappingFaults,
): readonly (readonly [string, unknown])[] => {
  if (!isObject(value)) {
    faults.add(path, `must be an object, not ${showValue(value)}`);
    return [];
  }
  const entries = Object.entries(value);
  if (entries.length > namesMax) {
    faults.add(path, `has ${entries.length} names; at most ${namesMax} are allowed`);
    return [];
  }
  for (const [name] of entries) {
    if (name === '__proto__' || name.trim() === '') faults.add(below(path, name), 'is not allowed as a name');
  }
  return entries;
};

export const readText = (
  value: unknown,
  path: string,
  maxChars: number,
  faults: MappingFaults,
): string | undefined => {
  if (typeof value !== 'string') return faults.add(path, `must be text, not ${showValue(value)}`);
  if (value === '') return faults.add(path, 'must not be empty');
  if (value.length > maxChars) return faults.add(path, `must not be longer than ${maxChars} characters`);
  return value;
};

export const readList = <T>(
  value: unknown,
  path: string,
  itemsMax: number,
  faults: MappingFaults,
  item: (value: unknown, path: string) => T | undefined,
): readonly T[] => {
  if (!Array.isArray(value) || value.length === 0) {
    faults.add(path, 'must be a list with at least one item');
    return [];
  }
  if (value.length > itemsMax) {
    faults.add(path, `has ${value.length} items; at most ${itemsMax} are allowed`);
    return [];
  }
  return value.flatMap((inner, index) => item(inner, `${path}[${index}]`) ?? []);
};

export const readChoice = <T extends string>(
  value: unknown,
  path: string,
  choices: readonly T[],
  faults: MappingFaults,
): T | undefined =>
  choices.find((choice) => choice === value) ??
  faults.add(
    path,
    `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}, not ${showValue(value)}`,
  );
