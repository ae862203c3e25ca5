// Names and ids of the hand-made data set: two tenants with two workspaces each, all of which use the SAME ids for everything, so
// that only their texts differ and a leak shows. In addition, each workspace has ids that exist nowhere else, and one workspace id
// exists in one tenant only. The data itself is in `fixture-lines.ts`.

import type { BundleObject } from '../../../src/contract/bundle.ts';

export const tenants = ['acme', 'globex'] as const;
export const workspaces = ['web', 'outlet'] as const;
export const PRODUCTION = 'PRODUCTION-1';
export const STAGING = 'STAGING-1';
export const environments = [PRODUCTION, STAGING] as const;

export interface Workspace {
  readonly tenant: string;
  readonly workspace: string;
}

/** One tenant, workspace and environment: what the three scoping headers name. */
export interface Place extends Workspace {
  readonly environment: string;
}

export const allWorkspaces: readonly Workspace[] = [
  ...tenants.flatMap((tenant) => workspaces.map((workspace) => ({ tenant, workspace }))),
  { tenant: 'globex', workspace: 'annex' },
];
export const allPlaces: readonly Place[] = allWorkspaces.flatMap((workspace) =>
  environments.map((environment) => ({ ...workspace, environment })),
);
export const home: Place = { tenant: 'acme', workspace: 'web', environment: PRODUCTION };
export const staging: Place = { ...home, environment: STAGING };

/** A word in every text of a workspace and in no other workspace. */
export const markOf = ({ tenant, workspace }: Workspace): string => `${tenant}${workspace}`;

export const hostOf = ({ environment, ...workspace }: Place): string =>
  `${environment === STAGING ? 'staging.' : ''}${markOf(workspace)}.test`;

/** The slug of a page published in that environment only, once `onlyPageLines` are written. */
export const onlySlugOf = (place: Place): string => `/only/${hostOf(place)}`;

export const uuid = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Ids that do not exist anywhere. */
export const absent = {
  id: 'nowhere-1',
  uuid: uuid(999_999),
  host: 'nowhere.test',
  token: `vtr_${'A'.repeat(43)}`,
};

/** The same in every workspace. */
export const shared = {
  catalog: uuid(1),
  silentCatalog: uuid(2),
  /** Attached to one environment only. */
  catalogOf: { [PRODUCTION]: uuid(3), [STAGING]: uuid(4) },
  storeOf: { [PRODUCTION]: 's-production', [STAGING]: 's-staging' },
  model: uuid(10),
  modelName: 'blog',
  plainModel: uuid(11),
  plainModelName: 'settings',
  record: uuid(20),
  secondRecord: uuid(21),
  plainRecord: uuid(22),
  /** Versions of `record`: en-us, de and fr; en-us and de; de only. */
  versions: [uuid(30), uuid(31), uuid(32)] as const,
  secondVersion: uuid(33),
  plainVersion: uuid(34),
  /** In every environment, with fields; the only form with submissions. */
  form: uuid(40),
  /** Attached to one environment only. */
  formOf: { [PRODUCTION]: uuid(48), [STAGING]: uuid(49) },
  /** Created and deleted by tests, as are its versions. */
  passingRecord: uuid(80),
  passingVersions: [uuid(81), uuid(82)] as const,
} as const;

/** Only in that workspace. */
export const ownOf = (workspace: Workspace) => {
  const at = 1_000 * (1 + allWorkspaces.findIndex((other) => markOf(other) === markOf(workspace)));
  return {
    catalog: uuid(at + 1),
    model: uuid(at + 10),
    modelName: `diary-${markOf(workspace)}`,
    record: uuid(at + 20),
    version: uuid(at + 30),
    /** A version of the shared record, but only here. */
    versionOfShared: uuid(at + 31),
    environment: `EXTRA-${markOf(workspace)}`,
    store: `s-${markOf(workspace)}`,
    category: `c-${markOf(workspace)}`,
    categoryName: `Category ${markOf(workspace)}`,
    collection: `winter-${markOf(workspace)}`,
    channel: `channel-${markOf(workspace)}`,
    location: `location-${markOf(workspace)}`,
    customerGroup: `vip-${markOf(workspace)}`,
    productSlug: `rain-${markOf(workspace)}`,
  };
};

/** Only in the catalog that is attached to staging only; in every workspace. */
export const inStagingAlone = {
  category: 'c-staging',
  categoryName: 'Category of staging',
  collection: 'winter-staging',
  channel: 'channel-staging',
  location: 'location-staging',
  customerGroup: 'vip-staging',
};

export const LANTERN_POSTS = 17;
export const POPULAR_TERMS = 12;
export const FORMS = 9;

/** Number of products in the main catalog; different in every workspace. */
export const productsOf = (workspace: Workspace): number =>
  12 + allWorkspaces.findIndex((other) => markOf(other) === markOf(workspace));

/** A line of a bundle. */
export type Line = { readonly kind: BundleObject['kind'] | 'scope' } & Readonly<Record<string, unknown>>;

/** In January. */
export const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T08:00:00Z`;
