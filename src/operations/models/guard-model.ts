// A content model is put in place over the one that stands only if no data would break, unless that is what is wanted. It is
// written on the condition that it is still what it was compared with.

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
  advice:
    'the model has too many records to look through; put it with force=true, or push it by the command line',
};

/** Somebody else may put the same model meanwhile; then it is compared again. */
const ATTEMPTS_MAX = 3;

/** As `writeResource` of a content model. Throws `wouldBreakData`. */
export const writeGuardedModel = async (
  { resources, modelTexts, meter }: GuardDependencies,
  workspace: WorkspaceScope,
  object: ResourceObject,
  precondition: Precondition,
): Promise<WriteResult> => {
  const key = { id: String(object['id']) };
  for (let attempt = 1; ; attempt += 1) {
    const standing = await resources.findResource(workspace, 'content_model', key);
    if (standing !== undefined) {
      await meter.run(workspace, ALLOWANCE, (budget) =>
        assertKeepsData({ resources, modelTexts }, workspace, standing, object, budget),
      );
    }
    const asked = conditionOf(precondition, standing);
    const result = await resources.writeResource(workspace, object, asked);
    const isChangedMeanwhile = result.kind === 'refused' && precondition.kind === 'none';
    if (!isChangedMeanwhile || attempt === ATTEMPTS_MAX) return result;
  }
};

/** What was asked for, and that what stands is still the same. Where that cannot hold both, what was asked for. */
const conditionOf = (asked: Precondition, standing: ManagedResource | undefined): Precondition => {
  if (standing === undefined) return asked.kind === 'none' ? { kind: 'absent' } : asked;
  const isKept = asked.kind !== 'tag' || asked.tags.includes(standing.tag);
  return asked.kind === 'absent' || !isKept ? asked : { kind: 'tag', tags: [standing.tag] };
};

const assertKeepsData = async (
  { resources, modelTexts }: Omit<GuardDependencies, 'meter'>,
  workspace: WorkspaceScope,
  standing: ManagedResource,
  object: ResourceObject,
  budget: RequestBudget,
): Promise<void> => {
  const wanted = [documentOf(object)];
  const changes = compareModelSets([documentOf(standing.object)], wanted);
  if (changes.length === 0) return;
  const stored = (await listModels(resources, workspace)).map((model) => documentOf(model.object));
  const breaks = await countBreaks(
    { stored, wanted, changes },
    (model) => modelTexts.readUsedRecords(workspace, model, budget),
    budget,
  );
  if (breaks.length > 0) throw wouldBreakData(breaks);
};
