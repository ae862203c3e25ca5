// Suite: deleting managed resources with all that needs them: exactly that goes, and the feed reports it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
} from './store-fixture.ts';
import { create, openWithModels, text } from './store-records-fixture.ts';
import {
  changesSince,
  done,
  exported,
  keys,
  left,
  nameOf,
  needed,
  OTHER,
  openFilled,
  openWithAll,
  PROD,
  remove,
  SIBLING,
  SUBMISSION,
  submit,
  TENANT,
  token,
  without,
  write,
} from './store-resources-fixture.ts';

export const describeCascade = (open: OpenStore): void => {
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
