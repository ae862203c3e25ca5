// ARCHITECTURE.md is true: it names every folder of the source, every path in it exists, and an operation has the same
// subject in every room.

import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { routes } from '../../src/contract/routes.ts';
import { read, sources } from './import-graph.ts';

const root = join(import.meta.dirname, '..', '..');
const page = read('ARCHITECTURE.md');

/** The text of one room: from its heading to the next. Several rooms may share a heading. */
const sectionOf = (room: string): string =>
  page.split(/^### /m).find((section) => section.split('\n', 1)[0]?.includes(`\`${room}/\``)) ?? '';

test('every folder of every room is described in the section of its room', () => {
  const folders = [...new Set(sources.filter((file) => file.startsWith('src/')).map(dirname))].filter(
    (folder) => folder !== 'src',
  );
  const faults = folders.filter((folder) => {
    const [, room = '', ...rest] = folder.split('/');
    return rest.length === 0 ? sectionOf(room) === '' : !sectionOf(room).includes(`${rest.join('/')}/`);
  });
  assert.ok(folders.length > 40);
  assert.deepEqual(faults, []);
});

test('every path and file name exists', () => {
  const names = new Set(
    globSync('{src,test,scripts,demo,client/src}/**/*.{ts,mjs}', {
      cwd: root,
      exclude: ['**/node_modules/**'],
    }).map((file) => basename(file)),
  );
  const named = [...page.matchAll(/`([\w./-]+\/|[\w./-]+\.(?:ts|mjs|json))`/g)].map(
    (match) => match[1] ?? '',
  );
  const faults = named.filter((path) => {
    if (!path.includes('/')) return !names.has(path) && !existsSync(join(root, path));
    if (existsSync(join(root, path))) return false;
    return globSync(join('src', '**', path), { cwd: root }).length === 0;
  });
  assert.ok(named.length > 100);
  assert.deepEqual(faults, []);
});

test('an operation has a file of its name under the same subject in contract and operations', () => {
  const faults = Object.keys(routes).filter((name) => {
    const subjects = ['contract', 'operations'].map((room) =>
      sources
        .filter((file) => file.startsWith(`src/${room}/`) && basename(file) === `${name}.ts`)
        .map(dirname),
    );
    const [contract, operation] = subjects.map((folders) => folders.map((folder) => basename(folder)));
    return contract?.length !== 1 || operation?.length !== 1 || contract[0] !== operation[0];
  });
  assert.deepEqual(faults, []);
});
