// `import --from`: imports files of another system into a workspace.

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { loadConfig } from '../../config.ts';
import { LOCALE_PATTERN } from '../../contract/values.ts';
import { decodeText, InputFault } from '../../import/lines/decode-text.ts';
import { allFormats, type FormatChoice, type MappedChoice } from '../../import/sources/all-formats.ts';
import { importSource, type SourceProgress } from '../../import/sources/import-source.ts';
import { MAPPING_MAX_CHARS } from '../../import/sources/mapped/read-mapping.ts';
import { reportDocument } from '../../import/sources/report-document.ts';
import type { SourceFormat } from '../../import/sources/source-format.ts';
import { type InputFile, openSourceInput } from '../../import/sources/source-input.ts';
import { type InputSpool, spoolInput } from '../../import/spool/input-spool.ts';
import { openStore } from '../../open-store.ts';
import {
  type CommandArguments,
  CommandError,
  EXIT_FAILED,
  EXIT_OK,
  type OptionSpec,
  type Terminal,
  textOption,
  UsageError,
} from '../command.ts';
import { readTarget } from '../import-target.ts';
import { readWorkspace } from '../place.ts';
import { buildProgress, type Progress } from '../progress.ts';
import { openInput, withInput } from '../read-input.ts';
import { reportImport } from '../report-import.ts';

const names = allFormats.map(({ name }) => name).join('|');

export const sourceOptions: Readonly<Record<string, OptionSpec>> = {
  from: textOption(names, 'Import files of another system in this format, not a bundle.'),
  tenant: textOption('TENANT', 'With --from: tenant to import into.'),
  workspace: textOption('WORKSPACE', 'With --from: workspace to import into.'),
  catalog: textOption('ID', 'With --from: catalog to import into. Default: the only one of the workspace.'),
  environment: {
    ...textOption(
      'ENVIRONMENT',
      'With --from: publish records here. Default: the environments of the catalog.',
    ),
    multiple: true,
  },
  locale: textOption(
    'LOCALE',
    'With --from: locale of texts that name none. Default: that of the first environment of the catalog.',
  ),
  currency: textOption(
    'CURRENCY',
    'With --from: currency of prices that name none. Default: that of the store of the catalog, else USD.',
  ),
  'id-prefix': textOption(
    'TEXT',
    'With --from wxr: how ids begin, before the number of the post. Default: wp- and the site.',
  ),
  'old-id-prefix': textOption(
    'TEXT',
    'With --from wxr and --prune: delete items of an earlier import whose ids begin like this, such as wp-.',
  ),
  mapping: textOption('FILE', 'With --from products, content or forms: which column becomes which field.'),
  guess: {
    type: 'boolean',
    meaning:
      'With --from products, content or forms: print a first mapping for the file, and import nothing.',
  },
  'dry-run': {
    type: 'boolean',
    meaning: 'With --from: report what would be created, changed, deleted and skipped, and change nothing.',
  },
  prune: {
    type: 'boolean',
    meaning: 'With --from: delete or unpublish what the files no longer have. Try it with --dry-run first.',
  },
};

const CURRENCY = /^[A-Z]{3}$/;

export const runSourceImport = async (args: CommandArguments, terminal: Terminal): Promise<number> => {
  const choice = findChoice(args.text('from'));
  if (args.flag('guess') && 'guess' in choice) return runGuess(choice, args, terminal);
  checkUsage(args);
  const idPrefixes = readIdPrefixes(args, choice);
  const format = await buildFormat(choice, args);
  const config = loadConfig();
  const spools: InputSpool[] = [];
  const progress = buildProgress(terminal.err, { hasLines: true });
  try {
    const files = await openFiles(args.positionals, terminal, config.dataDir, spools);
    const store = await openStore(config);
    try {
      const scope = readWorkspace(args);
      const target = await readTarget(store, scope, args, choice.needsCatalog);
      const isDryRun = args.flag('dry-run');
      const report = await importSource(store, {
        format,
        files,
        scope,
        target: { ...target, ...idPrefixes },
        isDryRun,
        keepGoing: args.flag('keep-going') && !args.flag('strict'),
        prunes: args.flag('prune'),
        spoolDir: config.dataDir,
        onProgress: showIn(progress),
      });
      progress.clear();
      if (args.flag('json')) terminal.out.write(`${JSON.stringify(reportDocument(report, isDryRun))}\n`);
      else reportImport(report, isDryRun, terminal);
      return report.faultCount === 0 && report.pruneRefusal === undefined ? EXIT_OK : EXIT_FAILED;
    } finally {
      await store.close();
    }
  } finally {
    progress.clear();
    for (const spool of spools) await spool.close();
  }
};

const findChoice = (name: string | undefined): FormatChoice => {
  const found = allFormats.find((each) => each.name === name);
  if (found === undefined) throw new UsageError(`--from must be one of ${names.replaceAll('|', ', ')}`);
  return found;
};

const checkUsage = (args: CommandArguments): void => {
  const missing = ['tenant', 'workspace'].filter((name) => args.text(name) === undefined);
  if (missing.length > 0) throw new UsageError(`missing ${missing.map((name) => `--${name}`).join(', ')}`);
  const ofBundles = ['allow-duplicates', 'allow-invalid-values'].find((name) => args.flag(name));
  if (ofBundles !== undefined) throw new UsageError(`--${ofBundles} is for bundles, without --from`);
  const locale = args.text('locale');
  if (locale !== undefined && !new RegExp(LOCALE_PATTERN).test(locale)) {
    throw new UsageError('--locale must be a locale such as en-us');
  }
  if (!CURRENCY.test(args.text('currency') ?? 'USD')) {
    throw new UsageError('--currency must be three upper-case letters, such as USD');
  }
};

/** Without a digit at its end, where the number begins. */
const ID_PREFIX = /^[\w.:-]{0,119}[A-Za-z_.:-]$/;

const readIdPrefixes = (args: CommandArguments, { name }: FormatChoice) => {
  const [idPrefix, oldIdPrefix] = ['id-prefix', 'old-id-prefix'].map((option) => {
    const prefix = args.text(option);
    if (prefix === undefined) return undefined;
    if (name !== 'wxr') throw new UsageError(`--${option} is for --from wxr only`);
    if (!ID_PREFIX.test(prefix)) {
      throw new UsageError(
        `--${option} must be up to 120 letters, digits and . _ : -, and must not end with a digit`,
      );
    }
    return prefix;
  });
  if (oldIdPrefix !== undefined && !args.flag('prune')) {
    throw new UsageError('--old-id-prefix needs --prune, which deletes the items with the old ids');
  }
  return { ...(idPrefix && { idPrefix }), ...(oldIdPrefix && { oldIdPrefix }) };
};

const buildFormat = async (choice: FormatChoice, args: CommandArguments): Promise<SourceFormat> => {
  const file = args.text('mapping');
  if ('format' in choice) {
    const unused = file === undefined ? args.flag('guess') && 'guess' : 'mapping';
    if (unused) throw new UsageError(`--${unused} is not for --from ${choice.name}, which needs no mapping`);
    return choice.format;
  }
  if (file === undefined) {
    throw new UsageError(
      `missing --mapping: --from ${choice.name} needs one; --guess writes a first one for your file`,
    );
  }
  const built = choice.build(await readMappingFile(file));
  if ('faults' in built) {
    throw new CommandError(
      `the mapping ${file} is wrong:\n${built.faults.map((each) => `  ${each}`).join('\n')}`,
    );
  }
  return built.format;
};

const readMappingFile = async (file: string): Promise<string> => {
  const texts: string[] = [];
  let chars = 0;
  try {
    for await (const text of decodeText(await openInput(file))) {
      chars += text.length;
      texts.push(text);
      if (chars > MAPPING_MAX_CHARS) break;
    }
  } catch (error) {
    if (error instanceof InputFault) throw new CommandError(`the mapping ${file} ${error.message}`);
    throw error;
  }
  return texts.join('');
};

/** Prints a mapping to standard output, for the user to correct. */
const runGuess = async (
  choice: MappedChoice,
  args: CommandArguments,
  terminal: Terminal,
): Promise<number> => {
  const spools: InputSpool[] = [];
  try {
    const files = await openFiles(args.positionals, terminal, loadConfig().dataDir, spools);
    const tally = { bytes: 0, totalBytes: 0, unpackedBytes: 0 };
    const inputs = await Promise.all(files.map((file) => openSourceInput(file, tally)));
    const guessed = await choice.guess(inputs).catch((error: unknown) => {
      throw error instanceof InputFault ? new CommandError(`line ${error.line}: ${error.message}`) : error;
    });
    if ('fault' in guessed) throw new CommandError(guessed.fault);
    terminal.out.write(guessed.text);
    return EXIT_OK;
  } finally {
    for (const spool of spools) await spool.close();
  }
};

/** What is no regular file can be read only once, so it is kept until the end. */
const openFiles = async (
  names: readonly string[],
  terminal: Terminal,
  folder: string,
  spools: InputSpool[],
): Promise<InputFile[]> => {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`${repeated} is given twice`);
  const files: InputFile[] = [];
  const bases = names.map((name) => basename(name));
  const isShort = new Set(bases).size === bases.length;
  for (const [index, name] of names.entries()) {
    const shown = (isShort ? bases[index] : name) ?? name;
    const file = await withInput(name, terminal, async (input): Promise<InputFile> => {
      if (name !== '-' && (await stat(name)).isFile()) return { name: shown, path: name };
      const spool = await spoolInput(input, folder);
      spools.push(spool);
      return { name: name === '-' ? 'standard input' : shown, path: spool.path };
    });
    files.push(file);
  }
  return files;
};

const showIn =
  (progress: Progress) =>
  ({ phase, done, total, objects }: SourceProgress): void => {
    const note = `${objects.toLocaleString('en')} objects`;
    if (phase === 'read') progress.show('Reading', done, total, { unit: 'bytes', note });
    else progress.show('Writing', done, total);
  };
