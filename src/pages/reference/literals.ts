// Values as they are written in a script.

export const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** Whether a text is JSON that means the same in a script, where the name `__proto__` would not be a member. */
export const isJsonLiteral = (text: string): boolean => {
  try {
    JSON.parse(text);
    return !text.includes('__proto__');
  } catch {
    return false;
  }
};

/** JSON, over several lines. */
export const literal = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

/** A name as a key of an object. */
export const keyOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name));

export const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

/** Makes a form of these fields. */
export const formStatements = (
  fields: readonly (readonly [name: string, value: string])[] | undefined,
): string[] =>
  fields === undefined
    ? []
    : [
        'const form = new FormData();',
        ...fields.map(([name, value]) => `form.append(${quote(name)}, ${quote(value)});`),
      ];
