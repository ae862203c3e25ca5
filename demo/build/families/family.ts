// The shape of a product family: a few model lines, each made in every variant of one variant set. A family has only
// texts and base numbers; prices per currency, stock and ids are computed elsewhere.
import type { Brand } from '../brands.ts';
import type { Attributes } from '../bundle-lines.ts';
import type { Text } from '../text.ts';
import type { VariantSetName } from '../variants.ts';

type Season = 'winter' | 'summer' | 'three-season' | 'all-season';

export type Line = {
  readonly name: string;
  readonly brand: Brand;
  readonly usd: number;
  readonly weightG: number;
  readonly material: string;
  /** Left out where the question makes no sense, as for a mug. */
  readonly waterproof?: boolean;
  readonly season: Season;
  readonly pitch: Text;
};

export type Family = {
  readonly key: string;
  readonly category: string;
  readonly noun: Text;
  readonly variants: VariantSetName;
  readonly colors: readonly string[];
  readonly collections: readonly string[];
  readonly features: readonly Text[];
  readonly lines: readonly Line[];
  readonly attributes?: Attributes;
};
