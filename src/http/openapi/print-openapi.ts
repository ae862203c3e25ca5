// Prints the description for the committed copy: compact, with one line for each operation and each component, so
// that a change of one of them changes one line.

import { isSchema, type Schema } from '../../contract/schema-walk.ts';

/** Deep enough for `paths`, a path and its methods; `components`, a section and its names. */
const BROKEN_LEVELS = 2;

export const printOpenApi = (description: Schema): string => `${print(description, BROKEN_LEVELS, '')}\n`;

/** Objects are broken into lines that many levels deep; a list and what is deeper stays on one line. */
const print = (value: unknown, levels: number, indent: string): string => {
  if (levels < 0 || !isSchema(value)) return JSON.stringify(value);
  const inner = `${indent} `;
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${print(member, levels - 1, inner)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
};
