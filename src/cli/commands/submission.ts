// `submission …`: lists form submissions, exports them as CSV, and erases those of people who ask to be forgotten.

import { eraseSubmissions } from '../../contract/forms/erase-submissions.ts';
import { exportSubmissions, type SubmissionsFile } from '../../contract/forms/export-submissions.ts';
import { listSubmissions } from '../../contract/forms/list-submissions.ts';
import type { Operation, OperationResult } from '../../contract/operation.ts';
import { writeExportFile, writeExportStream } from '../../import/export-bundle.ts';
import { type Command, EXIT_OK, textOption, UsageError } from '../command.ts';
import { buildOperationCommand, propertiesOf, readFields, readQuery } from '../operation-command.ts';
import { readPlace, withServices, workspaceOptions } from '../place.ts';
import { printLine, printPage } from '../print.ts';
import { inOptions, optionsOf } from '../schema-option.ts';

const list = buildOperationCommand({
  name: 'submission list',
  operation: listSubmissions as unknown as Operation,
  words: { form_id: 'FORM_ID' },
  options: workspaceOptions,
  place: 'workspace',
  print: (page: OperationResult<typeof listSubmissions>, terminal) =>
    printPage(terminal, page, (item) => [
      item.submission_id,
      item.submitted_at,
      item.environment_id,
      JSON.stringify(item.values),
    ]),
});

const filter = propertiesOf(exportSubmissions.query);

const exportToCsv: Command = {
  name: 'submission export',
  summary: `${exportSubmissions.summary}.`,
  details: `${inOptions(exportSubmissions.description)}\nWrites to standard output, or to a file that appears only when it is complete.`,
  positionals: ['FORM_ID'],
  options: {
    ...workspaceOptions,
    ...optionsOf(filter),
    output: { ...textOption('FILE', 'Write to this file; gzipped if its name ends in .gz.'), short: 'o' },
  },
  run: (args, terminal) => {
    const file = args.text('output');
    if (args.flag('json') && file === undefined)
      throw new UsageError('--json needs -o: the lines themselves go to standard output');
    const [form_id = ''] = args.positionals;
    const input = {
      params: { form_id },
      query: readQuery(filter, args),
      headers: {},
      body: undefined as never,
    };
    return withServices(async (services) => {
      const caller = await readPlace('workspace', args, services);
      const made = await services.useCase('export-submissions')(caller, input);
      const lines = linesOf(made as unknown as SubmissionsFile);
      if (file === undefined) await writeExportStream(lines, terminal.out);
      else await writeExportFile(lines, file);
      if (args.flag('json')) printLine(terminal, JSON.stringify({ file }));
      else if (file !== undefined) terminal.err.write(`Exported to ${file}.\n`);
      return EXIT_OK;
    });
  },
};

/** Strips the line feed of each line; the writer adds it again. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield text.slice(0, -1);
}

const erase = buildOperationCommand({
  name: 'submission erase',
  operation: eraseSubmissions as unknown as Operation,
  words: {},
  options: {
    ...workspaceOptions,
    value: textOption('TEXT', 'The complete answer, such as an e-mail address; case is ignored.', true),
    form: textOption('FORM_ID', 'Only submissions of this form.'),
    field: textOption('NAME', 'Only submissions in which this field has the value.'),
  },
  place: 'workspace',
  readBody: async (args) => readFields(args, { value: 'value', form_id: 'form', field: 'field' }),
  print: ({ erased_count: count }: OperationResult<typeof eraseSubmissions>, terminal) =>
    printLine(terminal, `Erased: ${count} ${count === 1 ? 'submission' : 'submissions'}`),
});

export const submissionCommands: readonly Command[] = [list, exportToCsv, erase];
