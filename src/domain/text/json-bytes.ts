// JSON in UTF-8 as a string of one character per byte: responses join such strings and send them as they are.

import { parseJson } from './parse-json.ts';

export const toJsonBytes = (value: unknown): string => toBytes(JSON.stringify(value));

/** The same for what is JSON already. ASCII text is its own bytes. */
export const toBytes = (json: string): string =>
  Buffer.byteLength(json) === json.length ? json : Buffer.from(json).toString('latin1');

export const fromJsonBytes = (json: string): unknown =>
  parseJson(Buffer.byteLength(json) === json.length ? json : Buffer.from(json, 'latin1').toString('utf8'));
