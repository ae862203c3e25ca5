// Updates the stored content models to the given ones. Each write is conditional on the stored model being the one that was
// compared. A push that stops halfway is completed by pushing again.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { hasDependents, preconditionFailed, refusedByState } from '../../domain/failures/failures.ts';
import type {
  ManagedResource,
  Precondition,
  ResourceObject,
  ResourceStore,
} from '../../domain/manage/managed-resource.ts';
import { type ModelChange, storedNameOf } from '../../domain/models/model-changes.ts';
import { documentOf, type ModelComparison, type WantedModel } from './compare-models.ts';

/**
 * Returns what was done, in order. Models that exist only in the workspace stay unless `prune` deletes them; if they have
 * records, that also needs `force`.
 */
export type PushModels = (
  workspace: WorkspaceScope,
  comparison: ModelComparison,
  options: { readonly prune: boolean; readonly force: boolean },
) => Promise<readonly ModelChange[]>;

interface Dependencies {
  readonly resources: ResourceStore;
  readonly now: () => Date;
  readonly newId: () => string;
}

export const buildPushModels =
  ({ resources, now, newId }: Dependencies): PushModels =>
  async (workspace, { stored, wanted, changes }, { prune, force }) => {
    const byName = new Map(stored.map((model) => [documentOf(model.object).internal_name, model]));
    const wantedByName = new Map(wanted.map((model) => [model.document.internal_name, model]));
    const done: ModelChange[] = [];
    assertSameIds(changes);
    // Deletions first: another model may take the name.
    for (const change of [...changes].sort((one, other) => order(one) - order(other))) {
      const stored = byName.get(storedNameOf(change));
      const model = wantedByName.get(change.model);
      if (change.kind === 'removed') {
        if (!prune || stored === undefined) continue;
        await remove(resources, workspace, stored, force);
      } else if (model !== undefined) {
        await write(resources, workspace, wholeDocument(model, stored, now, newId), stored);
      }
      done.push(change);
    }
    return done;
  };

const order = ({ kind }: ModelChange): number => (kind === 'removed' ? 0 : 1);

/** Clients that request a model by id would no longer find it, so not even `force` changes an id. */
const assertSameIds = (changes: readonly ModelChange[]): void => {
  for (const { model, changes: properties } of changes) {
    const id = properties.find(({ property }) => property === 'id');
    if (id !== undefined) {
      throw refusedByState('id', `${model}: its id is ${id.before} and cannot become ${id.after}`);
    }
  }
};

const wholeDocument = (
  { document, hasId, hasTime }: WantedModel,
  stored: ManagedResource | undefined,
  now: () => Date,
  newId: () => string,
): ResourceObject => {
  const made = stored === undefined ? undefined : documentOf(stored.object);
  return {
    ...document,
    kind: 'content_model',
    id: made?.id ?? (hasId ? document.id : newId()),
    created_at: made?.['created_at'] ?? (hasTime ? document['created_at'] : now().toISOString()),
  };
};

const write = async (
  resources: ResourceStore,
  workspace: WorkspaceScope,
  object: ResourceObject,
  stored: ManagedResource | undefined,
): Promise<void> => {
  const precondition: Precondition =
    stored === undefined ? { kind: 'absent' } : { kind: 'tag', tags: [stored.tag] };
  const result = await resources.writeResource(workspace, object, precondition);
  if (result.kind === 'refused') throw preconditionFailed();
  if (result.kind === 'fault')
    throw refusedByState(result.field, `${object['internal_name']}: ${result.message}`);
};

const remove = async (
  resources: ResourceStore,
  workspace: WorkspaceScope,
  { object, tag }: ManagedResource,
  cascade: boolean,
): Promise<void> => {
  const { id, internal_name: name } = documentOf(object);
  const result = await resources.deleteResource(
    workspace,
    'content_model',
    { id },
    {
      precondition: { kind: 'tag', tags: [tag] },
      cascade,
    },
  );
  if (result.kind === 'refused') throw preconditionFailed();
  if (result.kind === 'needed') {
    throw hasDependents(`content model ${name}`, result.dependents, result.count);
  }
};
