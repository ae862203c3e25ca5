#!/usr/bin/env node
// The command line: finds the command, parses its arguments, runs it, and sets the exit code.

import { ConfigError } from '../config.ts';
import { allCommands, singleCommands } from './all-commands.ts';
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE, readArguments, UsageError } from './command.ts';
import { manageGroups } from './commands/manage.ts';
import { describeError, errorDocument } from './describe-error.ts';
import { commandHelp, groupOverview, overview } from './help.ts';

const terminal = { out: process.stdout, err: process.stderr, in: process.stdin };

const findCommand = (words: readonly string[]): Command | undefined =>
  allCommands.find((command) => command.name.split(' ').every((part, index) => words[index] === part));

const isHelp = (word: string | undefined): boolean =>
  word === undefined || ['help', '--help', '-h'].includes(word);

const run = async (words: readonly string[]): Promise<number> => {
  const command = findCommand(words);
  if (command === undefined) {
    // `token --help` lists the commands that begin with `token`.
    const group = allCommands.filter(({ name }) => name.startsWith(`${words[0]} `));
    if (isHelp(words[0]) || (group.length > 0 && isHelp(words[1]))) {
      terminal.out.write(group.length > 0 ? groupOverview(group) : overview(singleCommands, manageGroups));
      return EXIT_OK;
    }
    const named = words.slice(0, 2).filter((word) => !word.startsWith('-'));
    throw new UsageError(`there is no command ${named.join(' ')}; see --help`);
  }
  const args = readArguments(command, words.slice(command.name.split(' ').length));
  if (args.flag('help')) {
    terminal.out.write(commandHelp(command));
    return EXIT_OK;
  }
  return command.run(args, terminal);
};

/** With `--json`, failures are JSON too. */
const tell = (error: unknown): void => {
  if (process.argv.includes('--json')) terminal.out.write(`${JSON.stringify(errorDocument(error))}\n`);
  else terminal.err.write(`vitrine: ${describeError(error)}\n`);
};

const fail = (error: unknown): void => {
  // An error while writing output arrives twice: from the stream and from the command.
  if (process.exitCode === undefined) tell(error);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED;
};

/** If the reader goes away (`export | head`), stop quietly. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT_OK);
  fail(error);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  fail(error);
}
