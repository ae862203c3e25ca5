// The ids that documentation and tests may quote. They are derived from names and never change.
// Ids of single products, items and forms are not here: nothing outside the bundle relies on them.
import { uuidFrom } from './uuid.ts';

export const tenantId = 'fjordlight';
export const workspaceId = 'web';

// Opaque on purpose: real deployments use ids of this form, so nobody should assume a UUID here.
export const productionEnvironmentId = `PRODUCTION-${uuidFrom('environment:production')}-fl01`;
export const stagingEnvironmentId = `STAGING-${uuidFrom('environment:staging')}-fl02`;

export const productionHost = 'shop.fjordlight.test';
export const stagingHost = 'staging.fjordlight.test';

export const mainCatalogId = uuidFrom('catalog:main');
/** Visible in production, but content search is not configured for it. */
export const outletCatalogId = uuidFrom('catalog:outlet');

export const usdStoreId = 'fjordlight-us';
export const eurStoreId = 'fjordlight-eu';
export const stagingStoreId = 'fjordlight-staging';

export const blogModelId = uuidFrom('model:blog');
export const landingPageModelId = uuidFrom('model:landing_page');
/** Not versionable: publishing one of its records answers 409. */
export const siteSettingsModelId = uuidFrom('model:site_settings');
/** The product content model that the stores name. */
export const productModelId = uuidFrom('model:product');

export const siteSettingsRecordId = recordId('site-settings');
export const siteSettingsVersionId = versionId('site-settings', 1);

/**
 * A blog record whose version 1 is live while version 2 is still a draft. Only the draft says "aurora":
 * a production content search for it finds nothing until the draft is published.
 */
export const draftRecordId = recordId('night-sky');
export const draftVersionId = versionId('night-sky', 2);
export const draftLiveVersionId = versionId('night-sky', 1);
export const draftSearchTerm = 'aurora';

export function recordId(key: string): string {
  return uuidFrom(`record:${key}`);
}

export function versionId(recordKey: string, number: number): string {
  return uuidFrom(`version:${recordKey}:${number}`);
}
