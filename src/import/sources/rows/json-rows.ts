// Rows of a JSON document: the objects of one list, at the top or at a path. The document is never held as a whole. What is not
// valid JSON ends the reading, since nothing after it can be told apart.

import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { isObject } from '../../../domain/text/json-value.ts';
import { NESTING_MAX_LEVELS } from '../../lines/json-nesting.ts';
import { showValue } from '../../schema/line-faults.ts';
import type { SourceFault } from '../source-format.ts';
import { keepNumber } from './exact-number.ts';
import { ROW_MAX_CHARS, type RowEntry } from './row.ts';

/** So many characters are parsed before the rows among them are handed on. */
const STEP_CHARS = 64 * 1024;

/** `path`: where the list is; empty for the top. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  path: readonly string[],
): AsyncGenerator<RowEntry> {
  const document = new JsonDocument(path);
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; ) {
      const lineEnd = chunk.indexOf('\n', at);
      const end = Math.min(lineEnd === -1 ? chunk.length : lineEnd + 1, at + STEP_CHARS);
      yield* document.push(chunk.slice(at, end));
      if (document.isOver) return;
      at = end;
    }
  }
  yield* document.end();
}

class ExactTokenizer extends Tokenizer {
  override parseNumber(written: string): number {
    // The parser passes any value on.
    return keepNumber(written) as number;
  }
}

/** A fault that ends the document. */
class DocumentFault extends Error {}

class JsonDocument {
  isOver = false;
  readonly #path: readonly string[];
  readonly #tokenizer = new ExactTokenizer();
  readonly #parser: TokenParser;
  #found: RowEntry[] = [];
  #line = 1;
  #rowLine = 1;
  #depth = 0;
  /** The current name in each open object; undefined in a list. */
  readonly #names: (string | undefined)[] = [];
  #lastText = '';
  #isInList = false;
  #isListSeen = false;
  /** Characters since the row began; outside the list, since the last token. */
  #chars = 0;

  constructor(path: readonly string[]) {
    this.#path = path;
    this.#parser = new TokenParser({ paths: [['$', ...path, '*'].join('.')], keepStack: false });
    this.#parser.onValue = ({ value }) => this.#take(value);
    this.#tokenizer.onToken = (token) => {
      this.#follow(token.token, token.value);
      this.#parser.write(token);
    };
  }

  /** A part that has a line end at most at its end. */
  push(part: string): readonly RowEntry[] {
    this.#chars += part.length;
    try {
      this.#tokenizer.write(part);
      if (this.#chars > ROW_MAX_CHARS) {
        throw new DocumentFault(`an object or value is longer than ${ROW_MAX_CHARS} characters`);
      }
    } catch (error) {
      this.#found.push(this.#end(error instanceof DocumentFault ? error.message : problemOf(error)));
    }
    if (part.endsWith('\n')) this.#line += 1;
    return this.#takeFound();
  }

  end(): readonly RowEntry[] {
    if (!this.#parser.isEnded) this.#found.push(this.#end('the JSON document ends too early'));
    else if (!this.#isListSeen) this.#found.push(this.#end(noListAt(this.#path)));
    return this.#takeFound();
  }

  #takeFound(): readonly RowEntry[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Called for each token before the parser takes it. */
  #follow(token: TokenType, value: unknown): void {
    if (!this.#isInList || this.#depth === this.#path.length + 1) {
      this.#chars = 0;
      this.#rowLine = this.#line;
    }
    if (token === TokenType.STRING) this.#lastText = value as string;
    else if (token === TokenType.COLON) this.#names[this.#depth - 1] = this.#lastText;
    else if (token === TokenType.LEFT_BRACE) this.#open();
    else if (token === TokenType.LEFT_BRACKET) {
      if (this.#isAtPath()) {
        this.#isInList = true;
        this.#isListSeen = true;
      }
      this.#open();
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      this.#depth -= 1;
      if (this.#depth <= this.#path.length) this.#isInList = false;
    }
  }

  #open(): void {
    this.#names[this.#depth] = undefined;
    this.#depth += 1;
    if (this.#depth > NESTING_MAX_LEVELS) {
      throw new DocumentFault(`is nested deeper than ${NESTING_MAX_LEVELS} levels`);
    }
  }

  #isAtPath(): boolean {
    return (
      this.#depth === this.#path.length && this.#path.every((name, index) => this.#names[index] === name)
    );
  }

  #take(value: unknown): void {
    if (!this.#isInList) return;
    const line = this.#rowLine;
    if (isObject(value)) this.#found.push({ line, cells: value });
    else this.#found.push({ line, fault: `must be an object, not ${showValue(value)}` });
  }

  #end(fault: string): SourceFault {
    this.isOver = true;
    return { line: this.#line, fault, isEnd: true };
  }
}

const noListAt = (path: readonly string[]): string =>
  path.length === 0
    ? 'must be a list of objects; if the list is inside, say where in "rows" of the mapping, such as "data.items"'
    : `has no list at "${path.join('.')}"; correct "rows" of the mapping`;

const problemOf = (error: unknown): string => {
  const unexpected = /^Unexpected "(.)"/u.exec(error instanceof Error ? error.message : '')?.[1];
  return unexpected === undefined
    ? 'is not valid JSON from here on'
    : `is not valid JSON: ${showValue(unexpected)} is not expected here`;
};
