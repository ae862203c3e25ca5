// A small seeded generator: the same name gives the same numbers on every machine and every run. Each object has its
// own seed, so adding a product changes no other. Not for secrets.
import { createHash } from 'node:crypto';

export type Random = {
  /** A number in [0, 1). */
  fraction(): number;
  /** An integer in [low, high], both included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** `count` different values, in the order of the list. */
  some<T>(values: readonly T[], count: number): T[];
};

export function randomFor(name: string): Random {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);

  // mulberry32: 32 bits of state are plenty for a few draws per thing.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[integer(0, values.length - 1)];
    if (value === undefined) throw new Error(`nothing to pick for ${name}`);
    return value;
  };
  const some = <T>(values: readonly T[], count: number): T[] => {
    const left = values.map((_, index) => index);
    while (left.length > count) left.splice(integer(0, left.length - 1), 1);
    return values.filter((_, index) => left.includes(index));
  };
  return { fraction, integer, chance: (probability) => fraction() < probability, pick, some };
}
