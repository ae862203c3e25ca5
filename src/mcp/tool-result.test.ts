// What an agent reads of a response: the payload, or what was wrong, and never more than fits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTools } from './all-tools.ts';
import { RESULT_MAX_CHARS, readResponse, type ToolResult } from './tool-result.ts';

const read = (name: string, status: number, body: unknown, retryAfter?: string): ToolResult => {
  const tool = allTools.get(name);
  assert.ok(tool, name);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readResponse(tool, { status, text, retryAfter });
};

const textOf = ({ content }: ToolResult): string => content[0]?.text ?? '';
const wrapped = (data: unknown) => ({ Status: 'success', Data: data });

test('a payload is shown without its envelope, and without what the agent knows', () => {
  const found = read('search_content', 200, { data: [{ title: 'Frost' }], total: 1 });
  assert.deepEqual(found, { content: [{ type: 'text', text: '{"data":[{"title":"Frost"}],"total":1}' }] });
  const records = { records: [{ id: 'p1' }], _meta_: { tenant_id: 'acme', total_count: 7 } };
  assert.equal(
    textOf(read('search_products', 200, wrapped(records))),
    '{"total_count":7,"records":[{"id":"p1"}]}',
  );
  assert.equal(
    textOf(read('count_products', 200, wrapped({ result: { total_count: 7 } }))),
    '{"total_count":7}',
  );
  const written = { version: { id: 'v1', localized: { de: { title: 'lang' } } } };
  assert.equal(textOf(read('save_version', 201, wrapped(written))), '{"version":{"id":"v1"}}');
});

test('a failure is a result with the message of its envelope, its code and its details', () => {
  const error = { message: 'It is not there', name: 'RecordNotFound', code: 'record_not_found' };
  for (const body of [
    { Status: 'failure', Error: error },
    { Status: 'failure', Data: { Status: 'failure', Error: error } },
  ])
    assert.deepEqual(read('get_record', 404, body), {
      content: [{ type: 'text', text: 'HTTP 404 RecordNotFound: It is not there (code record_not_found)' }],
      isError: true,
    });
  const Data = { Status: 'failure', Error: error, current_version_id: 'v2', changes: ['x'.repeat(20_000)] };
  const lines = textOf(read('save_version', 412, { Status: 'failure', Data })).split('\n');
  assert.match(lines[1] ?? '', /^\{"current_version_id":"v2","changes":/);
  assert.equal(lines[1]?.length, 10_000);
  assert.match(textOf(read('get_record', 429, { Error: error }, '3')), /\nTry again after 3 seconds\.$/);
});

test('a publication that failed is a failure, although the request succeeded', () => {
  const done = { success: ['v1'], failures: [], failure_details: [] };
  assert.equal(read('publish_versions', 200, wrapped(done)).isError, undefined);
  const failed = { success: [], failures: ['v1'], failure_details: [{ code: 'version_not_found' }] };
  const result = read('publish_versions', 200, wrapped(failed));
  assert.equal(result.isError, true);
  assert.match(textOf(result), /^Not all of it was done: .*version_not_found/);
});

test('a result that is too long says how to get a shorter one; a long write is told of all the same', () => {
  const long = { data: ['x'.repeat(RESULT_MAX_CHARS)], total: 1 };
  const result = read('search_content', 200, long);
  assert.equal(result.isError, true);
  assert.match(textOf(result), /^The answer has 1000\d\d characters, .*fewer items with limit/);
  const written = { version: { id: 'v1', localized: { de: { body: 'x'.repeat(RESULT_MAX_CHARS) } } } };
  assert.equal(textOf(read('save_version', 201, wrapped(written))), '{"version":{"id":"v1"}}');
});

test('what some other server sends is a failure that says so', () => {
  for (const [status, body] of [
    [200, '<html>'],
    [502, 'Bad gateway'],
    [404, '{}'],
    [200, '[]'],
    [200, '{"Data":3}'],
  ] as const)
    assert.match(
      textOf(read('count_products', status, body)),
      new RegExp(`^HTTP ${status}: this is no answer of Vitrine`),
    );
});
