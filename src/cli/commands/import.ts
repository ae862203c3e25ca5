// `import`: imports a bundle, or with `--from` files of another system, all or nothing unless an option says otherwise.

import type { Readable } from 'node:stream';
import { type Config, loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { type ImportReport, importBundle } from '../../import/import-bundle.ts';
import { openStore } from '../../open-store.ts';
import {
  type Command,
  type CommandArguments,
  EXIT_FAILED,
  EXIT_OK,
  type Terminal,
  UsageError,
} from '../command.ts';
import { buildProgress } from '../progress.ts';
import { withInput } from '../read-input.ts';
import { runSourceImport, sourceOptions } from './import-source.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a bundle (NDJSON, gzip or plain), or files of another system.',
  details:
    'FILE is a bundle, - is standard input. If a line is bad, it is reported with its number, and nothing is imported.\nImporting the same bundle again changes nothing.\nWith --from, the FILEs are exports of another system; see docs/importing.md.',
  positionals: ['FILE|-', '[FILE...]'],
  options: {
    'keep-going': {
      type: 'boolean',
      meaning: 'Import the good lines even if others are bad; exit with 1.',
    },
    'allow-invalid-values': {
      type: 'boolean',
      meaning: 'Accept versions whose values do not fit their content model, as in an old backup.',
    },
    'allow-duplicates': {
      type: 'boolean',
      meaning:
        'Keep the last of several lines with the same id, and report the others. By default they are bad lines.',
    },
    ...sourceOptions,
    strict: { type: 'boolean', meaning: 'Import nothing if a line is bad. This is the default.' },
  },
  run: (args, terminal) =>
    args.text('from') === undefined ? runBundleImport(args, terminal) : runSourceImport(args, terminal),
};

const runBundleImport = async (args: CommandArguments, terminal: Terminal): Promise<number> => {
  const [file = '-', ...others] = args.positionals;
  if (others.length > 0) throw new UsageError('expected one FILE; --from imports several');
  const unused = Object.keys(sourceOptions).find((name) => args.flag(name) || args.list(name).length > 0);
  if (unused !== undefined) throw new UsageError(`--${unused} needs --from`);
  const config = loadConfig();
  return withInput(file, terminal, (input) => importInput(input, config, args, terminal));
};

const importInput = async (
  input: Readable,
  config: Config,
  args: CommandArguments,
  terminal: Terminal,
): Promise<number> => {
  const store = await openStore(config);
  const progress = buildProgress(terminal.err);
  try {
    const report = await importBundle(store, input, {
      keepGoing: args.flag('keep-going') && !args.flag('strict'),
      allowInvalidValues: args.flag('allow-invalid-values'),
      allowDuplicates: args.flag('allow-duplicates'),
      spoolDir: config.dataDir,
      onProgress: ({ phase, done, total }) =>
        progress.show(phase === 'read' ? 'Reading' : 'Writing', done, total),
    });
    progress.clear();
    if (args.flag('json')) terminal.out.write(`${JSON.stringify(toJson(report))}\n`);
    else tell(report, args.flag('allow-duplicates'), terminal);
    return report.faultCount === 0 ? EXIT_OK : EXIT_FAILED;
  } finally {
    progress.clear();
    await store.close();
  }
};

const tell = (report: ImportReport, areAllowed: boolean, { out, err }: Terminal): void => {
  out.write(summary(report));
  const { faults, faultCount, duplicates, duplicateCount } = report;
  const shown = areAllowed ? [...faults, ...duplicates] : faults;
  for (const { line, message } of shown) err.write(`line ${line}: ${message}\n`);
  if (faultCount > faults.length) err.write(`… and ${faultCount - faults.length} more bad lines\n`);
  if (duplicateCount === 0) return;
  const lines = duplicateCount === 1 ? '1 line has' : `${duplicateCount} lines have`;
  err.write(
    areAllowed
      ? `${lines} the id of an earlier line; the last one was kept.\n`
      : `${lines} the id of an earlier line, and only one can be kept: give each its own id, or keep the last with --allow-duplicates.\n`,
  );
};

const summary = (report: ImportReport): string =>
  report.committed
    ? `Imported ${countOf(report.lines, 'line')}: ${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged.\n`
    : `Nothing was imported: ${report.faultCount} bad ${report.faultCount === 1 ? 'line' : 'lines'}.\n`;

const toJson = (report: ImportReport) => ({
  committed: report.committed,
  lines: report.lines,
  created: report.created,
  updated: report.updated,
  unchanged: report.unchanged,
  fault_count: report.faultCount,
  faults: report.faults,
  duplicate_count: report.duplicateCount,
  duplicates: report.duplicates,
});
