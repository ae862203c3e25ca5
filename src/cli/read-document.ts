// Reads a JSON object from a file, from standard input, or from `--set name=value`.

import { readFile } from 'node:fs/promises';
import type { Keywords } from '../contract/value-words.ts';
import { parseJson } from '../domain/text/parse-json.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { systemReason } from './system-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** `-` is standard input. */
export const readDocument = async (file: string, terminal: Terminal): Promise<JsonObject> =>
  parseDocument(file === '-' ? await readAll(terminal.in) : await readText(file), nameOf(file));

const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${systemReason(error as Error)}`);
  }
};

const readAll = async (input: NodeJS.ReadStream): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
};

export const parseDocument = (text: string, source: string): JsonObject => {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(`${source} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandError(`${source} does not contain a JSON object`);
  }
  return value as JsonObject;
};

/** The value of a text field is taken literally; any other is parsed as JSON. */
export const readPairs = (pairs: readonly string[], schema: Keywords): JsonObject => {
  const values = pairs.map((pair): [string, unknown] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--set ${pair} is not NAME=VALUE`);
    const name = pair.slice(0, at);
    const text = pair.slice(at + 1);
    return [name, takesText(schema.properties?.[name]) ? text : parseValue(name, text)];
  });
  const names = values.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--set ${repeated} is given twice`);
  return Object.fromEntries(values);
};

/** True for unknown fields, so that they are reported as unknown and not as bad JSON. */
const takesText = (schema: Keywords | undefined): boolean =>
  schema === undefined ||
  schema.type === 'string' ||
  schema.enum !== undefined ||
  schema.anyOf?.some(({ type }) => type === 'string') === true;

const parseValue = (name: string, text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    throw new UsageError(`--set ${name} takes JSON, such as ["a"], 1, true or {"a":1}`);
  }
};
