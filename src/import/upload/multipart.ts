// Splits a body of `multipart/form-data` (RFC 7578) into its parts while it arrives. It holds one chunk of the body at a time. What is
// cut off or has another form is refused, never guessed.

import { isUtf8 } from 'node:buffer';
import { invalidInput } from '../../domain/failures/failures.ts';

export interface Part {
  readonly name: string;
  /** Absent: a field and not a file. */
  readonly fileName: string | undefined;
  /** To be read to its end before the next part is asked for. */
  readonly content: AsyncIterable<Uint8Array>;
}

const LINE_END = Buffer.from('\r\n');
const HEADER_LINES_MAX = 16;
const HEADER_LINE_MAX_BYTES = 4_096;
const PARTS_MAX = 100;

const FORM_DATA = /^content-disposition[ \t]*:[ \t]*form-data[ \t]*(?:;|$)/i;
// Some senders escape with a backslash, browsers do not: theirs before the last quote is a character of the name.
const PARAMETER =
  /;[ \t]*(name|filename)=(?:"((?:[^"\\]|\\(?:\\|"(?![ \t]*(?:;|$))|(?=[^"\\]|"[ \t]*(?:;|$))))*)"|([^\s;"]+))/gi;
const TRANSFER_ENCODING = /^content-transfer-encoding[ \t]*:[ \t]*(?!(?:7bit|8bit|binary)[ \t]*$)/i;

const malformed = (what: string) => invalidInput('malformed', 'body', `The form ${what}`);

/** Throws a `Failure` if the body is not such a form. */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const reader = new BodyReader(body);
  // The first delimiter may be at the very beginning, without the end of a line before it.
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  for await (const chunk of reader.until(delimiter)) {
    if (chunk.length > 0) throw malformed('does not begin with the boundary of its content-type');
  }
  for (let count = 1; await reader.isAnotherPart(); count += 1) {
    if (count > PARTS_MAX)
      throw invalidInput('too_many', 'body', `The form has more than ${PARTS_MAX} parts`);
    yield { ...(await reader.readHead()), content: reader.until(delimiter) };
  }
  // What is packed is checked at its end.
  await reader.skipRest();
}

class BodyReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = LINE_END;
  #isEmpty = true;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** Everything before the mark. The mark is taken too. */
  async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at !== -1) {
        const before = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + mark.length);
        if (before.length > 0) yield before;
        return;
      }
      // The mark may begin at the end of what is there.
      const sure = this.#held.subarray(0, Math.max(0, this.#held.length - mark.length + 1));
      this.#held = this.#held.subarray(sure.length);
      if (sure.length > 0) yield sure;
      await this.#more();
    }
  }

  /** After a delimiter: whether a part follows. */
  async isAnotherPart(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    if (this.#held.toString('latin1', 0, 2) === '--') return false;
    if ((await this.#line()).trim() !== '') throw malformed('has a boundary that goes on with other text');
    return true;
  }

  /** The headers of a part. */
  async readHead(): Promise<Omit<Part, 'content'>> {
    const names: Record<string, string> = {};
    let isForm = false;
    for (let count = 0; ; count += 1) {
      const line = await this.#line();
      if (line === '') break;
      if (count === HEADER_LINES_MAX) throw malformed(`has a part with more than ${count} headers`);
      if (TRANSFER_ENCODING.test(line)) throw malformed('has a part with a content-transfer-encoding');
      if (!FORM_DATA.test(line)) continue;
      isForm = true;
      for (const [, key = '', quoted, plain = ''] of line.matchAll(PARAMETER)) {
        names[key.toLowerCase()] = quoted === undefined ? plain : unquote(quoted);
      }
    }
    const { name, filename: fileName } = names;
    if (!isForm || name === undefined) throw malformed('has a part without a name');
    return { name, fileName };
  }

  async skipRest(): Promise<void> {
    for (let next = await this.#chunks.next(); next.done !== true; ) next = await this.#chunks.next();
  }

  async #line(): Promise<string> {
    let at = this.#held.indexOf(LINE_END);
    while (at === -1) {
      if (this.#held.length > HEADER_LINE_MAX_BYTES) break;
      await this.#more();
      at = this.#held.indexOf(LINE_END);
    }
    if (at === -1 || at > HEADER_LINE_MAX_BYTES) throw malformed('has a part with a header that is too long');
    const line = this.#held.subarray(0, at);
    this.#held = this.#held.subarray(at + LINE_END.length);
    if (!isUtf8(line)) throw malformed('has a part with a header that is not UTF-8');
    return line.toString();
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) {
      throw this.#isEmpty
        ? invalidInput('empty_body', 'body', 'The request body is empty')
        : malformed('is cut off');
    }
    this.#isEmpty &&= next.value.length === 0;
    this.#held = Buffer.concat([this.#held, next.value]);
  }
}

/** Browsers escape quotes and line ends as in a URL, others with a backslash. */
const unquote = (text: string): string =>
  text
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
