// The reference, the documentation and the texts for language models. Each is rendered in a thread when it is first asked for, and
// kept from then on.

import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeNotFound } from '../../domain/failures/http-failures.ts';
import { listDocuments, readText } from '../../pages/docs/documents.ts';
import { renderInThread } from '../../pages/render-in-thread.ts';
import type { WantedPage } from '../../pages/render-wanted.ts';
import type { FindDemo } from './find-demo.ts';
import { pagePaths } from './page-routes.ts';
import { type FileBody, HTML_TYPE, REVALIDATED, sendFile, textBody } from './send-file.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
const MARKDOWN = /\.md$/;

/** Made once for all servers of the process, by a key; one that failed is made again. */
const bodies = new Map<string, Promise<FileBody>>();

const keep = (key: string, make: () => Promise<FileBody>): Promise<FileBody> => {
  const known = bodies.get(key);
  if (known !== undefined) return known;
  const made = make();
  bodies.set(key, made);
  made.catch(() => bodies.delete(key));
  return made;
};

const rendered = (key: string, wanted: WantedPage, type: string): Promise<FileBody> =>
  keep(key, async () => textBody(await renderInThread(wanted), type));

/** As they are when first asked for: they come with the package. */
let documents: ReturnType<typeof listDocuments> | undefined;

/** With `.md` after its path a document is sent as it was written. */
const documentBody = async (path: string, version: string): Promise<FileBody> => {
  documents ??= listDocuments();
  const file = (await documents).get(path.replace(MARKDOWN, ''));
  if (file === undefined) throw routeNotFound();
  return MARKDOWN.test(path)
    ? keep(path, async () => textBody(await readText(file), MARKDOWN_TYPE))
    : rendered(path, { kind: 'document', path, version }, HTML_TYPE);
};

export interface DocumentDependencies {
  readonly version: string;
  /** Its parts, as JSON. */
  readonly openApi: readonly string[];
  readonly findDemo: FindDemo;
}

export const mountDocuments = (
  app: FastifyInstance,
  { version, openApi, findDemo }: DocumentDependencies,
): void => {
  const mount = (url: string, bodyOf: (request: FastifyRequest) => Promise<FileBody>): void => {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { isPage: true },
      handler: async (request: FastifyRequest, reply: FastifyReply) =>
        sendFile(request, reply, await bodyOf(request), { cacheControl: REVALIDATED }),
    });
  };
  let digest: string | undefined;
  const edition = (): string => {
    digest ??= hash('sha256', openApi.join(), 'hex');
    return digest;
  };
  mount(pagePaths.reference, async ({ host }) => {
    const demo = (await findDemo(host))?.shop;
    return rendered(
      `reference ${demo?.environmentId} ${edition()}`,
      { kind: 'reference', openApi, demo, version },
      HTML_TYPE,
    );
  });
  mount(pagePaths.llms, () => rendered('llms', { kind: 'llms' }, TEXT_TYPE));
  mount(pagePaths.llmsFull, () =>
    rendered(`llms-full ${edition()}`, { kind: 'llms-full', openApi }, TEXT_TYPE),
  );
  mount(pagePaths.docs, () => rendered('docs', { kind: 'docs-index', version }, HTML_TYPE));
  const named = ({ params }: FastifyRequest): string => (params as { readonly name: string }).name;
  mount(pagePaths.document, (request) => documentBody(`/docs/${named(request)}`, version));
  mount(pagePaths.decision, (request) => documentBody(`/docs/decisions/${named(request)}`, version));
};
