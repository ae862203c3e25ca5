// `migrate`: copies everything from one store to another, from a SQLite file to PostgreSQL above all.

import { ValueFault } from '../../config/kinds.ts';
import { describeStoreAddress, readStoreAddress, type StoreAddress } from '../../config/store-address.ts';
import { loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { CopyRefused, type CopyReport, copyBetween } from '../../open-store.ts';
import {
  type Command,
  type CommandArguments,
  CommandError,
  EXIT_FAILED,
  EXIT_OK,
  textOption,
  UsageError,
} from '../command.ts';
import { buildProgress } from '../progress.ts';
import { inUse, notOwned } from './refused-copy.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Copy everything to another store, such as PostgreSQL.',
  details:
    'Copies all tenants with their tokens, submissions and recorded searches, then compares every row of both stores.\nIt can be interrupted and repeated: what is equal already is not copied again. A first run beside the running service copies most of it; stop the service and run it again with --overwrite to copy the rest. No service starts on a copy that is not complete.\nA store is sqlite:FOLDER or postgres://user:password@host:port/database. To keep a password out of the list of processes, put the address into VITRINE_STORE_URL and leave out --to.',
  options: {
    from: textOption('STORE', 'The store to copy. Default: sqlite: and the data folder.'),
    to: textOption('STORE', 'Where to copy it. Default: VITRINE_STORE_URL.'),
    overwrite: { type: 'boolean', meaning: 'Replace everything that the other store holds.' },
  },
  run: async (args, terminal) => {
    const { from, to } = readAddresses(args);
    const progress = buildProgress(terminal.err);
    try {
      const report = await copyBetween(from, to, {
        overwrite: args.flag('overwrite'),
        onProgress: ({ table, rows }) => progress.show(`Copying ${table}`, rows, undefined),
      }).catch((error: unknown) => {
        if (!(error instanceof CopyRefused)) throw error;
        throw new CommandError(whyRefused[error.reason](from, to));
      });
      progress.clear();
      terminal.out.write(args.flag('json') ? `${JSON.stringify(toJson(report))}\n` : tell(report, to));
      return report.isComplete ? EXIT_OK : EXIT_FAILED;
    } finally {
      progress.clear();
    }
  },
};

const whyRefused: Readonly<Record<CopyRefused['reason'], (from: StoreAddress, to: StoreAddress) => string>> =
  {
    no_source: (from) =>
      `there is no store in ${describeStoreAddress(from)}: give the data folder of a service after --from sqlite:`,
    target_not_empty: (_, to) =>
      `${describeStoreAddress(to)} is not empty: give the address of an empty database, or --overwrite to replace what it holds`,
    target_in_use: (_, to) => inUse(to),
    source_not_owned: notOwned,
    target_not_owned: (_, to) => notOwned(to),
  };

const readAddresses = (
  args: CommandArguments,
): { readonly from: StoreAddress; readonly to: StoreAddress } => {
  const { dataDir, storeUrl } = loadConfig();
  const read = (option: string): StoreAddress | undefined => {
    const text = args.text(option);
    try {
      return text === undefined ? undefined : readStoreAddress(text);
    } catch (error) {
      if (error instanceof ValueFault) throw new UsageError(`--${option} ${error.message}`);
      throw error;
    }
  };
  const from = read('from') ?? { dataDir };
  const to = read('to') ?? (storeUrl === undefined ? undefined : { url: storeUrl });
  if (to === undefined) throw new UsageError('missing --to, and VITRINE_STORE_URL is not set');
  if (describeStoreAddress(from) === describeStoreAddress(to))
    throw new UsageError('--from and --to are the same store');
  return { from, to };
};

const tell = ({ isComplete, rows, written, deleted, digest }: CopyReport, to: StoreAddress): string => {
  const done = `Copied ${countOf(written, 'row')}${deleted === 0 ? '' : `, deleted ${deleted}`}.`;
  return isComplete
    ? `${done} All ${countOf(rows, 'row')} are in ${describeStoreAddress(to)} and equal; SHA-256 ${digest}.\n`
    : `${done} The copy is not complete, since the store was written to all the time. Stop the service and run this command again.\n`;
};

const toJson = ({ isComplete, ...report }: CopyReport) => ({ is_complete: isComplete, ...report });
