// How a catalog offers a field of its products as a facet, as bundles and the management interface write it.

import { Type } from 'typebox';
import { closedObject, LOCALE_PATTERN } from '../values.ts';
import { FACET_LIMIT, facetTypes } from './facets.ts';

const BOUNDARIES_MAX = 100;

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
  limit: orNull(Type.Integer({ minimum: 1, maximum: FACET_LIMIT.max })),
  localized: Type.Record(
    Type.String({ pattern: LOCALE_PATTERN }),
    closedObject({ label: Type.Optional(Type.String()) }),
    { default: {} },
  ),
};
