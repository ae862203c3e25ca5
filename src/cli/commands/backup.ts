// `backup` and `restore`: everything that the store holds as one file, and back.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeStoreAddress, type StoreAddress } from '../../config/store-address.ts';
import { loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { writeExportFile } from '../../import/export-bundle.ts';
import {
  BackupFault,
  type BackupFile,
  type BackupSummary,
  backUp,
  CopyRefused,
  checkChain,
  restoreInto,
} from '../../open-store.ts';
import { type Command, CommandError, EXIT_OK, textOption } from '../command.ts';
import { buildProgress, type Progress } from '../progress.ts';
import { describeWriteError } from '../system-error.ts';
import { assertApart, assertRegular, fileAt, findChain } from './backup-files.ts';
import { inUse, notOwned } from './refused-copy.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up everything into one file.',
  details:
    'Writes all tenants with their tokens, submissions, events and recorded searches, as one committed state, while the service runs. The file is gzipped and only its owner can read it. It appears when it is complete, and is then read again and checked.\nKeep it as safe as the service: it holds the personal data of submissions, and what is needed to accept tokens.',
  options: {
    output: { ...textOption('FILE', 'The file to write.'), short: 'o', required: true },
    since: {
      ...textOption(
        'PREVIOUS',
        'Write only what has changed since this backup, which is needed to restore. Give each file of a chain that is not in one folder, the full backup first.',
      ),
      multiple: true,
    },
  },
  run: async (args, terminal) => {
    const file = args.text('output') as string;
    await assertRegular(file);
    const from = storeAddress();
    const previous = args.list('since');
    const progress = buildProgress(terminal.err);
    try {
      const since =
        previous.length === 0
          ? []
          : await findChain(previous).catch(explain('continued', from, previous.at(-1)));
      await assertApart(file, since);
      let rows = 0;
      const lines = backUp(from, since, (table, more) => {
        rows += more;
        progress.show(`Backing up ${table}`, rows, undefined);
      });
      await writeExportFile(lines, file, { gzip: true }).catch((error: unknown) => {
        const described = describeWriteError(error, file);
        if (described !== undefined) throw new CommandError(described);
        explain('continued', from, previous.at(-1))(error);
      });
      const summary = await check([...since, await fileAt(file)], from, progress);
      progress.clear();
      const { size } = await stat(file);
      terminal.out.write(
        args.flag('json')
          ? `${JSON.stringify({ file: resolve(file), bytes: size, ...toJson(summary) })}\n`
          : `${tellBackup(summary)} to ${resolve(file)} and checked it; SHA-256 ${summary.sha256}.\n`,
      );
      return EXIT_OK;
    } finally {
      progress.clear();
    }
  },
};

const phaseNames = { check: 'Checking', write: 'Restoring', compare: 'Comparing' } as const;

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore everything from a backup.',
  details:
    'Restores into the data folder, or into the database of VITRINE_STORE_URL if it is set; the backup may be of either kind. A backup that was made with --since is restored with those before it: they are found in its folder, or given before it, the full one first. Stop the service first: it would go on with what it has read. Everything is checked before anything is written, and the restored rows are compared with it afterwards. If it is interrupted, run it again: no service starts on what is not complete.',
  positionals: ['FILE', '[FILE...]'],
  options: {
    check: { type: 'boolean', meaning: 'Only check the files.' },
    overwrite: { type: 'boolean', meaning: 'Replace everything that the store holds.' },
  },
  run: async (args, terminal) => {
    const to = storeAddress();
    const progress = buildProgress(terminal.err);
    try {
      const chain = await findChain(args.positionals).catch(explain('restored', to, args.positionals.at(-1)));
      const summary = await check(chain, to, progress);
      if (!args.flag('check')) {
        await restoreInto(to, summary, chain, {
          overwrite: args.flag('overwrite'),
          onProgress: ({ phase, rows, total }) => progress.show(phaseNames[phase], rows, total),
        }).catch(explain('restored', to, args.positionals.at(-1)));
      }
      progress.clear();
      terminal.out.write(
        args.flag('json') ? `${JSON.stringify(toJson(summary))}\n` : tell(summary, args.flag('check'), to),
      );
      return EXIT_OK;
    } finally {
      progress.clear();
    }
  },
};

const storeAddress = (): StoreAddress => {
  const { dataDir, storeUrl } = loadConfig();
  return storeUrl === undefined ? { dataDir } : { url: storeUrl };
};

const whyRefused: Readonly<Record<CopyRefused['reason'], (address: StoreAddress) => string>> = {
  no_source: (from) =>
    `there is no store in ${describeStoreAddress(from)}: set VITRINE_DATA_DIR to the data folder of a service`,
  target_not_empty: (to) =>
    `${describeStoreAddress(to)} is not empty: restore into another folder or database, or give --overwrite to replace what it holds`,
  target_in_use: inUse,
  source_not_owned: notOwned,
  target_not_owned: notOwned,
};

const explain =
  (deed: 'continued' | 'restored', address: StoreAddress, file: string | undefined) =>
  (error: unknown): never => {
    if (error instanceof CopyRefused) throw new CommandError(whyRefused[error.reason](address));
    throw error instanceof BackupFault
      ? new CommandError(`${error.file ?? file} is no backup that can be ${deed}: ${error.message}`)
      : error;
  };

const check = (
  chain: readonly BackupFile[],
  address: StoreAddress,
  progress: Progress,
): Promise<BackupSummary> => {
  let rows = 0;
  return checkChain(chain, () => {
    rows += 1;
    progress.show('Checking', rows, undefined);
  }).catch(explain('restored', address, chain.at(-1)?.name));
};

const tellBackup = ({ header, rows, changes }: BackupSummary): string =>
  header.since === undefined
    ? `Backed up ${countOf(rows, 'row')}`
    : `Backed up ${countOf(changes, 'change')} since ${header.since.file}`;

const tell = ({ rows, header, files, sha256 }: BackupSummary, isCheck: boolean, to: StoreAddress): string => {
  const chain = files === 1 ? '' : ` with ${countOf(files - 1, 'file')} before it`;
  return isCheck
    ? `The backup of ${header.createdAt}${chain} is complete and undamaged: ${countOf(rows, 'row')}; SHA-256 ${sha256}.\n`
    : `Restored ${countOf(rows, 'row')} of ${header.createdAt} into ${describeStoreAddress(to)}; they equal the backup${chain}.\n`;
};

const toJson = ({ header, rows, files, changes, sha256 }: BackupSummary) => ({
  created_at: header.createdAt,
  ...(header.since === undefined ? {} : { since: header.since.file, files, changes }),
  rows,
  sha256,
});
