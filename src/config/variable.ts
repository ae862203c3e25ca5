// One variable of the configuration: its name, its default, the words for it, and how it is read.

import { type Kind, ValueFault } from './kinds.ts';

export const PREFIX = 'VITRINE_';

export interface ConfigVariable {
  readonly name: string;
  /** As it would be written; empty when there is none. */
  readonly defaultValue: string;
  readonly allowed: string;
  readonly meaning: string;
}

export interface Variable<T> extends ConfigVariable {
  readonly read: (text: string) => T;
  /** What it is when it is left out and has no default. */
  readonly unset?: T;
}

export const variable = <T>(
  name: string,
  kind: Kind<T>,
  defaultValue: string,
  meaning: string,
): Variable<T> => ({
  name: PREFIX + name,
  defaultValue,
  allowed: kind.allowed,
  meaning,
  read: kind.read,
});

export const optional = <T>(name: string, kind: Kind<T>, meaning: string): Variable<T | undefined> => ({
  ...variable<T | undefined>(name, kind, '', meaning),
  unset: undefined,
});

/** Its value, or a line more among the faults. */
export const readVariable = (
  entry: Variable<unknown>,
  env: Readonly<Record<string, string>>,
  faults: string[],
): unknown => {
  const given = env[entry.name];
  if (given === undefined && entry.defaultValue === '') {
    return 'unset' in entry ? entry.unset : Object.freeze([]);
  }
  try {
    return entry.read((given ?? entry.defaultValue).trim());
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    faults.push(`${entry.name} ${error.message} (allowed: ${entry.allowed})`);
    return undefined;
  }
};
