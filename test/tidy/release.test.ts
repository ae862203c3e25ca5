// What is released: a package that holds all the service needs and no tests, under notes that the changelog has ready.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { releaseNotes } from '../../scripts/release-notes.ts';
import { reachableFrom } from './import-graph.ts';

const root = join(import.meta.dirname, '..', '..');

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** npm gives a list, or an object by the name of the package. */
const listPacked = (): Set<string> => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [packed] = Object.values<Packed>(JSON.parse(text));
  return new Set(packed?.files.map(({ path }) => path));
};

test('the package holds all that the service reaches, and nothing of the tests', () => {
  const packed = listPacked();
  const needed = [
    ...reachableFrom(['src/cli/main.js']),
    'scripts/require-runtime.mjs',
    'demo/shop.ndjson',
    ...globSync('{docs/**/*,client/README,*}.md', { cwd: root }),
    'openapi.json',
    'openapi-management.json',
    'exec.cmd',
    'LICENSE',
  ];
  assert.deepEqual(
    needed.filter((file) => !packed.has(file)),
    [],
  );
  assert.deepEqual(
    [...packed].filter((file) => /\.test\.ts$|^(test|bench|\.[^/]+)\//.test(file)),
    [],
  );
});

test('nothing is published to a registry by accident', () => {
  assert.equal(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).private, true);
});

const changelog = [
  '# Changelog',
  '',
  '## 0.2.0 — unreleased',
  '',
  '- new',
  '',
  '## 0.1.0 — 2026-01-02',
  '',
  '- old',
  '',
].join('\n');

test('the notes of a release are its section of the changelog', () => {
  assert.equal(releaseNotes('v0.1.0', '0.1.0', changelog), '- old\n');
  const dated = changelog.replace('unreleased', '2026-03-04');
  assert.equal(releaseNotes('v0.2.0', '0.2.0', dated), '- new\n');
});

test('a release needs the tag of its version, and a section with a date', () => {
  assert.throws(() => releaseNotes('v0.2.0', '0.1.0', changelog), /it must be v0\.1\.0/);
  assert.throws(() => releaseNotes('', '0.1.0', changelog), /it must be v0\.1\.0/);
  assert.throws(() => releaseNotes('v0.2.0', '0.2.0', changelog), /put the date/);
  assert.throws(() => releaseNotes('v0.3.0', '0.3.0', changelog), /has no section/);
  assert.throws(() => releaseNotes('v0.1.0', '0.1.0', changelog.replace('- old', '')), /says nothing/);
});

test('the changelog has a section for the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const dated = text.replace(`## ${version} — unreleased`, `## ${version} — 2026-01-01`);
  assert.notEqual(releaseNotes(`v${version}`, version, dated), '');
});
