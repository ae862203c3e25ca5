// Public pages: published records of models that act as web pages, without the properties that only editors need.

import type { PagePayload } from '../../contract/records/get-page.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { type Failure, recordNotFound } from '../../domain/failures/failures.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import type { ShownRecord } from '../../domain/records/record.ts';
import type { RecordInLocale } from '../../domain/records/record-query.ts';
import { toRecordPayload } from './record-payloads.ts';

/** One response for what does not exist, is a draft, or is not a page. */
export const pageNotFound = (): Failure =>
  recordNotFound('No page with this id or slug is published here in the requested locale', 'page_not_found');

/** The model of a record that is a page; undefined if it is not one. */
export const pageModelOf = async (
  store: ScopedStore,
  { record }: ShownRecord,
): Promise<ContentModel | undefined> => {
  const model = await store.findContentModelByName(record.model);
  return model?.actAsWebPage === true ? model : undefined;
};

export const toPagePayload = (
  scope: Scope,
  model: ContentModel,
  { texts }: ShownRecord,
  found: RecordInLocale,
): PagePayload => {
  const { version_id, version_number, modified_by, ...shown } = toRecordPayload(found, {
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
