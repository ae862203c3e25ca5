// `backup` and `restore`: everything that the store holds as one file, and back.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeStoreAddress, type StoreAddress } from '../../config/store-address.ts';
import { loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { writeExportFile } from '../../import/export-bundle.ts';
import { readLines } from '../../import/read-bundle.ts';
import {
  BackupFault,
  type BackupSummary,
  backUp,
  CopyRefused,
  checkBackup,
  restoreInto,
} from '../../open-store.ts';
import { type Command, CommandError, EXIT_OK, textOption } from '../command.ts';
import { buildProgress, type Progress } from '../progress.ts';
import { describeWriteError, isSystemError, systemReason } from '../system-error.ts';
import { inUse, notOwned } from './refused-copy.ts';

/** A row is at most as long as what it holds, with every character escaped. */
const LINE_MAX_BYTES = 64 * 1024 * 1024;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up everything into one file.',
  details:
    'Writes all tenants with their tokens, submissions, events and recorded searches, as one committed state, while the service runs. The file is gzipped and only its owner can read it. It appears when it is complete, and is then read again and checked.\nKeep it as safe as the service: it holds the personal data of submissions, and what is needed to accept tokens.',
  options: {
    output: { ...textOption('FILE', 'The file to write.'), short: 'o', required: true },
  },
  run: async (args, terminal) => {
    const file = args.text('output') as string;
    await assertRegular(file);
    const from = storeAddress();
    const progress = buildProgress(terminal.err);
    try {
      let rows = 0;
      const lines = backUp(from, (table, more) => {
        rows += more;
        progress.show(`Backing up ${table}`, rows, undefined);
      });
      await writeExportFile(lines, file, { gzip: true }).catch((error: unknown) => {
        const described = describeWriteError(error, file);
        throw described === undefined ? explain(error, file, from) : new CommandError(described);
      });
      const summary = await check(file, from, progress);
      progress.clear();
      const { size } = await stat(file);
      terminal.out.write(
        args.flag('json')
          ? `${JSON.stringify({ file: resolve(file), bytes: size, ...toJson(summary) })}\n`
          : `Backed up ${countOf(summary.rows, 'row')} to ${resolve(file)} and checked it; SHA-256 ${summary.sha256}.\n`,
      );
      return EXIT_OK;
    } finally {
      progress.clear();
    }
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore everything from a backup.',
  details:
    'Restores into the data folder, or into the database of VITRINE_STORE_URL if it is set; the backup may be of either kind. Stop the service first: it would go on with what it has read. The whole file is checked before anything is written, and the restored rows are compared with it afterwards. If it is interrupted, run it again: no service starts on what is not complete.',
  positionals: ['FILE'],
  options: {
    check: { type: 'boolean', meaning: 'Only check the file.' },
    overwrite: { type: 'boolean', meaning: 'Replace everything that the store holds.' },
  },
  run: async (args, terminal) => {
    const [file = ''] = args.positionals;
    await assertRegular(file);
    const to = storeAddress();
    const progress = buildProgress(terminal.err);
    try {
      const summary = await check(file, to, progress);
      if (!args.flag('check')) {
        await restoreInto(to, summary, linesOf(file), {
          overwrite: args.flag('overwrite'),
          onProgress: ({ phase, rows, total }) =>
            progress.show(phase === 'write' ? 'Restoring' : 'Comparing', rows, total),
        }).catch((error: unknown) => {
          throw explain(error, file, to);
        });
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

/** A backup is read twice. From a pipe, the second reading would find nothing, after the store was emptied. */
const assertRegular = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && !found.isFile())
    throw new CommandError(
      `${file} is not a regular file: give the name of one, since a backup is read twice`,
    );
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

const explain = (error: unknown, file: string, address: StoreAddress): unknown => {
  if (error instanceof CopyRefused) return new CommandError(whyRefused[error.reason](address));
  return error instanceof BackupFault
    ? new CommandError(`${file} is no backup that can be restored: ${error.message}`)
    : error;
};

const check = (file: string, address: StoreAddress, progress: Progress): Promise<BackupSummary> => {
  let rows = 0;
  return checkBackup(linesOf(file), () => {
    rows += 1;
    progress.show('Checking', rows, undefined);
  }).catch((error: unknown) => {
    throw explain(error, file, address);
  });
};

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    for await (const line of readLines(createReadStream(file), undefined, LINE_MAX_BYTES)) {
      if ('fault' in line) throw new BackupFault(`line ${line.number} ${line.fault}`);
      yield line.text;
    }
  } catch (error) {
    if (!(error instanceof Error && isSystemError(error))) throw error;
    throw new CommandError(`cannot read ${file}: ${systemReason(error)}`);
  }
}

const tell = ({ rows, header, sha256 }: BackupSummary, isCheck: boolean, to: StoreAddress): string =>
  isCheck
    ? `The backup of ${header.createdAt} is complete and undamaged: ${countOf(rows, 'row')}; SHA-256 ${sha256}.\n`
    : `Restored ${countOf(rows, 'row')} of ${header.createdAt} into ${describeStoreAddress(to)}; they equal the backup.\n`;

const toJson = ({ header, rows, sha256 }: BackupSummary) => ({ created_at: header.createdAt, rows, sha256 });
