// A workspace whose lists of records are compared with a scan: random steps that change them, and the comparison.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toContentModel } from '../../../src/adapters/store/sql/documents.ts';
import type { SqliteStore } from '../../../src/adapters/store/sqlite/open-sqlite-store.ts';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import {
  compile,
  LOCALES,
  modelFields,
  pageByScan,
  type Question,
  searchOf,
  textIn,
  toModelFields,
} from './record-list-oracle.ts';
import { ACME, line, putAll, TIME, uuid, workspaceLines } from './store-fixture.ts';
import { requestOf } from './store-records-fixture.ts';

const ENVIRONMENTS = ['PROD', 'STAGE'] as const;
const RECORDS_MAX = 12;

const record = fc.nat(RECORDS_MAX - 1);
const environment = fc.constantFrom(...ENVIRONMENTS);
const localized = fc.dictionary(fc.constantFrom(...LOCALES), textIn, { minKeys: 1, maxKeys: 3 });

/** Whatever changes what lists show. */
export const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('version'), record, localized } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('publish'),
      record,
      environment,
      back: fc.nat(1),
      locale: fc.option(fc.constantFrom(...LOCALES), { nil: undefined }),
    } as const),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('unpublish'), record, environment } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('removeRecord'), record } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('removeVersion'), record } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('model'), fields: modelFields } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('environment'), environment } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A workspace of its own in the store, and what is known of it. */
export class World {
  readonly workspace;
  readonly store: SqliteStore;
  model = line('content_model');
  readonly #versions = new Map<number, string[]>();
  #made = 1_000;

  constructor(store: SqliteStore, workspaceId: string) {
    this.store = store;
    this.workspace = { ...ACME, workspaceId };
  }

  async put(lines: readonly BundleObject[]): Promise<void> {
    await putAll(this.store, this.workspace, lines);
  }

  async take(now: Step): Promise<void> {
    const { store, workspace } = this;
    if (now.act === 'model') {
      this.model = line('content_model', { fields: toModelFields(now.fields) });
      return this.put([this.model]);
    }
    if (now.act === 'environment') {
      await store.deleteResource(
        workspace,
        'environment',
        { id: now.environment },
        { precondition: { kind: 'none' }, cascade: true },
      );
      return this.put(workspaceLines(workspace));
    }
    const id = uuid(now.record + 1);
    const versions = this.#versions.get(now.record) ?? [];
    switch (now.act) {
      case 'version': {
        this.#made += 1;
        const versionId = uuid(this.#made);
        const number = versions.length + 1;
        this.#versions.set(now.record, [...versions, versionId]);
        return this.put([
          line('record', { id, created_at: TIME, created_by: now.record % 2 === 0 ? null : 'Ada' }),
          line('version', { id: versionId, record_id: id, number, localized: now.localized }),
        ]);
      }
      case 'publish': {
        const request = requestOf(id, versions.at(-1 - now.back) ?? uuid(9), {
          environmentId: now.environment,
          locale: now.locale,
          now: `2026-03-04T05:06:0${now.record % 10}.000Z`,
        });
        await store.publish(workspace, request);
        return;
      }
      case 'unpublish':
        await store.unpublish(
          workspace,
          requestOf(id, versions.at(-1) ?? uuid(9), { environmentId: now.environment }),
        );
        return;
      case 'removeVersion':
        // Only what is published nowhere goes; numbers go on counting.
        await store.removeVersion(workspace, id, versions.at(-1) ?? uuid(9));
        return;
      case 'removeRecord':
        await store.removeRecord(workspace, 'blog', id, { cascade: true, now: TIME });
        this.#versions.delete(now.record);
        return;
    }
  }

  /** How often the lists told the page. */
  async compare(questions: readonly Question[]): Promise<number> {
    let told = 0;
    for (const asked of questions) {
      const query = compile(toContentModel(this.model), asked.criteria);
      if (query === undefined) continue;
      for (const environmentId of ENVIRONMENTS) {
        const reader = this.store.recordsIn({ ...this.workspace, environmentId });
        const search = searchOf(asked, 'blog');
        const found = await reader.findPage(query, search);
        // The first of these may read what an earlier one kept, the second one certainly does.
        for (const _ of ['first', 'second']) {
          assert.deepEqual(await reader.atOnce((same) => same.findPage(query, search)), found);
        }
        if (found === undefined) continue;
        told += 1;
        assert.deepEqual(found, await pageByScan(reader, query, search), JSON.stringify(asked));
      }
    }
    return told;
  }
}
