// A result that is JSON already, made of ready bytes: it goes out as it is, and nothing builds or reads it again.

export class JsonText {
  /** One character for each byte of its UTF-8. */
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }

  /** What it says, for whoever has to look at it. */
  parse(): unknown {
    return JSON.parse(Buffer.from(this.bytes, 'latin1').toString('utf8'));
  }
}
