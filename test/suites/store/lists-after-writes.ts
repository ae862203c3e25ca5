// Lists of many records agree with a scan right after any write, by whichever node, and are not read as a whole for it.

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { toContentModel } from '../../../src/adapters/store/sql/documents.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import { compile, type Question, question, toModelFields } from './record-list-oracle.ts';
import { type Step, stepsOf, World } from './record-list-world.ts';
import { line, workspaceLines } from './store-fixture.ts';

const TIMEOUT_MS = 300_000;

/** Nodes on the same data. The first two are of this release; all of them write. */
export type OpenNodes = (t: TestContext) => Promise<readonly [Store, Store, ...Store[]]>;

/** So many records make several pieces. */
const PIECES_SPLIT_IN = 400;
const PLAIN_TEXT = { title: 'Apple', page_slug: '', body: '', image_url: null } as const;

/** The lists always tell: pages in both directions of a text, of latest versions. */
const plainQuestions: readonly Question[] = (['asc', 'desc'] as const).flatMap((sortOrder) =>
  [0, 60, 150].map((skip) => ({
    criteria: { search: undefined, groups: [], sortBy: 'title', sortOrder },
    locale: 'en-us',
    view: 'latest',
    page: { skip, limit: 50 },
  })),
);

/** Nothing comes before it, and nothing is it. */
const leastQuestion: Question = {
  criteria: {
    search: undefined,
    groups: [{ operator: 'AND', rules: [{ field: 'title', action: 'equal_to', value: '!', at: 'filter' }] }],
    sortBy: 'title',
    sortOrder: 'asc',
  },
  locale: 'en-us',
  view: 'latest',
  page: { skip: 0, limit: 50 },
};

const fields = toModelFields([
  { name: 'one', data_type: 'text', is_searchable: true },
  { name: 'two', data_type: 'number', is_searchable: false },
  { name: 'three', data_type: 'boolean', is_searchable: false },
]);

const fillWorld = async (store: Store, records: number): Promise<World> => {
  const world = new World(store, 'web');
  world.model = line('content_model', { fields });
  await world.put([...workspaceLines(world.workspace), world.model]);
  await world.fill(records);
  return world;
};

/** Some write the same records again and again: between two lists a record goes and comes back, and slots change hands. */
const writeOf = (records: number) =>
  fc.record({
    step: fc.oneof(
      { weight: 3, arbitrary: stepsOf(records + 20) },
      { weight: 2, arbitrary: stepsOf(4) },
      {
        weight: 2,
        arbitrary: fc.record({ act: fc.constant('removeRecord'), record: fc.nat(records) } as const),
      },
    ),
    node: fc.nat(),
  });

const roundOf = (records: number) =>
  fc.record({
    writes: fc.array(writeOf(records), { minLength: 1, maxLength: 3 }),
    reader: fc.nat(1),
    environment: fc.constantFrom('PROD', 'PROD', 'STAGE'),
    questions: fc.array(question, { minLength: 1, maxLength: 2 }),
  });

/** Those that start everything over are tested on short lists. */
const isSmall = ({ act }: Step): boolean => act !== 'model' && act !== 'environment';

interface Sizes {
  /** From about 1,500 on, most writes change less than an eighth of the pieces of a list. */
  readonly records: number;
  readonly rounds: number;
}

export const describeListsAfterWrites = (name: string, open: OpenNodes, { records, rounds }: Sizes): void => {
  it(`${name}: lists agree with a scan right after any write`, { timeout: TIMEOUT_MS }, async (t) => {
    const nodes = await open(t);
    const world = await fillWorld(nodes[0], records);
    await fc.assert(
      fc.asyncProperty(roundOf(records), async ({ writes, reader, environment, questions }) => {
        for (const { step, node } of writes) {
          if (isSmall(step)) await world.take(step, nodes[node % nodes.length]);
        }
        await world.compare(questions, nodes[reader], [environment]);
      }),
      { numRuns: rounds, endOnFailure: true },
    );
    for (const node of [nodes[0], nodes[1]])
      assert.ok((await world.compare(plainQuestions, node)) > 0, 'the lists told nothing');
    // The feed names the model, and none of its records.
    const options = { precondition: { kind: 'none' }, cascade: true } as const;
    await nodes[1].deleteResource(world.workspace, 'content_model', { id: world.model.id }, options);
    await world.put([world.model]);
    assert.ok((await world.compare(plainQuestions)) > 0);
  });
};

export const describeSplitPieces = (name: string, open: OpenNodes): void => {
  it(`${name}: pieces that were split meanwhile are found`, { timeout: TIMEOUT_MS }, async (t) => {
    const [store, other] = await open(t);
    const world = await fillWorld(store, PIECES_SPLIT_IN);
    assert.ok((await world.compare(plainQuestions)) > 0);
    // In the middle of a piece, whose halves then stay apart.
    const localized = { 'en-us': { ...PLAIN_TEXT, title: 'Apple 24', fields: {} } };
    const numbers = Array.from({ length: 70 }, (_, index) => PIECES_SPLIT_IN + index);
    for (const record of numbers) await world.take({ act: 'version', record, localized }, other);
    for (const record of numbers) await world.take({ act: 'removeRecord', record }, other);
    assert.ok((await world.compare(plainQuestions)) > 0);
  });
};

/** The same nodes with so many records that reading a list again as a whole would show. */
export const describeCostsAfterWrites = (name: string, open: OpenNodes): void => {
  it(`${name}: after a write only what changed is read again`, { timeout: TIMEOUT_MS }, async (t) => {
    const records = 1_700;
    const [store, other] = await open(t);
    const world = await fillWorld(store, records);
    const ask = askIn(world);
    const [first, again] = [await ask(), await ask()];
    assert.ok((await world.compare([leastQuestion, ...plainQuestions])) > 0);
    const localized = { 'en-us': { ...PLAIN_TEXT, fields: { two: 10, three: false } as const } };
    const publish = { act: 'publish', environment: 'PROD', back: 0, locale: undefined } as const;
    const writes: readonly Step[] = [
      { act: 'version', record: records + 1, localized },
      { ...publish, record: records + 1 },
      { act: 'version', record: 901, localized },
      { ...publish, record: 901 },
      { act: 'unpublish', record: 901, environment: 'PROD' },
      { act: 'removeRecord', record: 707 },
      { act: 'removeRecord', record: records + 1 },
    ];
    for (const [index, step] of writes.entries()) {
      await world.take(step, index % 2 === 0 ? store : other);
      const spent = await ask();
      assert.ok(spent - again < (first - again) / 2, `${step.act}: ${spent}, whole ${first}, kept ${again}`);
      assert.ok((await ask()) <= spent, 'it is kept');
      assert.ok((await world.compare(plainQuestions, store, ['PROD'])) > 0);
    }
  });
};

/** What a request costs that needs several lists, and the keys of some. */
const askIn = (world: World): (() => Promise<number>) => {
  const rule = (field: string, action: 'greater_than' | 'equal_to', value: string) =>
    ({ field, action, value, at: 'filter' }) as const;
  const rules = [rule('two', 'greater_than', '1'), rule('three', 'equal_to', 'false')];
  const groups = [{ operator: 'AND', rules }] as const;
  const criteria = { search: 'apple', groups, sortBy: 'title', sortOrder: 'desc' } as const;
  const query = compile(toContentModel(world.model), criteria);
  assert.ok(query);
  const page = { skip: 20, limit: 5 };
  const search = { model: 'blog', view: 'published', chain: ['en-us'], page } as const;
  const reader = world.store.recordsIn({ ...world.workspace, environmentId: 'PROD' });
  return async () => {
    let spent = 0;
    const spend = (units: number) => {
      spent += units;
    };
    const budget = { ...unbounded, spend };
    assert.ok(await reader.atOnce((same) => same.findPage(query, search, budget)));
    return spent;
  };
};
