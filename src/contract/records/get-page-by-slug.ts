// One published page by its slug, on the wire. Needs no token in an open environment.

import { Type } from 'typebox';
import { openFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, locale, text } from '../values.ts';
import { PAGE_RULES, PAGES_PATH, pageOperation } from './get-page.ts';

export const getPageBySlug = defineOperation({
  ...pageOperation,
  name: 'get-page-by-slug',
  tag: 'Pages',
  path: `${PAGES_PATH}/by-slug`,
  summary: 'Get a page by its slug',
  description: `Returns the page with this \`page_slug\`, in the first locale of the fallback chain in which the page is published. Without \`locale\`, slugs of other locales are found too, and the page is returned in the locale of its slug. If several pages share the slug, the page in the earlier locale of the chain is returned, then the one published last. ${PAGE_RULES}`,
  params: closedObject({}),
  query: closedObject({
    slug: text(
      'Path of the page within the storefront, such as `/journal/first-frost`. Leading and trailing slashes are ignored; case matters.',
    ),
    locale: Type.Optional(locale()),
  }),
  failures: {
    ...openFailures,
    404: 'The host or the environment does not exist, or no page with this slug is published in the environment in any locale of the chain.',
  },
});
