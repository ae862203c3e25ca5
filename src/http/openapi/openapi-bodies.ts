// Request bodies by name. Creating and replacing an object take the same body but require different fields: the named
// schema requires what both require, and an operation that requires more adds it to the reference.

import type { Operation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema-walk.ts';
import type { Components } from './openapi-components.ts';

/** What every body of a name requires. */
export type NamedBodies = ReadonlyMap<string, readonly string[]>;

export const gatherBodies = (operations: readonly Operation[]): NamedBodies => {
  const bodies = new Map<string, readonly string[]>();
  for (const { body } of operations) {
    const { title, required = [] } = (body ?? {}) as { title?: string; required?: readonly string[] };
    if (title === undefined) continue;
    const others = bodies.get(title) ?? required;
    bodies.set(
      title,
      required.filter((name) => others.includes(name)),
    );
  }
  return bodies;
};

export const referToBody = (schema: Schema, bodies: NamedBodies, components: Components): Schema => {
  const { required: demanded = [], ...rest } = schema as { readonly required?: readonly string[] };
  const required = bodies.get(String(schema['title'])) ?? demanded;
  const reference = components.refer({ ...rest, ...(required.length === 0 ? {} : { required }) });
  const more = demanded.filter((name) => !required.includes(name));
  return more.length === 0 ? reference : { allOf: [reference], required: more };
};
