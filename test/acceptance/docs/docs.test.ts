// The documentation is consistent with itself and the code: links resolve, variables and commands exist, and nothing
// is missing.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { configVariables } from '../../../src/config.ts';
import { unknownSettings } from '../../fixtures/known-settings.ts';
import { makeDataDir, runCommand } from '../service/running-service.ts';
import { withoutBlocks } from './docs-blocks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => ['node_modules', '.git'].includes(String(name)),
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** As repository hosts do it: lower case, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsOf = (file: string): Set<string> =>
  new Set([...withoutBlocks(read(file)).matchAll(/^#+\s+(.*)$/gm)].map((match) => anchorOf(match[1] ?? '')));

const linksOf = (file: string): string[] =>
  [...withoutBlocks(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');

test('the documents are found', () => {
  for (const file of [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs/operations.md',
    'docs/bundle.md',
  ]) {
    assert.ok(documents.includes(file), file);
  }
});

test('every relative link leads to a file, and its anchor to a heading', () => {
  const faults: string[] = [];
  let checked = 0;
  for (const file of documents) {
    for (const link of linksOf(file).filter((target) => !/^[a-z]+:/.test(target))) {
      checked += 1;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)));
      if (target.startsWith('..') || !existsSync(join(root, target))) faults.push(`${file}: ${link}`);
      else if (anchor !== undefined && !anchorsOf(target).has(anchor)) faults.push(`${file}: ${link}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(checked > 30, `${checked} links`);
});

test('every variable in the documentation exists, and every one that exists is documented with its default', () => {
  for (const file of documents) assert.deepEqual(unknownSettings(read(file)), [], file);
  const rows = read('docs/operations.md').split('\n');
  for (const { name, defaultValue, meaning } of configVariables) {
    const cells = rows
      .find((row) => row.startsWith(`| \`${name}\` `))
      ?.split('|')
      .map((cell) => cell.trim());
    assert.equal(cells?.[2], defaultValue === '' ? 'none' : `\`${defaultValue}\``, name);
    assert.equal(cells?.[4]?.replaceAll('`', ''), meaning, name);
  }
});

test('the changelog tells of the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  assert.match(read('CHANGELOG.md'), new RegExp(`^## ${RegExp.escape(version)}\\b`, 'm'));
});

test('the index of the decisions lists every record, once and in order', () => {
  const records = documents
    .filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
    .map((file) => file.slice('docs/decisions/'.length))
    .sort();
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| \[(\d{4})\]\(([^)]+)\)/gm)];
  assert.deepEqual(
    listed.map((match) => match[2]),
    records,
  );
  for (const [index, match] of listed.entries()) {
    assert.ok(index === 0 || Number(match[1]) > Number(listed[index - 1]?.[1]), 'numbers rise');
    assert.ok(match[2]?.startsWith(`${match[1]}-`));
    assert.match(read(`docs/decisions/${match[2]}`), /^# \S/);
  }
  assert.ok(records.length > 0);
});

test('decisions that the code and the documents cite exist', () => {
  const numbers = new Set(documents.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []));
  const files = [...documents, ...globSync('{src,test,scripts,demo}/**/*.ts', { cwd: root })];
  const faults = files.flatMap((file) =>
    [...read(file).matchAll(/\b[Dd]ecisions? (\d{4})\b/g)]
      .filter((match) => !numbers.has(match[1] ?? ''))
      .map((match) => `${file}: ${match[0]}`),
  );
  assert.deepEqual(faults, []);
});

test('the README names every command', async (context) => {
  const { out } = await runCommand(await makeDataDir(context), ['--help']);
  const section = out.slice(out.indexOf('Commands:'), out.indexOf('Every command'));
  const commands = [...section.matchAll(/^ {2}(\S+(?: \S+)?) {2}/gm)].map((match) => match[1] ?? '');
  assert.ok(commands.length > 0);
  const readme = read('README.md');
  assert.deepEqual(
    commands.filter((name) => !readme.includes(`\`${name}`)),
    [],
  );
});
