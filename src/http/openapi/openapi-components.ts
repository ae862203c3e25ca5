// The shared parts of the description: stored once under `components` and referenced by name. The name is the `title`
// of a schema in the contract.

import { type Schema, walkSchema } from '../../contract/schema-walk.ts';

export type Section = 'headers' | 'parameters' | 'responses' | 'schemas';

export class Components {
  private readonly kept = new Map<Section, Map<string, Schema>>();

  /** Keeps it under its name and gives back a reference. One name is never that of two different things. */
  keep(section: Section, name: string, value: Schema): Schema {
    const names = this.kept.get(section) ?? new Map<string, Schema>();
    const known = names.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value)) {
      throw new Error(`two of the ${section} have the name ${name}`);
    }
    this.kept.set(section, names.set(name, value));
    return { $ref: `#/components/${section}/${name}` };
  }

  /** Puts a reference in place of the schema if it has a title, and of every schema within that has one. */
  refer(schema: Schema): Schema {
    return walkSchema(schema, ({ title, ...rest }) =>
      typeof title === 'string' ? this.keep('schemas', title, rest) : rest,
    );
  }

  /** In the order of names. */
  list(): Schema {
    const sections = [...this.kept].toSorted(([one], [other]) => compare(one, other));
    return Object.fromEntries(
      sections.map(([section, names]) => [
        section,
        Object.fromEntries([...names].toSorted(([one], [other]) => compare(one, other))),
      ]),
    );
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : 1);
