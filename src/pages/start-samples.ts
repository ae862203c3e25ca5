// The requests that the start page shows. Each can be pasted into a shell as it is: what is put into them is quoted, and an origin
// that could be anything but an address is not shown.

import type { DemoShop } from './demo-shop.ts';

export interface Sample {
  readonly title: string;
  readonly command: string;
}

const DISCOVERY = '/apis/ecommerce-service/public/discovery/v2';

/** For a service with any data, or none. */
export const samplesOfService = (origin: string): Sample[] => [
  { title: 'Can it serve requests?', command: `curl -s '${origin}/readyz'` },
  { title: 'Where is everything?', command: `curl -s '${origin}/'` },
  {
    title: 'Get the description for a typed client',
    command: `curl -s '${origin}/openapi.json' -o openapi.json`,
  },
];

export const samplesOfDemo = (origin: string, demo: DemoShop, isDemoHost: boolean): Sample[] => {
  const scope = [
    `-H 'x-tenant-id: ${demo.tenantId}'`,
    `-H 'x-workspace-id: ${demo.workspaceId}'`,
    `-H 'x-environment-id: ${demo.environmentId}'`,
  ];
  const curl = (url: string, isScoped: boolean): string =>
    ['curl -s', ...(isScoped ? scope : []), `'${origin}${url}'`].join(isScoped ? ' \\\n  ' : ' ');
  return [
    {
      title: 'Search products, with a typing error',
      command: curl(
        `${DISCOVERY}/search?search_term=rain+jakcet&fields=name,calculated_price&limit=3`,
        !isDemoHost,
      ),
    },
    {
      title: 'Suggest while someone types',
      command: curl(`${DISCOVERY}/auto-suggest?search_term=slee`, !isDemoHost),
    },
    {
      title: 'Search the journal',
      command: curl(`/discovery/search/content?catalog_id=${demo.catalogId}&q=wash+down&limit=1`, true),
    },
  ];
};
