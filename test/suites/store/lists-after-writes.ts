// Lists of many records agree with a scan right after any write, by whichever node, and are not read as a whole for it.

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { toContentModel } from '../../../src/adapters/store/sql/documents.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { compile, question, searchOf, toModelFields } from './record-list-oracle.ts';
import { type Step, stepsOf, World } from './record-list-world.ts';
import { line, TIME, uuid, workspaceLines } from './store-fixture.ts';

/** So many that most writes change less than an eighth of a list's pieces. */
const RECORDS = 1_700;
const TIMEOUT_MS = 300_000;

/** Nodes on the same data. The first two are of this release; all of them write. */
export type OpenNodes = (t: TestContext) => Promise<readonly [Store, Store, ...Store[]]>;

const fields = toModelFields([
  { name: 'one', data_type: 'text', is_searchable: true },
  { name: 'two', data_type: 'number', is_searchable: false },
  { name: 'three', data_type: 'boolean', is_searchable: false },
]);

const fillWorld = async (store: Store, workspaceId: string): Promise<World> => {
  const world = new World(store, workspaceId);
  world.model = line('content_model', { fields });
  await world.put([...workspaceLines(world.workspace), world.model]);
  await world.fill(RECORDS);
  return world;
};

/** Some write the same records again and again: between two lists a record goes and comes back, and slots change hands. */
const write = fc.record({
  step: fc.oneof(
    { weight: 3, arbitrary: stepsOf(RECORDS + 20) },
    { weight: 2, arbitrary: stepsOf(4) },
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constant('removeRecord'), record: fc.nat(RECORDS) } as const),
    },
  ),
  node: fc.nat(),
});

const round = fc.record({
  writes: fc.array(write, { minLength: 1, maxLength: 3 }),
  reader: fc.nat(1),
  environment: fc.constantFrom('PROD', 'PROD', 'STAGE'),
  questions: fc.array(question, { minLength: 1, maxLength: 2 }),
});

/** Those that start everything over are tested on short lists. */
const isSmall = ({ act }: Step): boolean => act !== 'model' && act !== 'environment';

export const describeListsAfterWrites = (name: string, open: OpenNodes): void => {
  it(`${name}: lists agree with a scan right after any write`, { timeout: TIMEOUT_MS }, async (t) => {
    const nodes = await open(t);
    let [worlds, told] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: runs(20, 40), maxLength: runs(20, 60) }),
        async (rounds) => {
          worlds += 1;
          const world = await fillWorld(nodes[0], `web-${worlds}`);
          for (const { writes, reader, environment, questions } of rounds) {
            for (const { step, node } of writes) {
              if (isSmall(step)) await world.take(step, nodes[node % nodes.length]);
            }
            const asked = nodes[reader] as Store;
            told += await world.compare(questions, asked, [environment]);
          }
        },
      ),
      { numRuns: runs(1, 8), endOnFailure: true },
    );
    assert.ok(told > worlds * 5, `the lists told only ${told} pages`);
  });

  it(`${name}: after a write only what changed is read again`, { timeout: TIMEOUT_MS }, async (t) => {
    const [store, other] = await open(t);
    const world = await fillWorld(store, 'web');
    const reader = store.recordsIn({ ...world.workspace, environmentId: 'PROD' });
    const rule = (field: string, action: 'greater_than' | 'equal_to', value: string) =>
      ({ field, action, value, at: 'filter' }) as const;
    const groups = [
      { operator: 'AND', rules: [rule('two', 'greater_than', '1'), rule('three', 'equal_to', 'false')] },
    ] as const;
    const criteria = { search: 'apple', groups, sortBy: 'title', sortOrder: 'desc' } as const;
    const query = compile(toContentModel(world.model), criteria);
    assert.ok(query);
    const search = {
      model: 'blog',
      view: 'published',
      chain: ['en-us'],
      page: { skip: 20, limit: 5 },
    } as const;
    const ask = async (): Promise<number> => {
      let spent = 0;
      const budget = {
        spend: (units: number) => {
          spent += units;
        },
        pause: () => undefined,
      };
      assert.ok(await reader.atOnce((same) => same.findPage(query, search, budget)));
      return spent;
    };
    const [first, again] = [await ask(), await ask()];
    const text = { title: 'Apple', page_slug: '', body: '', image_url: null } as const;
    const localized = { 'en-us': { ...text, fields: { two: 10, three: false } as const } };
    const writes: readonly Step[] = [
      { act: 'version', record: RECORDS + 1, localized },
      { act: 'publish', record: RECORDS + 1, environment: 'PROD', back: 0, locale: undefined },
      { act: 'version', record: 901, localized },
      { act: 'publish', record: 901, environment: 'PROD', back: 0, locale: undefined },
      { act: 'unpublish', record: 901, environment: 'PROD' },
      { act: 'removeRecord', record: 707 },
      { act: 'removeRecord', record: RECORDS + 1 },
    ];
    for (const [index, step] of writes.entries()) {
      await world.take(step, index % 2 === 0 ? store : other);
      const spent = await ask();
      assert.ok(spent - again < (first - again) / 2, `${step.act}: ${spent}, whole ${first}, kept ${again}`);
      assert.equal((await ask()) <= spent, true);
    }
    await store.removeRecord(world.workspace, 'blog', uuid(1), { cascade: true, now: TIME });
    assert.ok(
      (await world.compare(
        fc.sample(question, { numRuns: 10, seed: 8 }).filter((each) => searchOf(each, 'blog').page.limit > 0),
      )) > 0,
    );
  });
};
