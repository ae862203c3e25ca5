// Agents at work, from outside: every tool, from a search to a published record, over each transport.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allTools } from '../../../src/mcp/all-tools.ts';
import { home, ownOf, shared, tenants } from '../service/fixture-bundle.ts';
import { createTokens, dataOf, startFixture } from '../service/fixture-service.ts';
import { type Agent, openAgent, type Way, ways } from './mcp-agents.ts';

const fixture = await startFixture({ VITRINE_MCP: 'true' });
const { address } = fixture.service;
const tokens = await createTokens(fixture, {
  full: { permission: 'full' },
  read: { permission: 'read' },
  production: { permission: 'full', environments: [home.environment] },
  foreign: { permission: 'full', tenant: tenants[1] },
});

/** Too far from each other for a typing error. */
const words: Readonly<Record<Way, string>> = { http: 'axolotl', 'http, 2025': 'quokka', stdio: 'wombat' };

const agents = new Map<Way, Agent>();
for (const way of ways) agents.set(way, await openAgent(way, { address, token: tokens.full }));
after(async () => {
  for (const agent of agents.values()) await agent.close();
});

interface Listed {
  readonly total_count: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

interface Version {
  readonly id: string;
  readonly number: number;
  readonly localized: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** From a draft to what visitors find. `word` is in no other text. */
const publishStory = async ({ read, call }: Agent, word: string): Promise<void> => {
  const model = shared.modelName;
  const find = () => read<{ total: number; data: { title: string }[] }>('search_content', { q: word });
  const key = { idempotency_key: `create-${word}` };
  const draft = { model, localized: { 'en-us': { title: `Draft ${word}` } }, ...key };
  const created = await read<{ record: { id: string }; version: Version }>('create_record', draft);
  assert.deepEqual(await read('create_record', draft), created);
  const record = { model, record_id: created.record.id };
  assert.equal((await find()).total, 0);
  assert.equal((await call('get_record', record)).isError, true);
  const { version } = await read<{ version: Version }>('get_version', {
    ...record,
    version_id: created.version.id,
  });
  const localized = { 'en-us': { ...version.localized['en-us'], title: `Story ${word}` } };
  const saved = await read<{ version: Version }>('save_version', {
    ...record,
    base_version_id: version.id,
    localized,
  });
  assert.deepEqual([saved.version.number, saved.version.localized], [2, undefined]);
  const late = await call('save_version', { ...record, base_version_id: version.id, localized });
  assert.match(late.text, /^HTTP 412 PreconditionFailed: .*\n.*"current_version_id":/);
  const { items } = await read<Listed>('list_versions', record);
  assert.deepEqual(
    items.map(({ id }) => id),
    [saved.version.id, version.id],
  );
  const drafts = await read<Listed>('list_records', { model, preview: true, search: word });
  assert.deepEqual(
    drafts.items.map(({ title }) => title),
    [`Story ${word}`],
  );
  assert.equal((await find()).total, 0);
  await read('publish_versions', { ...record, version_id: saved.version.id });
  const { total, data } = await find();
  assert.deepEqual([total, data[0]?.title], [1, `Story ${word}`]);
  const shown = await read<{ record: { title: string } }>('get_record', record);
  assert.equal(shown.record.title, `Story ${word}`);
};

for (const [way, agent] of agents) {
  const { client, read, call } = agent;

  test(`${way}: an agent is told where it is, and which tools there are`, async () => {
    assert.match(client.getInstructions() ?? '', /tenant acme, workspace web, environment PRODUCTION-1\./);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...allTools.keys()],
    );
    const { annotations } = tools.find(({ name }) => name === 'publish_versions') ?? {};
    assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [false, true]);
  });

  test(`${way}: what visitors find`, async () => {
    const counted = dataOf<{ result: { total_count: number } }>(
      await fixture.call('count-products', { body: {} }),
    );
    const all = counted.result.total_count;
    assert.deepEqual(await read('count_products'), { total_count: all });
    const found = await read<{ total_count: number; records: object[]; facets: object }>('search_products', {
      include_facets: 'brand',
      limit: 2,
    });
    assert.deepEqual(
      [found.total_count, found.records.length, Object.keys(found.facets)],
      [all, 2, ['brand']],
    );
    const content = await read<{ total: number; data: object[] }>('search_content', { q: 'lantern' });
    assert.ok(content.total > 5 && content.data.length === 5, JSON.stringify(content.total));
    assert.ok('products' in (await read<object>('get_suggestions', { search_term: 'rain' })));
    assert.equal((await read<Listed>('list_forms', { limit: 1 })).items.length, 1);
  });

  test(`${way}: models, and a record from its draft to its publication`, async () => {
    const catalogs = await read<Listed>('list_catalogs', { limit: 100 });
    assert.ok(catalogs.items.some(({ id }) => id === shared.catalog));
    const models = await read<Listed>('list_content_models');
    const blog = models.items.find(({ internal_name }) => internal_name === shared.modelName);
    assert.deepEqual([blog?.['id'], blog?.['fields']], [shared.model, ['title']]);
    const { record } = await read<{ record: { fields: object[] } }>('get_content_model', {
      id: shared.model,
    });
    assert.equal(record.fields.length, 1);
    await publishStory(agent, words[way]);
  });

  test(`${way}: bad arguments are failed results that say what to correct`, async () => {
    const refused = async (name: string, given: Record<string, unknown>, text: RegExp) => {
      const reply = await call(name, given);
      assert.equal(reply.isError, true, name);
      assert.match(reply.text, text);
    };
    await refused('search_content', {}, /^search_content needs q$/);
    await refused(
      'search_content',
      { q: 'a', sort_by: 'colour' },
      /^HTTP 400 InvalidInput: .*\(code not_allowed:sort_by\)$/,
    );
    await refused(
      'search_products',
      { limit: 101 },
      /^HTTP 400 InvalidInput: limit must not be greater than 100/,
    );
    await refused('search_products', { limit: 'many' }, /^HTTP 400 InvalidInput: limit must/);
    await refused('search_products', { facets: 'red' }, /^HTTP 400 InvalidInput: facets must/);
    await refused('get_record', { model: '..', record_id: '..' }, /^model is blank/);
    const wrong = { model: shared.modelName, localized: { 'en-us': { body: 'no title' } } };
    await refused('create_record', wrong, /^HTTP 400 .*\n.*"field_errors":/);
    const nowhere = { model: shared.modelName, record_id: shared.record, version_id: 'v0' };
    await refused('publish_versions', nowhere, /^Not all of it was done: .*version_not_found/);
    await assert.rejects(call('drop_everything'), /There is no such tool/);
  });

  test(`${way}: an argument that is too big is refused, and the agent goes on`, async () => {
    const localized = { 'en-us': { title: 'big', body: 'x'.repeat(1_200_000) } };
    const big = call('create_record', { model: shared.modelName, localized });
    if (way === 'stdio') assert.match((await big).text, /^HTTP 413 PayloadTooLarge: /);
    else await assert.rejects(big, /413|PayloadTooLarge/);
    let deep: unknown = 'x';
    for (let level = 0; level < 1_000; level += 1) deep = [deep];
    const nested = await call('create_record', {
      model: shared.modelName,
      localized: { 'en-us': { title: 'deep', fields: deep } },
    });
    assert.match(nested.text, /^HTTP 400 /);
    assert.equal((await read<Listed>('list_forms', { limit: 0 })).items.length, 0);
  });

  test(`${way}: a token that only reads reads, and is offered nothing else`, async () => {
    const reader = await openAgent(way, { address, token: tokens.read });
    try {
      const { tools } = await reader.client.listTools();
      const reading = [...allTools.values()].filter(({ operation: { access } }) =>
        ['open', 'read'].includes(access),
      );
      assert.deepEqual(
        tools.map(({ name }) => name),
        reading.map(({ name }) => name),
      );
      assert.equal(reading.length, 9);
      await reader.read('get_record', { model: shared.modelName, record_id: shared.record });
      for (const name of ['create_record', 'list_catalogs']) {
        const given = name === 'create_record' ? { model: shared.modelName, localized: {} } : {};
        assert.match(
          (await reader.call(name, given)).text,
          /^HTTP 403 Forbidden: .*\(code token_permission\)$/,
        );
      }
    } finally {
      await reader.close();
    }
  });

  test(`${way}: a token of one environment is offered what is of it`, async () => {
    const editor = await openAgent(way, { address, token: tokens.production });
    try {
      const { tools } = await editor.client.listTools();
      const names = [...allTools.keys()].filter((name) => name !== 'list_catalogs');
      assert.deepEqual(
        tools.map(({ name }) => name),
        names,
      );
      assert.match((await editor.call('list_catalogs')).text, /^HTTP 403 Forbidden: .*\(code token_scope\)$/);
    } finally {
      await editor.close();
    }
  });

  test(`${way}: a token of nobody, or of another tenant, gets nothing`, async () => {
    for (const [token, code, status] of [
      ['vtr_nobody', 'token_invalid', 401],
      [tokens.foreign, 'token_scope', 403],
    ] as const) {
      if (way === 'stdio') {
        const stranger = await openAgent(way, { address, token });
        const { isError, text } = await stranger.call('count_products');
        await stranger.close();
        assert.ok(isError && text.endsWith(`(code ${code})`), text);
      } else await assert.rejects(openAgent(way, { address, token }), new RegExp(`${code}|HTTP ${status}`));
    }
  });

  test(`${way}: what another workspace has is not there, as if it did not exist anywhere`, async () => {
    const other = ownOf({ tenant: 'globex', workspace: 'annex' });
    const asked = (own: ReturnType<typeof ownOf>): [string, Record<string, unknown>][] => [
      ['get_content_model', { id: own.model }],
      ['list_records', { model: own.modelName }],
      ['get_record', { model: shared.modelName, record_id: own.record }],
      ['list_versions', { model: shared.modelName, record_id: own.record }],
      ['get_version', { model: shared.modelName, record_id: shared.record, version_id: own.versionOfShared }],
      [
        'save_version',
        { model: shared.modelName, record_id: own.record, base_version_id: own.version, localized: {} },
      ],
      ['search_content', { q: 'lantern', catalog_id: own.catalog }],
      ['search_products', { store_id: own.store }],
      ['count_products', { category_id: own.category }],
    ];
    const nowhere = asked({ ...other, ...absentIds });
    for (const [at, [name, given]] of asked(other).entries())
      assert.deepEqual(await call(name, given), await call(name, nowhere[at]?.[1]), name);
  });
}

const none = '0190a000-0000-7000-8000-000000999999';
/** Like those of a workspace, but of none. */
const absentIds = {
  ...{ catalog: none, model: none, record: none, version: none, versionOfShared: none },
  ...{ modelName: 'diary-nowhere', store: 's-nowhere', category: 'c-nowhere' },
};
