// The shell blocks of the documentation, run as a reader would: one shell per document, from the repository root,
// against its own demo shop. Each block prints what the document says.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as demo from '../../../demo/build/ids.ts';
import { loadDemoOnce } from '../service/imported-folder.ts';
import { makeDataDir, runCommand, startService } from '../service/running-service.ts';
import { readShellBlocks, type ShellBlock } from './docs-blocks.ts';
import { assertPrinted, runInShell } from './docs-shell.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const documents = [
  'README.md',
  'docs/operations.md',
  'docs/suggestions.md',
  'docs/bundle.md',
  'docs/merchandising.md',
  'docs/ranking.md',
  'CONTRIBUTING.md',
];

/** The only documented commands that are not run, each with its reason. */
const notRun: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm start', 'it would replace the packages under the running tests, and never ends'],
  ['npm test', 'it is what runs this'],
]);

const read = (document: string): Promise<string> => readFile(join(root, document), 'utf8');

const openDemo = loadDemoOnce();

const openShop = async (context: TestContext) => {
  const dataDir = await openDemo(context);
  const service = await startService(dataDir, {}, ['--demo']);
  context.after(() => service.stop('SIGKILL'));
  const place = ['--tenant', demo.tenantId, '--workspace', demo.workspaceId];
  const words = ['token', 'create', ...place, '--name', 'docs', '--permission', 'full', '--json'];
  const { token } = JSON.parse((await runCommand(dataDir, words)).out) as { token: string };
  return { dataDir, service, token };
};

const runBlocks = async (context: TestContext, blocks: readonly ShellBlock[]) => {
  const { dataDir, service, token } = await openShop(context);
  const runnable = blocks.filter(({ script }) => !notRun.has(script.trim()));
  const result = await runInShell(context, runnable, {
    address: service.address,
    dataDir,
    variables: { TOKEN: token },
  });
  assert.equal(await service.stop(), 0);
  return result;
};

for (const document of documents) {
  test(`the shell blocks of ${document} work as written`, async (context) => {
    const blocks = readShellBlocks(await read(document));
    if (blocks.length === 0) return context.diagnostic('it has none');
    const runnable = blocks.filter(({ script }) => !notRun.has(script.trim()));
    const { printed, err } = await runBlocks(context, blocks);
    const stopped = runnable[printed.length];
    assert.equal(stopped, undefined, `the block of ${document}:${stopped?.line} failed:\n${err}`);
    for (const [index, block] of runnable.entries()) {
      assertPrinted(block, printed[index] ?? '', `${document}:${block.line}`);
    }
  });
}

test('the README calls every operation that it lists, and shows what most of them answer', async () => {
  const readme = await read('README.md');
  const blocks = readShellBlocks(readme);
  const { paths } = JSON.parse(await read('openapi.json')) as { paths: Record<string, object> };
  const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
  const known = new Set(Object.keys(paths).map(shapeOf));
  const listed = [...readme.matchAll(/^\| `[A-Z]+ (\/\S+)`/gm)].map((match) => match[1] ?? '');
  assert.ok(listed.length >= 6);
  for (const path of listed) {
    assert.ok(known.has(shapeOf(path)), `${path} is not in openapi.json`);
    const literal = path.split(/\{[^}]+\}/).map((part) => RegExp.escape(part));
    const inScript = new RegExp(`${literal.join('[^/\\s\'"]+')}(?=["'?\\s])`);
    assert.ok(
      blocks.some(({ script }) => inScript.test(script)),
      `no block calls ${path}`,
    );
  }
  assert.ok(blocks.filter(({ answer }) => answer !== undefined).length >= 5);
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
    blocks.map(({ line, answer }) => [line, answer?.text]),
    [
      [1, '{}'],
      [10, undefined],
    ],
  );
  const dataDir = await makeDataDir(context);
  // Nothing answers there, which these blocks do not mind.
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
