// Lists the content models of a workspace by internal name. Search uses the names in the requested locale.

import type { listContentModels as contract } from '../../contract/models/list-content-models.ts';
import { RECORDS_LIMIT } from '../../contract/values.ts';
import { environmentNotFound } from '../../domain/failures/failures.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import type { RecordStore } from '../../domain/records/record-ports.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { pageOf } from '../page.ts';
import type { MovableUseCase } from '../use-case.ts';
import { toModelRecord } from './get-content-model.ts';

interface Dependencies {
  readonly records: Pick<RecordStore, 'listContentModels'>;
  readonly meter: Meter;
}

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'list',
  advice: 'the workspace has too many content models to list them this way',
};

export const buildListContentModels =
  ({ records, meter }: Dependencies): MovableUseCase<typeof contract> =>
  async ({ scope, environment }, { query }) => {
    const page = pageOf(query, RECORDS_LIMIT.default);
    if (environment === undefined) throw environmentNotFound();
    const needle = foldText(query.search?.trim() ?? '');
    const models = await meter.run(scope, ALLOWANCE, (budget) => records.listContentModels(scope, budget));
    const found = models
      .filter(({ type }) => query.type === undefined || type === query.type)
      .map((model) => toModelRecord(model, query.locale, environment.defaultLocale))
      .filter(({ name, internal_name }) =>
        [name, internal_name].some((text) => foldText(text).includes(needle)),
      )
      .sort((a, b) => (a.internal_name < b.internal_name ? -1 : 1));
    return { total_count: found.length, items: found.slice(page.skip, page.skip + page.limit) };
  };
