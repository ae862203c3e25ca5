// Reads a JSON object of lists, item by item, with bounds. The lists may come in any order. What is in an item is not checked.

import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { countOf } from '../../../domain/text/count-of.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { SourceFault, SourceFile } from '../source-format.ts';

const DEPTH_MAX = 100;
const ITEM_MAX_CHARS = 8 * 1024 * 1024;
/** What is parsed in one go. */
const PIECE_CHARS = 16 * 1024;

export interface SectionItem {
  readonly section: string;
  readonly value: unknown;
  readonly line: number;
}

/** Ends the reading. The message is that of the fault. */
class JsonEnd extends Error {}

export async function* readSections(
  file: SourceFile,
): AsyncGenerator<SectionItem | SourceFault, void, undefined> {
  const reader = new SectionReader();
  const yieldIfDue = buildYield();
  for await (const chunk of file.open()) {
    for (let at = 0; at < chunk.length; at += PIECE_CHARS) {
      const fault = reader.write(chunk.slice(at, at + PIECE_CHARS));
      yield* reader.take();
      if (fault !== undefined) return yield fault;
      await yieldIfDue();
    }
  }
  const fault = reader.end();
  if (fault !== undefined) yield fault;
}

type Token = Parameters<Tokenizer['onToken']>[0];

const opening: readonly unknown[] = ['{', '['];
const closing: readonly unknown[] = ['}', ']'];

class SectionReader {
  private readonly tokenizer = new Tokenizer();
  private readonly parser = new TokenParser({ paths: ['$.*.*'], keepStack: false });
  private items: SectionItem[] = [];
  private depth = 0;
  private isBegun = false;
  private line = 1;
  /** Of the value that is being read. */
  private itemLine = 1;
  private section = '';
  private isNameDue = false;
  private chars = 0;
  private emittedAt = 0;

  constructor() {
    this.tokenizer.onToken = (token) => this.read(token);
    this.parser.onValue = ({ value }) => {
      this.items.push({ section: this.section, value, line: this.itemLine });
      this.emittedAt = this.chars;
    };
  }

  /** What was read since the last call. */
  take(): readonly SectionItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  /** Line by line, so that the line of each item is known. */
  write(piece: string): SourceFault | undefined {
    return this.attempt(() => {
      for (let from = 0; from < piece.length; ) {
        const lineEnd = piece.indexOf('\n', from);
        const to = lineEnd === -1 ? piece.length : lineEnd + 1;
        this.tokenizer.write(piece.slice(from, to));
        this.chars += to - from;
        if (lineEnd !== -1) this.line += 1;
        from = to;
      }
      if (this.chars - this.emittedAt > ITEM_MAX_CHARS) {
        throw new JsonEnd(`has an item of more than ${ITEM_MAX_CHARS.toLocaleString('en-us')} characters`);
      }
    });
  }

  end(): SourceFault | undefined {
    return this.attempt(() => {
      if (this.depth > 0 || !this.isBegun) {
        throw new JsonEnd('ends before its JSON is complete: export the file again');
      }
      this.tokenizer.end();
    });
  }

  private read(token: Token): void {
    const { value } = token;
    const isText = token.token === TokenType.STRING;
    if (!this.isBegun && (isText || value !== '{')) throw new JsonEnd(NO_EXPORT);
    this.isBegun = true;
    if (this.depth === 1) this.readMember(value, isText);
    if (this.depth === 2 && (isText || !(closing.includes(value) || value === ',')))
      this.itemLine = this.line;
    if (!isText && opening.includes(value)) this.depth += 1;
    if (!isText && closing.includes(value)) this.depth -= 1;
    if (this.depth > DEPTH_MAX) throw new JsonEnd(`is nested deeper than ${countOf(DEPTH_MAX, 'level')}`);
    if (!isText && value === '{' && this.depth === 1) this.isNameDue = true;
    this.parser.write(token);
  }

  /** A name, a colon, a value or a comma of the outermost object. */
  private readMember(value: unknown, isText: boolean): void {
    if (isText && this.isNameDue) {
      this.section = String(value);
      this.isNameDue = false;
    } else if (!isText && value === ',') {
      this.isNameDue = true;
    } else if (known.has(this.section) && (isText || (value !== ':' && value !== '[' && value !== '}'))) {
      throw new JsonEnd(`is not a Contentful export: ${this.section} must be a list`);
    }
  }

  private attempt(step: () => void): SourceFault | undefined {
    try {
      step();
      return undefined;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const fault =
        error instanceof JsonEnd
          ? error.message
          : `is not valid JSON: ${problemOf(error.message)}; export the file again or repair it`;
      return { line: this.line, fault, isEnd: true };
    }
  }
}

const NO_EXPORT = 'is not a Contentful export: it must be a JSON object with contentTypes and entries';

const known: ReadonlySet<string> = new Set([
  'contentTypes',
  'editorInterfaces',
  'entries',
  'assets',
  'locales',
]);

/** The first sentence of the parser, without the names of its states. */
const problemOf = (message: string): string =>
  message
    .replace(/ (?:at chunk position|in state|\(state:).*$/s, '')
    .replace(/^Unexpected/, 'unexpected')
    .replace(/^Tokenizer ended.*$/s, 'it ends within a value');
