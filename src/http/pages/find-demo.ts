// Whether this service has the demo shop, and whether the host of a request leads there. Asked only by `serve --demo`.

import type { Directory } from '../../domain/ports.ts';
import type { DemoShop } from '../../pages/demo-shop.ts';
import { normalizeHost } from '../wire/host.ts';

export interface FoundDemo {
  readonly shop: DemoShop;
  readonly isDemoHost: boolean;
}

/** Undefined if the service has other data, or cannot tell now. */
export type FindDemo = (host: string) => Promise<FoundDemo | undefined>;

export const buildFindDemo =
  (directory: Directory, shop: DemoShop | undefined): FindDemo =>
  async (host) => {
    if (shop === undefined) return undefined;
    try {
      if ((await directory.findEnvironment(shop)) === undefined) return undefined;
      const place = await directory.findDomain(normalizeHost(host) ?? '');
      return { shop, isDemoHost: place?.environmentId === shop.environmentId };
    } catch {
      return undefined;
    }
  };
