// What is remembered is never older than the newest commit, never crosses a scope, and a failed read is not remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scope } from '../../domain/access/scope.ts';
import type { FormQuery } from '../../domain/forms/form-list.ts';
import { unbounded } from '../../domain/limits/request-budget.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { buildCachedStore, type ReadStore } from './cached-store.ts';

const scope = { tenantId: 't', workspaceId: 'w', environmentId: 'e' };

/** A store whose every result says for whom and when it was read. */
const buildFake = () => {
  const fake = { version: 1, products: 0, accessVersion: 1, reads: 0, failing: false };
  const result = async (...parts: readonly unknown[]): Promise<never> => {
    fake.reads += 1;
    if (fake.failing) throw new Error('the store is away');
    return `${parts.join('/')}@${fake.version}` as never;
  };
  /** A result that says to which workspace it belongs. */
  const owned = async (...parts: readonly unknown[]): Promise<never> =>
    ({ tenantId: 't', workspaceId: 'w', said: await result(...parts) }) as never;
  const where = ({ tenantId, workspaceId, environmentId }: Scope) =>
    `${tenantId}/${workspaceId}/${environmentId}`;
  const store: ReadStore = {
    revision: () => fake.version,
    nonProductRevision: () => fake.version - fake.products,
    accessRevision: () => fake.accessVersion,
    findDomain: (host) => owned('domain', host),
    findEnvironment: (at) => result('environment', where(at)),
    findToken: (digest) => owned('token', digest),
    inScope: (at): ScopedStore => ({
      findCatalog: (id) => result(where(at), 'catalog', id),
      findCommerceStore: (id) => result(where(at), 'store', id),
      listPopularTerms: (id, page) => result(where(at), 'terms', id, page.skip, page.limit),
      findContentModel: (id) => result(where(at), 'model', id),
      findContentModelByName: (name) => result(where(at), 'model name', name),
      hasRecord: (model, id) => result(where(at), 'record', model, id),
      findForm: (name) => result(where(at), 'form', name),
      listForms: ({ search }) => result(where(at), 'forms', search),
    }),
  };
  return { fake, store, cached: buildCachedStore(store) };
};

/** Every remembered read, asked with ids that could be mistaken for one another. */
const reads = (
  store: Pick<ReadStore, 'findDomain' | 'findEnvironment' | 'findToken' | 'inScope'>,
  at: Scope,
) => {
  const scoped = store.inScope(at);
  return Promise.all([
    store.findDomain('a'),
    store.findToken('a'),
    store.findEnvironment(at),
    scoped.findCatalog('a'),
    scoped.findCommerceStore('a'),
    scoped.findCommerceStore(undefined),
    scoped.findCommerceStore(''),
    scoped.listPopularTerms('a', { skip: 1, limit: 11 }),
    scoped.listPopularTerms('a', { skip: 11, limit: 1 }),
    scoped.findContentModel('a'),
    scoped.findContentModelByName('a'),
  ]);
};

test('results are the store’s own, and read once until something is committed', async () => {
  const { fake, store, cached } = buildFake();
  const own = await reads(store, scope);
  fake.reads = 0;
  assert.deepEqual(await reads(cached, scope), own);
  assert.deepEqual(await reads(cached, scope), own);
  // A host and a token are read again under the workspace they turn out to belong to.
  assert.equal(fake.reads, own.length + 2);
  fake.version = 2;
  fake.accessVersion = 2;
  assert.deepEqual(await reads(cached, scope), await reads(store, scope));
});

test('who may ask is read again only when that has changed', async () => {
  const { fake, cached } = buildFake();
  const ask = () =>
    Promise.all([cached.findDomain('a'), cached.findToken('a'), cached.findEnvironment(scope)]);
  const before = await ask();
  fake.version = 2;
  assert.deepEqual(await ask(), before);
  fake.accessVersion = 2;
  assert.notDeepEqual(await ask(), before);
});

test('what a scope reads is read again after every commit, unless it only changed products', async () => {
  const { fake, store, cached } = buildFake();
  const ask = (from: Pick<ReadStore, 'inScope'>) => {
    const scoped = from.inScope(scope);
    return Promise.all([scoped.findCatalog('a'), scoped.findContentModel('a')]);
  };
  const before = await ask(cached);
  fake.version = 2;
  fake.products = 1;
  assert.deepEqual(await ask(cached), before);
  fake.version = 3;
  assert.deepEqual(await ask(cached), await ask(store));
});

test('forms and records are the store’s own business, and are not remembered here', async () => {
  const { fake, store, cached } = buildFake();
  const ask = (from: Pick<ReadStore, 'inScope'>) => {
    const scoped = from.inScope(scope);
    const query = { search: 'a' } as FormQuery;
    return Promise.all([
      scoped.findForm('a', unbounded),
      scoped.listForms(query, unbounded),
      scoped.hasRecord('a', 'b'),
    ]);
  };
  assert.deepEqual(await ask(cached), await ask(store));
  fake.reads = 0;
  await ask(cached);
  assert.equal(fake.reads, 3);
});

test('no scope is given what another has read', async () => {
  const { store, cached } = buildFake();
  const scopes = ['t', 't2'].flatMap((tenantId) =>
    ['w', 'w2'].flatMap((workspaceId) =>
      ['e', 'e2'].map((environmentId) => ({ tenantId, workspaceId, environmentId })),
    ),
  );
  for (const at of scopes) assert.deepEqual(await reads(cached, at), await reads(store, at));
});

test('a read that is overtaken by a commit is not remembered', async () => {
  const { fake, cached } = buildFake();
  const slow = cached.findDomain('a');
  fake.version = 2;
  fake.accessVersion = 2;
  await cached.findDomain('b');
  await slow;
  assert.deepEqual(await cached.findDomain('a'), { tenantId: 't', workspaceId: 'w', said: 'domain/a@2' });
});

test('what was read before a commit is not remembered, however late it arrives', async () => {
  const { fake, store } = buildFake();
  const arriving = Promise.withResolvers<void>();
  /** Reads at once and returns late. */
  const slowly = async (result: Promise<never>): Promise<never> => {
    await arriving.promise;
    return result;
  };
  const cached = buildCachedStore({
    ...store,
    findEnvironment: (at) => slowly(store.findEnvironment(at) as Promise<never>),
    inScope: (at) => {
      const own = store.inScope(at);
      return { ...own, findCatalog: (id) => slowly(own.findCatalog(id) as Promise<never>) };
    },
  });
  const ask = () => [cached.inScope(scope).findCatalog('a'), cached.findEnvironment(scope)];
  const before = ask();
  fake.version = 2;
  fake.accessVersion = 2;
  arriving.resolve();
  assert.deepEqual(await Promise.all(before), ['t/w/e/catalog/a@1', 'environment/t/w/e@1']);
  assert.deepEqual(await Promise.all(ask()), ['t/w/e/catalog/a@2', 'environment/t/w/e@2']);
});

test('a failure is told and not remembered', async () => {
  const { fake, cached } = buildFake();
  fake.failing = true;
  await assert.rejects(cached.findToken('a'), /away/);
  fake.failing = false;
  assert.deepEqual(await cached.findToken('a'), { tenantId: 't', workspaceId: 'w', said: 'token/a@1' });
  fake.failing = true;
  const scoped = cached.inScope(scope);
  await assert.rejects(scoped.findCatalog('a'), /away/);
  await assert.rejects(cached.findEnvironment(scope), /away/);
  fake.failing = false;
  assert.equal(await scoped.findCatalog('a'), 't/w/e/catalog/a@1');
  assert.equal(await cached.findEnvironment(scope), 'environment/t/w/e@1');
});
