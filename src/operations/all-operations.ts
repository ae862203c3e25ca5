// Every use case with the parts it needs, by the name of its operation. Which adapters the parts are is not known here.

import type { Operation } from '../contract/operation.ts';
import type { OperationName, routes } from '../contract/routes.ts';
import type { Publisher, ScopedStore, SearchIndex } from '../domain/ports.ts';
import type { RecordStore } from '../domain/record-ports.ts';
import type { Scope } from '../domain/scope.ts';
import type { CaptchaVerifier, RateLimiter, SubmissionStore } from '../domain/submission-ports.ts';
import { buildCompareVersions } from './compare-versions.ts';
import { buildCountProducts } from './count-products.ts';
import { buildCreateRecord } from './create-record.ts';
import { buildDeleteRecord } from './delete-record.ts';
import { buildDeleteSubmission } from './delete-submission.ts';
import { buildDeleteVersion } from './delete-version.ts';
import { buildEraseSubmissions } from './erase-submissions.ts';
import { buildExportSubmissions } from './export-submissions.ts';
import { buildFormSigner } from './form-signer.ts';
import { buildGetContentModel } from './get-content-model.ts';
import { buildGetForm } from './get-form.ts';
import { buildGetPage } from './get-page.ts';
import { buildGetPageBySlug } from './get-page-by-slug.ts';
import { buildGetRecord } from './get-record.ts';
import { buildGetSubmission } from './get-submission.ts';
import { buildGetVersion } from './get-version.ts';
import { buildListContentModels } from './list-content-models.ts';
import { buildListForms } from './list-forms.ts';
import { buildListRecords, type RecordReadDependencies } from './list-records.ts';
import { buildListSubmissions } from './list-submissions.ts';
import { buildListVersions } from './list-versions.ts';
import { buildManageOperations, type ManageDependencies } from './manage-operations.ts';
import { buildPopularTerms } from './popular-terms.ts';
import { buildPublishVersions } from './publish-versions.ts';
import { buildSaveVersion } from './save-version.ts';
import { buildSearchContent } from './search-content.ts';
import { buildSubmitForm } from './submit-form.ts';
import { buildUnpublishVersions } from './unpublish-versions.ts';
import type { AnyUseCase, UseCase } from './use-case.ts';

/** One use case for every operation of the route table; those of the management interface by name, as they were made. */
export type Operations = { readonly [Name in OperationName]: AnyUseCase<(typeof routes)[Name]> } & {
  readonly manage: Readonly<Record<string, UseCase<Operation>>>;
};

export interface OperationParts extends RecordReadDependencies, ManageDependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly searchIndex: SearchIndex;
  readonly publisher: Publisher;
  readonly records: RecordStore;
  readonly newId: () => string;
  readonly submissions: SubmissionStore;
  /** Key of what forms carry. */
  readonly formSecret: string | Buffer;
  readonly limiter: RateLimiter;
  /** Absent: no form that asks for a captcha can be sent in. */
  readonly captcha: CaptchaVerifier | undefined;
}

export const buildOperations = (given: OperationParts): Operations => {
  const parts = { ...given, sign: buildFormSigner(given.formSecret) };
  return {
    'search-content': buildSearchContent(parts),
    'count-products': buildCountProducts(parts),
    'popular-terms': buildPopularTerms(parts),
    'get-content-model': buildGetContentModel(parts),
    'publish-versions': buildPublishVersions(parts),
    'list-forms': buildListForms(parts),
    'get-page': buildGetPage(parts),
    'get-page-by-slug': buildGetPageBySlug(parts),
    'list-content-models': buildListContentModels(parts),
    'create-record': buildCreateRecord(parts),
    'list-records': buildListRecords(parts),
    'get-record': buildGetRecord(parts),
    'delete-record': buildDeleteRecord(parts),
    'save-version': buildSaveVersion(parts),
    'list-versions': buildListVersions(parts),
    'get-version': buildGetVersion(parts),
    'delete-version': buildDeleteVersion(parts),
    'compare-versions': buildCompareVersions(parts),
    'unpublish-versions': buildUnpublishVersions(parts),
    'get-form': buildGetForm(parts),
    'submit-form': buildSubmitForm(parts),
    'list-submissions': buildListSubmissions(parts),
    'get-submission': buildGetSubmission(parts),
    'delete-submission': buildDeleteSubmission(parts),
    'export-submissions': buildExportSubmissions(parts),
    'erase-submissions': buildEraseSubmissions(parts),
    manage: buildManageOperations(parts),
  };
};
