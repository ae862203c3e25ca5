// Bounds what one response says about what is wrong: everything is counted, and the first hundred are kept. A request can have as
// many faults as values, but nobody reads more than this.

const KEPT = 100;

/** The first hundred, and how many there are in all. */
export interface Counted<T> {
  readonly first: readonly T[];
  readonly count: number;
}

export class FirstHundred<T> implements Counted<T> {
  readonly first: T[] = [];
  count = 0;

  /** `make` is called only if the result is kept. */
  add(make: () => T): void {
    this.count += 1;
    if (this.first.length < KEPT) this.first.push(make());
  }

  addAll({ first, count }: Counted<T>): void {
    this.count += count;
    this.first.push(...first.slice(0, KEPT - this.first.length));
  }
}

/** The first hundred of both, and the sum of both. */
export const countedTogether = <T>(one: Counted<T>, other: Counted<T>): Counted<T> => ({
  first: [...one.first, ...other.first].slice(0, KEPT),
  count: one.count + other.count,
});

export const countAll = <T>(items: readonly T[]): Counted<T> => ({
  first: items.slice(0, KEPT),
  count: items.length,
});
