// Returns one published page by the id of its record.

import type { getPage as contract } from '../../contract/records/get-page.ts';
import { environmentNotFound } from '../../domain/failures/failures.ts';
import { inLocale } from '../../domain/records/record-query.ts';
import { localeChain } from '../../domain/text/locale.ts';
import type { UseCase } from '../use-case.ts';
import type { RecordReadDependencies } from './list-records.ts';
import { pageModelOf, pageNotFound, toPagePayload } from './page-payloads.ts';

export const buildGetPage =
  ({ storeIn, recordsIn }: Pick<RecordReadDependencies, 'storeIn' | 'recordsIn'>): UseCase<typeof contract> =>
  async ({ scope, environment }, { params, query }) => {
    if (environment === undefined) throw environmentNotFound();
    const [shown] = await recordsIn(scope).findRecords([params.record_id.toLowerCase()], 'published');
    if (shown === undefined) throw pageNotFound();
    const found = inLocale(shown, localeChain(query.locale, environment.defaultLocale));
    const model = await pageModelOf(storeIn(scope), shown);
    if (found === undefined || model === undefined) throw pageNotFound();
    return toPagePayload(scope, model, shown, found);
  };
