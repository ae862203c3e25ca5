// Reads XML element by element, strictly, with bounds for everything that grows. There is no DTD: a DOCTYPE is refused, so
// entities are those of XML and nothing expands. Mixed content is not kept.

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { countOf } from '../../../domain/text/count-of.ts';
import { shownName } from '../../../domain/text/shown-name.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { SourceFault, SourceFile } from '../source-format.ts';

const DEPTH_MAX = 32;
const ATTRIBUTES_MAX = 64;
/** Of one element, comment or tag. */
export const TEXT_MAX_CHARS = 4 * 1024 * 1024;
/** What is parsed in one go. */
const PIECE_CHARS = 16 * 1024;

/** The place is a line from 1 and a column from 0. */
const PARSER_MESSAGE = /^Error: (\d+):(\d+): (.*?)\.?$/s;

/** Ends the reading. The message is that of the fault. */
export class XmlEnd extends Error {}

export interface XmlElement {
  /** With a well-known prefix, whatever the file calls it. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** From 1. */
  readonly line: number;
}

/** Gets the elements of a file in order. `parent` is undefined for the root. May throw `XmlEnd`. */
export interface XmlListener {
  readonly open: (element: XmlElement, parent: XmlElement | undefined) => void;
  /** `text` is what the element holds after its last child. */
  readonly close: (element: XmlElement, text: string, parent: XmlElement | undefined) => void;
}

/** Yields after every few thousand characters, so that the caller can pick up what the listener has collected. */
export async function* readXml(
  file: SourceFile,
  nameOf: (uri: string, local: string) => string,
  listener: XmlListener,
): AsyncGenerator<SourceFault | undefined, void, undefined> {
  const events = new XmlEvents(nameOf, listener);
  const yieldIfDue = buildYield();
  for await (const chunk of file.open()) {
    for (let at = 0; at < chunk.length; at += PIECE_CHARS) {
      const fault = events.write(chunk.slice(at, at + PIECE_CHARS));
      yield undefined;
      if (fault !== undefined) return yield fault;
      await yieldIfDue();
    }
  }
  yield events.end();
}

class XmlEvents {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly nameOf: (uri: string, local: string) => string;
  private readonly listener: XmlListener;
  private readonly elements: XmlElement[] = [];
  private text = '';
  private attributes = 0;
  /** Where the parser last reported anything. It keeps what comes after that. */
  private reportedAt = 0;

  constructor(nameOf: (uri: string, local: string) => string, listener: XmlListener) {
    this.nameOf = nameOf;
    this.listener = listener;
    this.listen();
  }

  write(piece: string): SourceFault | undefined {
    return this.attempt(() => {
      this.parser.write(piece);
      if (this.parser.position - this.reportedAt > TEXT_MAX_CHARS) throw tooLong();
    });
  }

  end(): SourceFault | undefined {
    return this.attempt(() => this.parser.close());
  }

  private attempt(step: () => void): SourceFault | undefined {
    try {
      step();
      return undefined;
    } catch (error) {
      if (error instanceof XmlEnd) return { line: this.parser.line, fault: error.message, isEnd: true };
      const [, line, column, problem] = PARSER_MESSAGE.exec(String(error)) ?? [];
      if (problem === undefined) throw error;
      const fault = `is not well-formed XML at column ${Number(column) + 1}: ${problem}; export the file again or repair it`;
      return { line: Number(line), fault, isEnd: true };
    }
  }

  /** No more listeners than these: the parser gets six times slower with a seventh, when V8 no longer lays out its fields. */
  private listen(): void {
    const { parser } = this;
    parser.on('doctype', () => {
      throw new XmlEnd('has a DOCTYPE, which is not read: remove it');
    });
    parser.on('attribute', () => {
      this.reportedAt = parser.position;
      this.attributes += 1;
      if (this.attributes > ATTRIBUTES_MAX) {
        throw new XmlEnd(`has an element with more than ${countOf(ATTRIBUTES_MAX, 'attribute')}`);
      }
    });
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('text', (text) => this.add(text));
    parser.on('cdata', (text) => this.add(text));
    parser.on('closetag', () => this.close());
  }

  private open({ uri, local, attributes }: SaxesTagNS): void {
    this.reportedAt = this.parser.position;
    this.attributes = 0;
    if (this.elements.length >= DEPTH_MAX) {
      throw new XmlEnd(`is nested deeper than ${countOf(DEPTH_MAX, 'element')}`);
    }
    const element = {
      name: this.nameOf(uri, local),
      attributes: Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value])),
      line: this.parser.line,
    };
    const parent = this.elements.at(-1);
    this.elements.push(element);
    this.text = '';
    this.listener.open(element, parent);
  }

  private add(text: string): void {
    this.reportedAt = this.parser.position;
    this.text += text;
    if (this.text.length > TEXT_MAX_CHARS) throw tooLong(this.elements.at(-1)?.name);
  }

  private close(): void {
    this.reportedAt = this.parser.position;
    const element = this.elements.pop();
    const { text } = this;
    this.text = '';
    if (element !== undefined) this.listener.close(element, text, this.elements.at(-1));
  }
}

const tooLong = (name?: string): XmlEnd =>
  new XmlEnd(
    `has a text of more than ${TEXT_MAX_CHARS.toLocaleString('en-us')} characters${name === undefined ? '' : ` in <${shownName(name)}>`}: shorten it`,
  );
