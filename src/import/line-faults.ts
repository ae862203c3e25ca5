// What is wrong with one line, gathered while it is read and said in one sentence for the person who wrote it.
// Where a field sits is told as a path; text of the line is shown short and without control characters.

const FAULTS_SHOWN = 5;
const KEY_SHOWN_CHARS = 60;
const VALUE_SHOWN_CHARS = 40;
const PLAIN_KEY = /^[\p{L}\p{N}_-]+$/u;

export class LineFaults {
  readonly #path: string[] = [];
  readonly #messages: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  enter(key: string): void {
    this.#path.push(key);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Notes a problem of the field being read, or of `key` in it. */
  add(problem: string, key?: string): void {
    this.#count += 1;
    if (this.#messages.length < FAULTS_SHOWN) {
      const path = (key === undefined ? this.#path : [...this.#path, key]).map(showKey).join('.');
      this.#messages.push(path === '' ? problem : `${path} ${problem}`);
    }
  }

  toString(): string {
    const hidden = this.#count - this.#messages.length;
    return this.#messages.join('; ') + (hidden > 0 ? `; and ${hidden} more` : '');
  }
}

export const showKey = (key: string): string => {
  const short = shorten(key, KEY_SHOWN_CHARS);
  return PLAIN_KEY.test(key) ? short : quote(short);
};

/** What a value is, short enough for a message. */
export const showValue = (value: unknown): string => {
  if (typeof value === 'string') return quote(shorten(value, VALUE_SHOWN_CHARS));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

const shorten = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;

/** Quoted, with everything that could steer a terminal written as an escape. */
const quote = (text: string): string =>
  JSON.stringify(text).replace(
    /\p{C}/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
