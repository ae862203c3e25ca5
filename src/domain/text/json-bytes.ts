// JSON in UTF-8 as a string of one character per byte: responses join such strings and send them as they are.

export const toJsonBytes = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('latin1');

export const fromJsonBytes = (json: string): unknown =>
  JSON.parse(Buffer.from(json, 'latin1').toString('utf8'));
