// Requests as code: a shell and a script get exactly what was meant, whatever the values are.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { languages } from './request-samples.ts';
import { buildRequest, type SampleRequest, type SampleValue } from './sample-request.ts';

const BASE = 'http://127.0.0.1:8080';
const odd = fc.string({
  unit: fc.constantFrom("'", '"', '\\', '$', '`', ' ', '&', '?', '{', '}', 'ä', '😀', 'x', '!', '%'),
});
const value = (place: SampleValue['place']) =>
  odd.map((text): SampleValue => ({ name: place === 'header' ? 'x-tenant-id' : 'id', place, value: text }));
const requests = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'DELETE'),
    fc.tuple(value('path'), value('query'), value('header')),
    fc.option(fc.oneof(odd, fc.json()), { nil: undefined }),
  )
  .map(([method, values, body]) =>
    buildRequest({ method, path: '/a/{id}/b', type: 'application/json' }, values, body),
  );

test('values go to their places, encoded, and empty ones are left out', () => {
  const operation = { method: 'POST', path: '/a/{id}/b', type: 'application/json' };
  assert.deepEqual(
    buildRequest(
      operation,
      [
        { name: 'id', place: 'path', value: 'x/y $&' },
        { name: 'q', place: 'query', value: 'rain & jacket' },
        { name: 'limit', place: 'query', value: '' },
        { name: 'x-tenant-id', place: 'header', value: 'acme' },
      ],
      '{}',
    ),
    {
      method: 'POST',
      target: '/a/x%2Fy%20%24%26/b?q=rain+%26+jacket',
      headers: [
        ['x-tenant-id', 'acme'],
        ['content-type', 'application/json'],
      ],
      body: '{}',
      form: undefined,
      values: [
        { name: 'id', place: 'path', value: 'x/y $&' },
        { name: 'q', place: 'query', value: 'rain & jacket' },
        { name: 'x-tenant-id', place: 'header', value: 'acme' },
      ],
      client: undefined,
    },
  );
  const plain = { method: 'GET', path: '/a/{id}/b' };
  assert.deepEqual(buildRequest(plain, [], '{}'), {
    method: 'GET',
    target: '/a/{id}/b',
    headers: [],
    body: undefined,
    form: undefined,
    values: [],
    client: undefined,
  });
});

/** What curl is given, as a shell reads it. */
const readShell = (scripts: readonly string[]): string[][] => {
  const curl = 'curl() { for word in "$@"; do printf "%s\\037" "$word"; done; printf "\\036"; }\n';
  const out = execFileSync('sh', ['-c', curl + scripts.join('\n')], { encoding: 'utf8' });
  return out
    .split('\u001e')
    .slice(0, -1)
    .map((words) => words.split('\u001f').slice(0, -1));
};

const wordsOf = ({ method, target, headers, body }: SampleRequest): string[] => [
  '-s',
  ...(method === 'GET' ? [] : ['-X', method]),
  BASE + target,
  ...headers.flatMap(([name, text]) => ['-H', `${name}: ${text}`]),
  ...(body === undefined ? [] : ['--data-binary', body]),
];

test('curl: a shell hands over every value as it is', () => {
  const drawn = fc.sample(requests, 100);
  const read = readShell(drawn.map((request) => languages.curl(request, BASE)));
  assert.deepEqual(read, drawn.map(wordsOf));
});

const runScript = async (script: string): Promise<unknown> => {
  let asked: unknown;
  const fetch = async (...words: unknown[]) => {
    asked = words;
    return { ok: true, json: async () => 'result' };
  };
  const run = new Function('fetch', `return (async () => {${script}\nreturn result;})()`);
  assert.equal(await run(fetch), 'result');
  return asked;
};

test('fetch: a script asks for the same', async () => {
  for (const request of fc.sample(requests, 100)) {
    const [url, options = {}] = (await runScript(languages.fetch(request, BASE))) as [string, RequestInit?];
    const { method = 'GET', headers = {}, body } = options;
    assert.deepEqual([url, method], [BASE + request.target, request.method]);
    assert.deepEqual(
      Object.entries(headers),
      request.headers.map(([...pair]) => pair),
    );
    assert.equal(canonical(body), canonical(request.body));
  }
});

/** JSON may be written in another way. */
const canonical = (body: unknown): unknown => {
  try {
    return JSON.stringify(JSON.parse(String(body)));
  } catch {
    return body;
  }
};

const runClient = async (script: string): Promise<unknown[]> => {
  const said: unknown[] = [];
  const create = (kind: string) => (options: unknown) => {
    said.push(kind, options);
    return new Proxy({}, { get: (_, name) => (input: unknown) => void said.push(name, input) });
  };
  const code = script.replace(/^import .*\n/, '');
  const run = new Function('createClient', 'createManageClient', `return (async () => {${code}\n})()`);
  await run(create('shop'), create('manage'));
  return said;
};

test('client: the function of the operation gets parameters and body as one object', async () => {
  const value = (name: string, text: string, type?: string): SampleValue => ({
    name,
    place: 'query',
    value: text,
    type,
  });
  const access: SampleValue[] = [
    { name: 'authorization', place: 'header', value: "Bearer it's" },
    { name: 'x-tenant-id', place: 'header', value: 'acme' },
    { name: 'x-workspace-id', place: 'header', value: 'web' },
  ];
  const sampleOf = (
    isMerged: boolean,
    isManaged: boolean,
    body: string | undefined,
    values: readonly SampleValue[],
  ) =>
    languages.client(
      buildRequest(
        {
          method: 'POST',
          path: '/x',
          type: 'application/json',
          client: { name: 'callIt', isManaged, isMerged },
        },
        values,
        body,
      ),
      BASE,
    );
  const own = [
    value('limit', '10', 'integer'),
    value('preview', 'true', 'boolean'),
    value('if-match', '"1"'),
    value('skip', 'x', 'integer'),
  ];
  const merged = sampleOf(true, false, '{"search_term":"a","odd name":[1]}', own);
  assert.match(merged, /^import \{ createClient \} from '@vitrine\/client';\n/);
  assert.deepEqual(await runClient(merged), [
    'shop',
    { baseUrl: BASE },
    'callIt',
    { limit: 10, preview: true, 'if-match': '"1"', skip: 'x', search_term: 'a', 'odd name': [1] },
  ]);
  const written = sampleOf(false, true, '{"a":{"b":1}}', access);
  assert.match(written, /^import \{ createManageClient \} from '@vitrine\/client\/manage';\n/);
  assert.deepEqual(await runClient(written), [
    'manage',
    { baseUrl: BASE, scope: { tenantId: 'acme', workspaceId: 'web' }, token: "it's" },
    'callIt',
    { body: { a: { b: 1 } } },
  ]);
  assert.deepEqual(await runClient(sampleOf(true, false, undefined, [])), [
    'shop',
    { baseUrl: BASE },
    'callIt',
    undefined,
  ]);
});

test('client: lines are sent as they are, and what it has no function for is fetched', () => {
  const lines = buildRequest(
    {
      method: 'POST',
      path: '/bulk',
      type: 'application/x-ndjson',
      client: { name: 'writeBulk', isManaged: true, isMerged: false },
    },
    [],
    '{"a":1}\n{"a":2}\n',
  );
  assert.match(
    languages.client(lines, BASE),
    /for await \(const result of vitrine\.writeBulk\('\{"a":1\}\\n\{"a":2\}\\n'\)\)/,
  );
  const health = buildRequest({ method: 'GET', path: '/healthz' }, [], undefined);
  assert.equal(languages.client(health, BASE), languages.fetch(health, BASE));
});

test('fields of a form are sent as form data, in each language', () => {
  const form = buildRequest(
    {
      method: 'POST',
      path: '/import',
      type: 'multipart/form-data',
      client: { name: 'importFiles', isManaged: true, isMerged: false },
    },
    [{ name: 'from', place: 'query', value: 'products' }],
    '{"file":["a;b\\n","c"],"mapping":"{}"}',
  );
  assert.deepEqual(form.headers, []);
  assert.equal(
    languages.curl(form, BASE),
    [
      `curl -s -X POST '${BASE}/import?from=products'`,
      "--form-string 'file=a;b\n'",
      "--form-string 'file=c'",
      "--form-string 'mapping={}'",
    ].join(' \\\n  '),
  );
  for (const language of ['fetch', 'client'] as const) {
    const code = languages[language](form, BASE);
    assert.match(code, /form\.append\('file', 'a;b\\n'\);\nform\.append\('file', 'c'\);/);
    assert.match(code, /body: form,/);
  }
  assert.match(languages.client(form, BASE), /for await \(const result of vitrine\.importFiles\(\{/);
  const broken = buildRequest(
    { method: 'POST', path: '/import', type: 'multipart/form-data' },
    [],
    'no json',
  );
  assert.deepEqual(broken.form, []);
});
