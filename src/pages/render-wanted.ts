// Renders the pages that are made from much text: documentation, reference, texts for language models.

import { openAssets } from './assets.ts';
import type { DemoShop } from './demo-shop.ts';
import { renderDocsIndex, renderDocument } from './docs/docs-pages.ts';
import { listDocuments, readDocument, readDocuments } from './docs/documents.ts';
import type { Layout } from './layout.ts';
import { renderLlms, renderLlmsFull } from './llms-text.ts';
import { joinOpenApi, type OpenApi } from './reference/openapi-document.ts';
import { renderReference } from './reference/reference-page.ts';

export type WantedPage =
  | { readonly kind: 'docs-index'; readonly version: string }
  /** By its path, which must be one of `listDocuments`. */
  | { readonly kind: 'document'; readonly path: string; readonly version: string }
  /** `openApi`: the parts of the description of the interface, as JSON. */
  | {
      readonly kind: 'reference';
      readonly openApi: readonly string[];
      readonly demo: DemoShop | undefined;
      readonly version: string;
    }
  | { readonly kind: 'llms' }
  | { readonly kind: 'llms-full'; readonly openApi: readonly string[] };

export const renderWanted = async (wanted: WantedPage): Promise<string> => {
  if (wanted.kind === 'llms') return renderLlms(await readDocuments());
  if (wanted.kind === 'llms-full') return renderLlmsFull(await readDocuments(), read(wanted.openApi));
  const layout: Layout = { assets: openAssets(), version: wanted.version };
  if (wanted.kind === 'reference') return renderReference(layout, read(wanted.openApi), wanted.demo);
  if (wanted.kind === 'docs-index') return renderDocsIndex(layout, await readDocuments());
  const listed = await listDocuments();
  const file = listed.get(wanted.path);
  if (file === undefined) throw new Error(`there is no document for ${wanted.path}`);
  return renderDocument(layout, await readDocument(file), listed);
};

const read = (parts: readonly string[]): OpenApi =>
  joinOpenApi(parts.map((part) => JSON.parse(part) as OpenApi));
