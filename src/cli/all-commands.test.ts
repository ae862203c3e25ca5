// What holds for every command, however it is made: its help, what it refuses, and that the table of managed kinds and the
// commands are the same list.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { managedKinds } from '../contract/manage/manage-resources.ts';
import { allCommands, singleCommands } from './all-commands.ts';
import { readArguments, UsageError } from './command.ts';
import { manageGroups } from './commands/manage.ts';
import { commandHelp } from './help.ts';

const optionsOf = (name: string): string[] => {
  const command = allCommands.find((each) => each.name === name);
  assert.ok(command, `there is no command ${name}`);
  return Object.keys(command.options).sort();
};

const place = ['tenant', 'workspace'];
const page = ['skip', 'limit'];
const view = ['environment', 'locale', 'fields', 'expand', 'preview'];

/** A new one has to be written here. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'record create': [...place, 'model'],
  'record save': [...place, 'model', 'base'],
  'record list': [...place, 'model', ...page, ...view, 'search', 'filter', 'sort-by', 'sort-order'],
  'record get': [...place, 'model', ...view],
  'record versions': [...place, 'model', ...page],
  'record version': [...place, 'model'],
  'record compare': [...place, 'model'],
  'record delete': [...place, 'model', 'cascade'],
  'version delete': [...place, 'model'],
  'submission list': [...place, ...page, 'environment-id', 'from', 'to'],
  'submission export': [...place, 'environment-id', 'from', 'to', 'output'],
  'submission erase': [...place, 'value', 'form', 'field'],
  'bulk delete': place,
  mcp: [...place, 'environment', 'url', 'catalog'],
  'record publish': [...place, 'model', 'environment', 'version', 'locale'],
  'record unpublish': [...place, 'model', 'environment', 'version', 'locale'],
  'models pull': [...place, 'prune'],
  'models diff': place,
  'models push': [...place, 'prune', 'force'],
  'tenant list': [...page, 'search'],
  'tenant put': ['set', 'if-match'],
  'workspace create': ['tenant', 'set'],
  'domain list': [...place, ...page, 'search', 'environment-id'],
  'product list': [...place, 'catalog', ...page, 'search', 'sku', 'brand', 'category-id', 'in-stock'],
  'product get': [...place, 'catalog'],
  'product put': [...place, 'catalog', 'set', 'if-match'],
  'content-item delete': [...place, 'catalog', 'cascade', 'if-match'],
};

for (const [name, options] of Object.entries(expected)) {
  test(`the options of ${name}`, () => assert.deepEqual(optionsOf(name), [...options].sort()));
}

test('every kind has every verb, and the overview tells of it', () => {
  const groups = managedKinds.map(({ kind }) => kind.replaceAll('_', '-'));
  assert.deepEqual(
    manageGroups.map(([name]) => name),
    groups,
  );
  const names = allCommands
    .map(({ name }) => name)
    .filter((name) => groups.includes(name.split(' ')[0] ?? ''));
  const wanted = groups.flatMap((group) =>
    ['list', 'create', 'get', 'put', 'delete'].map((verb) => `${group} ${verb}`),
  );
  assert.deepEqual(names, wanted);
  assert.equal(allCommands.length, singleCommands.length + wanted.length);
  assert.equal(new Set(allCommands.map(({ name }) => name)).size, allCommands.length);
});

test('every command explains each of its options, and refuses what it does not know', () => {
  for (const command of allCommands) {
    const help = commandHelp(command);
    assert.doesNotMatch(help, /`|undefined/, command.name);
    for (const [name, { meaning, value, type }] of Object.entries(command.options)) {
      assert.ok(
        help.includes(`--${name}${value === undefined ? '' : ` ${value}`}`),
        `${command.name} --${name}`,
      );
      assert.match(meaning, /\.$/, `${command.name} --${name}: ${meaning}`);
      assert.equal(type === 'boolean', value === undefined);
    }
    assert.throws(() => readArguments(command, ['--colour', 'red']), UsageError);
  }
});

test('a word that may be left out is the last one', () => {
  for (const { name, positionals = [] } of allCommands) {
    const optional = positionals.findIndex((word) => word.startsWith('['));
    assert.ok(optional === -1 || optional === positionals.length - 1, name);
  }
  const put = allCommands.find(({ name }) => name === 'tenant put');
  assert.ok(put);
  assert.deepEqual(readArguments(put, ['acme']).positionals, ['acme']);
  assert.deepEqual(readArguments(put, ['acme', '-']).positionals, ['acme', '-']);
  assert.throws(() => readArguments(put, []), /expected TENANT_ID \[FILE\|-\]/);
  assert.throws(() => readArguments(put, ['acme', 'a', 'b']), /expected TENANT_ID/);
  const restore = allCommands.find(({ name }) => name === 'restore');
  assert.ok(restore);
  assert.deepEqual(readArguments(restore, ['a', 'b', 'c']).positionals, ['a', 'b', 'c']);
});
