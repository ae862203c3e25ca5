// The pictures of the demo shop. Only `serve --demo` mounts them: a real shop's pictures are elsewhere.

import type { FastifyInstance } from 'fastify';
import { routeNotFound } from '../domain/failures/http-failures.ts';

/** The SVG at a path such as `tent/petrol.svg`; undefined if there is none. */
export type DrawImage = (path: string) => string | undefined;

export const DEMO_IMAGES = '/demo/images/:family/:file';

export const mountDemoImages = (app: FastifyInstance, draw: DrawImage): void => {
  app.route<{ Params: { readonly family: string; readonly file: string } }>({
    method: ['GET', 'HEAD'],
    url: DEMO_IMAGES,
    handler: ({ params: { family, file } }, reply) => {
      const svg = draw(`${family}/${file}`);
      if (svg === undefined) throw routeNotFound();
      return reply
        .headers({
          'cache-control': 'public, max-age=86400',
          'content-security-policy': "default-src 'none'",
        })
        .type('image/svg+xml; charset=utf-8')
        .send(svg);
    },
  });
};
