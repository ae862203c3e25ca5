// One record as an environment shows it, or its latest version in a preview.

import type { getRecord as contract } from '../contract/get-record.ts';
import { recordNotFound } from '../domain/failures.ts';
import { localeChain } from '../domain/locale.ts';
import { inLocale } from '../domain/record-query.ts';
import { expandRelations } from './expand-relations.ts';
import type { RecordReadDependencies } from './list-records.ts';
import { findModel, viewFor } from './record-access.ts';
import { toRecordAnswer } from './record-answers.ts';
import { readSelection } from './select-fields.ts';
import type { UseCase } from './use-case.ts';

export const buildGetRecord =
  ({ storeIn, recordsIn }: Omit<RecordReadDependencies, 'startBreathing'>): UseCase<typeof contract> =>
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
    if (found === undefined) throw recordNotFound();
    const answer = select(toRecordAnswer(found, { withState }));
    const [fields] = await expandRelations(model.internalName, [answer.fields ?? {}], {
      store,
      reader,
      view,
      chain,
      depth: query.expand ?? 0,
    });
    return {
      record: answer.fields === undefined ? answer : { ...answer, fields: fields ?? {} },
      _meta_: { tenant_id: scope.tenantId, workspace_id: scope.workspaceId, content_model_id: model.id },
    };
  };
