// `popularity refresh`: computes the popularity of products now, as the service does on its schedule.

import { loadConfig } from '../../config.ts';
import { openStore } from '../../open-store.ts';
import { buildRefreshPopularity } from '../../operations/events/refresh-popularity.ts';
import { type Command, CommandError, EXIT_OK, textOption } from '../command.ts';
import { printLine } from '../print.ts';
import { buildProgress } from '../progress.ts';

export const popularityRefresh: Command = {
  name: 'popularity refresh',
  summary: 'Compute the popularity of products from the recorded events.',
  options: { catalog: textOption('CATALOG', 'Only the catalog with this id. Default: every catalog.') },
  run: async (args, terminal) => {
    const config = loadConfig();
    const store = await openStore(config);
    const progress = buildProgress(terminal.err);
    try {
      const refresh = buildRefreshPopularity({
        store,
        now: () => new Date(),
        minVisitors: config.popularityMinVisitors,
        retentionDays: config.eventRetentionDays,
      });
      const catalogId = args.text('catalog')?.toLowerCase();
      const places = await refresh(catalogId, (done, total) => progress.show('Catalogs', done, total));
      progress.clear();
      if (catalogId !== undefined && places.length === 0)
        throw new CommandError(`there is no catalog ${catalogId} with events`);
      if (args.flag('json')) {
        const shown = places.map((place) => ({
          tenant_id: place.tenantId,
          workspace_id: place.workspaceId,
          environment_id: place.environmentId,
          catalog_id: place.catalogId,
          products: place.products,
          changed: place.changed,
        }));
        printLine(terminal, JSON.stringify(shown));
      } else {
        if (places.length === 0) printLine(terminal, 'There are no events.');
        for (const { tenantId, workspaceId, environmentId, catalogId, products, changed } of places)
          printLine(
            terminal,
            `${tenantId}/${workspaceId} ${environmentId} ${catalogId}: ${products} products, ${changed} changed`,
          );
      }
      return EXIT_OK;
    } finally {
      progress.clear();
      await store.close();
    }
  },
};
