// Makes content models what somebody holds them to be. Each is written on the condition that it is still what it was
// compared with; a push that stops half way is finished by pushing again.

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
 * Gives what was done, in the order in which it was done. Models that only stand stay unless `prune`; with their records
 * they only go by `force`.
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
    // What goes makes room first: its name may be another's from now on.
    for (const change of [...changes].sort((one, other) => order(one) - order(other))) {
      const standing = byName.get(storedNameOf(change));
      const model = wantedByName.get(change.model);
      if (change.kind === 'removed') {
        if (!prune || standing === undefined) continue;
        await remove(resources, workspace, standing, force);
      } else if (model !== undefined) {
        await write(resources, workspace, wholeDocument(model, standing, now, newId), standing);
      }
      done.push(change);
    }
    return done;
  };

const order = ({ kind }: ModelChange): number => (kind === 'removed' ? 0 : 1);

/** Whoever asks for a model by its id would get nothing any more, so that no force does it. */
const assertSameIds = (changes: readonly ModelChange[]): void => {
  for (const { model, changes: properties } of changes) {
    const id = properties.find(({ property }) => property === 'id');
    if (id !== undefined) {
      throw refusedByState('id', `${model}: its id is ${id.before} here and cannot become ${id.after}`);
    }
  }
};

const wholeDocument = (
  { document, hasId, hasTime }: WantedModel,
  standing: ManagedResource | undefined,
  now: () => Date,
  newId: () => string,
): ResourceObject => {
  const made = standing === undefined ? undefined : documentOf(standing.object);
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
  standing: ManagedResource | undefined,
): Promise<void> => {
  const precondition: Precondition =
    standing === undefined ? { kind: 'absent' } : { kind: 'tag', tags: [standing.tag] };
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
