// Reads CSV as rows of text: comma, semicolon or tab, quoted line breaks, any line ends. Memory is bounded by the longest row that
// is allowed. Cells are never interpreted: a formula or a number stays the text that it is. Line ends inside cells become LF.

import { finished } from 'node:stream/promises';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { isBlankText } from '../../../domain/text/blank.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { SourceFault } from '../source-format.ts';
import { textPieces } from './text-pieces.ts';

export const CSV_COLUMNS_MAX = 5_000;
/** Of the text in all cells of one row. */
export const CSV_ROW_MAX_BYTES = 4 * 1024 * 1024;
export const CSV_CELL_MAX_CHARS = 1024 * 1024;

// The delimiter must be known by then, even if there is no line end.
const HEAD_MAX_CHARS = 64 * 1024;
const DELIMITERS = [',', ';', '\t'] as const;

/** The first entry of a file that has one. Names are trimmed; columns without a name have an empty one. */
export interface CsvHeader {
  readonly line: number;
  readonly names: readonly string[];
}

/** As many cells as the header has names; at least one is not blank. */
export interface CsvRow {
  /** Where the row starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Of one row, unless it ends the file. */
export interface CsvFault extends SourceFault {
  /** Its cells, however many: they may tell what the row is of. */
  readonly rowCells?: readonly string[];
}

export type CsvEntry = CsvHeader | CsvRow | CsvFault;

/** The header, then rows and faults in the order of the file. After a fault with `isEnd` nothing follows. */
export async function* readCsvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvEntry, void, undefined> {
  const pause = buildYield();
  let parser: RowParser | undefined;
  let head = '';
  for await (const piece of textPieces(chunks)) {
    let text = piece;
    if (parser === undefined) {
      head += piece;
      if (!head.includes('\n') && head.length < HEAD_MAX_CHARS) continue;
      parser = new RowParser(delimiterOf(head));
      text = head;
    }
    yield* withPauses(await parser.write(text), pause);
    if (parser.isEnded) return;
    await pause();
  }
  if (parser === undefined) {
    parser = new RowParser(delimiterOf(head));
    yield* withPauses(await parser.write(head), pause);
  }
  if (!parser.isEnded) yield* withPauses(await parser.end(), pause);
}

/** Whoever takes the entries works between them. */
async function* withPauses(
  entries: readonly CsvEntry[],
  pause: () => Promise<void> | undefined,
): AsyncGenerator<CsvEntry, void, undefined> {
  for (const entry of entries) {
    yield entry;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}

/** The one that is most often in the header, outside of quotes. */
const delimiterOf = (head: string): string => {
  const line = (head.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const countOf = (delimiter: string): number => line.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
};

class RowParser {
  readonly #parser: Parser;
  #entries: CsvEntry[] = [];
  #names: readonly string[] | undefined;
  #lastLine = 0;
  #emptyLines = 0;
  #openChars = 0;
  #isEnded = false;

  constructor(delimiter: string) {
    this.#parser = parse({
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: CSV_ROW_MAX_BYTES,
      // Rows are taken here rather than from the stream, which would drop those before an error.
      on_record: (cells: string[], info) => {
        this.#take(cells, info.lines, info.empty_lines);
        return null;
      },
    });
    // Errors are returned by `write` and `end`.
    this.#parser.on('error', () => {});
    this.#parser.resume();
  }

  /** Whether nothing after the last entry can be read. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Where the row starts that is being read. */
  get #openLine(): number {
    return this.#lastLine + 1 + this.#parser.info.empty_lines - this.#emptyLines;
  }

  async write(text: string): Promise<CsvEntry[]> {
    const start = this.#openLine;
    const error = await new Promise<CsvError | null | undefined>((resolve) => {
      this.#parser.write(text, (cause) => resolve(cause as CsvError | null | undefined));
    });
    if (error) this.#fail(error);
    // Empty cells do not count towards the size of a record.
    this.#openChars = this.#openLine === start ? this.#openChars + text.length : 0;
    if (!this.#isEnded && this.#openChars > CSV_ROW_MAX_BYTES) this.#end(tooLong(this.#openLine));
    return this.#drain();
  }

  async end(): Promise<CsvEntry[]> {
    this.#parser.end();
    try {
      await finished(this.#parser);
    } catch (error) {
      this.#fail(error as CsvError);
    }
    if (this.#names === undefined && !this.#isEnded) {
      this.#end({ line: 1, fault: 'the file is empty; it must begin with a line of column names' });
    }
    return this.#drain();
  }

  #drain(): CsvEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    if (this.#isEnded) this.#parser.destroy();
    return entries;
  }

  #take(cells: string[], lastLine: number, emptyLines: number): void {
    const line = this.#lastLine + 1 + emptyLines - this.#emptyLines;
    this.#lastLine = lastLine;
    this.#emptyLines = emptyLines;
    if (this.#isEnded || cells.every(isBlankText)) return;
    if (this.#names === undefined) this.#takeHeader(line, cells);
    else this.#entries.push(rowFault(this.#names, line, cells) ?? { line, cells });
  }

  #takeHeader(line: number, cells: readonly string[]): void {
    const names = cells.map((cell) => cell.trim());
    if (names.length > CSV_COLUMNS_MAX) {
      const fault = `the header has ${names.length} columns; at most ${CSV_COLUMNS_MAX} are read, so remove those that are not needed`;
      this.#end({ line, fault });
      return;
    }
    const seen = new Set<string>();
    const repeated = names.find((name) => name !== '' && seen.size === seen.add(name).size);
    if (repeated !== undefined) {
      this.#end({
        line,
        column: repeated,
        fault: 'two columns have this name; rename or remove one of them',
      });
      return;
    }
    this.#names = names;
    this.#entries.push({ line, names });
  }

  #fail(error: CsvError): void {
    const column = columnName(this.#names, Number(error['column']));
    const line = this.#openLine;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      this.#end({ ...tooLong(line), column });
    } else if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      this.#end({ line, column, fault: 'the quote of a cell is not closed before the file ends' });
    } else if (error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE') {
      this.#end({ line: Number(error['lines']), column, fault: STRAY_QUOTE });
    } else {
      throw error;
    }
  }

  #end(fault: SourceFault): void {
    this.#entries.push({ ...fault, isEnd: true });
    this.#isEnded = true;
  }
}

const STRAY_QUOTE =
  'a quote is neither at the start nor at the end of its cell; put the cell in quotes and write each quote in it twice';

const tooLong = (line: number): SourceFault => ({
  line,
  fault: `the row has more than ${CSV_ROW_MAX_BYTES} bytes; if it is not that long, a quote is not closed`,
});

const columnName = (names: readonly string[] | undefined, index: number): string =>
  names?.[index] || `column ${index + 1}`;

const rowFault = (names: readonly string[], line: number, cells: readonly string[]): CsvFault | undefined => {
  if (cells.length !== names.length) {
    const column = columnName(names, Math.min(cells.length, names.length - 1));
    const fault = `the row has ${cells.length} cells and the header ${names.length}; check delimiters and quotes`;
    return { line, column, fault, rowCells: cells };
  }
  const index = cells.findIndex((cell) => cell.length > CSV_CELL_MAX_CHARS || cell.includes('\0'));
  const cell = cells[index];
  if (cell === undefined) return undefined;
  const fault = cell.includes('\0')
    ? 'the cell has a NUL character; remove it'
    : `the cell has more than ${CSV_CELL_MAX_CHARS} characters; shorten it`;
  return { line, column: columnName(names, index), fault, value: cell, rowCells: cells };
};
