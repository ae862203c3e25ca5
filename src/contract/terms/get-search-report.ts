// The report of searches on the wire: which terms were searched, rise, and find nothing or little.

import { Type } from 'typebox';
import { manageFailures, NOT_FOUND } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dayText, limit, namedObject, skip } from '../values.ts';

export const SEARCH_REPORT_LIMIT = { default: 20, max: 1_000 } as const;
export const LOW_TOTAL = { default: 3, max: 20 } as const;
const REPORT_DAYS_MAX = 90;

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

export const getSearchReport = defineOperation({
  name: 'get-search-report',
  tag: 'Popular terms',
  method: 'GET',
  path: '/manage/v1/catalogs/{catalog_id}/search-report',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Report searches',
  description:
    'Lists the terms that were searched in a catalog over a range of days: the most searched ones, those that rise, and those that find nothing or little. Counts are exact as of `counted_at`; they are computed together with the popular terms. A search that the same visitor went on typing does not count. Terms of fewer visitors than popular terms need are not listed, but the summary counts them. A visitor who comes on two days counts twice, because marks change daily. Ties are sorted by term.',
  params: closedObject({
    catalog_id: Type.String({ title: 'CatalogId', description: 'Id of the catalog.' }),
  }),
  query: closedObject({
    kind: Type.Optional(
      Type.Enum(['top', 'rising', 'zero_results', 'low_results'], {
        title: 'ReportKind',
        description:
          '`top`: most visitors first. `rising`: more visitors than in as many days before; the greatest `rise` first. `zero_results` and `low_results`: most searches that found nothing, or little, first. Default `top`.',
      }),
    ),
    from: Type.Optional(
      dayText('The first day, such as `2026-01-31` (UTC). Default: 29 days before `until`.', 'FirstDay'),
    ),
    until: Type.Optional(dayText('The last day (UTC). Default: today.', 'LastDay')),
    days: Type.Optional(
      Type.Integer({
        title: 'ReportDays',
        minimum: 1,
        maximum: REPORT_DAYS_MAX,
        description: 'Number of days up to `until`, in place of `from`.',
      }),
    ),
    low_total: Type.Optional(
      Type.Integer({
        title: 'LowTotal',
        minimum: 1,
        maximum: LOW_TOTAL.max,
        default: LOW_TOTAL.default,
        description: 'A search that finds at least one and at most this many finds little.',
      }),
    ),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(SEARCH_REPORT_LIMIT.default, SEARCH_REPORT_LIMIT.max, 'ReportLimit')),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('SearchReport', {
    total_count: count('Number of listed terms before `skip` and `limit`.'),
    items: Type.Array(
      namedObject('SearchedTerm', {
        term: Type.String(),
        searches: count(),
        visitors: count(),
        share: Type.Number({ description: 'Its part of all searches of the period, from 0 to 1.' }),
        average_total: Type.Number({ description: 'How many results a search found on average.' }),
        zero_result_searches: count('Searches that found nothing.'),
        low_result_searches: count('Searches that found at least one and at most `low_total`.'),
        visitors_before: Type.Optional(count('Visitors in as many days before. Only of `rising`.')),
        rise: Type.Optional(
          Type.Number({
            description:
              'With v visitors now and b before: (v − b) / √(v + b + 10). Only of `rising`, and greater than 0.',
          }),
        ),
      }),
    ),
    summary: namedObject('SearchSummary', {
      from: Type.String({ description: 'The first day.' }),
      until: Type.String({ description: 'The last day.' }),
      searches: count('Of all terms.'),
      terms: count('Number of different terms, listed or not.'),
      zero_result_searches: count('Searches that found nothing.'),
      zero_result_rate: Type.Number({ description: 'Their part of all searches, from 0 to 1.' }),
      counted_at: Type.Union([Type.String(), Type.Null()], {
        description: 'When the searches were counted; null: not yet, or there are none.',
      }),
    }),
  }),
  successDescription: 'One page of terms, their total number, and a summary of the period.',
  successExample: {
    total_count: 1,
    items: [
      {
        term: 'umbrella',
        searches: 14,
        visitors: 12,
        share: 0.0273,
        average_total: 0,
        zero_result_searches: 14,
        low_result_searches: 0,
      },
    ],
    summary: {
      from: '2026-01-02',
      until: '2026-01-31',
      searches: 512,
      terms: 87,
      zero_result_searches: 39,
      zero_result_rate: 0.0762,
      counted_at: '2026-01-31T12:00:00.000Z',
    },
  },
  failures: { ...manageFailures, 404: NOT_FOUND },
});
