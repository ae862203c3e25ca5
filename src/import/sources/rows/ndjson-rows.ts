// Rows of NDJSON: one object per line. A bad line is a fault, and the next one is read normally. It holds no more than one line.

import { isBlankText } from '../../../domain/text/blank.ts';
import { isObject } from '../../../domain/text/json-value.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { jsonProblem } from '../../bundle-codec.ts';
import { NESTING_MAX_LEVELS, nestsDeeperThan } from '../../lines/json-nesting.ts';
import { showValue } from '../../schema/line-faults.ts';
import { markNumbers } from './exact-number.ts';
import { ROW_MAX_CHARS, type RowEntry } from './row.ts';

export async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<RowEntry> {
  const lines = new Lines();
  for await (const chunk of text) yield* lines.push(chunk);
  yield* lines.end();
}

class Lines {
  #parts: string[] = [];
  #chars = 0;
  #line = 1;

  *push(chunk: string): Generator<RowEntry> {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      this.#keep(chunk.slice(start, end));
      yield* this.end();
      this.#line += 1;
      start = end + 1;
    }
    this.#keep(chunk.slice(start));
  }

  /** The line so far, if it is not blank. */
  *end(): Generator<RowEntry> {
    const isTooLong = this.#chars > ROW_MAX_CHARS;
    const text = this.#parts.join('');
    this.#parts = [];
    this.#chars = 0;
    if (isTooLong) yield { line: this.#line, fault: `is longer than ${ROW_MAX_CHARS} characters` };
    else if (!isBlankText(text)) yield readLine(text, this.#line);
  }

  #keep(part: string): void {
    this.#chars += part.length;
    if (this.#chars > ROW_MAX_CHARS) this.#parts = [];
    else if (part !== '') this.#parts.push(part);
  }
}

const readLine = (text: string, line: number): RowEntry => {
  if (nestsDeeperThan(text, NESTING_MAX_LEVELS)) {
    return { line, fault: `is nested deeper than ${NESTING_MAX_LEVELS} levels` };
  }
  try {
    const value = parseJson(text);
    if (!isObject(value)) return { line, fault: `must be an object, not ${showValue(value)}` };
    const marked = markNumbers(text);
    return { line, cells: marked === text ? value : (parseJson(marked) as Record<string, unknown>) };
  } catch (error) {
    return { line, fault: `is not valid JSON: ${jsonProblem(error)}`, value: text };
  }
};
