// Runs command lines in the test's own process, one after the other, which saves the start of a process for each. How a process
// reads its arguments and variables, writes and exits is tested in `cli.test.ts` and `cli-usage.test.ts`.

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Terminal } from '../../../src/cli/command.ts';
import { exitCodeOf, printFailure, runCommandLine } from '../../../src/cli/command-line.ts';
import type { CommandResult, runCommand } from '../service/running-service.ts';
import { databaseVariables } from '../service/test-database.ts';

/** Only these until the function that is returned is called: the configuration refuses those of the test runner. */
const setVariables = (variables: Readonly<Record<string, string>>): (() => void) => {
  const isOurs = (name: string) => name.startsWith('VITRINE_');
  const clear = (): void => {
    for (const name of Object.keys(process.env).filter(isOurs)) delete process.env[name];
  };
  const before = Object.entries(process.env).filter(([name]) => isOurs(name));
  clear();
  Object.assign(process.env, variables);
  return () => {
    clear();
    Object.assign(process.env, Object.fromEntries(before));
  };
};

/** Like `runCommand`. The next one must not start before this one has ended. */
export const runHere = async (
  dataDir: string,
  words: readonly string[],
  { input = '', variables = {} }: Omit<NonNullable<Parameters<typeof runCommand>[2]>, 'home'> = {},
): Promise<CommandResult> => {
  const reset = setVariables({ VITRINE_DATA_DIR: dataDir, ...databaseVariables(dataDir), ...variables });
  const streams = { out: new PassThrough(), err: new PassThrough(), in: new PassThrough() };
  const [out, err] = [collect(streams.out), collect(streams.err)];
  streams.in.end(input);
  // Safe: the commands use no more of the terminal's streams than what all streams have.
  const terminal = streams as unknown as Terminal;
  const code = await runCommandLine(words, terminal).catch((error: unknown) => {
    printFailure(error, words, terminal);
    return exitCodeOf(error);
  });
  reset();
  return { code, out: await out(), err: await err() };
};

/** Everything that is written until it is asked for, also to a stream that ends with an error: its command reports that. */
const collect = (stream: PassThrough): (() => Promise<string>) => {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const closed = once(stream, 'close').catch(() => undefined);
  return async () => {
    stream.end();
    await closed;
    return Buffer.concat(parts).toString();
  };
};
