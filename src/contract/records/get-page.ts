// One published page by the id of its record, on the wire. Needs no token in an open environment.

import { type Static, Type } from 'typebox';
import { openFailures } from '../common-failures.ts';
import { contentModelMeta } from '../models/get-content-model.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, locale, namedObject } from '../values.ts';
import { recordExample, recordProperties } from './record-shapes.ts';

export const PAGES_PATH = '/apis/content-service/public/v1/pages';

/** A record without the properties that only editors need. */
const { version_id, version_number, modified_by, ...shownProperties } = recordProperties;

const alternate = namedObject('PageAlternate', { locale: Type.String(), page_slug: Type.String() });

const page = namedObject('Page', {
  ...shownProperties,
  template: Type.String({
    description: 'The `template` of the content model, which the storefront uses to render the page.',
  }),
  alternates: Type.Array(alternate, {
    description: 'Every locale in which the page is published, including this one, ordered by code.',
  }),
});

export const pagePayload = namedObject('PageResult', { page, _meta_: contentModelMeta });

export type PagePayload = Static<typeof pagePayload>;

const {
  version_id: _version,
  version_number: _number,
  modified_by: _editor,
  ...shownExample
} = recordExample;

/** The properties that the two page operations share. */
export const pageOperation = {
  method: 'GET',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isIndependentOfProducts: true,
  headers: closedObject({}),
  body: undefined,
  success: pagePayload,
  successDescription: 'The page.',
  successExample: {
    page: {
      ...shownExample,
      template: 'journal-post',
      alternates: [
        { locale: 'de-de', page_slug: '/de/journal/first-frost' },
        { locale: 'en-us', page_slug: '/journal/first-frost' },
      ],
    },
    _meta_: {
      tenant_id: 'acme',
      workspace_id: 'web',
      content_model_id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
    },
  },
} as const;

export const PAGE_RULES =
  'Pages are the published records of content models with `act_as_web_page`. Drafts and records of other models are never returned. Relations are returned as ids.';

export const getPage = defineOperation({
  ...pageOperation,
  name: 'get-page',
  tag: 'Pages',
  path: `${PAGES_PATH}/{record_id}`,
  summary: 'Get a page',
  description: `Returns one page, in the first locale of the fallback chain in which it is published. ${PAGE_RULES}`,
  params: closedObject({ record_id: Type.String({ description: 'Id of the record.' }) }),
  query: closedObject({ locale: Type.Optional(locale()) }),
  failures: {
    ...openFailures,
    404: 'The host or the environment does not exist, or no page with this id is published in the environment in any locale of the chain.',
  },
});
