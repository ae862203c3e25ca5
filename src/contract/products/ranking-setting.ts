// How a catalog ranks its products, as bundles and the management interface write it (Decision 0075).

import { Type } from 'typebox';
import { id } from '../bundle-values.ts';
import { namedObject } from '../values.ts';

const WEIGHT = { minimum: 0.25, maximum: 20 } as const;
const FACTOR = { minimum: 1, maximum: 10 } as const;
const FULL_AT = { minimum: 0.001, maximum: 1_000_000_000_000 } as const;
const HALF_LIFE_DAYS = { minimum: 1, maximum: 3_650 } as const;
const NUMBERS_MAX = 5;

const weight = (usual: number) =>
  Type.Optional(Type.Number({ ...WEIGHT, description: `In steps of 0.25. Without a setting: ${usual}.` }));
const factor = (description: string) => Type.Number({ ...FACTOR, description });
const someOf = (title: string, description: string) => ({
  title,
  description,
  additionalProperties: false,
  minProperties: 1,
});

const weights = Type.Object(
  {
    name: weight(5),
    brand: weight(1.5),
    sku: weight(1.5),
    attributes: weight(1.5),
    categories: weight(1.5),
    description: weight(1),
  },
  someOf(
    'FieldWeights',
    'What a word weighs in each field. `sku` and `attributes` include those of variants, `categories` the names of categories above the own ones.',
  ),
);

const numberSignal = namedObject('NumberSignal', {
  field: id(),
  max_factor: factor('The factor of products whose number is at least `full_at`.'),
  full_at: Type.Number({ ...FULL_AT, description: 'The number from which the factor is the largest.' }),
  scale: Type.Enum(['logarithmic', 'linear'], {
    default: 'logarithmic',
    description: 'How the factor grows from 1 at 0 to `max_factor` at `full_at`.',
  }),
});

export const rankingSetting = Type.Object(
  {
    weights: Type.Optional(weights),
    numbers: Type.Optional(
      Type.Array(numberSignal, {
        minItems: 1,
        maxItems: NUMBERS_MAX,
        description: 'Numbers of products that lift them: `popularity`, or attributes.',
      }),
    ),
    newness: Type.Optional(
      namedObject('NewnessSignal', {
        half_life_days: Type.Number({
          ...HALF_LIFE_DAYS,
          description: 'After so many days, half of what the factor is above 1 is left.',
        }),
        max_factor: factor('The factor of a product that was created today.'),
      }),
    ),
    in_stock: Type.Optional(
      namedObject('InStockSignal', { factor: factor('The factor of products that are in stock.') }),
    ),
  },
  someOf(
    'RankingSettings',
    'How products are ranked by relevance. All factors of a product together multiply its score by at most 100. They decide the order, never what is found.',
  ),
);
