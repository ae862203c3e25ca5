// The route table: every operation once. HTTP, OpenAPI, the isolation matrix and the tests all use it.

import { eraseVisitor } from './events/erase-visitor.ts';
import { listProductVisitors } from './events/list-product-visitors.ts';
import { recordEvents } from './events/record-events.ts';
import { deleteSubmission } from './forms/delete-submission.ts';
import { eraseSubmissions } from './forms/erase-submissions.ts';
import { exportSubmissions } from './forms/export-submissions.ts';
import { getForm } from './forms/get-form.ts';
import { getSubmission } from './forms/get-submission.ts';
import { listForms } from './forms/list-forms.ts';
import { listSubmissions } from './forms/list-submissions.ts';
import { submitForm } from './forms/submit-form.ts';
import { manageOperations } from './manage/manage-operations.ts';
import { getContentModel } from './models/get-content-model.ts';
import { listContentModels } from './models/list-content-models.ts';
import type { Operation } from './operation.ts';
import { countProducts } from './products/count-products.ts';
import { getFacetSearch } from './products/get-facet-search.ts';
import { getProduct } from './products/get-product.ts';
import { getProductBySlug } from './products/get-product-by-slug.ts';
import { getProductSearch } from './products/get-product-search.ts';
import { getSuggestions } from './products/get-suggestions.ts';
import { listCategories } from './products/list-categories.ts';
import { listSimilarProducts } from './products/list-similar-products.ts';
import { lookupProducts } from './products/lookup-products.ts';
import { searchFacets } from './products/search-facets.ts';
import { searchProducts } from './products/search-products.ts';
import { suggestSearches } from './products/suggest-searches.ts';
import { compareVersions } from './records/compare-versions.ts';
import { createRecord } from './records/create-record.ts';
import { deleteRecord } from './records/delete-record.ts';
import { deleteVersion } from './records/delete-version.ts';
import { getPage } from './records/get-page.ts';
import { getPageBySlug } from './records/get-page-by-slug.ts';
import { getRecord } from './records/get-record.ts';
import { getVersion } from './records/get-version.ts';
import { listRecords } from './records/list-records.ts';
import { listVersions } from './records/list-versions.ts';
import { publishVersions } from './records/publish-versions.ts';
import { saveVersion } from './records/save-version.ts';
import { unpublishVersions } from './records/unpublish-versions.ts';
import { searchContent } from './search/search-content.ts';
import { getSearchReport } from './terms/get-search-report.ts';
import { popularTerms } from './terms/popular-terms.ts';

/** The operations that are written by hand. Each has a use case of its own type. */
export const routes = {
  'search-content': searchContent,
  'count-products': countProducts,
  'popular-terms': popularTerms,
  'get-content-model': getContentModel,
  'publish-versions': publishVersions,
  'list-forms': listForms,
  'search-products': searchProducts,
  'search-facets': searchFacets,
  'get-product-search': getProductSearch,
  'get-facet-search': getFacetSearch,
  'get-product': getProduct,
  'get-product-by-slug': getProductBySlug,
  'lookup-products': lookupProducts,
  'list-categories': listCategories,
  'list-similar-products': listSimilarProducts,
  'suggest-searches': suggestSearches,
  'get-suggestions': getSuggestions,
  'record-events': recordEvents,
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
  'list-product-visitors': listProductVisitors,
  'erase-visitor': eraseVisitor,
  'get-search-report': getSearchReport,
} as const;

export type OperationName = keyof typeof routes;

/** All operations, including those generated from the table of managed kinds. */
export const allRoutes: Readonly<Record<string, Operation>> = { ...routes, ...manageOperations };
