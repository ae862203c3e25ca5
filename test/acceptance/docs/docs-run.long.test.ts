// The shell blocks of the documentation, run as a reader would: one shell per document, from the repository root,
// against a demo shop. Each block prints what the document says.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readOpenApi } from '../../fixtures/committed-openapi.ts';
import { makeDataDir } from '../service/running-service.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { readShellBlocks, type ShellBlock } from './docs-blocks.ts';
import { assertPrinted, runInShell } from './docs-shell.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** Each list has a demo shop of its own. In one that is shared, a document changes nothing that the next ones show. */
const shops = [
  ['README.md'],
  ['docs/suggestions.md', 'docs/bundle.md', 'docs/operations.md', 'CONTRIBUTING.md', 'docs/storefront.md'],
  ['docs/merchandising.md', 'docs/ranking.md'],
  ['docs/events.md', 'docs/importing.md'],
];

/** The only documented commands that are not run, each with its reason. */
const notRun: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm start', 'it would replace the packages under the running tests, and never ends'],
  ['npm test', 'it is what runs this'],
]);

const read = (document: string): Promise<string> => readFile(join(root, document), 'utf8');

const runDocument = async (context: TestContext, document: string, shop: DemoShop): Promise<void> => {
  const blocks = readShellBlocks(await read(document));
  if (blocks.length === 0) return context.diagnostic('it has none');
  const runnable = blocks.filter(({ script }) => !notRun.has(script.trim()));
  const { printed, err } = await runInShell(context, runnable, {
    address: shop.service.address,
    dataDir: shop.dataDir,
    variables: { TOKEN: shop.token },
    hasNpm: document === 'README.md',
  });
  const stopped = runnable[printed.length];
  assert.equal(stopped, undefined, `the block of ${document}:${stopped?.line} failed:\n${err}`);
  for (const [index, block] of runnable.entries()) {
    assertPrinted(block, printed[index] ?? '', `${document}:${block.line}`);
  }
};

for (const documents of shops) {
  test(`a demo shop for ${documents.join(', ')}`, async (context) => {
    const shop = await openDemoShop(context);
    for (const document of documents) {
      await context.test(`the shell blocks of ${document} work as written`, (t) =>
        runDocument(t, document, shop),
      );
    }
    assert.equal(await shop.service.stop(), 0);
  });
}

test('the README calls every operation that it lists, and shows what most of them return', async () => {
  const readme = await read('README.md');
  const blocks = readShellBlocks(readme);
  const { paths } = readOpenApi();
  const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
  const known = new Set(Object.keys(paths).map(shapeOf));
  const listed = [...readme.matchAll(/^\| `[A-Z]+ (\/\S+)`/gm)].map((match) => match[1] ?? '');
  assert.ok(listed.length >= 6);
  for (const path of listed) {
    assert.ok(known.has(shapeOf(path)), `${path} is not described`);
    const literal = path.split(/\{[^}]+\}/).map((part) => RegExp.escape(part));
    const inScript = new RegExp(`${literal.join('[^/\\s\'"]+')}(?=["'?\\s])`);
    assert.ok(
      blocks.some(({ script }) => inScript.test(script)),
      `no block calls ${path}`,
    );
  }
  assert.ok(blocks.filter(({ output }) => output !== undefined).length >= 5);
});

test('what is not run is what the README opens with, and nothing else', async () => {
  const readme = await read('README.md');
  for (const command of notRun.keys()) assert.ok(readme.split('\n').includes(command), command);
});

test('a wrong block is found', async (context) => {
  const markdown = [
    '```sh',
    'NAME=$(curl -s http://127.0.0.1:8080/healthz | wc -l)',
    'echo "{}"',
    '```',
    '',
    '```json',
    '{}',
    '```',
    'text between',
    '```sh',
    'echo 1; false; echo 2',
    '```',
  ].join('\n');
  const blocks = readShellBlocks(markdown);
  assert.deepEqual(
    blocks.map(({ line, output }) => [line, output?.text]),
    [
      [1, '{}'],
      [10, undefined],
    ],
  );
  const dataDir = await makeDataDir(context);
  // Nothing listens there, which these blocks do not mind.
  const { printed } = await runInShell(context, blocks, {
    address: 'http://127.0.0.1:1',
    dataDir,
    variables: {},
  });
  assert.deepEqual(printed, ['{}\n']);
  const [first] = blocks;
  assert.ok(first);
  assertPrinted(first, '{}', 'x');
  assert.throws(() => assertPrinted(first, '{"a":1}', 'x'));
});

test('an output may be shown in part, and what is shown is compared', () => {
  const text = '{ "a": [{ "b": 1, "…": "…" }, "…"], "c": [2] }';
  const block: ShellBlock = { line: 1, script: '', output: { language: 'json', text } };
  assertPrinted(block, '{ "a": [{ "b": 1, "d": 3 }, { "b": 2 }], "c": [2] }', 'x');
  for (const wrong of [
    '{ "a": [{ "b": 2, "d": 3 }, { "b": 2 }], "c": [2] }',
    '{ "a": [{ "b": 1, "d": 3 }, { "b": 2 }], "c": [2, 3] }',
    '{ "a": [{ "b": 1, "d": 3 }, { "b": 2 }], "c": [2], "e": 1 }',
    // Nothing was left out.
    '{ "a": [{ "b": 1, "d": 3 }], "c": [2] }',
    '{ "a": [{ "b": 1 }, { "b": 2 }], "c": [2] }',
    '{ "a": [{ "d": 1, "e": 3 }, { "b": 2 }], "c": [2] }',
  ])
    assert.throws(() => assertPrinted(block, wrong, 'x'), wrong);
});
