// Builds a variant set in which each variant differs by one size and one number, such as a volume.
// No words here: the sets bring their own.
import type { Text } from './text.ts';
import type { Variant } from './variant.ts';

type MeasuredRow = readonly [
  code: string,
  name: Text,
  price: number,
  weight: number,
  size: string,
  number,
  Text,
];

/** A set in which each variant has one size and one number, such as its volume or its number of persons. */
export function measuredVariants(attribute: string, rows: readonly MeasuredRow[]): Variant[] {
  return rows.map(([code, name, price, weight, size, amount, sentence]) => ({
    code,
    name,
    price,
    weight,
    sizes: [size],
    attributes: { [attribute]: amount },
    sentence,
  }));
}
