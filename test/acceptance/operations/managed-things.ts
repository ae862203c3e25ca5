// One resource of every managed kind, made from the contract's examples: a permanent one with the same key in every
// workspace, a temporary one, and one whose key exists in its own workspace only.

import { manageExamples } from '../../../src/contract/manage/manage-examples.ts';
import { managedKinds } from '../../../src/contract/manage/manage-resources.ts';
import type { ManagedKind, ManagedKindName } from '../../../src/contract/manage/managed-kind.ts';
import {
  allWorkspaces,
  markOf,
  PRODUCTION,
  STAGING,
  shared,
  uuid,
  type Workspace,
} from '../service/fixture-bundle.ts';
import { linesOf, toBundle } from '../service/fixture-lines.ts';

/** `standing` and `own` are in the fixture bundle; `passing` is created and deleted by the calls that need it. */
export type Role = 'standing' | 'passing' | 'own';

type Json = Readonly<Record<string, unknown>>;

const numbers: Readonly<Record<Role, number>> = { standing: 100, passing: 200, own: 300 };
const uuidKinds: readonly ManagedKindName[] = ['content_model', 'catalog', 'form'];

export const wordOf = (role: Role, workspace: Workspace): string =>
  role === 'own' ? `own-${markOf(workspace)}` : role;

/** The value of the field that identifies the resource. */
export const idOf = (kind: ManagedKindName, role: Role, workspace: Workspace): string => {
  if (kind === 'domain') return `${role}.${markOf(workspace)}.test`;
  if (!uuidKinds.includes(kind)) return wordOf(role, workspace);
  const place = allWorkspaces.findIndex((other) => markOf(other) === markOf(workspace));
  return uuid(numbers[role] + uuidKinds.indexOf(kind) + (role === 'own' ? 10 * (1 + place) : 0));
};

/** The catalog of permanent and temporary resources. */
export const managedCatalog = idOf('catalog', 'standing', { tenant: '', workspace: '' });

/** What an example must change to be valid in a workspace of the fixture; each contains its mark. */
const truths = (kind: ManagedKindName, role: Role, mark: string): Json => {
  const name = `${role} ${mark}`;
  switch (kind) {
    case 'environment':
      return { env_type: name };
    case 'domain':
      return { environment_id: PRODUCTION };
    case 'content_model':
      return { name, internal_name: role === 'own' ? `own-${mark}` : role };
    case 'catalog':
      return { name, environment_ids: [PRODUCTION, STAGING], content_models: [] };
    case 'store':
      return {
        environment_id: PRODUCTION,
        catalog_id: shared.catalog,
        store_hash: `hash-${mark}`,
        is_default: false,
      };
    case 'form':
      return { name, environment_ids: [] };
    case 'content_item':
      return { title: name };
    case 'synonyms':
      return { words: [role, mark] };
    case 'merchandising_rule':
      return { when: { search_term: mark }, hide: [], pin: [] };
    case 'attribute':
      return { description: name };
    case 'facet':
      return { label: name };
    default:
      return { name };
  }
};

const rowOf = (kind: ManagedKindName): ManagedKind => {
  const row = managedKinds.find((each) => each.kind === kind);
  if (row === undefined) throw new Error(`${kind} is not managed`);
  return row;
};

/** The whole object as in a bundle line, without `kind`. */
export const managedResource = (kind: ManagedKindName, role: Role, workspace: Workspace): Json => {
  const { parent, access } = rowOf(kind);
  const field = Object.values(rowOf(kind).keys)[0] ?? 'id';
  return {
    ...manageExamples[kind],
    ...(parent !== undefined && access === 'manage' ? { [parent.param]: managedCatalog } : {}),
    ...truths(kind, role, markOf(workspace)),
    [field]: idOf(kind, role, workspace),
  };
};

/** The path parameters that lead to it. */
export const managedParams = (
  kind: ManagedKindName,
  role: Role,
  workspace: Workspace,
): Record<string, string> => {
  const { keys, parent, access } = rowOf(kind);
  const thing = managedResource(kind, role, workspace);
  const own = Object.entries(keys).map(([param, field]) => [param, String(thing[field])]);
  const above = access === 'operator' ? workspace.tenant : managedCatalog;
  return { ...(parent === undefined ? {} : { [parent.param]: above }), ...Object.fromEntries(own) };
};

const managedInWorkspace = managedKinds.filter(({ access }) => access === 'manage');

const managedLines = (workspace: Workspace) =>
  managedInWorkspace.flatMap(({ kind }) =>
    (['standing', 'own'] as const).map((role) => ({ ...managedResource(kind, role, workspace), kind })),
  );

/** The fixture bundle with these resources in every workspace. */
export const managedBundle = (): string =>
  toBundle(allWorkspaces.flatMap((workspace) => [...linesOf(workspace), ...managedLines(workspace)]));
