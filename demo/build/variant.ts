// A variant of a model line: its name and sentence in each language, and what sets it apart.
import type { Attributes } from './bundle-lines.ts';
import type { Text } from './text.ts';

export type Variant = {
  readonly code: string;
  readonly name: Text;
  readonly sentence: Text;
  readonly price: number;
  readonly weight: number;
  readonly sizes: readonly string[];
  readonly attributes?: Attributes;
};
