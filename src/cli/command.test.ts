// How the words of a command are read: what is taken, and what is refused with which sentence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, readArguments, textOption, UsageError } from './command.ts';

const command: Command = {
  name: 'paint',
  summary: 'Paint a wall.',
  positionals: ['WALL'],
  options: {
    color: textOption('COLOR', 'Its color.', true),
    brush: { ...textOption('BRUSH', 'A brush.'), multiple: true, short: 'b' },
    twice: { type: 'boolean', meaning: 'Two coats.' },
  },
  run: async () => 0,
};

test('options, lists, flags and positional words are read in any order', () => {
  const args = readArguments(command, ['-b', 'x', 'north', '--color=red', '--brush', 'y', '--twice']);
  assert.deepEqual(args.positionals, ['north']);
  assert.equal(args.text('color'), 'red');
  assert.deepEqual(args.list('brush'), ['x', 'y']);
  assert.equal(args.flag('twice'), true);
  assert.equal(args.flag('json'), false);
  assert.deepEqual(readArguments(command, ['north', '--color', 'red']).list('brush'), []);
});

test('a value may begin with a dash when it is written after =', () => {
  assert.equal(readArguments(command, ['north', '--color=-1']).text('color'), '-1');
});

test('help asks for nothing else', () => {
  assert.equal(readArguments(command, ['--help']).flag('help'), true);
  assert.equal(readArguments(command, ['-h']).flag('help'), true);
});

const refused: readonly [readonly string[], RegExp][] = [
  [['north'], /missing --color/],
  [['--color', 'red'], /expected WALL/],
  [['north', 'south', '--color', 'red'], /expected WALL/],
  [[' ', '--color', 'red'], /WALL is blank/],
  [['north', '--color', ''], /--color is blank/],
  [['north', '--color', ' \t'], /--color is blank/],
  [['north', '--color', 'red', '--brush', ''], /--brush is blank/],
  [['north', '--color', 'red', '--color', 'blue'], /--color is given twice/],
  [['north', '--color', 'red', '--twice', '--twice'], /--twice is given twice/],
  [['north', '--color'], /^--color needs a value$/],
  [['north', '-b'], /^--brush needs a value$/],
  [['north', '--color', '-1'], /^--color needs a value; write --color=VALUE if it begins with -$/],
  [['north', '--color', 'red', '--twice=yes'], /^--twice takes no value$/],
  [['north', '--color', 'red', '--shade', 'x'], /^there is no option --shade; see --help$/],
  [['north', '--color', 'red', '-x'], /^there is no option -x; see --help$/],
];

for (const [words, message] of refused) {
  test(`refused: ${words.join(' ')}`, () => {
    assert.throws(
      () => readArguments(command, words),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  });
}

test('a command without positional words takes none', () => {
  const { positionals: _, ...bare } = command;
  assert.throws(() => readArguments(bare, ['north', '--color', 'red']), /unexpected: north/);
});
