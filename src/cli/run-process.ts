// The process of the command line: runs what it was given, and sets the exit code.

import { EXIT_OK } from './command.ts';
import { exitCodeOf, printFailure, runCommandLine } from './command-line.ts';

const terminal = { out: process.stdout, err: process.stderr, in: process.stdin };
const words = process.argv.slice(2);

const fail = (error: unknown): void => {
  // An error while writing output arrives twice: from the stream and from the command.
  if (process.exitCode === undefined) printFailure(error, words, terminal);
  process.exitCode = exitCodeOf(error);
};

/** If the reader goes away (`export | head`), stop quietly. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT_OK);
  fail(error);
});

try {
  process.exitCode = await runCommandLine(words, terminal);
} catch (error) {
  fail(error);
}
