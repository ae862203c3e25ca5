// Help says everything that the tables know.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configVariables } from '../config.ts';
import { type Command, textOption } from './command.ts';
import { commandHelp, overview } from './help.ts';

const command: Command = {
  name: 'paint wall',
  summary: 'Paint a wall.',
  details: 'Dries overnight.',
  positionals: ['WALL'],
  options: {
    color: textOption('COLOR', 'Its color.', true),
    brush: { ...textOption('BRUSH', 'A brush.'), multiple: true, short: 'b' },
  },
  run: async () => 0,
};

test('the help of a command has its words, its options and what they mean', () => {
  const help = commandHelp(command);
  for (const part of [
    'paint wall WALL [OPTIONS]',
    'Paint a wall.',
    'Dries overnight.',
    '--color COLOR',
    'Its color. Required.',
    '-b, --brush BRUSH',
    'A brush. May be repeated.',
    '--json',
    '-h, --help',
  ]) {
    assert.ok(help.includes(part), `${part} is not in\n${help}`);
  }
});

test('the overview has every command and every variable with its default', () => {
  const text = overview([command], [['wall', 'What is painted.']]);
  assert.match(text, /paint wall {2}Paint a wall\./);
  assert.match(text, /^ {2}wall {2}What is painted\.$/m);
  for (const { name, defaultValue } of configVariables) {
    const line = text.split('\n').find((candidate) => candidate.trim().startsWith(`${name} `)) ?? '';
    assert.ok(line.endsWith(`[${defaultValue === '' ? 'none' : defaultValue}]`), `${name}: ${line}`);
  }
});
