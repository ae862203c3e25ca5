// A workspace with one resource of every managed kind and related data, and short helpers to query it.

import type { TestContext } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import type { Token } from '../../../src/domain/access/token.ts';
import type {
  DeleteResult,
  Precondition,
  ResourceKey,
  ResourceKind,
  ResourceObject,
  WriteResult,
} from '../../../src/domain/manage/managed-resource.ts';
import {
  ACME,
  CATALOG,
  collect,
  everyKind,
  FORM,
  MODEL,
  type OpenStore,
  openFilledBy,
  putAll,
  TIME,
  uuid,
} from './store-fixture.ts';

export const PROD = { ...ACME, environmentId: 'PROD' };
export const OTHER: WorkspaceScope = { tenantId: 'other', workspaceId: 'web' };
export const SIBLING: WorkspaceScope = { tenantId: 'acme', workspaceId: 'shop' };
export const TENANT: WorkspaceScope = { tenantId: 'acme', workspaceId: '' };
export const SUBMISSION = uuid(90);

/** The keys of everything in `everyKind`. */
export const keys = {
  tenant: { id: 'acme' },
  workspace: { id: 'web' },
  environment: { id: 'PROD' },
  domain: { host: 'shop.web.acme.test' },
  content_model: { id: MODEL },
  catalog: { id: CATALOG },
  store: { id: 's1' },
  category: { catalog_id: CATALOG, id: 'c1' },
  product: { catalog_id: CATALOG, id: 'p1' },
  content_item: { catalog_id: CATALOG, provider_id: 'wp-1', locale: 'en-us' },
  synonyms: { catalog_id: CATALOG, id: 'syn1' },
  merchandising_rule: { catalog_id: CATALOG, id: 'r1' },
  attribute: { catalog_id: CATALOG, name: 'color' },
  facet: { catalog_id: CATALOG, field: 'price' },
  form: { id: FORM },
} as const satisfies Readonly<Record<ResourceKind, ResourceKey>>;

export const scopeOf = (kind: ResourceKind): WorkspaceScope => (kind === 'tenant' ? TENANT : ACME);

export const token = (changes: Partial<Token> = {}): Token => ({
  id: 'tok1',
  ...ACME,
  name: 'editor',
  permission: 'full',
  environmentIds: null,
  createdAt: TIME,
  expiresAt: null,
  revokedAt: null,
  ...changes,
});

export const submit = (store: Store, workspace: WorkspaceScope, id: string, formId = FORM) =>
  store.addSubmission(workspace, {
    id,
    formId,
    environmentId: 'PROD',
    submittedAt: '2026-03-04T05:06:07.000Z',
    answers: { email: 'ada@example.test' },
  });

/** Three workspaces, two of one tenant, with one resource of every kind each. */
export const openFilled = (open: OpenStore, t: TestContext): Promise<Store> =>
  openFilledBy(open, t, putThreeWorkspaces);

const putThreeWorkspaces = async (store: Store): Promise<void> => {
  for (const workspace of [ACME, OTHER, SIBLING]) await putAll(store, workspace, everyKind(workspace));
};

export const exported = async (store: Store, workspace: WorkspaceScope): Promise<BundleObject[]> =>
  (await collect(store.readBundle(workspace))).map(({ object }) => object);

/** `product p1`, in export order, without scope lines. */
export const left = async (store: Store, workspace: WorkspaceScope): Promise<string[]> =>
  (await exported(store, workspace)).map(nameOf);

export const nameOf = (object: BundleObject): string => {
  const { kind, ...rest } = object as Readonly<Record<string, unknown>> & { readonly kind: string };
  const names = ['id', 'host', 'provider_id', 'record_id', 'term', 'name', 'field'];
  return `${kind} ${names.map((name) => rest[name]).find((value) => value !== undefined)}`;
};

export const write = (
  store: Store,
  object: BundleObject,
  precondition: Precondition = { kind: 'none' },
  workspace: WorkspaceScope = scopeOf(object.kind as ResourceKind),
): Promise<WriteResult> =>
  store.writeResource(workspace, object as ResourceObject & BundleObject, precondition);

export const remove = (
  store: Store,
  kind: ResourceKind,
  options: {
    readonly key?: ResourceKey;
    readonly cascade?: boolean;
    readonly precondition?: Precondition;
    readonly workspace?: WorkspaceScope;
  } = {},
): Promise<DeleteResult> =>
  store.deleteResource(options.workspace ?? scopeOf(kind), kind, options.key ?? keys[kind], {
    cascade: options.cascade ?? false,
    precondition: options.precondition ?? { kind: 'none' },
  });

/** Changes since that position, as `product p1`. */
export const changesSince = async (
  store: Store,
  position: number,
  workspace: WorkspaceScope = ACME,
): Promise<string[]> =>
  (await store.listChanges(workspace, position, 1_000)).map(({ kind, id }) => `${kind} ${id}`);

/** What a deletion returns. */
export const done = { kind: 'done' };
export const needed = (...dependents: (readonly [kind: string, id: string])[]) => ({
  kind: 'needed',
  dependents: dependents.map(([kind, id]) => ({ kind, id })),
  count: dependents.length,
});

/** The names of everything in `everyKind` but these. */
export const without = (...names: readonly string[]): string[] =>
  everyKind(ACME)
    .map(nameOf)
    .filter((name) => !names.includes(name));

export const openWithAll = async (open: OpenStore, t: TestContext): Promise<Store> => {
  const store = await openFilled(open, t);
  await store.createToken(token(), 'd1');
  await submit(store, ACME, SUBMISSION);
  await submit(store, OTHER, SUBMISSION);
  return store;
};
