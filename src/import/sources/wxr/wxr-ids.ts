// Ids of content items that come from WordPress: `wp-`, the site, and the number of the post. Numbers are unique in a site only.

import { hash } from 'node:crypto';

const ID = /^wp-(?:.+-)?[1-9]\d*$/;
const NUMBER = /^[1-9]\d*$/;
const SITE_MAX_CHARS = 100;

/** Of exports that do not name their site, and of all imports before ids had a site. */
export const PLAIN_PREFIX = 'wp-';

export const isWordPressId = (providerId: string): boolean => ID.test(providerId);

/** Whether it is the prefix and a number. */
export const hasPrefix = (providerId: string, prefix: string): boolean =>
  providerId.startsWith(prefix) && NUMBER.test(providerId.slice(prefix.length));

/**
 * The name of a site for ids, such as `shop.example-blog`: the same with and without `www.`, for http and https. Empty if the text
 * is no address.
 */
export const siteOf = (address: string): string => {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return '';
  const path = url.pathname.split('/').filter((part) => part !== '');
  const whole = [url.host.replace(/^www\./, ''), ...path].join('/');
  const site = whole.replace(/[^\w.]+/g, '-').replace(/-$/, '');
  // Other signs than slashes may have been lost.
  const isLossy = /[^\w./-]/.test(whole) || site.length > SITE_MAX_CHARS;
  return isLossy ? `${site.slice(0, SITE_MAX_CHARS)}-${hash('sha256', whole, 'hex').slice(0, 8)}` : site;
};

export const prefixOf = (site: string): string => (site === '' ? PLAIN_PREFIX : `${PLAIN_PREFIX}${site}-`);
