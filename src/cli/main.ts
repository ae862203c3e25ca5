#!/usr/bin/env node
// The command line. Finds the command, reads its words, and turns what comes of it into an exit code.

import { ConfigError } from '../config.ts';
import { allCommands, singleCommands } from './all-commands.ts';
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE, readArguments, UsageError } from './command.ts';
import { manageGroups } from './commands/manage.ts';
import { describeError } from './describe-error.ts';
import { commandHelp, groupOverview, overview } from './help.ts';

const terminal = { out: process.stdout, err: process.stderr, in: process.stdin };

const findCommand = (words: readonly string[]): Command | undefined =>
  allCommands.find((command) => command.name.split(' ').every((part, index) => words[index] === part));

const isHelp = (word: string | undefined): boolean =>
  word === undefined || ['help', '--help', '-h'].includes(word);

const run = async (words: readonly string[]): Promise<number> => {
  const command = findCommand(words);
  if (command === undefined) {
    // `token --help` shows the commands that begin so.
    const group = allCommands.filter(({ name }) => name.startsWith(`${words[0]} `));
    if (isHelp(words[0]) || (group.length > 0 && isHelp(words[1]))) {
      terminal.out.write(group.length > 0 ? groupOverview(group) : overview(singleCommands, manageGroups));
      return EXIT_OK;
    }
    throw new UsageError(`there is no command ${words.slice(0, 2).join(' ')}; see --help`);
  }
  const args = readArguments(command, words.slice(command.name.split(' ').length));
  if (args.flag('help')) {
    terminal.out.write(commandHelp(command));
    return EXIT_OK;
  }
  return command.run(args, terminal);
};

const fail = (error: unknown): void => {
  // An error of what is being written out comes here twice: by the stream and by the command.
  if (process.exitCode === undefined) terminal.err.write(`vitrine: ${describeError(error)}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED;
};

/** A reader that goes away (`export | head`) ends the work quietly. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT_OK);
  fail(error);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  fail(error);
}
