// Facets on the wire: for each field, how many matching products have each of its values, or fall into each of its ranges.

import { Type } from 'typebox';
import { namedObject, text } from '../values.ts';

export const FACET_LIMIT = { default: 20, max: 1_000 } as const;
/** Buckets of all fields of a response together. */
export const FACET_BUCKETS_MAX = 10_000;

export const facetTypes = ['values', 'ranges', 'categories'] as const;

const bucket = namedObject('FacetBucket', {
  val: Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
    description:
      'The value, the id of a category, or `from..to` of a range; one without a lower or upper end is `..to` or `from..`.',
  }),
  label: Type.String({ description: 'For people.' }),
  count: Type.Integer({ minimum: 1, description: 'The exact number of products.' }),
  selected: Type.Boolean({ description: 'Whether the request chose it.' }),
  min: Type.Optional(
    Type.Union([Type.Number(), Type.String()], {
      description:
        'The smallest value in a range. `min` and `max` as the bounds of a facet find exactly these products.',
    }),
  ),
  max: Type.Optional(
    Type.Union([Type.Number(), Type.String()], { description: 'The largest value in a range.' }),
  ),
  parent: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'The category above a category.' }),
  ),
});

const facet = namedObject('FacetResult', {
  label: Type.String({
    description: 'For people, in the locale of the request; without a facet setting the field itself.',
  }),
  type: Type.Enum([...facetTypes]),
  buckets: Type.Array(bucket),
  min: Type.Optional(
    Type.Union([Type.Number(), Type.String()], { description: 'The smallest value of a number or date.' }),
  ),
  max: Type.Optional(
    Type.Union([Type.Number(), Type.String()], { description: 'The largest value of a number or date.' }),
  ),
  distinct: Type.Integer({
    minimum: 0,
    description: 'The exact number of different values, whatever the limit.',
  }),
});

export const facets = () =>
  Type.Record(Type.String(), facet, {
    description:
      'By field. Values chosen in a field do not narrow the buckets of that field; those chosen in other fields do.',
  });

export const facetOptions = {
  facet_query: Type.Optional(
    text('Return only values, and categories by name, that contain this text.', 'FacetQuery'),
  ),
  facet_limit: Type.Optional(
    Type.Integer({
      title: 'FacetLimit',
      minimum: 0,
      maximum: FACET_LIMIT.max,
      description: `Maximum number of buckets of a field, up to ${FACET_LIMIT.max}, and up to ${FACET_BUCKETS_MAX} for all fields together. The facets that the catalog offers count as 50 fields. Default: that of the facet setting, or all ranges between its boundaries, or ${FACET_LIMIT.default}. Buckets that the request chose are returned too, if they have products.`,
    }),
  ),
  facet_sort: Type.Optional(
    Type.Enum(['count', 'value'], {
      title: 'FacetSort',
      description: 'Order of values and categories: by `count` (default), largest first, or by `value`.',
    }),
  ),
};

export const facetExample = {
  color: {
    label: 'color',
    type: 'values',
    buckets: [{ val: 'blue', label: 'blue', count: 1, selected: true }],
    distinct: 1,
  },
};
