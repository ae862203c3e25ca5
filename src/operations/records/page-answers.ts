// Pages as everyone may see them: published records of models that act as web pages, without what is about editing them.

import type { PageAnswer } from '../../contract/records/get-page.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { type Failure, recordNotFound } from '../../domain/failures/failures.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import type { ShownRecord } from '../../domain/records/record.ts';
import type { RecordInLocale } from '../../domain/records/record-query.ts';
import { toRecordAnswer } from './record-answers.ts';

/** One answer for what is nowhere, what is a draft, and what is no page. */
export const pageNotFound = (): Failure =>
  recordNotFound('No page is published here under this id or slug in the asked locale', 'page_not_found');

/** The model of a record that is a page; undefined where it is none. */
export const pageModelOf = async (
  store: ScopedStore,
  { record }: ShownRecord,
): Promise<ContentModel | undefined> => {
  const model = await store.findContentModelByName(record.model);
  return model?.actAsWebPage === true ? model : undefined;
};

export const toPageAnswer = (
  scope: Scope,
  model: ContentModel,
  { texts }: ShownRecord,
  found: RecordInLocale,
): PageAnswer => {
  const { version_id, version_number, modified_by, ...shown } = toRecordAnswer(found, {
    model,
    withState: false,
  });
  return {
    page: {
      ...shown,
      template: model.template,
      alternates: Object.keys(texts)
        .sort()
        .map((locale) => ({ locale, page_slug: texts[locale]?.text.pageSlug ?? '' })),
    },
    _meta_: { tenant_id: scope.tenantId, workspace_id: scope.workspaceId, content_model_id: model.id },
  };
};
