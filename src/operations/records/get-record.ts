// Returns one record as published in an environment, or its latest version in a preview.

import type { getRecord as contract } from '../../contract/records/get-record.ts';
import { recordNotFound, recordNotPublished } from '../../domain/failures/failures.ts';
import { type Allowance, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import { inLocale } from '../../domain/records/record-query.ts';
import { localeChain } from '../../domain/text/locale.ts';
import type { MovableUseCase } from '../use-case.ts';
import { expandRelations } from './expand-relations.ts';
import type { RecordReadDependencies } from './list-records.ts';
import { findModel, viewFor } from './record-access.ts';
import { toRecordPayload } from './record-payloads.ts';
import { readSelection } from './select-fields.ts';

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'expand',
  advice: 'expand fewer levels of relations',
};

export const buildGetRecord =
  ({ storeIn, recordsIn, meter }: RecordReadDependencies): MovableUseCase<typeof contract> =>
  async (caller, { params, query }) => {
    const { scope } = caller;
    const view = viewFor(caller, query.preview);
    const store = storeIn(scope);
    const { model, environment } = await findModel(store, caller, params.modelInternalName);
    const withState = view === 'latest';
    const select = readSelection(query.fields, model, { withState });
    const chain = localeChain(query.locale, environment.defaultLocale);
    const reader = recordsIn(scope);
    const [shown] = await reader.findRecords([params.contentModelDataId.toLowerCase()], view);
    const found = shown?.record.model === model.internalName ? inLocale(shown, chain) : undefined;
    if (found === undefined) throw withState ? recordNotFound() : recordNotPublished();
    const payload = select(toRecordPayload(found, { model, withState }));
    const roots = [payload.fields ?? {}];
    const [fields] = await meter.run(scope, ALLOWANCE, (budget) =>
      expandRelations(model.internalName, roots, {
        store,
        reader,
        view,
        chain,
        depth: query.expand ?? 0,
        budget,
      }),
    );
    return {
      record: payload.fields === undefined ? payload : { ...payload, fields: fields ?? {} },
      _meta_: { tenant_id: scope.tenantId, workspace_id: scope.workspaceId, content_model_id: model.id },
    };
  };
