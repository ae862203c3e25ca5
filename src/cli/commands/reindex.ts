// `reindex --verify`: proves that saved indexes hold what the store holds, beside a running service, and changes nothing.

import { type IndexId, snapshotsIn, type VerifiedIndex, verifyWithStore } from '../../cli-inspect.ts';
import { loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { openStore } from '../../open-store.ts';
import {
  type Command,
  type CommandArguments,
  CommandError,
  EXIT_FAILED,
  EXIT_OK,
  type Terminal,
  textOption,
  UsageError,
} from '../command.ts';
import { printLine, showText } from '../print.ts';
import { buildProgress } from '../progress.ts';

export const reindexCommand: Command = {
  name: 'reindex',
  summary: 'Prove that saved indexes hold what the store holds.',
  details:
    'Every product and content item of a saved index is compared with what an index built now would hold of it: words, weights, values and stored fields. It changes nothing and may run beside a service. It needs memory for the largest index. Exit code 0: no difference; 1: at least one.',
  options: {
    verify: { type: 'boolean', meaning: 'Compare only.' },
    tenant: textOption('TENANT', 'Only this tenant.'),
    workspace: textOption('WORKSPACE', 'Only this workspace.'),
    catalog: textOption('CATALOG', 'Only this catalog, in all environments.'),
  },
  run: async (args, terminal) => {
    if (!args.flag('verify')) throw new UsageError('missing --verify');
    const config = loadConfig();
    const wanted = snapshotsIn(config.dataDir).flatMap(({ index }) =>
      typeof index === 'object' && isWanted(index, args) ? [index] : [],
    );
    const isLimited = ['tenant', 'workspace', 'catalog'].some((name) => args.text(name) !== undefined);
    if (isLimited && wanted.length === 0)
      throw new CommandError(
        'no index is saved for them in the data folder: a service saves them while it runs',
      );
    const store = await openStore(config);
    const progress = buildProgress(terminal.err);
    const all: Verified[] = [];
    try {
      for (const index of wanted) {
        const show = (compared: number) => progress.show(nameOf(index), compared, undefined);
        const verified = await verifyWithStore(store, config.dataDir, index, show);
        progress.clear();
        all.push({ index, ...verified });
        if (!args.flag('json')) print(terminal, { index, ...verified });
      }
    } finally {
      await store.close();
    }
    const isEqual = all.every(({ differencesTotal }) => differencesTotal === 0);
    if (args.flag('json'))
      printLine(terminal, JSON.stringify({ is_equal: isEqual, indexes: all.map(toJson) }));
    else if (all.length === 0) printLine(terminal, 'There are no saved indexes.');
    return isEqual ? EXIT_OK : EXIT_FAILED;
  },
};

interface Verified extends VerifiedIndex {
  readonly index: IndexId;
}

const isWanted = ({ scope, catalogId }: IndexId, args: CommandArguments): boolean =>
  (args.text('tenant') ?? scope.tenantId) === scope.tenantId &&
  (args.text('workspace') ?? scope.workspaceId) === scope.workspaceId &&
  (args.text('catalog') ?? catalogId) === catalogId;

const nameOf = ({ scope, catalogId }: IndexId): string =>
  showText(`${scope.tenantId}/${scope.workspaceId}/${scope.environmentId} ${catalogId}`);

const toJson = ({ index, ...verified }: Verified) => ({
  tenant_id: index.scope.tenantId,
  workspace_id: index.scope.workspaceId,
  environment_id: index.scope.environmentId,
  catalog_id: index.catalogId,
  state: verified.state,
  products: verified.products,
  content_items: verified.contentItems,
  differences: verified.differences,
  differences_total: verified.differencesTotal,
});

const print = (terminal: Terminal, { index, ...verified }: Verified): void => {
  const { state, products, contentItems, differences, differencesTotal } = verified;
  const compared = `${countOf(products, 'product')} and ${countOf(contentItems, 'content item')} compared`;
  const outcome = {
    verified: `${compared}, ${differencesTotal === 0 ? 'no difference' : countOf(differencesTotal, 'difference')}`,
    rebuilt: 'is of an older state: the service builds it again',
    gone: 'the catalog does not exist any more: the service removes the file',
  }[state];
  printLine(terminal, `${nameOf(index)}: ${outcome}`);
  for (const { kind, id, what } of differences)
    printLine(terminal, `  ${showText(`${kind} ${id}: ${what}`)}`);
  if (differencesTotal > differences.length)
    printLine(terminal, `  and ${differencesTotal - differences.length} more`);
};
