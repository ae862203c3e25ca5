// Lists the records of a model in an environment with search, filters, sorting and paging, all from one state of the workspace.
// The lists of the store find the page. If they cannot, every record is read in bounded steps.

import type { listRecords as contract } from '../../contract/records/list-records.ts';
import type { RecordPayload } from '../../contract/records/record-shapes.ts';
import { RECORDS_LIMIT } from '../../contract/values.ts';
import type { Scope } from '../../domain/access/scope.ts';
import {
  type Allowance,
  type Meter,
  REQUEST_UNITS_MAX,
  type RequestBudget,
  UNITS_PER_CHAR,
} from '../../domain/limits/request-budget.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { PageCollector } from '../../domain/records/page-collector.ts';
import { decide } from '../../domain/records/record-filter.ts';
import type { PageSearch, RecordReader, RecordsIn } from '../../domain/records/record-ports.ts';
import {
  compileRecordQuery,
  inLocale,
  type RecordInLocale,
  type RecordQuery,
} from '../../domain/records/record-query.ts';
import { localeChain } from '../../domain/text/locale.ts';
import { pageOf, startMeasuring } from '../page.ts';
import type { MovableUseCase } from '../use-case.ts';
import { expandRelations } from './expand-relations.ts';
import { readFilter } from './read-filter.ts';
import { findModel, viewFor } from './record-access.ts';
import { charsOf, toRecordPayload } from './record-payloads.ts';
import { readSelection } from './select-fields.ts';

export interface RecordReadDependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly recordsIn: RecordsIn;
  readonly meter: Meter;
}

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'list',
  advice: 'use fewer filters, a smaller page or fewer levels of relations',
};

/** Records can be long, so a page of more than the default size is read in several steps. */
const READ_AT_ONCE = RECORDS_LIMIT.default;

export const buildListRecords =
  ({ storeIn, recordsIn, meter }: RecordReadDependencies): MovableUseCase<typeof contract> =>
  async (caller, { params, query }) => {
    const page = pageOf(query, RECORDS_LIMIT.default);
    const view = viewFor(caller, query.preview);
    const groups = readFilter(query.filter);
    const store = storeIn(caller.scope);
    const { model, environment } = await findModel(store, caller, params.modelInternalName);
    const withState = view === 'latest';
    const select = readSelection(query.fields, model, { withState });
    const compiled = compileRecordQuery(model, {
      search: query.search,
      groups,
      sortBy: query.sort_by,
      sortOrder: query.sort_order,
    });
    const chain = localeChain(query.locale, environment.defaultLocale);
    const search = { model: model.internalName, view, chain, page };
    const read = async (reader: RecordReader, budget: RequestBudget) => {
      const { ids, total } =
        (await reader.findPage(compiled, search, budget)) ??
        (await collectPage(reader, compiled, search, budget));
      const payloads = await readPage(reader, ids, search, budget, (record) =>
        select(toRecordPayload(record, { model, withState })),
      );
      const expanded = await expandRelations(
        model.internalName,
        payloads.map(({ fields }) => fields ?? {}),
        { store, reader, view, chain, depth: query.expand ?? 0, budget },
      );
      return {
        total_count: total,
        items: payloads.map((item, index) =>
          item.fields === undefined ? item : { ...item, fields: expanded[index] ?? {} },
        ),
      };
    };
    return meter.run(caller.scope, ALLOWANCE, (budget) =>
      recordsIn(caller.scope).atOnce((reader) => read(reader, budget), budget),
    );
  };

/** For what lists do not tell, such as parts of long texts: every record of the model is looked at. */
const collectPage = async (
  reader: RecordReader,
  { judge, keyOf, sortOrder }: RecordQuery,
  { model, view, chain, page }: PageSearch,
  budget: RequestBudget,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> => {
  const collector = new PageCollector(page, sortOrder);
  for await (const batch of reader.readRecords(model, view, budget)) {
    for (const shown of batch) {
      const record = inLocale(shown, chain);
      if (record !== undefined) {
        const verdict = decide(judge(record), budget);
        if (typeof verdict === 'boolean' ? verdict : await verdict) {
          collector.add(keyOf(record), record.record.id);
        }
      }
      const pause = budget.pause();
      if (pause !== undefined) await pause;
    }
  }
  return { ids: collector.takePage(), total: collector.total };
};

/** Throws if the records are too long for one page, before it reads more of them. */
const readPage = async (
  reader: RecordReader,
  ids: readonly string[],
  { view, chain }: PageSearch,
  budget: RequestBudget,
  toPayload: (record: RecordInLocale) => Partial<RecordPayload>,
): Promise<Partial<RecordPayload>[]> => {
  const payloads: Partial<RecordPayload>[] = [];
  const measure = startMeasuring();
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const some = ids.slice(from, from + READ_AT_ONCE);
    const found = await reader.findRecords(some, view, budget);
    const byId = new Map(found.map((shown) => [shown.record.id, shown]));
    for (const id of some) {
      const shown = byId.get(id);
      const record = shown === undefined ? undefined : inLocale(shown, chain);
      // Deleted since the list was read. The result is not from one state, so it will be discarded.
      if (record === undefined) continue;
      const payload = toPayload(record);
      const chars = charsOf(payload);
      measure(chars);
      payloads.push(payload);
      budget.spend(chars * UNITS_PER_CHAR);
      await budget.pause();
    }
  }
  return payloads;
};
