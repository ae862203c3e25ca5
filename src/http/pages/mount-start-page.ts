// The start page for browsers, and an index of the service for programs, at the same address.

import type { FastifyInstance } from 'fastify';
import type { Layout } from '../../pages/layout.ts';
import { renderIndex, renderStartPage } from '../../pages/start-page.ts';
import { JSON_TYPE } from '../output/send-failure.ts';
import { wantsHtml } from './accept.ts';
import type { FindDemo } from './find-demo.ts';
import { originOf } from './origin.ts';
import { pagePaths } from './page-routes.ts';
import { type FileBody, HTML_TYPE, REVALIDATED, sendFile, textBody } from './send-file.ts';

/** The page names the host that was asked for, and that could be any. */
const PAGES_MAX = 16;

export const mountStartPage = (app: FastifyInstance, layout: Layout, findDemo: FindDemo): void => {
  const index = textBody(renderIndex(layout.version), JSON_TYPE);
  const pages = new Map<string, FileBody>();
  const pageFor = async (origin: string, host: string): Promise<FileBody> => {
    const demo = await findDemo(host);
    const key = `${origin} ${demo?.isDemoHost}`;
    const known = pages.get(key);
    if (known !== undefined) return known;
    const made = textBody(
      renderStartPage(layout, { origin, demo: demo?.shop, isDemoHost: demo?.isDemoHost === true }),
      HTML_TYPE,
      false,
    );
    if (pages.size >= PAGES_MAX) pages.clear();
    pages.set(key, made);
    return made;
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: pagePaths.start,
    handler: async (request, reply) => {
      const isPage = wantsHtml(request.headers.accept);
      const body = isPage ? await pageFor(originOf(request), request.host) : index;
      return sendFile(request, reply, body, { cacheControl: REVALIDATED, vary: ['accept', 'host'] });
    },
  });
};
