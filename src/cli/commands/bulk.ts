// `bulk delete`: deletes many objects by key or by bundle line, like the HTTP operation, as the operator.

import { type Command, CommandError, EXIT_FAILED, EXIT_OK, type Terminal } from '../command.ts';
import { readWorkspace, withServices, workspaceOptions } from '../place.ts';
import { printLine, showText } from '../print.ts';
import { withInput } from '../read-input.ts';

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
  summary: 'Delete many objects.',
  details:
    'FILE has one line of JSON per object (NDJSON, gzip or plain): its kind and the fields of its key, or a complete bundle line. - is standard input.\nDeleting a publication unpublishes it; deleting a record deletes its versions. An object that others still need is not deleted, and a line that fails does not stop the others.\n--json prints a result for each line, and a summary at the end.',
  positionals: ['FILE|-'],
  options: workspaceOptions,
  run: async (args, terminal) => {
    const [file = '-'] = args.positionals;
    return withInput(file, terminal, (input) =>
      withServices(async (services) => {
        const sender = { ...readWorkspace(args), isOperator: true };
        const results = services.runBulk('delete', sender, input);
        const show = args.flag('json') ? (text: string) => printLine(terminal, text) : tell(terminal);
        let summary: Result['summary'];
        for await (const text of linesOf(results)) {
          show(text);
          summary = (JSON.parse(text) as Result).summary;
        }
        if (summary === undefined) throw new CommandError('the results are incomplete');
        return summary.failed === 0 && summary.is_complete ? EXIT_OK : EXIT_FAILED;
      }),
    );
  },
};

/** Prints only failures and the summary. */
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
      printLine(terminal, `Deleted: ${deleted}. Not found: ${absent}. Failed: ${failed}.`);
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
