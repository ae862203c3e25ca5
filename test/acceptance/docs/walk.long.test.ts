// The documented walkthrough from an empty data folder, each half separately: every block does what it says, and both
// ways end in the same shop.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, startService } from '../service/running-service.ts';
import { readShellBlocks, type ShellBlock } from './docs-blocks.ts';
import { assertPrinted, runInShell } from './docs-shell.ts';

const DOCUMENT = 'docs/walkthrough.md';
const operator = { VITRINE_OPERATOR_TOKEN: 'operator-of-the-walk-0123456789abcdef' };

const text = await readFile(join(import.meta.dirname, '..', '..', '..', DOCUMENT), 'utf8');
const lineOf = (heading: string): number => text.split('\n').indexOf(heading) + 1;
const halves = [lineOf('## With curl'), lineOf('## With the command line'), lineOf('## Read on')];
const [curlLine = 0, commandLine = 0, endLine = 0] = halves;

const blocksBetween = (from: number, to: number): ShellBlock[] =>
  readShellBlocks(text).filter(({ line }) => line > from && line < to);

const walk = async (context: TestContext, blocks: readonly ShellBlock[]): Promise<string> => {
  const dataDir = await makeDataDir(context);
  const service = await startService(dataDir, operator);
  context.after(() => service.stop('SIGKILL'));
  const { printed, err } = await runInShell(context, blocks, {
    ...{ address: service.address, dataDir },
    variables: { ...operator, TOKEN: '' },
  });
  for (const [index, output] of printed.entries()) {
    const block = blocks[index];
    if (block !== undefined) assertPrinted(block, output, `${DOCUMENT}:${block.line}`);
  }
  const stopped = blocks[printed.length];
  assert.equal(stopped, undefined, `the block of ${DOCUMENT}:${stopped?.line} failed:\n${err}`);
  const exported = (await runHere(dataDir, ['export'])).out;
  assert.equal(await service.stop(), 0);
  return exported;
};

/**
 * Without what differs between runs: times, the id of the first version and its publication, and recorded searches.
 */
const plain = (exported: string): string[] => {
  const versions = exported.split('\n').filter((line) => line.startsWith('{"kind":"version"'));
  const first = versions.map((line) => JSON.parse(line)).find(({ number }) => number === 1)?.id;
  assert.ok(first, exported);
  return exported
    .replaceAll(/^\{"kind":"search_event".*\n/gm, '')
    .replaceAll(first, 'FIRST')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .split('\n')
    .sort();
};

test('the halves are found', () => {
  assert.ok(halves.every((line, index) => line > (halves[index - 1] ?? 0)));
  assert.equal(
    blocksBetween(curlLine, commandLine).length + blocksBetween(commandLine, endLine).length,
    readShellBlocks(text).length,
    'no block stands outside of them',
  );
});

test('with curl and with the command line, to the same end', async (context) => {
  const [byCurl, byCommand] = [
    await walk(context, blocksBetween(curlLine, commandLine)),
    await walk(context, blocksBetween(commandLine, endLine)),
  ];
  assert.deepEqual(plain(byCommand), plain(byCurl));
});
