// The ranking settings of a catalog: what a word weighs in each field of a product, and signals of the business that multiply a score
// (Decision 0075). They decide the order, never what is found.

import { builtInFields } from './product-fields.ts';

/** The fields whose words are ranked. */
export const rankedFields = ['name', 'brand', 'sku', 'attributes', 'categories', 'description'] as const;
export type RankedField = (typeof rankedFields)[number];
export type FieldWeights = Readonly<Partial<Record<RankedField, number>>>;

export type SignalScale = 'logarithmic' | 'linear';

/** The larger the number, the larger the factor, up to `maxFactor` at `fullAt`. */
export interface NumberSignal {
  /** `popularity` or an attribute. */
  readonly field: string;
  readonly maxFactor: number;
  readonly fullAt: number;
  readonly scale: SignalScale;
}

/** The factor of a product that was created now; half of what is above 1 is left after each half-life. */
export interface NewnessSignal {
  readonly halfLifeDays: number;
  readonly maxFactor: number;
}

export interface RankingSettings {
  readonly weights?: FieldWeights;
  readonly numbers?: readonly NumberSignal[];
  readonly newness?: NewnessSignal;
  /** The factor of what is in stock. */
  readonly inStock?: number;
}

/** Weights are stored as whole numbers of this. */
export const WEIGHT_STEP = 0.25;

const DAY_MS = 86_400_000;

/** The time by which newness is measured: the beginning of the day in UTC, so that every process and every page has the same order. */
export const rankingDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

export const daysBetween = (from: number, to: number): number => (to - from) / DAY_MS;

/** When the order changes next by the clock. */
export const nextRankingChange = (ranking: RankingSettings | undefined, at: number): number =>
  ranking?.newness === undefined ? Number.POSITIVE_INFINITY : rankingDay(at) + DAY_MS;

/** Whether both lead to the same index: it contains the weights of fields, and no signals. */
export const weighAlike = (a: RankingSettings | undefined, b: RankingSettings | undefined): boolean =>
  rankedFields.every((field) => a?.weights?.[field] === b?.weights?.[field]);

interface WrittenRanking {
  readonly weights?: FieldWeights;
  readonly numbers?: readonly { readonly field: string }[];
}

export interface RankingFault {
  readonly fault: 'not_allowed' | 'repeated' | 'out_of_range';
  /** Below `ranking`. */
  readonly path: string;
  readonly message: string;
}

/** What is wrong with the settings that their schema cannot say. */
export const findRankingFaults = ({ weights = {}, numbers = [] }: WrittenRanking): RankingFault[] => [
  ...rankedFields.flatMap((field): RankingFault[] =>
    Number.isInteger((weights[field] ?? 0) / WEIGHT_STEP)
      ? []
      : [
          {
            fault: 'out_of_range',
            path: `weights.${field}`,
            message: `must be a multiple of ${WEIGHT_STEP}`,
          },
        ],
  ),
  ...numbers.flatMap(({ field }, index): RankingFault[] => {
    const path = `numbers.${index}.field`;
    if (builtInFields.has(field))
      return [{ fault: 'not_allowed', path, message: 'must be popularity or the name of an attribute' }];
    return numbers.findIndex((other) => other.field === field) === index
      ? []
      : [{ fault: 'repeated', path, message: 'must not repeat a field' }];
  }),
];
