// What holds for every tool: it is an operation of the interface, says what agents need to know, and no more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allRoutes } from '../contract/routes.ts';
import { MissingPackage } from '../domain/failures/missing-package.ts';
import { allTools } from './all-tools.ts';
import { orMissing } from './load-sdk.ts';
import { inputSchemaOf } from './tool.ts';

const place = { tenantId: 'acme', workspaceId: 'web', environmentId: 'PRODUCTION-1' };

test('every tool is an operation of the route table, under its name', () => {
  assert.equal(allTools.size, 15);
  for (const [name, { operation }] of allTools) {
    assert.equal(allRoutes[operation.name], operation);
    assert.equal(operation.name.replace('manage-', ''), name.replaceAll('_', '-'));
  }
});

test('what a tool may do is what its operation does', () => {
  const writes = ['create_record', 'save_version', 'publish_versions'];
  for (const [name, { hints, operation, description }] of allTools) {
    assert.equal(hints.readOnlyHint, !writes.includes(name), name);
    assert.equal(hints.readOnlyHint, operation.method === 'GET' || operation.isCacheable === true, name);
    assert.equal(hints.destructiveHint, name === 'publish_versions', name);
    const isForEditors = ['full', 'manage'].includes(operation.access);
    assert.equal(description.endsWith('Needs a token with the permission full.'), isForEditors, name);
  }
});

test('every argument is described, and whatever the operation needs is required', () => {
  for (const [name, tool] of allTools) {
    const { properties, required } = inputSchemaOf(tool, place) as unknown as {
      properties: Record<string, { description?: string; title?: string }>;
      required: string[];
    };
    for (const [argument, schema] of Object.entries(properties)) {
      assert.match(schema.description ?? '', /\S/, `${name}.${argument}`);
      assert.equal(schema.title, undefined, `${name}.${argument}`);
    }
    for (const argument of required) assert.ok(argument in properties, `${name}.${argument}`);
  }
  const search = allTools.get('search_content');
  assert.ok(search);
  assert.deepEqual(inputSchemaOf(search, place)['required'], ['q', 'catalog_id']);
  assert.deepEqual(inputSchemaOf(search, { ...place, catalogId: 'c1' })['required'], ['q']);
});

test('the list of all tools stays small: every agent reads it', () => {
  const list = [...allTools.values()].map((tool) => [tool.description, inputSchemaOf(tool, place)]);
  const chars = JSON.stringify(list).length;
  assert.ok(chars < 28_000, `${chars} characters`);
});

test('a package that is not installed is named, with what to do; other errors stay as they are', async () => {
  const absent = '@modelcontextprotocol/absent';
  await assert.rejects(
    orMissing('VITRINE_MCP=true', () => import(absent)),
    (error) =>
      error instanceof MissingPackage &&
      /^VITRINE_MCP=true needs the package @modelcontextprotocol\/server, which is not installed: /.test(
        error.message,
      ),
  );
  await assert.rejects(
    orMissing('vitrine mcp', () => Promise.reject(new TypeError('broken'))),
    TypeError,
  );
});
