// What no route serves, when a browser asks for it as a page: a page that says so, with links. Programs get the failure as JSON, and
// so does everybody at the address of a file: a page there would be taken for the file.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/failures/failures.ts';
import { ASSETS_PATH } from '../../pages/assets.ts';
import type { Layout } from '../../pages/layout.ts';
import { renderNotFound } from '../../pages/not-found-page.ts';
import { wantsHtml } from './accept.ts';
import { HTML_TYPE, PROTECTING_HEADERS, varyingBy } from './send-file.ts';

/** Sends the page, or undefined if the failure has to be sent as it is. */
export type SendMissingPage = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith(`${ASSETS_PATH}/`) && wantsHtml(headers.accept);

export const buildMissingPage = (layout: Layout): SendMissingPage => {
  const page = renderNotFound(layout);
  return (error, request, reply) => {
    const isMissing = error instanceof Failure && error.name === 'RouteNotFound';
    if (!isMissing || !isPageRequest(request)) return undefined;
    request.failureName = error.name;
    return reply
      .code(error.status)
      .headers({ ...PROTECTING_HEADERS, 'cache-control': 'no-store', vary: varyingBy(reply, ['accept']) })
      .type(HTML_TYPE)
      .send(page);
  };
};
