// One setting: its name, default, description and parser.

import { type Kind, ValueFault } from './kinds.ts';

export const PREFIX = 'VITRINE_';

export interface ConfigVariable {
  readonly name: string;
  /** As the user would write it; empty if there is none. */
  readonly defaultValue: string;
  readonly allowed: string;
  readonly meaning: string;
}

export interface Variable<T> extends ConfigVariable {
  readonly read: (text: string) => T;
  /** The value of a setting without a default that is not set. */
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

/** The value; if it is not valid, undefined and one more entry in `faults`. */
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
