// Runs the shell blocks of a document in one shell, as a reader would type them, and captures their output.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { makeDataDir, ownMain } from '../service/running-service.ts';
import type { ShellBlock } from './docs-blocks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8080';
const MARK = '---- end of block';

interface Shell {
  /** The service's address, replacing the documented one. */
  readonly address: string;
  readonly dataDir: string;
  /** The variables that the reader is told to set. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether `npm run` is npm's own, which takes longer to start than most commands take. */
  readonly hasNpm?: boolean;
}

/** Runs the script of `npm run -s vitrine -- …` without npm. Nothing else is asked of npm in documents that do without. */
const withoutNpm = (): string => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const command = scripts['vitrine']
    ?.replace('exec node', `'${process.execPath}'`)
    .replace('src/cli/main.js', `'${ownMain}'`);
  return `npm() { [ "$1 $2 $3 $4" = 'run -s vitrine --' ] && shift 4 && ${command} "$@"; }\n`;
};

/** One shell for all blocks, since later ones use variables of earlier ones. Returns the output of each, in order. */
export const runInShell = async (
  context: TestContext,
  blocks: readonly ShellBlock[],
  { address, dataDir, variables, hasNpm = false }: Shell,
): Promise<{ readonly printed: readonly string[]; readonly err: string }> => {
  const script = blocks
    .map(({ script: text }) => `${text}\nprintf '\\n${MARK}\\n'\n`)
    .join('')
    .replaceAll(DOCUMENTED_ADDRESS, address);
  const child = spawn('sh', ['-eu', '-c', hasNpm ? script : withoutNpm() + script], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      TMPDIR: await makeDataDir(context),
      ...nodeVariables,
      VITRINE_DATA_DIR: dataDir,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  context.after(() => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  await once(child, 'close');
  return { printed: out.split(`\n${MARK}\n`).slice(0, -1), err };
};

/** In a document: here the output goes on. The name of a field, or the last item of a list. */
const MORE = '…';

/** What the document shows of a value, all of which it must have. */
const shownPart = (value: unknown, shown: unknown): unknown => {
  if (Array.isArray(value) && Array.isArray(shown)) {
    const isCut = shown.at(-1) === MORE && value.length >= shown.length;
    const items = isCut ? value.slice(0, shown.length - 1) : value;
    return [...items.map((item, at) => shownPart(item, shown[at])), ...(isCut ? [MORE] : [])];
  }
  if (!isObject(value) || !isObject(shown)) return value;
  const isCut = MORE in shown && Object.keys(value).length >= Object.keys(shown).length;
  const entries = Object.entries(value).filter(([name]) => !isCut || name in shown);
  return {
    ...Object.fromEntries(entries.map(([name, item]) => [name, shownPart(item, shown[name])])),
    ...(isCut ? { [MORE]: shown[MORE] } : {}),
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const assertPrinted = (block: ShellBlock, printed: string, where: string): void => {
  if (block.output?.language === 'json') {
    const shown = JSON.parse(block.output.text);
    assert.deepEqual(shownPart(JSON.parse(printed), shown), shown, where);
  } else if (block.output?.language === 'text') {
    assert.equal(printed.trim(), block.output.text.trim(), where);
  } else if (printed.trimStart().startsWith('{') || block.script.startsWith('curl ')) {
    assert.notEqual((JSON.parse(printed) as { Status?: string }).Status, 'failure', `${where}: ${printed}`);
  }
};
