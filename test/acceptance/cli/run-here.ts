// Runs command lines in the test's own process, one after the other, which saves the start of a process for each. How a process
// reads its arguments and variables, writes and exits is tested in `cli.test.ts` and `cli-usage.test.ts`.

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../../../src/cli/command.ts';
import { exitCodeOf, printFailure, runCommandLine } from '../../../src/cli/command-line.ts';
import type { CommandResult, runCommand } from '../service/running-service.ts';

/** Only this variable: the configuration refuses those of the test runner. */
const setVariables = (dataDir: string): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('VITRINE_')) delete process.env[name];
  process.env['VITRINE_DATA_DIR'] = dataDir;
};

/** Like `runCommand`. The next one must not start before this one has ended. */
export const runHere = async (
  dataDir: string,
  words: readonly string[],
  { input = '' }: Pick<NonNullable<Parameters<typeof runCommand>[2]>, 'input'> = {},
): Promise<CommandResult> => {
  setVariables(dataDir);
  const streams = { out: new PassThrough(), err: new PassThrough(), in: new PassThrough() };
  const printed = Promise.all([text(streams.out), text(streams.err)]);
  streams.in.end(input);
  // Safe: the commands use no more of the terminal's streams than what all streams have.
  const terminal = streams as unknown as Terminal;
  const code = await runCommandLine(words, terminal).catch((error: unknown) => {
    printFailure(error, words, terminal);
    return exitCodeOf(error);
  });
  streams.out.end();
  streams.err.end();
  const [out, err] = await printed;
  return { code, out, err };
};
