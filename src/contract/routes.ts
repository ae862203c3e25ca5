// The route table: every operation, once. HTTP, OpenAPI, the isolation matrix and the tests all read it.

import { compareVersions } from './compare-versions.ts';
import { countProducts } from './count-products.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { deleteSubmission } from './delete-submission.ts';
import { deleteVersion } from './delete-version.ts';
import { eraseSubmissions } from './erase-submissions.ts';
import { exportSubmissions } from './export-submissions.ts';
import { getContentModel } from './get-content-model.ts';
import { getForm } from './get-form.ts';
import { getPage } from './get-page.ts';
import { getPageBySlug } from './get-page-by-slug.ts';
import { getRecord } from './get-record.ts';
import { getSubmission } from './get-submission.ts';
import { getVersion } from './get-version.ts';
import { listContentModels } from './list-content-models.ts';
import { listForms } from './list-forms.ts';
import { listRecords } from './list-records.ts';
import { listSubmissions } from './list-submissions.ts';
import { listVersions } from './list-versions.ts';
import { manageOperations } from './manage-operations.ts';
import type { Operation } from './operation.ts';
import { popularTerms } from './popular-terms.ts';
import { publishVersions } from './publish-versions.ts';
import { saveVersion } from './save-version.ts';
import { searchContent } from './search-content.ts';
import { submitForm } from './submit-form.ts';
import { unpublishVersions } from './unpublish-versions.ts';

/** The operations that were written one by one; each has a use case of its own type. */
export const routes = {
  'search-content': searchContent,
  'count-products': countProducts,
  'popular-terms': popularTerms,
  'get-content-model': getContentModel,
  'publish-versions': publishVersions,
  'list-forms': listForms,
  'get-page': getPage,
  'get-page-by-slug': getPageBySlug,
  'list-content-models': listContentModels,
  'create-record': createRecord,
  'list-records': listRecords,
  'get-record': getRecord,
  'delete-record': deleteRecord,
  'save-version': saveVersion,
  'list-versions': listVersions,
  'get-version': getVersion,
  'delete-version': deleteVersion,
  'compare-versions': compareVersions,
  'unpublish-versions': unpublishVersions,
  'get-form': getForm,
  'submit-form': submitForm,
  'list-submissions': listSubmissions,
  'get-submission': getSubmission,
  'delete-submission': deleteSubmission,
  'export-submissions': exportSubmissions,
  'erase-submissions': eraseSubmissions,
} as const;

export type OperationName = keyof typeof routes;

/** Those and the ones that are made from the table of managed kinds. */
export const allRoutes: Readonly<Record<string, Operation>> = { ...routes, ...manageOperations };
