// Suite: deleting managed resources. A resource in use stays, with its dependents listed, or cascades to exactly
// those; the feed reports it, and nothing of a deleted workspace reappears in a new one with its name.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import { FeedTrimmed } from '../../../src/domain/failures/feed-trimmed.ts';
import type { ResourceKind } from '../../../src/domain/manage/managed-resource.ts';
import {
  ACME,
  CATALOG,
  everyKind,
  FORM,
  line,
  type OpenStore,
  putAll,
  RECORD,
  uuid,
  workspaceLines,
} from './store-fixture.ts';
import { create, openWithModels, text } from './store-records-fixture.ts';
import {
  changesSince,
  exported,
  keys,
  left,
  nameOf,
  OTHER,
  openFilled,
  remove,
  SIBLING,
  SUBMISSION,
  submit,
  TENANT,
  token,
  write,
} from './store-resources-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const PROD = { ...ACME, environmentId: 'PROD' };
const done = { kind: 'done' };
const needed = (...dependents: (readonly [kind: string, id: string])[]) => ({
  kind: 'needed',
  dependents: dependents.map(([kind, id]) => ({ kind, id })),
  count: dependents.length,
});
const without = (...names: readonly string[]): string[] =>
  everyKind(ACME)
    .map(nameOf)
    .filter((name) => !names.includes(name));

const openWithAll = async (open: OpenStore, t: TestContext): Promise<Store> => {
  const store = await openFilled(open, t);
  await store.createToken(token(), 'd1');
  await submit(store, ACME, SUBMISSION);
  await submit(store, OTHER, SUBMISSION);
  return store;
};

const describeRefusal = (open: OpenStore): void => {
  describe('delete resource', () => {
    it('knows only what is there, in its own workspace', async (t) => {
      const store = await openFilled(open, t);
      const theirs = await exported(store, OTHER);
      assert.deepEqual(await remove(store, 'synonyms'), done);
      assert.deepEqual(await remove(store, 'synonyms'), { kind: 'absent' });
      await putAll(store, OTHER, [line('product', { id: 'theirs' })]);
      const key = { catalog_id: CATALOG, id: 'theirs' };
      assert.deepEqual(await remove(store, 'product', { key, cascade: true }), { kind: 'absent' });
      const tenant = { key: { id: 'other' }, cascade: true, workspace: ACME };
      assert.deepEqual(await remove(store, 'tenant', tenant), { kind: 'absent' });
      assert.equal((await exported(store, OTHER)).length, theirs.length + 1);
    });

    it('happens only when the precondition holds', async (t) => {
      const store = await openFilled(open, t);
      const current = await store.findResource(ACME, 'product', keys.product);
      const tag = current?.tag ?? '';
      const stale = { precondition: { kind: 'tag', tags: ['x'] } } as const;
      assert.deepEqual(await remove(store, 'product', stale), { kind: 'refused', current });
      const absent = { key: { catalog_id: CATALOG, id: 'x' }, ...stale };
      assert.deepEqual(await remove(store, 'product', absent), { kind: 'absent' });
      const results = await Promise.all(
        Array.from({ length: 4 }, () =>
          remove(store, 'product', { precondition: { kind: 'tag', tags: [tag] } }),
        ),
      );
      assert.deepEqual(results.map(({ kind }) => kind).sort(), ['absent', 'absent', 'absent', 'done']);
    });

    it('leaves no trace of a leaf but one feed entry', async (t) => {
      const store = await openWithAll(open, t);
      await store.deleteSubmission(ACME, FORM, SUBMISSION);
      const leaves = ['domain', 'store', 'category', 'product', 'content_item', 'synonyms'] as const;
      const gone: string[] = [];
      for (const kind of [...leaves, 'merchandising_rule', 'attribute', 'facet', 'form'] as const) {
        const head = await store.headPosition(ACME);
        assert.deepEqual(await remove(store, kind), done, kind);
        assert.equal(await store.findResource(ACME, kind, keys[kind]), undefined);
        const [change, ...others] = await store.listChanges(ACME, head, 10);
        assert.equal(change?.kind, kind);
        assert.equal(change?.catalogId, 'catalog_id' in keys[kind] || kind === 'store' ? CATALOG : '');
        assert.deepEqual(others, []);
        gone.push(`${kind} ${change?.id}`);
      }
      assert.deepEqual(await left(store, ACME), without(...gone));
      assert.equal(await store.findDomain(keys.domain.host), undefined);
      assert.equal(await store.findProduct(PROD, CATALOG, 'p1'), undefined);
      assert.equal(await store.findContentItem(PROD, CATALOG, 'wp-1'), undefined);
    });

    it('takes one locale of a content item', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [line('content_item', { locale: 'de-de' })]);
      await remove(store, 'content_item');
      const item = await store.findContentItem(PROD, CATALOG, 'wp-1');
      assert.deepEqual(Object.keys(item?.texts ?? {}), ['de-de']);
    });
  });

  describe('needed', () => {
    it('says by whom, for each kind that others refer to', async (t) => {
      const store = await openWithAll(open, t);
      await store.createToken(token({ id: 'tok2', environmentIds: ['STAGE', 'PROD'] }), 'd2');
      await store.createToken(token({ id: 'tok3', environmentIds: ['PROD'], expiresAt: '2020-01-01' }), 'd3');
      await store.createToken(token({ id: 'tok4', environmentIds: ['STAGE'] }), 'd4');
      await putAll(store, ACME, [
        line('form', { id: uuid(41), environment_ids: ['PROD', 'STAGE'] }),
        line('content_item', { provider_id: 'wp-2', environment_ids: ['PROD'] }),
        line('merchandising_rule', { id: 'r2', environment_ids: ['STAGE', 'PROD'] }),
        line('content_item', {
          provider_id: 'wp-3',
          environment_ids: [],
          extra_data: { environment_ids: ['PROD'] },
        }),
      ]);
      const before = [await exported(store, ACME), await store.headPosition(ACME)];
      assert.deepEqual(await remove(store, 'tenant'), needed(['workspace', 'shop'], ['workspace', 'web']));
      assert.deepEqual(
        await remove(store, 'environment'),
        needed(
          ['domain', 'shop.web.acme.test'],
          ['store', 's1'],
          ['catalog', CATALOG],
          ['content_item', `${CATALOG}/wp-2/en-us`],
          ['merchandising_rule', `${CATALOG}/r2`],
          ['form', uuid(41)],
          ['publication', `${RECORD}/de-de`],
          ['publication', `${RECORD}/en-us`],
          ['token', 'tok2'],
        ),
      );
      assert.deepEqual(await remove(store, 'content_model'), needed(['record', RECORD]));
      assert.deepEqual(await remove(store, 'form'), needed(['submission', SUBMISSION]));
      const catalog = await remove(store, 'catalog');
      assert.equal(catalog.kind === 'needed' && catalog.count, 11);
      const workspace = await remove(store, 'workspace');
      assert.deepEqual(workspace.kind === 'needed' && Object.entries(countKinds(workspace.dependents)), [
        ['environment', 2],
        ['domain', 1],
        ['content_model', 1],
        ['catalog', 1],
        ['store', 1],
        ['category', 1],
        ['product', 1],
        ['content_item', 3],
        ['synonyms', 1],
        ['merchandising_rule', 2],
        ['attribute', 1],
        ['facet', 1],
        ['form', 2],
        ['record', 1],
        ['submission', 1],
        ['token', 3],
      ]);
      assert.deepEqual([await exported(store, ACME), await store.headPosition(ACME)], before);
    });

    it('names the first hundred and counts all', async (t) => {
      const store = await openFilled(open, t);
      const count = sizeFor(open, 345, 2_345);
      await putAll(
        store,
        ACME,
        Array.from({ length: count }, (_, index) => line('product', { id: `q${index}` })),
      );
      const result = await remove(store, 'catalog');
      assert.ok(result.kind === 'needed');
      assert.equal(result.count, count + 8);
      assert.equal(result.dependents.length, 100);
      assert.deepEqual(
        result.dependents.slice(0, 4).map(({ kind, id }) => `${kind} ${id}`),
        ['store s1', 'category c1', 'product p1', 'product q0'],
      );
    });

    it('is not what only weakly refers to it', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [line('merchandising_rule', { hide: ['p1'] })]);
      for (const kind of ['category', 'product'] as const) assert.deepEqual(await remove(store, kind), done);
      await store.removeRecord(ACME, 'blog', RECORD, { cascade: true, now: '2026-03-04T05:06:07.000Z' });
      assert.deepEqual(await remove(store, 'content_model'), done);
    });
  });
};

const countKinds = (dependents: readonly { readonly kind: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of dependents) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

const describeCascade = (open: OpenStore): void => {
  describe('cascade', () => {
    it('takes a catalog with all that is in it, and one entry says so', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [
        line('catalog', { id: uuid(5) }),
        line('product', { catalog_id: uuid(5), id: 'kept' }),
        ...Array.from({ length: 700 }, (_, index) => line('product', { id: `q${index}` })),
      ]);
      const head = await store.headPosition(ACME);
      assert.deepEqual(await remove(store, 'catalog', { cascade: true }), done);
      assert.deepEqual(await changesSince(store, head), ['store s1', `catalog ${CATALOG}`]);
      const names = without(
        `catalog ${CATALOG}`,
        'store s1',
        'category c1',
        'product p1',
        'content_item wp-1',
        'synonyms syn1',
        'merchandising_rule r1',
        'attribute color',
        'facet price',
        'search_event shoe',
        'popular_term shoe',
      );
      const at = names.indexOf(`record ${RECORD}`);
      names.splice(at, 0, `catalog ${uuid(5)}`, 'product kept');
      assert.deepEqual((await left(store, ACME)).sort(), names.sort());
      assert.deepEqual(await store.inScope(PROD).listPopularTerms(CATALOG, { skip: 0, limit: 9 }), []);
    });

    it('takes what is in an environment, and detaches what is only attached to it', async (t) => {
      const store = await openWithAll(open, t);
      await store.createToken(token({ id: 'both', environmentIds: ['STAGE', 'PROD'] }), 'd2');
      await store.createToken(token({ id: 'one', environmentIds: ['PROD'] }), 'd3');
      const both = ['PROD', 'STAGE'];
      await putAll(store, ACME, [
        line('store', { id: 's2', environment_id: 'STAGE' }),
        line('domain', { host: 'stage.test', environment_id: 'STAGE' }),
        line('form', { id: uuid(41), environment_ids: ['PROD'] }),
        line('content_item', { provider_id: 'both', environment_ids: both }),
        line('content_item', { provider_id: 'one', environment_ids: ['PROD'] }),
        line('merchandising_rule', { id: 'rule-both', environment_ids: both }),
        line('merchandising_rule', { id: 'rule-one', environment_ids: ['PROD'] }),
        line('publication', { environment_id: 'STAGE' }),
      ]);
      const head = await store.headPosition(ACME);
      assert.deepEqual(await remove(store, 'environment', { cascade: true }), done);
      assert.deepEqual(await changesSince(store, head), [
        'domain shop.web.acme.test',
        'store s1',
        `catalog ${CATALOG}`,
        `form ${uuid(41)}`,
        'content_item both',
        'content_item one',
        'merchandising_rule rule-both',
        'merchandising_rule rule-one',
        'environment PROD',
      ]);
      const objects = await exported(store, ACME);
      const listOf = (name: string) =>
        objects
          .filter((each) => nameOf(each) === name)
          .map((each) => 'environment_ids' in each && each.environment_ids);
      assert.deepEqual(listOf(`catalog ${CATALOG}`), [[]]);
      assert.deepEqual(listOf(`form ${uuid(41)}`), [[]]);
      assert.deepEqual(listOf('content_item both'), [['STAGE']]);
      assert.deepEqual(listOf('content_item wp-1'), [null]);
      assert.deepEqual(listOf('content_item one'), []);
      assert.deepEqual(listOf('merchandising_rule rule-both'), [['STAGE']]);
      assert.deepEqual(listOf('merchandising_rule rule-one'), []);
      assert.deepEqual(listOf('merchandising_rule r1'), [false], 'a rule for all environments stays one');
      const publications = objects.filter((each) => each.kind === 'publication');
      assert.deepEqual(
        publications.map((each) => 'environment_id' in each && each.environment_id),
        ['STAGE'],
      );
      const tokens = new Map((await store.listTokens(ACME)).map((each) => [each.id, each]));
      assert.deepEqual(tokens.get('both')?.environmentIds, ['STAGE']);
      assert.equal(tokens.get('both')?.revokedAt, null);
      assert.deepEqual(tokens.get('one')?.environmentIds, ['PROD']);
      assert.notEqual(tokens.get('one')?.revokedAt, null);
      assert.deepEqual(tokens.get('tok1'), token());
      // A new environment of the same name starts empty.
      await putAll(store, ACME, [line('environment')]);
      assert.equal(await store.inScope(PROD).findCatalog(CATALOG), undefined);
      assert.equal(await store.inScope(PROD).findCommerceStore(undefined), undefined);
    });

    it('takes a content model with its records', async (t) => {
      const store = await openFilled(open, t);
      const head = await store.headPosition(ACME);
      assert.deepEqual(await remove(store, 'content_model', { cascade: true }), done);
      assert.deepEqual(await changesSince(store, head), [`content_model ${keys.content_model.id}`]);
      const kinds = new Set((await exported(store, ACME)).map(({ kind }) => kind));
      for (const kind of ['content_model', 'record', 'version', 'publication'] as const) {
        assert.equal(kinds.has(kind), false, kind);
      }
      assert.equal(await store.findPublishedRecord(PROD, CATALOG, RECORD), undefined);
    });

    it('does not leave a relation of another model without its end', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, uuid(101), uuid(201), { model: 'person' });
      await create(store, uuid(102), uuid(202), {
        localized: { 'en-us': text('one', { author: uuid(101), note: uuid(103) }) },
      });
      await create(store, uuid(103), uuid(203), {
        localized: { 'en-us': text('two', { author: uuid(102) }) },
      });
      const person = { key: { id: uuid(21) }, cascade: true };
      assert.deepEqual(await remove(store, 'content_model', person), needed(['record', uuid(102)]));
      // Records of one model may relate to each other: they are deleted together.
      assert.deepEqual(await remove(store, 'content_model', { cascade: true }), done);
      assert.deepEqual(await remove(store, 'content_model', person), done);
    });

    it('takes a form with what was sent in by it', async (t) => {
      const store = await openWithAll(open, t);
      assert.deepEqual(await remove(store, 'form', { cascade: true }), done);
      assert.equal(await store.findSubmission(ACME, FORM, SUBMISSION), undefined);
      assert.ok(await store.findSubmission(OTHER, FORM, SUBMISSION));
      assert.equal(await submit(store, ACME, uuid(91)), false);
    });

    it('takes a workspace or a tenant with everything, and nothing of another', async (t) => {
      const store = await openWithAll(open, t);
      const others = [
        await exported(store, OTHER),
        await exported(store, SIBLING),
        await store.headPosition(SIBLING),
      ];
      assert.deepEqual(await remove(store, 'workspace', { cascade: true }), done);
      assert.deepEqual(await left(store, ACME), []);
      assert.deepEqual(
        [await exported(store, OTHER), await exported(store, SIBLING), await store.headPosition(SIBLING)],
        others,
      );
      assert.equal(await store.findToken('d1'), undefined);
      assert.equal(await store.findDomain(keys.domain.host), undefined);
      assert.equal(await store.findSubmission(ACME, FORM, SUBMISSION), undefined);
      // Their keys are free again.
      const host = { host: keys.domain.host };
      assert.equal((await write(store, line('domain', host), { kind: 'absent' }, OTHER)).kind, 'created');
      assert.deepEqual(await remove(store, 'tenant'), needed(['workspace', 'shop']));
      assert.deepEqual(await remove(store, 'tenant', { cascade: true }), done);
      assert.deepEqual(await left(store, SIBLING), []);
      assert.equal(await store.findResource(TENANT, 'tenant', keys.tenant), undefined);
      assert.equal((await exported(store, OTHER)).length, everyKind(OTHER).length + 1);
    });
  });
};

const describeComingBack = (open: OpenStore): void => {
  describe('what comes back under an old name', () => {
    it('is a new workspace: its feed counts on, and whoever read the old one is told', async (t) => {
      const store = await openFilled(open, t);
      const head = await store.headPosition(ACME);
      await remove(store, 'workspace', { cascade: true });
      assert.equal(await store.headPosition(ACME), head + 1);
      for (const position of [0, 1, head - 1, head]) {
        await assert.rejects(store.listChanges(ACME, position, 10), FeedTrimmed, String(position));
      }
      assert.deepEqual(await store.listChanges(ACME, head + 1, 10), []);
      await putAll(store, ACME, workspaceLines(ACME));
      assert.deepEqual(
        await changesSince(store, head + 1),
        // The tenant is unchanged.
        ['workspace web', 'environment PROD', 'environment STAGE'],
      );
      await assert.rejects(store.listChanges(ACME, head, 10), FeedTrimmed);
      // Deleted and recreated within one batch.
      const before = await store.headPosition(ACME);
      await remove(store, 'workspace', { cascade: true });
      const object = line('workspace');
      await store.writeBatch(ACME, [
        { action: 'put', object },
        { action: 'delete', kind: 'workspace', key: keys.workspace },
        { action: 'put', object },
      ]);
      assert.deepEqual(
        (await store.listChanges(ACME, before + 3, 10)).map(({ position, kind }) => [position, kind]),
        [[before + 4, 'workspace']],
      );
      await assert.rejects(store.listChanges(ACME, before + 2, 10), FeedTrimmed);
    });

    it('has no searches that were recorded for the old catalog', async (t) => {
      const store = await openFilled(open, t);
      const catalog = { ...ACME, catalogId: CATALOG };
      const event = { ...catalog, term: 'late', at: '2026-03-04T05:06:07.000Z', total: 3, visitor: 'v1' };
      await remove(store, 'catalog', { cascade: true });
      const kept = { ...event, ...OTHER };
      await store.appendSearchEvents([event, kept]);
      const head = await store.headPosition(ACME);
      await store.replacePopularTerms(catalog, ['late']);
      assert.equal(await store.headPosition(ACME), head);
      await putAll(store, ACME, [line('catalog')]);
      assert.deepEqual((await store.summarizeSearches(catalog, '2026-01-01')).totals, []);
      assert.deepEqual(await store.inScope(PROD).listPopularTerms(CATALOG, { skip: 0, limit: 9 }), []);
      const theirs = await store.summarizeSearches({ ...catalog, ...OTHER }, '2026-03-01');
      assert.deepEqual(
        theirs.totals.map(({ term }) => term),
        ['late'],
      );
    });

    it('is told from the old one by every kind that search follows', async (t) => {
      const store = await openFilled(open, t);
      for (const kind of ['environment', 'catalog', 'content_model'] as const satisfies ResourceKind[]) {
        const head = await store.headPosition(ACME);
        await remove(store, kind, { cascade: true });
        await putAll(store, ACME, [line(kind)]);
        const seen = (await store.listChanges(ACME, head, 100)).filter((change) => change.kind === kind);
        assert.ok(seen.length >= 2, kind);
      }
    });
  });
};

export const describeResourceDeletion = (open: OpenStore): void => {
  describeRefusal(open);
  describeCascade(open);
  describeComingBack(open);
};
