// Suite: what a scope can see, and that it sees nothing of another, even if all ids are the same.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { Token } from '../../../src/domain/access/token.ts';
import { Failure } from '../../../src/domain/failures/failures.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import {
  ACME,
  ALL_FORMS,
  CATALOG,
  everyKind,
  FORM,
  line,
  MODEL,
  type OpenStore,
  openFilledBy,
  putAll,
  putEveryKind,
  RECORD,
  readRevisions,
  revisionsOf,
  uuid,
  workspaceLines,
} from './store-fixture.ts';

const PROD = { ...ACME, environmentId: 'PROD' };
const STAGE = { ...ACME, environmentId: 'STAGE' };

const isWorkspaceNotFound = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'workspace_not_found';

const isEnvironmentRefused = (error: unknown): boolean =>
  error instanceof Failure &&
  error.status === 409 &&
  error.code === 'refused:environment_ids.1' &&
  error.message === 'environment_ids.1: there is no environment "x" in this workspace';

const tokenOf = (changes: Partial<Token> = {}): Token => ({
  id: 'tok1',
  ...ACME,
  name: 'ci',
  permission: 'full',
  environmentIds: ['PROD', 'STAGE'],
  createdAt: '2026-03-04T05:06:07.000Z',
  expiresAt: null,
  revokedAt: null,
  ...changes,
});

const openFilled = (open: OpenStore, ...[t]: Parameters<OpenStore>): Promise<Store> =>
  openFilledBy(open, t, putEveryKind);

export const describeReads = (open: OpenStore): void => {
  describe('directory', () => {
    it('finds a domain whatever its case, and no other', async (t) => {
      const store = await openFilled(open, t);
      assert.deepEqual(await store.findDomain('SHOP.web.acme.test'), PROD);
      assert.equal(await store.findDomain('nowhere.test'), undefined);
    });

    it('finds an environment by all three ids only', async (t) => {
      const store = await openFilled(open, t);
      assert.deepEqual(await store.findEnvironment(STAGE), {
        id: 'STAGE',
        envType: 'STAGING',
        defaultLocale: 'de-de',
        access: 'token_required',
      });
      for (const other of [{ tenantId: 'x' }, { workspaceId: 'x' }, { environmentId: 'x' }]) {
        assert.equal(await store.findEnvironment({ ...STAGE, ...other }), undefined);
      }
    });
  });

  describe('scoped reads', () => {
    it('shows a catalog only in the environments it is attached to', async (t) => {
      const store = await openFilled(open, t);
      assert.deepEqual(await store.inScope(PROD).findCatalog(CATALOG), {
        id: CATALOG,
        contentSearch: true,
        contentModels: ['blog'],
      });
      assert.equal(await store.inScope(STAGE).findCatalog(CATALOG), undefined);
      assert.equal(await store.inScope(PROD).findCatalog(uuid(99)), undefined);
      assert.equal(await store.inScope(PROD).findCatalog('not a uuid'), undefined);
    });

    it('finds a commerce store by id, and the default one, within the environment', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [
        line('store', { id: 's3', is_default: true }),
        line('store', { id: 's0', is_default: false }),
        line('store', { id: 's4', environment_id: 'STAGE', is_default: false }),
      ]);
      assert.equal((await store.inScope(PROD).findCommerceStore(undefined))?.id, 's1');
      assert.deepEqual(await store.inScope(PROD).findCommerceStore('s0'), {
        id: 's0',
        storeHash: 'x7k2',
        provider: 'bigcommerce',
        catalogId: CATALOG,
        contentModelId: MODEL,
        currency: 'USD',
      });
      assert.equal(await store.inScope(PROD).findCommerceStore('s4'), undefined);
      assert.equal(await store.inScope(STAGE).findCommerceStore(undefined), undefined);
    });

    it('pages the stored popular terms by rank', async (t) => {
      const store = await openFilled(open, t);
      const terms = Array.from({ length: 250 }, (_, index) => `term ${index}`);
      await store.replacePopularTerms({ ...ACME, catalogId: CATALOG }, terms);
      const scoped = store.inScope(PROD);
      assert.deepEqual(await scoped.listPopularTerms(CATALOG, { skip: 98, limit: 4 }), terms.slice(98, 102));
      assert.deepEqual(await scoped.listPopularTerms(CATALOG, { skip: 249, limit: 10 }), ['term 249']);
      assert.deepEqual(await scoped.listPopularTerms(CATALOG, { skip: 0, limit: 0 }), []);
      assert.deepEqual(await scoped.listPopularTerms(uuid(99), { skip: 0, limit: 10 }), []);
    });

    it('finds content models by id and by name, and records of their model', async (t) => {
      const store = await openFilled(open, t);
      const scoped = store.inScope(STAGE);
      const model = await scoped.findContentModel(MODEL);
      assert.equal(model?.internalName, 'blog');
      assert.deepEqual(await scoped.findContentModelByName('blog'), model);
      assert.equal(await scoped.findContentModelByName('Blog'), undefined);
      assert.equal(await scoped.findContentModel(RECORD), undefined);
      assert.equal(await scoped.hasRecord('blog', RECORD), true);
      assert.equal(await scoped.hasRecord('news', RECORD), false);
      assert.equal(await scoped.hasRecord('blog', MODEL), false);
    });
  });

  describe('isolation', () => {
    it('keeps workspaces apart that share every id', async (t) => {
      const store = await open(t);
      const scopes = [
        ACME,
        { tenantId: 'acme', workspaceId: 'b2b' },
        { tenantId: 'other', workspaceId: 'web' },
      ];
      for (const [index, scope] of scopes.entries())
        await putAll(store, scope, everyKind(scope, `-${index}`));
      for (const [index, workspace] of scopes.entries()) {
        const mark = `-${index}`;
        const scope = { ...workspace, environmentId: 'PROD' };
        const scoped = store.inScope(scope);
        assert.equal((await scoped.findCommerceStore('s1'))?.storeHash, `hash${mark}`);
        assert.deepEqual(await scoped.listPopularTerms(CATALOG, { skip: 0, limit: 9 }), [`shoe${mark}`]);
        assert.equal((await scoped.findContentModelByName('blog'))?.name, `Blog${mark}`);
        assert.deepEqual(
          (await scoped.listForms(ALL_FORMS, unbounded)).items.map((form) => form.displayName),
          [`Contact${mark}`],
        );
        assert.equal((await store.findProduct(scope, CATALOG, 'p1'))?.name, `Red shoe${mark}`);
        assert.equal(
          (await store.findContentItem(scope, CATALOG, 'wp-1'))?.texts['en-us']?.title,
          `About${mark}`,
        );
        assert.equal(await scoped.hasRecord('blog', RECORD), true);
        const record = await store.findPublishedRecord(scope, CATALOG, RECORD);
        assert.equal(record?.texts['en-us']?.createdBy, `ada${mark}`);
        const contents = await store.loadCatalog(scope, CATALOG);
        assert.deepEqual(
          contents?.categories.map((category) => category.name),
          [`Shoes${mark}`],
        );
        assert.deepEqual(contents?.synonyms[0]?.words, ['sneaker', `trainer${mark}`]);
        assert.deepEqual(contents?.merchandisingRules[0]?.pin, [`p${mark}`]);
        assert.deepEqual(contents?.popularTerms, [`shoe${mark}`]);
        const { totals } = await store.summarizeSearches({ ...workspace, catalogId: CATALOG }, '2026-01-01');
        assert.deepEqual(totals, [{ term: `shoe${mark}`, visitors: 1 }]);
      }
      const elsewhere = store.inScope({ tenantId: 'other', workspaceId: 'b2b', environmentId: 'PROD' });
      assert.equal(await elsewhere.findCatalog(CATALOG), undefined);
      assert.equal(await elsewhere.findContentModel(MODEL), undefined);
      assert.equal(await elsewhere.hasRecord('blog', RECORD), false);
      assert.deepEqual(await elsewhere.listForms(ALL_FORMS, unbounded), { total: 0, items: [] });
      assert.equal(await elsewhere.findForm(FORM, unbounded), undefined);
      assert.equal(await elsewhere.findForm('contact', unbounded), undefined);
    });
  });

  describe('tokens', () => {
    it('keeps a token under its digest, revoked or not', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, workspaceLines(ACME));
      await store.createToken(tokenOf(), 'd1');
      assert.deepEqual(await store.findToken('d1'), tokenOf());
      assert.equal(await store.findToken('tok1'), undefined);
      assert.equal(await store.revokeToken('tok1', '2026-04-01T00:00:00.000Z'), true);
      assert.equal(await store.revokeToken('tok1', '2026-05-01T00:00:00.000Z'), true);
      assert.equal((await store.findToken('d1'))?.revokedAt, '2026-04-01T00:00:00.000Z');
      assert.equal(await store.revokeToken('tok2', '2026-04-01T00:00:00.000Z'), false);
    });

    it('lists tokens of a workspace, of a tenant, or all', async (t) => {
      const store = await open(t);
      const other = { tenantId: 'other', workspaceId: 'web' };
      await putAll(store, ACME, workspaceLines(ACME));
      await putAll(store, other, workspaceLines(other));
      await store.createToken(tokenOf({ environmentIds: null }), 'd1');
      await store.createToken(tokenOf({ id: 'tok2', ...other }), 'd2');
      const ids = async (filter: object) => (await store.listTokens(filter)).map((found) => found.id);
      assert.deepEqual(await ids({}), ['tok1', 'tok2']);
      assert.deepEqual(await ids(other), ['tok2']);
      assert.deepEqual(await ids({ tenantId: 'acme' }), ['tok1']);
      assert.deepEqual(await ids({ workspaceId: 'web' }), ['tok1', 'tok2']);
    });

    it('refuses a token for a place that does not exist', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, workspaceLines(ACME));
      await assert.rejects(store.createToken(tokenOf({ workspaceId: 'x' }), 'd1'), isWorkspaceNotFound);
      await assert.rejects(
        store.createToken(tokenOf({ environmentIds: ['PROD', 'x'] }), 'd1'),
        isEnvironmentRefused,
      );
      assert.deepEqual(await store.listTokens({}), []);
    });
  });

  it('says whether anything has changed, anything but products, and who may ask', async (t) => {
    const store = await openFilled(open, t);
    await readRevisions(store, ACME);
    const moved = new Map<string, string>();
    const watch = async (kind: string, change: () => Promise<unknown>) => {
      const before = revisionsOf(store, ACME);
      await change();
      const after = revisionsOf(store, ACME);
      const names = ['anything', 'others', 'access'].filter((_, place) => after[place] !== before[place]);
      moved.set(kind, names.join(' and '));
    };
    for (const changed of everyKind(ACME, ' again')) {
      const other = changed.kind === 'environment' ? { ...changed, default_locale: 'fr-fr' } : changed;
      await watch(changed.kind, () => putAll(store, ACME, [other]));
    }
    await watch('token', () => store.createToken(tokenOf(), 'd1'));
    await watch('revoked token', () => store.revokeToken('tok1', '2026-04-01T00:00:00.000Z'));
    const key = { catalog_id: CATALOG, id: 'p1' };
    const options = { cascade: false, precondition: { kind: 'none' } } as const;
    await watch('deleted product', () => store.deleteResource(ACME, 'product', key, options));
    const access = ['environment', 'domain', 'token', 'revoked token'];
    for (const [kind, names] of moved)
      assert.equal(names.includes('access'), access.includes(kind), `${kind}: ${names}`);
    for (const kind of ['content_item', 'catalog', 'category', 'version', ...access])
      assert.ok(moved.get(kind)?.startsWith('anything and others'), kind);
    for (const kind of ['product', 'deleted product']) assert.equal(moved.get(kind), 'anything', kind);
  });

  it('answers a ping, and fails it once closed', async (t) => {
    const store = await open(t);
    await store.ping();
    await store.close();
    await assert.rejects(store.ping());
  });
};
