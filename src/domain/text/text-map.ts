// A map for texts that are mostly asked for once, such as the words of queries: unlike a `Map`, it does not internalize what it is asked
// for (Decision 0138).

import { hashText } from './hash-text.ts';

interface Entry<T> {
  readonly text: string;
  value: T;
  /** The next one with the same hash. */
  readonly next: Entry<T> | undefined;
}

export class TextMap<T> {
  private readonly entries = new Map<number, Entry<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get(text: string): T | undefined {
    return this.find(hashText(text), text)?.value;
  }

  /** A text that is kept must not be part of a longer one, which would be kept with it. */
  set(text: string, value: T): void {
    const hash = hashText(text);
    const known = this.find(hash, text);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    this.entries.set(hash, { text, value, next: this.entries.get(hash) });
    this.count += 1;
  }

  clear(): void {
    this.entries.clear();
    this.count = 0;
  }

  private find(hash: number, text: string): Entry<T> | undefined {
    let entry = this.entries.get(hash);
    while (entry !== undefined && entry.text !== text) entry = entry.next;
    return entry;
  }
}
