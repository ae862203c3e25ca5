// Prints results: objects as JSON that can be sent back, lists as columns. Control characters in the data are shown as question
// marks, so that they cannot control the terminal.

import type { Terminal } from './command.ts';

const CELL_MAX_CHARS = 60;

export const printLine = ({ out }: Terminal, text: string): void => {
  out.write(`${text}\n`);
};

export const printJson = ({ out }: Terminal, value: unknown): void => {
  out.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Control characters, and marks that turn the direction of text around. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const showText = (text: string): string => text.toWellFormed().replaceAll(UNSAFE, '?');

const showCell = (value: unknown): string => {
  const text = Array.isArray(value)
    ? value.join(', ')
    : value === null || value === undefined
      ? ''
      : `${value}`;
  const clean = showText(text);
  return clean.length > CELL_MAX_CHARS ? `${clean.slice(0, CELL_MAX_CHARS - 1).toWellFormed()}…` : clean;
};

/** One line per row; columns are as wide as their widest cell. */
export const printRows = ({ out }: Terminal, rows: readonly (readonly unknown[])[]): void => {
  const cells = rows.map((row) => row.map(showCell));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  for (const row of cells) {
    out.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
};

/** Printed only if the list is empty or not complete. */
export const printTotal = ({ err }: Terminal, shown: number, total: number): void => {
  if (total === 0) err.write('No entries.\n');
  else if (shown < total) err.write(`${shown} of ${total}; use --skip and --limit to see others.\n`);
};

/** A page of a list: a row for each item. */
export const printPage = <T>(
  terminal: Terminal,
  { items, total_count: total }: { readonly items: readonly T[]; readonly total_count: number },
  rowOf: (item: T) => readonly unknown[],
): void => {
  printRows(terminal, items.map(rowOf));
  printTotal(terminal, items.length, total);
};

/** A value as part of a sentence. */
export const showValue = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : showText(JSON.stringify(value));
