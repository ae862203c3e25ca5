// Where documents are: a place is one catalog in one environment, in one generation. Every query is made for a place, and finds nothing
// outside it.

import { hash } from 'node:crypto';
import { type Scope, scopeKey, type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';

/** What a document is: a product or a content item in one locale, a word of either, or the list of an object's locales. */
export type DocumentKind = 'product' | 'content' | 'product-word' | 'content-word' | 'manifest';

const marks: Readonly<Record<DocumentKind, string>> = {
  product: 'p',
  content: 'c',
  'product-word': 'x',
  'content-word': 'y',
  manifest: 'm',
};

export interface Place {
  readonly scope: Scope;
  readonly catalogId: string;
  /** Grows with each rebuild: documents of two generations never mix. */
  readonly generation: number;
}

/** 96 bits: no two places share it. */
const KEY_CHARS = 16;

/** The value of the field `place` for one kind of document. */
export const placeKey = ({ scope, catalogId, generation }: Place, kind: DocumentKind): string =>
  digest(`${scopeKey(scope)}\0${catalogId}\0${generation}`).slice(0, KEY_CHARS) + marks[kind];

/** The documents of a workspace are in one shard. */
export const routingOf = (workspace: WorkspaceScope): string =>
  digest(workspaceKey(workspace)).slice(0, KEY_CHARS);

/** The id of the state of a catalog in an environment. */
export const stateId = (scope: Scope, catalogId: string): string =>
  digest(`${scopeKey(scope)}\0${catalogId}`);

/** `parts`: what makes it unique in its place. */
export const documentId = (place: string, ...parts: readonly string[]): string =>
  digest([place, ...parts].join('\0'));

const digest = (text: string): string => hash('sha256', text, 'base64url');
