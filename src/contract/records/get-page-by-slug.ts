// One published page on the wire, by its address within the storefront. Open to everyone where the environment is.

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
  description: `The page whose \`page_slug\` it is, in the first locale of the chain in which the page is published. Without \`locale\` a slug of any other locale is found too, and answers in its own. Of several pages with one slug the one of the better locale answers, then the one published last. ${PAGE_RULES}`,
  params: closedObject({}),
  query: closedObject({
    slug: text(
      'Path of the page within the storefront, such as `/journal/first-frost`. Slashes at either end do not count; case does.',
    ),
    locale: Type.Optional(locale()),
  }),
  failures: {
    ...openFailures,
    404: 'The host or the environment is unknown, or the environment shows no page under this slug in any locale of the chain.',
  },
});
