// One command line: finds the command, parses its arguments and runs it; and what is printed where it fails.

import { ConfigError } from '../config.ts';
import { allCommands, singleCommands } from './all-commands.ts';
import {
  type Command,
  EXIT_FAILED,
  EXIT_OK,
  EXIT_USAGE,
  readArguments,
  type Terminal,
  UsageError,
} from './command.ts';
import { manageGroups } from './commands/manage.ts';
import { describeError, errorDocument } from './describe-error.ts';
import { commandHelp, groupOverview, overview } from './help.ts';

const findCommand = (words: readonly string[]): Command | undefined =>
  allCommands.find((command) => command.name.split(' ').every((part, index) => words[index] === part));

const isHelp = (word: string | undefined): boolean =>
  word === undefined || ['help', '--help', '-h'].includes(word);

/** Returns the exit code. */
export const runCommandLine = async (words: readonly string[], terminal: Terminal): Promise<number> => {
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

export const exitCodeOf = (error: unknown): number =>
  error instanceof UsageError || error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED;

/** With `--json`, failures are JSON too. */
export const printFailure = (error: unknown, words: readonly string[], terminal: Terminal): void => {
  if (words.includes('--json')) terminal.out.write(`${JSON.stringify(errorDocument(error))}\n`);
  else terminal.err.write(`vitrine: ${describeError(error)}\n`);
};
