// Whatever an agent sends reaches the operation of its tool, or is refused: never another operation, never another place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/fixtures/any-character.ts';
import { fillPath } from '../contract/operation.ts';
import { allTools } from './all-tools.ts';
import type { Place, Tool } from './tool.ts';
import { requestOf, ToolFault } from './tool-request.ts';

const place: Place = { tenantId: 'acme', workspaceId: 'web', environmentId: 'PRODUCTION-1', catalogId: 'c1' };

const toolOf = (name: string): Tool => {
  const tool = allTools.get(name);
  assert.ok(tool, name);
  return tool;
};

const refused = (name: string, given: unknown, message: RegExp): void =>
  assert.throws(
    () => requestOf(toolOf(name), given, place),
    (error) => error instanceof ToolFault && message.test(error.message),
  );

test('arguments go where the operation expects them, beside the defaults of the tool', () => {
  const given = {
    search_term: 'tent',
    sort_by: 'price',
    limit: null,
    facets: [{ field_internal_name: 'color' }],
  };
  assert.deepEqual(requestOf(toolOf('search_products'), given, place), {
    method: 'POST',
    target:
      '/apis/ecommerce-service/public/discovery/v2/search?limit=5&fields=id%2Csku%2Cname%2Cbrand%2Curl%2Ccalculated_price%2Ccurrency%2Cin_stock&facet_limit=10&sort_by=price',
    headers: { 'content-type': 'application/json' },
    body: '{"search_term":"tent","facets":[{"field_internal_name":"color"}]}',
  });
  const content = requestOf(toolOf('search_content'), { q: 'tent', limit: 2 }, place);
  assert.deepEqual(
    [content.target, content.body],
    ['/discovery/search/content?limit=2&catalog_id=c1&q=tent', undefined],
  );
  const other = requestOf(toolOf('search_content'), { q: 'tent', catalog_id: 'c2' }, place);
  assert.match(other.target, /catalog_id=c2&/);
});

test('a version is published where the connection works, unless the agent says where', () => {
  const given = { model: 'blog', record_id: 'r1', version_id: 'v1', idempotency_key: 'k1' };
  const request = requestOf(toolOf('publish_versions'), given, place);
  assert.deepEqual(request, {
    method: 'PATCH',
    target: '/content/v2/content-models/blog/records/r1/versions/publish',
    headers: { 'idempotency-key': 'k1', 'content-type': 'application/json' },
    body: '{"version_data":[{"environment_id":"PRODUCTION-1","version_id":"v1"}]}',
  });
  const elsewhere = requestOf(toolOf('publish_versions'), { ...given, environment_id: 'S' }, place);
  assert.match(elsewhere.body ?? '', /"environment_id":"S"/);
});

test('what would end up in the wrong place is refused in words for the agent', () => {
  refused(
    'search_products',
    { colour: 'red' },
    /^search_products has no argument colour; it has: search_term/,
  );
  refused('search_products', { 'x-tenant-id': 'globex' }, /has no argument x-tenant-id/);
  refused('search_products', JSON.parse('{"__proto__":{"limit":1}}'), /has no argument __proto__/);
  refused('get_record', { model: null }, /^get_record needs model, record_id$/);
  refused('list_records', { model: ['blog'] }, /^model must be a text, a number or a boolean$/);
  for (const name of ['.', '..', ' ', '', '\ud800'])
    refused('get_record', { model: name, record_id: 'r1' }, /^model is blank, or no id or name$/);
  for (const key of ['a b', 'a\r\nx-tenant-id: globex', 'ä', 'k'.repeat(256)]) {
    const given = { model: 'blog', localized: {}, idempotency_key: key };
    refused('create_record', given, /^idempotency_key must be 1 to 255/);
  }
});

test('no argument leads out of the path of its operation', () => {
  const tools = [...allTools.values()];
  fc.assert(
    fc.property(
      fc.constantFrom(...tools),
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', '..', '../..', '%2e%2e', '?', '#', '/'),
      (tool, text, trick) => {
        const names = [...tool.arguments].filter(([, { place: at }]) => at === 'path').map(([name]) => name);
        const rest = [...tool.arguments]
          .filter(([, { isRequired, place: at }]) => isRequired && at !== 'path')
          .map(([name]) => [name, 'x']);
        const given = Object.fromEntries([...names.map((name) => [name, `${trick}${text}`]), ...rest]);
        let target: string;
        try {
          ({ target } = requestOf(tool, given, place));
        } catch (error) {
          assert.ok(error instanceof ToolFault, String(error));
          return;
        }
        const { pathname } = new URL(`http://localhost${target}`);
        const shape = fillPath(
          tool.operation.path,
          Object.fromEntries(Object.keys(tool.operation.params.properties).map((name) => [name, 'x'])),
        ).split('/');
        const parts = pathname.split('/');
        assert.equal(parts.length, shape.length);
        for (const [at, part] of shape.entries()) if (part !== 'x') assert.equal(parts[at], part);
      },
    ),
  );
});
