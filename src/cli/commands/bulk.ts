// `bulk delete`: many things by their keys or by whole lines of a bundle, as over HTTP and as the operator.

import { type Command, CommandError, EXIT_FAILED, EXIT_OK, type Terminal } from '../command.ts';
import { readWorkspace, withWorkbench, workspaceOptions } from '../place.ts';
import { printLine, showText } from '../print.ts';
import { openInput } from './import.ts';

interface Result {
  readonly line?: number;
  readonly error?: { readonly message: string };
  readonly summary?: {
    readonly lines: number;
    readonly deleted: number;
    readonly absent: number;
    readonly failed: number;
    readonly is_complete: boolean;
  };
}

export const bulkDelete: Command = {
  name: 'bulk delete',
  summary: 'Delete many things.',
  details:
    'FILE holds a line of JSON for each thing (NDJSON, gzip or plain), - is standard input: its kind and the fields of its key, or a whole line of a bundle.\nA publication that is deleted is unpublished; a record takes its versions along. What is still needed stays, and no line stops another.\n--json prints a result for each line and a summary, as over HTTP.',
  positionals: ['FILE|-'],
  options: workspaceOptions,
  run: async (args, terminal) => {
    const [file = '-'] = args.positionals;
    const input = file === '-' ? terminal.in : await openInput(file);
    return withWorkbench(async (services) => {
      const sender = { ...readWorkspace(args), isOperator: true };
      const results = services.runBulk('delete', sender, input);
      const show = args.flag('json') ? (text: string) => printLine(terminal, text) : tell(terminal);
      let summary: Result['summary'];
      for await (const text of linesOf(results)) {
        show(text);
        summary = (JSON.parse(text) as Result).summary;
      }
      if (summary === undefined) throw new CommandError('the answer broke off');
      return summary.failed === 0 && summary.is_complete ? EXIT_OK : EXIT_FAILED;
    });
  },
};

/** Only what failed, and the sum. */
const tell =
  (terminal: Terminal) =>
  (text: string): void => {
    const { line, error, summary } = JSON.parse(text) as Result;
    if (error !== undefined) {
      const where = line === undefined ? 'vitrine' : `line ${line}`;
      terminal.err.write(`${where}: ${showText(error.message)}\n`);
    }
    if (summary !== undefined) {
      const { deleted, absent, failed } = summary;
      printLine(terminal, `Deleted ${deleted}; ${absent} were not there, ${failed} failed.`);
    }
  };

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
