// Replaces a content model only if no data would break, unless forced. The write is conditional on the stored model being
// the one that was compared.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { wouldBreakData } from '../../domain/failures/data-failures.ts';
import {
  type Allowance,
  type Meter,
  REQUEST_UNITS_MAX,
  type RequestBudget,
} from '../../domain/limits/request-budget.ts';
import type {
  ManagedResource,
  Precondition,
  ResourceObject,
  ResourceStore,
  WriteResult,
} from '../../domain/manage/managed-resource.ts';
import { countBreaks } from '../../domain/models/model-breaks.ts';
import { compareModelSets } from '../../domain/models/model-changes.ts';
import type { ModelTexts } from '../../domain/records/record-ports.ts';
import { documentOf, listModels } from './compare-models.ts';

export interface GuardDependencies {
  readonly resources: ResourceStore;
  readonly modelTexts: ModelTexts;
  readonly meter: Meter;
}

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'records',
  advice: 'the model has too many records to check; put it with force=true, or push it on the command line',
};

/** If another request changes the model in the meantime, it is compared again. */
const ATTEMPTS_MAX = 3;

/** Like `writeResource` for a content model, but throws `wouldBreakData`. */
export const writeGuardedModel = async (
  { resources, modelTexts, meter }: GuardDependencies,
  workspace: WorkspaceScope,
  object: ResourceObject,
  precondition: Precondition,
): Promise<WriteResult> => {
  const key = { id: String(object['id']) };
  for (let attempt = 1; ; attempt += 1) {
    const existing = await resources.findResource(workspace, 'content_model', key);
    if (existing !== undefined) {
      await meter.run(workspace, ALLOWANCE, (budget) =>
        assertKeepsData({ resources, modelTexts }, workspace, existing, object, budget),
      );
    }
    const requested = conditionOf(precondition, existing);
    const result = await resources.writeResource(workspace, object, requested);
    const isChangedMeanwhile = result.kind === 'refused' && precondition.kind === 'none';
    if (!isChangedMeanwhile || attempt === ATTEMPTS_MAX) return result;
  }
};

/** The caller's precondition, and that the stored model is unchanged. If both cannot hold, the caller's alone. */
const conditionOf = (requested: Precondition, stored: ManagedResource | undefined): Precondition => {
  if (stored === undefined) return requested.kind === 'none' ? { kind: 'absent' } : requested;
  const isKept = requested.kind !== 'tag' || requested.tags.includes(stored.tag);
  return requested.kind === 'absent' || !isKept ? requested : { kind: 'tag', tags: [stored.tag] };
};

const assertKeepsData = async (
  { resources, modelTexts }: Omit<GuardDependencies, 'meter'>,
  workspace: WorkspaceScope,
  existing: ManagedResource,
  object: ResourceObject,
  budget: RequestBudget,
): Promise<void> => {
  const wanted = [documentOf(object)];
  const changes = compareModelSets([documentOf(existing.object)], wanted);
  if (changes.length === 0) return;
  const stored = (await listModels(resources, workspace)).map((model) => documentOf(model.object));
  const breaks = await countBreaks(
    { stored, wanted, changes },
    (model) => modelTexts.readUsedRecords(workspace, model, budget),
    budget,
  );
  if (breaks.length > 0) throw wouldBreakData(breaks);
};
