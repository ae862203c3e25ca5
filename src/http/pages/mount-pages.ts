// The pages for people, and the files that these load. They need no scope and no token, and show nothing of a tenant. A path that is
// none of them is 404 in the usual envelope, never a page (decision 0084).

import type { FastifyInstance } from 'fastify';
import { routeNotFound } from '../../domain/failures/http-failures.ts';
import type { Directory } from '../../domain/ports.ts';
import { type AssetFile, type Assets, openAssets } from '../../pages/assets.ts';
import type { DemoShop } from '../../pages/demo-shop.ts';
import type { Layout } from '../../pages/layout.ts';
import { readVersion } from '../../runtime/version.ts';
import { buildFindDemo } from './find-demo.ts';
import { mountDocuments } from './mount-documents.ts';
import { mountStartPage } from './mount-start-page.ts';
import { mountStorefront } from './mount-storefront.ts';
import { pagePaths } from './page-routes.ts';
import { type FileBody, IMMUTABLE, REVALIDATED, sendFile } from './send-file.ts';

export interface PageDependencies {
  readonly directory: Directory;
  /** Present with `serve --demo`. */
  readonly demo: DemoShop | undefined;
  /** The parts of the description of the interface, as JSON. */
  readonly openApi: readonly string[];
}

const site = openAssets();
const storefront = openAssets('storefront');

/** What all pages but those of the storefront look like. */
export const siteLayout = (): Layout => ({ assets: site, version: readVersion() });

export const mountPages = (app: FastifyInstance, { directory, demo, openApi }: PageDependencies): void => {
  const layout = siteLayout();
  const findDemo = buildFindDemo(directory, demo);
  mountStartPage(app, layout, findDemo);
  mountDocuments(app, { version: layout.version, openApi, findDemo });
  if (demo !== undefined) mountStorefront(app, storefront, findDemo);
  app.route<{ Params: { readonly file: string } }>({
    method: ['GET', 'HEAD'],
    url: pagePaths.asset,
    handler: (request, reply) => {
      for (const assets of [site, storefront]) {
        const asset = assets.find(request.params.file);
        if (asset !== undefined)
          return sendFile(request, reply, bodyOf(assets, asset), { cacheControl: IMMUTABLE });
      }
      throw routeNotFound();
    },
  });
  // Browsers ask for it beside everything that is no page, such as JSON.
  const icon = bodyOf(site, site.get('icon.svg'));
  app.route({
    method: ['GET', 'HEAD'],
    url: pagePaths.icon,
    handler: (request, reply) => sendFile(request, reply, icon, { cacheControl: REVALIDATED }),
  });
};

const bodyOf = (assets: Assets, asset: AssetFile): FileBody => ({
  type: asset.type,
  digest: asset.file,
  codings: asset.codings,
  read: (coding) => assets.read(asset, coding),
});
