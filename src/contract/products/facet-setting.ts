// How a catalog offers a field of its products as a facet, as bundles and the management interface write it.

import { Type } from 'typebox';
import { closedObject, LOCALE_PATTERN } from '../values.ts';
import { facetTypes } from './facets.ts';

const BOUNDARIES_MAX = 100;
/** All facets that a catalog offers together stay within the buckets of a response. */
const SETTLED_LIMIT_MAX = 200;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()], { default: null });

/** Everything but what identifies it. */
export const facetSetting = {
  label: Type.String({ default: '' }),
  position: Type.Integer({ minimum: 0, default: 0 }),
  type: orNull(Type.Enum([...facetTypes])),
  boundaries: Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 64 })]), {
    default: [],
    maxItems: BOUNDARIES_MAX,
  }),
  limit: orNull(Type.Integer({ minimum: 1, maximum: SETTLED_LIMIT_MAX })),
  localized: Type.Record(
    Type.String({ pattern: LOCALE_PATTERN }),
    closedObject({ label: Type.Optional(Type.String()) }),
    { default: {} },
  ),
};
