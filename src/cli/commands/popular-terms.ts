// `popular-terms refresh`: computes the stored lists now, as the service does on its schedule.

import { loadConfig } from '../../config.ts';
import { openStore } from '../../open-store.ts';
import { buildRefreshPopularTerms } from '../../operations/terms/refresh-popular-terms.ts';
import { type Command, CommandError, EXIT_OK, textOption } from '../command.ts';
import { buildProgress } from '../progress.ts';

export const popularTermsRefresh: Command = {
  name: 'popular-terms refresh',
  summary: 'Compute the popular terms and the counts of search reports from the recorded searches.',
  options: { catalog: textOption('CATALOG', 'Only the catalog with this id. Default: every catalog.') },
  run: async (args, terminal) => {
    const config = loadConfig();
    const catalogId = args.text('catalog')?.toLowerCase();
    const store = await openStore(config);
    const progress = buildProgress(terminal.err);
    try {
      const refresh = buildRefreshPopularTerms({
        store,
        now: () => new Date(),
        minVisitors: config.popularTermsMinVisitors,
      });
      const { catalogs } = await refresh(catalogId, (done, total) => progress.show('Catalogs', done, total));
      progress.clear();
      if (catalogId !== undefined && catalogs.length === 0) {
        throw new CommandError(`there is no catalog ${catalogId}`);
      }
      if (args.flag('json')) {
        terminal.out.write(
          `${JSON.stringify(
            catalogs.map((catalog) => ({
              tenant_id: catalog.tenantId,
              workspace_id: catalog.workspaceId,
              catalog_id: catalog.catalogId,
              terms: catalog.terms,
            })),
          )}\n`,
        );
      } else {
        for (const { tenantId, workspaceId, catalogId: id, terms } of catalogs) {
          terminal.out.write(`${tenantId}/${workspaceId} ${id}: ${terms} terms\n`);
        }
      }
      return EXIT_OK;
    } finally {
      progress.clear();
      await store.close();
    }
  },
};
