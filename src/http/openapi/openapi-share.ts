// What a description says more than once, said once under `components` and referred to. What is described is not decided here.

import { isSchema, mapValues, type Schema } from './openapi-schema.ts';

/** Puts a reference in place of every object schema that has a title, and keeps those schemas under their titles. */
export const referByTitle = (value: unknown, kept: Map<string, Schema>): unknown => {
  if (Array.isArray(value)) return value.map((each) => referByTitle(each, kept));
  if (!isSchema(value)) return value;
  const within = mapValues(value, (inner, key) => (key === 'example' ? inner : referByTitle(inner, kept)));
  const { title, type } = value;
  if (typeof title !== 'string' || type !== 'object') return within;
  const known = kept.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(within)) {
    throw new Error(`two schemas have the title ${title}`);
  }
  kept.set(title, within);
  return { $ref: `#/components/schemas/${title}` };
};

/** Puts a reference in place of every failure that several operations have in common. */
export const shareFailures = (paths: Schema, kept: Map<string, Schema>): Schema => {
  const counts = new Map<string, number>();
  const count = (response: unknown): unknown => {
    const text = JSON.stringify(response);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return response;
  };
  mapFailures(paths, count);
  const names = new Map<string, string>();
  return mapFailures(paths, (response, status) => {
    const text = JSON.stringify(response);
    if ((counts.get(text) ?? 0) < 2) return response;
    const name = names.get(text) ?? freeName(`Failure${status}`, kept);
    names.set(text, name);
    kept.set(name, response as Schema);
    return { $ref: `#/components/responses/${name}` };
  });
};

const freeName = (name: string, taken: ReadonlyMap<string, unknown>): string => {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${name}-${number}`;
  }
};

/** Paths, methods, responses: in their order. */
const mapFailures = (paths: Schema, change: (response: unknown, status: string) => unknown): Schema =>
  mapValues(paths, (methods) =>
    mapValues(methods as Schema, (operation) => {
      const { responses, ...rest } = operation as Schema;
      const changed = mapValues(responses as Schema, (response, status) =>
        Number(status) < 400 ? response : change(response, status),
      );
      return { ...rest, responses: changed };
    }),
  );
