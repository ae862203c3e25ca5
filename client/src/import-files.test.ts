// Imports: what is sent, progress and the summary, and failures on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManageClient } from './manage.ts';

const progress = { progress: { phase: 'read', done: 5, total: 10, objects: 1 } };
const summary = { summary: { committed: true, objects: 1, fault_count: 0 } };

/** A service that answers with these lines. */
const serve = (...lines: readonly object[]) => {
  const requests: Request[] = [];
  const manage = createManageClient({
    baseUrl: 'http://shop.test',
    fetch: async (url: string | URL | Request, init?: RequestInit) => {
      requests.push(new Request(url, init));
      return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
  });
  const body = new FormData();
  body.append('file', new Blob(['a,b\n']), 'x.csv');
  const call = { from: 'products', dry_run: true, environment_id: ['A', 'B'], body } as const;
  return { requests, results: manage.importFiles({ ...call, environment_id: ['A', 'B'] }) };
};

test('files are sent as a form, parameters in the query; the summary comes last', async () => {
  const { requests, results } = serve(progress, summary);
  assert.deepEqual(await Array.fromAsync(results), [progress, summary]);
  const [request] = requests;
  assert.equal(
    request?.url,
    'http://shop.test/manage/v1/import?from=products&dry_run=true&environment_id=A&environment_id=B',
  );
  assert.match(request?.headers.get('content-type') ?? '', /^multipart\/form-data; boundary=/);
  const file = (await request?.formData())?.get('file') as File;
  assert.deepEqual([file.name, await file.text()], ['x.csv', 'a,b\n']);
});

test('an import that fails half-way is an error, and so is one without an end', async () => {
  const error = { name: 'ServiceUnavailable', message: 'busy', code: 'busy' };
  const failing = serve(progress, { error }).results;
  assert.deepEqual((await failing.next()).value, progress);
  await assert.rejects(failing.next(), error);
  await assert.rejects(Array.fromAsync(serve(progress).results), { name: 'NetworkError' });
});
