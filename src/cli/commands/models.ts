// `models pull|push|diff`: keeps content models as files in a repository. A push that would break data reports what, and does
// nothing unless it is forced.

import type { ModelBreak } from '../../domain/failures/data-failures.ts';
import { type ModelChange, storedNameOf } from '../../domain/models/model-changes.ts';
import { documentOf, listModels } from '../../operations/models/compare-models.ts';
import { type Command, EXIT_FAILED, EXIT_OK, type OptionSpec, type Terminal } from '../command.ts';
import { describeBreaks, describeModelChanges } from '../describe-models.ts';
import { readModelFiles, writeModelFiles } from '../model-files.ts';
import { readWorkspace, withServices, workspaceOptions } from '../place.ts';

const pruneOption = (meaning: string): Readonly<Record<string, OptionSpec>> => ({
  prune: { type: 'boolean', meaning },
});

const write = ({ out }: Terminal, lines: readonly string[]): void => {
  for (const line of lines) out.write(`${line}\n`);
};

export const modelsPull: Command = {
  name: 'models pull',
  summary: 'Write the content models of a workspace to files.',
  details:
    'Writes one JSON file per model to DIR, INTERNAL_NAME.json. Files that are up to date are not touched.',
  positionals: ['DIR'],
  options: {
    ...workspaceOptions,
    ...pruneOption('Remove files of models that the workspace does not have.'),
  },
  run: async (args, terminal) => {
    const [folder = ''] = args.positionals;
    const models = await withServices(({ store }) => listModels(store, readWorkspace(args)));
    const files = await writeModelFiles(
      folder,
      models.map(({ object }) => documentOf(object)),
      { prune: args.flag('prune') },
    );
    if (args.flag('json')) terminal.out.write(`${JSON.stringify({ files })}\n`);
    else {
      const words = {
        written: 'Written',
        unchanged: 'Unchanged',
        removed: 'Removed',
        extra: 'Not in the workspace',
      };
      write(
        terminal,
        files.map(({ file, outcome }) => `${words[outcome]}: ${file}`),
      );
    }
    return EXIT_OK;
  },
};

export const modelsDiff: Command = {
  name: 'models diff',
  summary: 'Show how the content models in files differ from those of a workspace.',
  details:
    'Shows what a push would change, and which data it would break. Exit codes: 0 no difference, 1 different.\nThe creation time of a model is not compared.',
  positionals: ['DIR'],
  options: workspaceOptions,
  run: async (args, terminal) => {
    const sent = await readModelFiles(args.positionals[0] ?? '');
    const comparison = await withServices(({ compareModels }) => compareModels(readWorkspace(args), sent));
    const { changes } = comparison;
    const breaks = breaksOf(comparison.breaks, changes, { prune: false });
    if (args.flag('json')) terminal.out.write(`${JSON.stringify({ changes, breaks })}\n`);
    else if (changes.length === 0) terminal.out.write('No difference.\n');
    else {
      write(terminal, describeModelChanges(changes));
      if (breaks.length > 0) write(terminal, ['', 'A push would break:', ...indent(describeBreaks(breaks))]);
    }
    return changes.length === 0 ? EXIT_OK : EXIT_FAILED;
  },
};

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Models that exist only in the workspace break nothing unless they are pruned. */
const breaksOf = (
  breaks: readonly ModelBreak[],
  changes: readonly ModelChange[],
  { prune }: { readonly prune: boolean },
): ModelBreak[] => {
  const removed = new Set(changes.filter(({ kind }) => kind === 'removed').map(storedNameOf));
  return breaks.filter(({ model }) => prune || !removed.has(model));
};

export const modelsPush: Command = {
  name: 'models push',
  summary: 'Update the content models of a workspace from files.',
  details:
    'Refused, with a list of what it would break, if fields or models with data are removed, change their meaning or become required.\nModels without a file are left alone. Each model is written only if nobody changed it in the meantime; push again to continue.',
  positionals: ['DIR'],
  options: {
    ...workspaceOptions,
    force: {
      type: 'boolean',
      meaning: 'Push even if it breaks data; with --prune, delete the records of a model too.',
    },
    ...pruneOption('Delete models that have no file.'),
  },
  run: async (args, terminal) => {
    const sent = await readModelFiles(args.positionals[0] ?? '');
    const workspace = readWorkspace(args);
    const options = { prune: args.flag('prune'), force: args.flag('force') };
    return withServices(async ({ compareModels, pushModels }) => {
      const comparison = await compareModels(workspace, sent);
      const breaks = breaksOf(comparison.breaks, comparison.changes, options);
      const isRefused = breaks.length > 0 && !options.force;
      const done = isRefused ? [] : await pushModels(workspace, comparison, options);
      if (args.flag('json'))
        terminal.out.write(`${JSON.stringify({ pushed: !isRefused, changes: done, breaks })}\n`);
      else if (!isRefused) write(terminal, describePushed(done));
      if (isRefused && !args.flag('json')) {
        const lines = [
          'vitrine: this push would break data; --force does it anyway',
          ...indent(describeBreaks(breaks)),
        ];
        terminal.err.write(`${lines.join('\n')}\n`);
      }
      return isRefused ? EXIT_FAILED : EXIT_OK;
    });
  },
};

const describePushed = (done: readonly ModelChange[]): string[] => {
  const words = { added: 'Created', changed: 'Updated', removed: 'Deleted' } as const;
  if (done.length === 0) return ['Nothing to push.'];
  return done.map(({ model, kind }) => `${words[kind]}: content model ${model}`);
};
