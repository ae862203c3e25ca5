// A workspace whose lists of records are compared with a scan: random steps that change them, and the comparison.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toContentModel } from '../../../src/adapters/store/sql/documents.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
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
const WORDS = ['apple', 'Zebra', 'pear', 'ÄPFEL'];

const environment = fc.constantFrom(...ENVIRONMENTS);
const localized = fc.dictionary(fc.constantFrom(...LOCALES), textIn, { minKeys: 1, maxKeys: 3 });

/** Whatever changes what lists show, of so many records. */
export const stepsOf = (records: number) => {
  const record = fc.nat(records - 1);
  return fc.oneof(
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
};

export const step = stepsOf(RECORDS_MAX);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A workspace of its own in the store, and what is known of it. */
export class World {
  readonly workspace;
  readonly store: Store;
  model = line('content_model');
  readonly #versions = new Map<number, string[]>();
  #made = 100_000;

  constructor(store: Store, workspaceId: string) {
    this.store = store;
    this.workspace = { ...ACME, workspaceId };
  }

  async put(lines: readonly BundleObject[]): Promise<void> {
    await putAll(this.store, this.workspace, lines);
  }

  /** Regular ones, published in one environment or the other. Each has a version of its own. */
  async fill(records: number): Promise<void> {
    const numbers = Array.from({ length: records }, (_, index) => index);
    await this.put(
      numbers.flatMap((number) => {
        this.#made += 1;
        const [id, versionId] = [uuid(number + 1), uuid(this.#made)];
        this.#versions.set(number, [versionId]);
        const fields = {
          one: `${WORDS[number % 4]} ${number % 300}`,
          two: (number * 7919) % 997,
          three: number % 3 === 0,
        };
        const text = {
          title: `${WORDS[(number * 7) % 4]} ${number}`,
          page_slug: '',
          body: '',
          image_url: null,
          fields,
        };
        return [
          line('record', { id, created_at: TIME }),
          line('version', { id: versionId, record_id: id, number: 1, localized: { 'en-us': text } }),
          line('publication', {
            record_id: id,
            version_id: versionId,
            environment_id: number % 5 === 0 ? 'STAGE' : 'PROD',
          }),
        ];
      }),
    );
  }

  /** `store`: of the node that writes. */
  async take(now: Step, store: Store = this.store): Promise<void> {
    const { workspace } = this;
    const put = (lines: readonly BundleObject[]) => putAll(store, workspace, lines);
    if (now.act === 'model') {
      this.model = line('content_model', { fields: toModelFields(now.fields) });
      await put([this.model]);
      return;
    }
    if (now.act === 'environment') {
      await store.deleteResource(
        workspace,
        'environment',
        { id: now.environment },
        { precondition: { kind: 'none' }, cascade: true },
      );
      await put(workspaceLines(workspace));
      return;
    }
    const id = uuid(now.record + 1);
    const versions = this.#versions.get(now.record) ?? [];
    switch (now.act) {
      case 'version': {
        this.#made += 1;
        const versionId = uuid(this.#made);
        const number = versions.length + 1;
        this.#versions.set(now.record, [...versions, versionId]);
        await put([
          line('record', { id, created_at: TIME, created_by: now.record % 2 === 0 ? null : 'Ada' }),
          line('version', { id: versionId, record_id: id, number, localized: now.localized }),
        ]);
        return;
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

  /** How often the lists told the page. `store`: of the node that reads. */
  async compare(
    questions: readonly Question[],
    store: Store = this.store,
    environments: readonly string[] = ENVIRONMENTS,
  ): Promise<number> {
    let told = 0;
    for (const asked of questions) {
      const query = compile(toContentModel(this.model), asked.criteria);
      if (query === undefined) continue;
      for (const environmentId of environments) {
        const reader = store.recordsIn({ ...this.workspace, environmentId });
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
