// Rows of a file of any kind. The kind follows from the file's name; without a known one, from its first character.

import { isObject } from '../../../domain/text/json-value.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import type { SourceFile } from '../source-format.ts';
import { readCsvRows } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import type { RowEntry } from './row.ts';

export type RowKind = 'ndjson' | 'json' | 'csv';

const kindsByEnding: ReadonlyMap<string, RowKind> = new Map([
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['json', 'json'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
]);

const HEAD_CHARS = 64 * 1024;

/** `path`: where the list of a JSON document is; empty for the top. */
export async function* readRows(file: SourceFile, path: readonly string[] = []): AsyncGenerator<RowEntry> {
  const chunks = file.open()[Symbol.asyncIterator]();
  try {
    let head = '';
    while (head.length < HEAD_CHARS) {
      const next = await chunks.next();
      if (next.done === true) break;
      head += next.value;
    }
    const text = following(head, chunks);
    const kind = rowKind(file.name, head, path);
    if (kind === 'ndjson') yield* ndjsonRows(text);
    else if (kind === 'json') yield* jsonRows(text, path);
    else yield* csvRows(text);
  } finally {
    await chunks.return?.();
  }
}

async function* following(head: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  if (head !== '') yield head;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

/** Empty cells stay: the mapping tells what is absent. */
async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<RowEntry> {
  let names: readonly string[] = [];
  for await (const entry of readCsvRows(text)) {
    if ('names' in entry) {
      names = entry.names.map((name, index) => (name === '' ? `column ${index + 1}` : name));
      yield { line: entry.line, names };
    } else if ('cells' in entry) {
      const cells = Object.fromEntries(entry.cells.map((cell, index) => [names[index] ?? '', cell]));
      yield { line: entry.line, cells };
    } else {
      yield entry;
    }
  }
}

const rowKind = (name: string, head: string, path: readonly string[]): RowKind => {
  const ending = /\.(\w+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = kindsByEnding.get(ending);
  if (named !== undefined && named !== 'json') return named;
  const first = head.trimStart()[0];
  if (first === '{')
    return path.length === 0 && (named === undefined || hasObjectLine(head)) ? 'ndjson' : 'json';
  return named ?? (first === '[' ? 'json' : 'csv');
};

/** Whether the first line is an object and another follows: many call NDJSON `.json`. */
const hasObjectLine = (head: string): boolean => {
  const [line = '', rest = ''] = head.trimStart().split(/\n(.*)/s, 2);
  if (!line.trimEnd().endsWith('}') || rest.trim() === '') return false;
  try {
    return isObject(parseJson(line));
  } catch {
    return false;
  }
};
