// `export`: writes everything, or one workspace, as a bundle that `import` reads.

import { loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { exportBundle, writeExportFile, writeExportStream } from '../../import/export-bundle.ts';
import { openStore } from '../../open-store.ts';
import { type Command, CommandError, EXIT_OK, textOption, UsageError } from '../command.ts';
import { buildProgress } from '../progress.ts';
import { describeWriteError } from '../system-error.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export as a bundle (NDJSON).',
  details:
    'Writes to standard output, or to a file that appears only when it is complete. Tokens and submissions are never exported.',
  options: {
    tenant: textOption('TENANT', 'Only this tenant.'),
    workspace: textOption('WORKSPACE', 'Only this workspace; needs --tenant.'),
    output: { ...textOption('FILE', 'Write to this file; gzipped if its name ends in .gz.'), short: 'o' },
  },
  run: async (args, terminal) => {
    const tenantId = args.text('tenant');
    const workspaceId = args.text('workspace');
    const file = args.text('output');
    if (workspaceId !== undefined && tenantId === undefined)
      throw new UsageError('--workspace needs --tenant');
    if (args.flag('json') && file === undefined)
      throw new UsageError('--json needs -o: the bundle itself goes to standard output');
    const store = await openStore(loadConfig());
    const progress = buildProgress(terminal.err);
    try {
      const filter = {
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      };
      let lines = 0;
      const counted = async function* () {
        for await (const line of exportBundle(store, filter)) {
          lines += 1;
          progress.show('Exporting', lines, undefined);
          yield line;
        }
        // Fail before the file appears: a user would notice an empty backup of a mistyped name too late.
        if (lines === 0 && tenantId !== undefined)
          throw new CommandError(`there is no ${nameOf(tenantId, workspaceId)}`);
      };
      if (file === undefined) await writeExportStream(counted(), terminal.out);
      else await writeExportFile(counted(), file).catch((error: unknown) => explain(error, file));
      progress.clear();
      if (args.flag('json')) terminal.out.write(`${JSON.stringify({ file, lines })}\n`);
      else terminal.err.write(`Exported ${countOf(lines, 'line')}.\n`);
      return EXIT_OK;
    } finally {
      progress.clear();
      await store.close();
    }
  },
};

const nameOf = (tenantId: string, workspaceId: string | undefined): string =>
  workspaceId === undefined ? `tenant ${tenantId}` : `workspace ${tenantId}/${workspaceId}`;

const explain = (error: unknown, file: string): never => {
  const described = describeWriteError(error, file);
  throw described === undefined ? error : new CommandError(described);
};
