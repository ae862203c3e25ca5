// `import`: a bundle into the store, all or nothing unless told otherwise.

import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { loadConfig } from '../../config.ts';
import { type ImportReport, importBundle } from '../../import/import-bundle.ts';
import { openStore } from '../../open-store.ts';
import { type Command, CommandError, EXIT_FAILED, EXIT_OK, type Terminal } from '../command.ts';
import { buildProgress } from '../progress.ts';
import { systemReason } from '../system-error.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a bundle (NDJSON, gzip or plain).',
  details:
    'FILE is a bundle, - is standard input. A bad line is reported with its number, and nothing is imported then.\nImporting the same bundle again changes nothing.',
  positionals: ['FILE|-'],
  options: {
    'keep-going': {
      type: 'boolean',
      meaning: 'Import the good lines of a bundle that has bad ones; exit with 1.',
    },
    'allow-invalid-values': {
      type: 'boolean',
      meaning: 'Take versions whose values do not fit their content model, as a backup may have them.',
    },
    strict: { type: 'boolean', meaning: 'Import nothing when a line is bad. The default.' },
  },
  run: async (args, terminal) => {
    const [file = '-'] = args.positionals;
    const config = loadConfig();
    const input = file === '-' ? terminal.in : await openInput(file);
    const store = await openStore(config);
    const progress = buildProgress(terminal.err);
    try {
      const report = await importBundle(store, input, {
        keepGoing: args.flag('keep-going') && !args.flag('strict'),
        allowInvalidValues: args.flag('allow-invalid-values'),
        spoolDir: config.dataDir,
        onProgress: ({ phase, done, total }) =>
          progress.show(phase === 'read' ? 'Reading' : 'Writing', done, total),
      });
      progress.clear();
      if (args.flag('json')) terminal.out.write(`${JSON.stringify(toJson(report))}\n`);
      else tellPeople(report, terminal);
      return report.faultCount === 0 ? EXIT_OK : EXIT_FAILED;
    } finally {
      progress.clear();
      await store.close();
    }
  },
};

/** Opened before anything else happens, so that a wrong name is told at once. */
export const openInput = async (file: string): Promise<Readable> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot read ${file}: ${systemReason(error)}`);
  });
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    throw new CommandError(`cannot read ${file}: it is a folder`);
  }
  return handle.createReadStream();
};

const tellPeople = (report: ImportReport, { out, err }: Terminal): void => {
  out.write(summary(report));
  for (const fault of report.faults) err.write(`line ${fault.line}: ${fault.message}\n`);
  if (report.faultCount > report.faults.length) {
    err.write(`… and ${report.faultCount - report.faults.length} more bad lines\n`);
  }
};

const summary = (report: ImportReport): string =>
  report.committed
    ? `Imported ${report.lines} lines: ${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged.\n`
    : `Nothing was imported: ${report.faultCount} bad ${report.faultCount === 1 ? 'line' : 'lines'}.\n`;

const toJson = (report: ImportReport) => ({
  committed: report.committed,
  lines: report.lines,
  created: report.created,
  updated: report.updated,
  unchanged: report.unchanged,
  fault_count: report.faultCount,
  faults: report.faults,
});
