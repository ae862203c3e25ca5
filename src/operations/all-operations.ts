// Builds every use case with its dependencies, by the name of its operation. It does not know which adapters they are.

import type { Operation } from '../contract/operation.ts';
import type { OperationName, routes } from '../contract/routes.ts';
import type { Scope } from '../domain/access/scope.ts';
import type { EventStore } from '../domain/events/event-ports.ts';
import type { CaptchaVerifier, SubmissionStore } from '../domain/forms/submission-ports.ts';
import type { LongReads } from '../domain/limits/long-reads.ts';
import type { RateLimiter } from '../domain/limits/rate-limit.ts';
import type { Publisher, ScopedStore, SearchIndex } from '../domain/ports.ts';
import type { RecordStore } from '../domain/records/record-ports.ts';
import { buildEraseVisitor } from './events/erase-visitor.ts';
import { buildRecordEvents, type EventDependencies } from './events/record-events.ts';
import { buildDeleteSubmission } from './forms/delete-submission.ts';
import { buildEraseSubmissions } from './forms/erase-submissions.ts';
import { buildExportSubmissions } from './forms/export-submissions.ts';
import { buildFormSigner } from './forms/form-signer.ts';
import { buildGetForm } from './forms/get-form.ts';
import { buildGetSubmission } from './forms/get-submission.ts';
import { buildSubmitForm } from './forms/submit-form.ts';
import { buildMovableReads } from './long-reads.ts';
import { buildManageOperations, type ManageDependencies } from './manage/manage-operations.ts';
import { buildGetContentModel } from './models/get-content-model.ts';
import { buildCountProducts } from './products/count-products.ts';
import { buildGetFacetSearch } from './products/get-facet-search.ts';
import { buildGetProduct } from './products/get-product.ts';
import { buildGetProductBySlug } from './products/get-product-by-slug.ts';
import { buildGetProductSearch } from './products/get-product-search.ts';
import { buildGetSuggestions } from './products/get-suggestions.ts';
import { buildListCategories } from './products/list-categories.ts';
import { buildListSimilarProducts } from './products/list-similar-products.ts';
import { buildLookupProducts } from './products/lookup-products.ts';
import { buildSearchFacets } from './products/search-facets.ts';
import { buildSearchProducts } from './products/search-products.ts';
import { buildSuggestSearches } from './products/suggest-searches.ts';
import { buildCompareVersions } from './records/compare-versions.ts';
import { buildCreateRecord } from './records/create-record.ts';
import { buildDeleteRecord } from './records/delete-record.ts';
import { buildDeleteVersion } from './records/delete-version.ts';
import { buildGetPage } from './records/get-page.ts';
import { buildGetVersion } from './records/get-version.ts';
import type { RecordReadDependencies } from './records/list-records.ts';
import { buildPublishVersions } from './records/publish-versions.ts';
import { buildSaveVersion } from './records/save-version.ts';
import { buildUnpublishVersions } from './records/unpublish-versions.ts';
import { buildSearchContent } from './search/search-content.ts';
import type { SearchReportDependencies } from './terms/get-search-report.ts';
import { buildPopularTerms } from './terms/popular-terms.ts';
import type { AnyUseCase } from './use-case.ts';

/** One use case for every operation of the route table, and the generated ones of the management interface by name. */
export type Operations = { readonly [Name in OperationName]: AnyUseCase<(typeof routes)[Name]> } & {
  readonly manage: Readonly<Record<string, AnyUseCase<Operation>>>;
};

export interface OperationParts
  extends RecordReadDependencies,
    ManageDependencies,
    EventDependencies,
    Omit<SearchReportDependencies, 'resources'> {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly searchIndex: SearchIndex;
  readonly publisher: Publisher;
  readonly records: RecordStore;
  readonly newId: () => string;
  readonly submissions: SubmissionStore;
  readonly eventStore: EventStore;
  readonly limiter: RateLimiter;
  /** Absent: forms with a captcha cannot be submitted. */
  readonly captcha: CaptchaVerifier | undefined;
  /** Absent: reads stay on the main thread, however long they take. */
  readonly longReads?: LongReads | undefined;
}

export const buildOperations = ({ longReads, ...given }: OperationParts): Operations => {
  const { visitorSecret } = given;
  const readVisitorSecret = async () => visitorSecret;
  const parts = { ...given, readVisitorSecret, sign: buildFormSigner(visitorSecret) };
  const reads = buildMovableReads(parts, longReads);
  return {
    'search-content': buildSearchContent(parts),
    'count-products': buildCountProducts(parts),
    'search-products': buildSearchProducts(parts),
    'search-facets': buildSearchFacets(parts),
    'get-product-search': buildGetProductSearch(parts),
    'get-facet-search': buildGetFacetSearch(parts),
    'get-product': buildGetProduct(parts),
    'get-product-by-slug': buildGetProductBySlug(parts),
    'lookup-products': buildLookupProducts(parts),
    'list-categories': buildListCategories(parts),
    'list-similar-products': buildListSimilarProducts(parts),
    'suggest-searches': buildSuggestSearches(parts),
    'get-suggestions': buildGetSuggestions(parts),
    'record-events': buildRecordEvents(parts),
    'popular-terms': buildPopularTerms(parts),
    'get-content-model': buildGetContentModel(parts),
    'publish-versions': buildPublishVersions(parts),
    'get-page': buildGetPage(parts),
    'create-record': buildCreateRecord(parts),
    'delete-record': buildDeleteRecord(parts),
    'save-version': buildSaveVersion(parts),
    'get-version': buildGetVersion(parts),
    'delete-version': buildDeleteVersion(parts),
    'compare-versions': buildCompareVersions(parts),
    'unpublish-versions': buildUnpublishVersions(parts),
    'get-form': buildGetForm(parts),
    'submit-form': buildSubmitForm(parts),
    'get-submission': buildGetSubmission(parts),
    'delete-submission': buildDeleteSubmission(parts),
    'export-submissions': buildExportSubmissions(parts),
    'erase-submissions': buildEraseSubmissions(parts),
    'erase-visitor': buildEraseVisitor(parts),
    ...reads.own,
    manage: { ...buildManageOperations(parts), ...reads.manage },
  };
};
