// The demo storefront, only with `serve --demo`. Its addresses are a list and no wildcard: an address that no page of the shop has is
// 404 in the usual envelope.

import type { FastifyInstance } from 'fastify';
import { routeNotFound } from '../../domain/failures/http-failures.ts';
import type { Assets } from '../../pages/assets.ts';
import { renderStorefront } from '../../pages/storefront-page.ts';
import type { FindDemo } from './find-demo.ts';
import { storefrontPaths } from './page-routes.ts';
import { type FileBody, HTML_TYPE, REVALIDATED, sendFile, textBody } from './send-file.ts';

export const mountStorefront = (app: FastifyInstance, assets: Assets, findDemo: FindDemo): void => {
  let page: FileBody | undefined;
  for (const url of storefrontPaths)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { isPage: true },
      handler: async (request, reply) => {
        const demo = await findDemo(request.host);
        if (demo === undefined) throw routeNotFound();
        page ??= textBody(renderStorefront(assets, demo.shop), HTML_TYPE);
        return sendFile(request, reply, page, { cacheControl: REVALIDATED });
      },
    });
};
