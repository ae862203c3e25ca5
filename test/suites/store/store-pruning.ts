// Suite: what an import lists in its transaction, and what it may delete of it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import type { BundleWriter, PrunableKind } from '../../../src/domain/manage/bundle-store.ts';
import {
  ACME,
  everyKind,
  FORM,
  line,
  type OpenStore,
  openFilledBy,
  putAll,
  RECORD,
  VERSION_1,
  VERSION_2,
} from './store-fixture.ts';

const OTHER = { tenantId: 'acme', workspaceId: 'app' };

const fill = async (store: Store): Promise<void> => {
  for (const scope of [ACME, OTHER]) await putAll(store, scope, everyKind(scope));
};

type Listed = BundleObject & { readonly id: string };

const listIn = async (
  writer: BundleWriter<BundleObject>,
  kind: PrunableKind,
  parent?: string,
): Promise<Listed[]> => (await Array.fromAsync(writer.list(ACME, kind, parent))).flat() as Listed[];

export const describePruning = (open: OpenStore): void => {
  describe('pruning', () => {
    it('lists models, versions, publications and forms, also what was just put', async (t) => {
      const store = await openFilledBy(open, t, fill);
      await store.writeBundle(async (writer) => {
        const staged = line('publication', { environment_id: 'STAGE', version_id: VERSION_2 });
        await writer.put(ACME, staged, 'as-is');
        assert.deepEqual(
          (await listIn(writer, 'version', RECORD)).map(({ id }) => id),
          [VERSION_1, VERSION_2],
        );
        assert.deepEqual(
          (await listIn(writer, 'form')).map(({ id }) => id),
          [FORM],
        );
        assert.equal((await listIn(writer, 'content_model')).length, 1);
        const publications = await listIn(writer, 'publication');
        assert.deepEqual(
          publications.map((each) => each.kind === 'publication' && [each.environment_id, each.version_id]),
          [
            ['PROD', VERSION_1],
            ['STAGE', VERSION_2],
          ],
        );
        return false;
      });
    });

    it('unpublishes a publication, and leaves what something needs', async (t) => {
      const store = await openFilledBy(open, t, fill);
      await store.addSubmission(ACME, {
        id: VERSION_1,
        formId: FORM,
        environmentId: 'PROD',
        submittedAt: '2026-01-02T03:04:05.000Z',
        answers: {},
      });
      const isDone = await store.writeBundle(async (writer) => {
        const first = async (kind: PrunableKind) => (await listIn(writer, kind))[0] ?? assert.fail();
        assert.equal(await writer.delete(ACME, 'form', await first('form')), false, 'it has a submission');
        const model = await first('content_model');
        assert.equal(await writer.delete(ACME, 'content_model', model), false, 'it has a record');
        const publication = await first('publication');
        assert.equal(await writer.delete(ACME, 'publication', publication), true);
        assert.equal(await writer.delete(ACME, 'publication', publication), false, 'it is gone');
        assert.deepEqual(await listIn(writer, 'publication'), []);
        assert.equal(await writer.delete(ACME, 'record', line('record')), true);
        assert.equal(await writer.delete(ACME, 'content_model', model), true);
        return true;
      });
      assert.equal(isDone, true);
      const kindsOf = async (scope: typeof ACME) =>
        (await Array.fromAsync(store.readBundle(scope))).map(({ object }) => object.kind);
      const here = await kindsOf(ACME);
      for (const kind of ['content_model', 'record', 'version', 'publication'] as const) {
        assert.ok(!here.includes(kind), kind);
        assert.ok((await kindsOf(OTHER)).includes(kind), `${kind} of the other workspace`);
      }
      assert.ok(here.includes('form'));
    });
  });
};
